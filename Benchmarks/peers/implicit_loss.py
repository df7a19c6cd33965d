#!/usr/bin/env python3
"""Computes implicit's loss for given factors, in double precision; prints one line of JSON.

    Σ over observed C (1 - x·y)² + Σ over all others (x·y)² + λ (Σ ‖x‖² + Σ ‖y‖²)

usage: implicit_loss.py FOLDER FACTORS --rank K --confidence C --regularization L [--scale S]
"""

import argparse
import json
import pathlib

import numpy as np
from matrix import read


def main():
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("factors", type=pathlib.Path)
    options.add_argument("--rank", type=int, required=True)
    options.add_argument("--confidence", type=float, required=True)
    options.add_argument("--regularization", type=float, required=True)
    options.add_argument("--scale", type=float, default=1)
    options = options.parse_args()
    players, games = (
        np.fromfile(options.factors / name, np.float32).reshape(-1, options.rank)
        for name in ("players.f32", "games.f32"))
    observed = read(options.folder)
    left, right = (
        factors.T.astype(np.float64) @ factors.astype(np.float64) for factors in (players, games))
    scale = options.scale**2
    total = scale**2 * np.sum(left * right)
    total += options.regularization * scale * (np.trace(left) + np.trace(right))
    games = games.astype(np.float64)
    for start in range(0, observed.shape[0], 2000):
        part = observed[start:start + 2000].tocoo()
        own = players[start:start + 2000].astype(np.float64)
        for first in range(0, part.nnz, 200_000):
            rows, columns = (index[first:first + 200_000] for index in (part.row, part.col))
            scores = scale * np.einsum("ij,ij->i", own[rows], games[columns])
            confidence = options.confidence * part.data[first:first + 200_000].astype(np.float64)
            total += np.sum(confidence * (1 - scores) ** 2 - scores**2)
    print(json.dumps({"loss": total}))


main()
