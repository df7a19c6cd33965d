"""Reads the matrix of factors-data.py, for the other programs."""

import json

import numpy as np
import scipy.sparse


def read(folder):
    """[players, games] with 32-bit indices, the form that the programs handle fastest."""
    shape = json.loads((folder / "shape.json").read_text())
    return scipy.sparse.csr_matrix(
        (
            np.fromfile(folder / "values.f32", np.float32),
            np.fromfile(folder / "columns.u32", np.uint32).astype(np.int32),
            np.fromfile(folder / "offsets.i64", np.int64).astype(np.int32),
        ), shape=(shape["rows"], shape["columns"]))
