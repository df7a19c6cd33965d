"""Inverts EASE's matrix by scipy's spotrf and spotri; prints one line of JSON.

Generates the same players as `findie-lab bench ease`. Only the two calls are timed.
"""

import argparse
import json
import resource
import time

import numpy
import scipy
import scipy.sparse
from scipy.linalg import lapack


def drawn(games, players, draws):
    """SplitMix64 from seed 1: number k is the mix of (k + 1) · golden gamma + seed."""
    counter = numpy.arange(1, players * draws + 1, dtype=numpy.uint64)
    z = counter * numpy.uint64(0x9E3779B97F4A7C15) + numpy.uint64(1)
    z = (z ^ z >> numpy.uint64(30)) * numpy.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> numpy.uint64(27)) * numpy.uint64(0x94D049BB133111EB)
    z ^= z >> numpy.uint64(31)
    r = (z >> numpy.uint64(11)).astype(numpy.float64) * 2.0**-53
    columns = (games * (r * r * r)).astype(numpy.int32)
    rows = numpy.repeat(numpy.arange(players, dtype=numpy.int32), draws)
    matrix = scipy.sparse.csr_matrix(
        (numpy.ones(len(rows), dtype=numpy.float32), (rows, columns)), shape=(players, games))
    matrix.sum_duplicates()
    matrix.data[:] = 1
    return matrix


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=5_000)
    options.add_argument("--players-a-game", type=int, default=5)
    options.add_argument("--draws", type=int, default=40)
    options.add_argument("--regularization", type=float, default=500.0)
    options = options.parse_args()
    n = options.games
    x = drawn(n, n * options.players_a_game, options.draws)
    start = time.perf_counter()
    gramian = (x.T @ x).toarray(order="F")
    gramian[numpy.diag_indices(n)] += options.regularization
    built = time.perf_counter()
    factor, info = lapack.spotrf(gramian, lower=1, overwrite_a=1, clean=0)
    assert info == 0
    inverse, info = lapack.spotri(factor, lower=1, overwrite_c=1)
    assert info == 0
    end = time.perf_counter()
    print(json.dumps({
        "games": n,
        "positives": int(x.nnz),
        "gramianSeconds": built - start,
        "factorizationSeconds": end - built,
        "gigaflopsASecond": n**3 / (end - built) / 1e9,
        "firstRow": [float(-inverse[j, 0] / inverse[j, j]) for j in range(1, min(6, n))],
        "peakBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "versions": {"scipy": scipy.__version__, "numpy": numpy.__version__},
    }))


main()
