#!/usr/bin/env python3
"""Trains cmfrec's implicit factorization on the matrix of factors-data.py; prints one line of JSON.

cmfrec does not report single iterations, so their time is the difference of two trainings: one with a
single iteration, and one with all.

usage: cmfrec_factors.py FOLDER --rank K --iterations N --threads T --confidence C --regularization L
"""

import argparse
import json
import pathlib
import resource
import time

import cmfrec
from matrix import read


def main():
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--rank", type=int, default=64)
    options.add_argument("--iterations", type=int, default=15)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--confidence", type=float, default=9)
    options.add_argument("--regularization", type=float, default=0.1)
    options = options.parse_args()
    observed = read(options.folder).tocoo()

    def seconds(iterations):
        model = cmfrec.CMF_implicit(
            k=options.rank, lambda_=options.regularization, alpha=options.confidence, use_cg=True,
            max_cg_steps=3, finalize_chol=False, niter=iterations, use_float=True, verbose=False,
            precompute_for_predictions=False, nthreads=options.threads)
        start = time.perf_counter()
        model.fit(observed)
        return time.perf_counter() - start

    one, all_ = seconds(1), seconds(options.iterations)
    print(json.dumps({
        "secondsPerIteration": (all_ - one) / (options.iterations - 1), "fitSeconds": all_,
        "peakBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))


main()
