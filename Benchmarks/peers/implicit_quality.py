#!/usr/bin/env python3
"""Tunes implicit's alternating least squares, and writes its lists for the test players.

Tuning uses train, fold-in and test of FOLDER/choice: Optuna's TPE sampler (seeded) draws factors,
regularization, alpha and iterations. The best model by mean nDCG@k is fitted again on
FOLDER/train.ndjson. Its lists for the players of FOLDER/fold-in.ndjson are written to
"implicit ALS.ndjson" in FOLDER.

usage: implicit_quality.py FOLDER [--minutes N] [--k K]
"""

import argparse
import json
import os
import pathlib
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import implicit  # noqa: E402
import numpy as np  # noqa: E402
import optuna  # noqa: E402
import scipy.sparse as sp  # noqa: E402
from implicit.cpu.als import AlternatingLeastSquares  # noqa: E402

BATCH = 1000


def read(path, columns=None):
    players, games, rows, indices = {}, columns if columns is not None else {}, [], []
    for line in open(path):
        one = json.loads(line)
        if columns is not None and one["gameId"] not in games:
            continue
        rows.append(players.setdefault(one["userId"], len(players)))
        indices.append(games.setdefault(one["gameId"], len(games)))
    matrix = sp.csr_matrix(
        (np.ones(len(rows), np.float32), (rows, indices)), shape=(len(players), len(games)))
    return list(players), games, matrix


def lists(model, profiles, k):
    found = [
        model.recommend(
            np.arange(start, min(start + BATCH, profiles.shape[0])),
            profiles[start:start + BATCH], N=k, recalculate_user=True)[0]
        for start in range(0, profiles.shape[0], BATCH)]
    return np.vstack(found)


def ndcg(ranked, hidden):
    gains = 1 / np.log2(np.arange(ranked.shape[1]) + 2)
    values = []
    for row, wanted in zip(ranked, hidden):
        values.append(gains[np.isin(row, wanted)].sum() / gains[:min(len(wanted), len(gains))].sum())
    return float(np.mean(values))


def wanted(path, players, games):
    """For each player the columns of the held-out games; a game that the training lacks is a miss."""
    hidden = {player: [] for player in players}
    for line in open(path):
        one = json.loads(line)
        if one["userId"] in hidden:
            hidden[one["userId"]].append(games.get(one["gameId"], -1))
    return list(hidden.values())


def fit(matrix, numbers):
    model = AlternatingLeastSquares(
        factors=numbers["factors"], regularization=numbers["regularization"], alpha=numbers["alpha"],
        iterations=numbers["iterations"], num_threads=2, random_state=1)
    model.fit(matrix, show_progress=False)
    return model


def main():
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--minutes", type=float, default=20)
    options.add_argument("--k", type=int, default=100)
    options = options.parse_args()
    choice = options.folder / "choice"
    _, own, rest = read(choice / "train.ndjson")
    players, _, profiles = read(choice / "fold-in.ndjson", own)
    hidden = wanted(choice / "test.ndjson", players, own)

    def trial(trial):
        numbers = {
            "factors": trial.suggest_categorical("factors", [16, 32, 64, 96, 128, 192, 256]),
            "regularization": trial.suggest_float("regularization", 1e-3, 1e3, log=True),
            "alpha": trial.suggest_float("alpha", 0.1, 100, log=True),
            "iterations": trial.suggest_int("iterations", 5, 30),
        }
        return ndcg(lists(fit(rest, numbers), profiles, options.k), hidden)

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=1))
    # implicit's defaults, and common values.
    study.enqueue_trial({"factors": 64, "regularization": 0.01, "alpha": 1.0, "iterations": 15})
    start = time.perf_counter()
    study.optimize(trial, timeout=options.minutes * 60)
    print(json.dumps({
        "implicit": implicit.__version__, "trials": len(study.trials), "best": study.best_params,
        "validation nDCG": study.best_value, "seconds": time.perf_counter() - start}), flush=True)

    _, games, train = read(options.folder / "train.ndjson")
    players, _, profiles = read(options.folder / "fold-in.ndjson", games)
    ranked = lists(fit(train, study.best_params), profiles, options.k)
    names = list(games)
    with open(options.folder / "implicit ALS.ndjson", "w") as file:
        for player, row in zip(players, ranked):
            file.write(json.dumps({"userId": player, "games": [names[game] for game in row]}) + "\n")


main()
