#!/usr/bin/env python3
"""Trains implicit's alternating least squares on the matrix of factors-data.py; prints one line of JSON.

usage: implicit_factors.py FOLDER --rank K --iterations N --threads T --confidence C
       --regularization L [--exact] [--save FOLDER]
"""

import argparse
import json
import pathlib
import resource
import statistics
import time

import numpy as np
from matrix import read


def main():
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--rank", type=int, default=64)
    options.add_argument("--iterations", type=int, default=15)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--confidence", type=float, default=10)
    options.add_argument("--regularization", type=float, default=0.1)
    options.add_argument("--exact", action="store_true")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--save", type=pathlib.Path)
    options = options.parse_args()

    # The memory of the imports is counted, their time is not.
    from implicit.cpu.als import AlternatingLeastSquares

    observed = read(options.folder)
    model = AlternatingLeastSquares(
        factors=options.rank, regularization=options.regularization, alpha=options.confidence,
        use_native=True, use_cg=not options.exact, iterations=options.iterations,
        num_threads=options.threads, random_state=options.seed)
    seconds = []
    start = time.perf_counter()
    model.fit(
        observed, show_progress=False,
        callback=lambda iteration, elapsed, *_: seconds.append(elapsed))
    total = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    if options.save:
        np.asarray(model.user_factors, np.float32).tofile(options.save / "players.f32")
        np.asarray(model.item_factors, np.float32).tofile(options.save / "games.f32")
    print(json.dumps({
        "secondsPerIteration": statistics.median(seconds), "iterationSeconds": seconds,
        "fitSeconds": total, "peakBytes": peak}))


main()
