#!/usr/bin/env python3
"""Checks whether two sets of lists are equal except for ties: the scores at each position are equal except
for rounding, and each score is the inner product of the factors.

usage: compare_top.py FACTORS OURS THEIRS COUNT
"""

import json
import pathlib
import sys

import numpy as np

factors, ours, theirs = map(pathlib.Path, sys.argv[1:4])
count = int(sys.argv[4])
rank = json.loads((factors / "shape.json").read_text())["rank"]
players, games = (
    np.fromfile(factors / name, "<f4").reshape(-1, rank) for name in ("X.f32", "Y.f32"))
offsets = np.fromfile(ours / "offsets.i64", "<i8")
assert (np.diff(offsets) == count).all(), "a list is short"
found = np.fromfile(ours / "games.u32", "<u4").astype(np.int32).reshape(-1, count)
scores = np.fromfile(ours / "scores.f32", "<f4").reshape(-1, count)
others = np.fromfile(theirs / "games.i32", "<i4").reshape(-1, count)
their_scores = np.fromfile(theirs / "scores.f32", "<f4").reshape(-1, count)
allowed = 1e-6 * np.linalg.norm(players, axis=1).max() * np.linalg.norm(games, axis=1).max()
worst, wrong = float(np.abs(scores - their_scores).max()), 0.0
for start in range(0, len(players), 2000):
    rows = slice(start, start + 2000)
    exact = np.einsum(
        "pr,pkr->pk", players[rows].astype("f8"), games[found[rows]].astype("f8"))
    wrong = max(wrong, float(np.abs(exact - scores[rows]).max()))
print(json.dumps({
    "sameButForTies": bool(worst <= allowed and wrong <= allowed),
    "identicalLists": float((found == others).all(axis=1).mean()),
    "largestScoreDifference": worst, "largestError": wrong, "allowed": float(allowed)}))
