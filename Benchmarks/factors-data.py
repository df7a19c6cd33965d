#!/usr/bin/env python3
"""Generates a sparse matrix of positives whose popularity and activity follow power laws, as four files.

usage: Benchmarks/factors-data.py FOLDER --rows 138493 --columns 26744 --positives 10000000 --seed 1

Each row (player) draws distinct columns (games). A game's popularity is a power of its rank. Games
belong to groups, and each player prefers some of the groups, so that the matrix has a structure to
learn. Values are 1. FOLDER gets shape.json, offsets.i64, columns.u32 and values.f32, little-endian,
row by row with ascending columns. If FOLDER already has the requested matrix, nothing is written.
"""

import argparse
import json
import pathlib

import numpy as np


def lengths(rng, rows, columns, positives):
    """The number of columns of each row: Pareto, at least 5, at most a fifth of all columns."""
    most = max(5, columns // 5)
    drawn = rng.pareto(1.2, rows) + 0.25
    low, high = 0.0, 1e9
    for _ in range(80):
        middle = (low + high) / 2
        total = np.clip(np.floor(drawn * middle), 5, most).sum()
        low, high = (middle, high) if total < positives else (low, middle)
    return np.clip(np.floor(drawn * low), 5, most).astype(np.int64)


def sample(rng, columns, popularity, groups, mixture, wanted):
    """Distinct columns of one row, ascending; 60 % of the draws are from its preferred groups."""
    found = np.empty(0, np.int64)
    while len(found) < wanted:
        count = int((wanted - len(found)) * 1.6) + 16
        own = rng.random(count) < 0.6
        drawn = np.searchsorted(popularity, rng.random(count))
        chosen = rng.choice(len(groups), count, p=mixture)
        for group in np.unique(chosen[own]):
            members, weights = groups[group]
            indices = np.flatnonzero(own & (chosen == group))
            drawn[indices] = members[
                np.minimum(np.searchsorted(weights, rng.random(len(indices))), len(members) - 1)]
        drawn = np.concatenate([found, np.minimum(drawn, columns - 1)])
        _, first = np.unique(drawn, return_index=True)
        found = drawn[np.sort(first)]
    return np.sort(found[:wanted])


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--rows", type=int, default=138_493)
    options.add_argument("--columns", type=int, default=26_744)
    options.add_argument("--positives", type=int, default=10_000_000)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    asked = {
        "rows": options.rows, "columns": options.columns, "positives": options.positives,
        "seed": options.seed}
    target = options.folder / "shape.json"
    if target.exists() and asked.items() <= json.loads(target.read_text()).items():
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)

    rng = np.random.default_rng(options.seed)
    columns, tastes = options.columns, 24
    weight = 1 / (np.arange(columns) + 10.0) ** 0.9
    weight = rng.permutation(weight)
    popularity = np.cumsum(weight / weight.sum())
    group = rng.integers(0, tastes, columns)
    groups = []
    for number in range(tastes):
        members = np.flatnonzero(group == number)
        share = weight[members]
        groups.append((members, np.cumsum(share / share.sum())))
    counts = lengths(rng, options.rows, columns, options.positives)
    offsets = np.zeros(options.rows + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    found = np.empty(offsets[-1], np.uint32)
    mixtures = rng.dirichlet(np.full(tastes, 0.15), options.rows)
    for row in range(options.rows):
        found[offsets[row]:offsets[row + 1]] = sample(
            rng, columns, popularity, groups, mixtures[row], counts[row])
    offsets.tofile(options.folder / "offsets.i64")
    found.tofile(options.folder / "columns.u32")
    np.ones(len(found), np.float32).tofile(options.folder / "values.f32")
    target.write_text(json.dumps({**asked, "count": int(offsets[-1])}) + "\n")


main()
