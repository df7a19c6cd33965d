#!/usr/bin/env python3
"""Computes the top games of all players with implicit (without seen games) or faiss (without exclusions).

The time for reading is not counted. The lists are written to OUTPUT as games.i32 and scores.f32,
[players, count].

usage: top.py implicit|faiss FACTORS SEEN --count 100 --threads 2 [--batch 1000] [--output DIR]
"""

import argparse
import json
import pathlib
import resource
import time

import numpy as np


def read(options):
    shape = json.loads((options.factors / "shape.json").read_text())
    rank = shape["rank"]
    return [
        np.fromfile(options.factors / name, "<f4").reshape(-1, rank)
        for name in ("X.f32", "Y.f32")]


def clocks():
    return time.perf_counter(), time.process_time()


def since(started):
    return [now - before for now, before in zip(clocks(), started)]


def implicit_lists(options, players, games):
    import implicit
    import scipy.sparse

    columns = np.fromfile(options.seen / "columns.u32", "<u4").astype(np.int32)
    offsets = np.fromfile(options.seen / "offsets.i64", "<i8").astype(np.int32)
    seen = scipy.sparse.csr_matrix(
        (np.ones(len(columns), np.float32), columns, offsets), shape=(len(players), len(games)))
    model = implicit.als.AlternatingLeastSquares(
        factors=players.shape[1], num_threads=options.threads)
    model.user_factors, model.item_factors = players, games
    found = np.empty((len(players), options.count), np.int32)
    scores = np.empty((len(players), options.count), np.float32)
    started = clocks()
    for start in range(0, len(players), options.batch):
        rows = np.arange(start, min(start + options.batch, len(players)))
        found[rows], scores[rows] = model.recommend(
            rows, seen[rows], N=options.count, filter_already_liked_items=True)
    return since(started), found, scores, implicit.__version__


def faiss_lists(options, players, games):
    import faiss

    faiss.omp_set_num_threads(options.threads)
    index = faiss.IndexFlatIP(games.shape[1])
    index.add(games)
    started = clocks()
    scores, found = index.search(players, options.count)
    return since(started), found.astype(np.int32), scores, faiss.__version__


parser = argparse.ArgumentParser()
parser.add_argument("peer", choices=["implicit", "faiss"])
parser.add_argument("factors", type=pathlib.Path)
parser.add_argument("seen", type=pathlib.Path)
parser.add_argument("--count", type=int, default=100)
parser.add_argument("--threads", type=int, default=2)
parser.add_argument("--batch", type=int, default=1000)
parser.add_argument("--output", type=pathlib.Path)
options = parser.parse_args()
players, games = read(options)
lists = implicit_lists if options.peer == "implicit" else faiss_lists
seconds, found, scores, version = lists(options, players, games)
if options.output:
    options.output.mkdir(parents=True, exist_ok=True)
    found.tofile(options.output / "games.i32")
    scores.tofile(options.output / "scores.f32")
usage = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({
    "seconds": seconds[:1], "cpuSeconds": seconds[1:], "players": len(players), "version": version,
    "peakBytes": usage.ru_maxrss * 1024}))
