#!/usr/bin/env python3
"""Trains factors with implicit, and writes shape.json, X.f32 and Y.f32 to FOLDER.

usage: train_factors.py SEEN FOLDER --rank 64 [--iterations 8]
"""

import argparse
import json
import pathlib

import implicit
import numpy as np
import scipy.sparse

options = argparse.ArgumentParser()
options.add_argument("seen", type=pathlib.Path)
options.add_argument("folder", type=pathlib.Path)
options.add_argument("--rank", type=int, required=True)
options.add_argument("--iterations", type=int, default=8)
options = options.parse_args()

shape = json.loads((options.seen / "shape.json").read_text())
matrix = scipy.sparse.csr_matrix(
    (np.fromfile(options.seen / "values.f32", "<f4"),
     np.fromfile(options.seen / "columns.u32", "<u4").astype(np.int32),
     np.fromfile(options.seen / "offsets.i64", "<i8").astype(np.int32)),
    shape=(shape["rows"], shape["columns"]))
model = implicit.als.AlternatingLeastSquares(
    factors=options.rank, iterations=options.iterations, random_state=1, num_threads=2)
model.fit(matrix, show_progress=False)
options.folder.mkdir(parents=True, exist_ok=True)
np.asarray(model.user_factors, "<f4").tofile(options.folder / "X.f32")
np.asarray(model.item_factors, "<f4").tofile(options.folder / "Y.f32")
(options.folder / "shape.json").write_text(json.dumps(
    {"rows": shape["rows"], "columns": shape["columns"], "rank": options.rank}))
