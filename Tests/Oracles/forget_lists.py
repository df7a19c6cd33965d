#!/usr/bin/env python3
"""Guesses the games of forgotten players from public lists before and after.

  Tests/Oracles/forget_lists.py                 50 players each of two generated worlds: a few minutes
  Tests/Oracles/forget_lists.py --players 12    fewer

Each player is forgotten alone, in a copy of the workspace after its first night, and the same night runs again
without the player. The attacker compares similar.ndjson, popular.ndjson, trending.ndjson and new-releases.ndjson of
both, and takes the ten games that changed most, by each of several signs, for games of the player. The same guesses, made
for other players, are the base rate: popular games change more often, and are more often a right guess.

It fails if a sign finds over 1.5 times as many games as the base rate, and over three standard errors more.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
GUESSES = 10
POSITIVE = {"like", "superLike", "save", "share", "viewDetails", "neutral"}


def lines(file):
    with open(file) as opened:
        return [json.loads(line) for line in opened]


class World:
    def __init__(self, findie, seed, scratch):
        self.findie, self.folder = findie, scratch / f"world-{seed}"
        self.input = self.folder / "input"
        self.folder.mkdir()
        self.run(self.folder, "generate", "--output", self.input, "--players", 600, "--games", 200, "--developers", 20,
                 "--days", 60, "--first-day", "2026-01-01", "--seed", seed, program="-lab")
        (self.folder / "night.yaml").write_text("tuning: off\nals: {rank: 4, iterations: 2}\n")
        self.first = self.folder / "first"
        self.first.mkdir()
        self.night(self.first)
        self.games = sorted(game["id"] for file in self.input.glob("games*") for game in lines(file))
        self.owned = collections.defaultdict(set)
        for file in (self.input / "interactions").iterdir():
            for event in lines(file):
                if event["action"] in POSITIVE:
                    self.owned[event["userId"]].add(event["gameId"])
        self.before = public(self.first)
        known = sorted(player for player, games in self.owned.items() if len(games) >= 5)
        random.Random(seed).shuffle(known)
        self.players = known

    def run(self, folder, *words, program=""):
        environment = {**os.environ, "FINDIE_KEY": "a key of the tests, no secret", "OPENBLAS_NUM_THREADS": "1"}
        result = subprocess.run([self.findie + program, *map(str, words)], cwd=folder, env=environment,
                                capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"{' '.join(map(str, words))} exited with {result.returncode}: {result.stderr[-1000:]}")

    def night(self, folder):
        self.run(folder, "run", "nightly", "--input", self.input, "--parameters", self.folder / "night.yaml",
                 "--threads", 1, "--now", "2026-03-02T03:00:00Z", "--workspace", "workspace", "--reports", "reports",
                 "--publish", "anyway")

    def signs_without(self, player):
        """By sign and game, how much the public lists change if a player is forgotten."""
        folder = self.folder / player
        shutil.copytree(self.first, folder, symlinks=True)
        self.run(folder, "forget", player, "--workspace", "workspace")
        self.night(folder)
        after = public(folder)
        shutil.rmtree(folder)
        return signs(self.before, after)


def public(folder):
    """What public lists say: similarities by game and other game, and a number by list and game."""
    published = folder / "workspace/published/current"
    lists = {name: {} for name in ("similar", "popular", "trending", "new-releases")}
    for one in lines(published / "similar.ndjson"):
        lists["similar"][one["gameId"]] = {entry["gameId"]: entry["score"] for entry in one["games"]}
    for name, key in (("popular", "players"), ("trending", "lift")):
        for one in lines(published / f"{name}.ndjson"):
            lists[name].update({(entry["gameId"], one["genre"]): entry[key] for entry in one["games"]})
    for one in lines(published / "new-releases.ndjson"):
        lists["new-releases"][one["gameId"], None] = one["score"]
    return lists


def signs(before, after):
    found = collections.defaultdict(lambda: collections.Counter())
    for game in before["similar"].keys() | after["similar"].keys():
        old, new = before["similar"].get(game, {}), after["similar"].get(game, {})
        for other in old.keys() | new.keys():
            for one in (game, other):
                if other in old and other in new:
                    fall = (old[other] - new[other]) / max(old[other], 1e-9)
                    found["similar: sum of falls"][one] += fall
                    found["similar: largest fall"][one] = max(found["similar: largest fall"][one], fall)
                else:
                    found["similar: entries that came or went"][one] += 1
    for name in ("popular", "trending", "new-releases"):
        for place in before[name].keys() | after[name].keys():
            found[name][place[0]] += abs(before[name].get(place, 0) - after[name].get(place, 0))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--findie", default=str(HERE.parent.parent / ".build/release/findie"))
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--worlds", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    scratch = pathlib.Path(tempfile.mkdtemp(
        prefix="findie-lists-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    found, failed = [], False
    try:
        for seed in range(1, options.worlds + 1):
            world = World(options.findie, seed, scratch)
            players = world.players[:options.players]
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                signs_of = dict(zip(players, pool.map(world.signs_without, players)))
            for sign in sorted({sign for one in signs_of.values() for sign in one}):
                guesses = {
                    player: sorted(world.games, key=lambda game: (-one[sign][game], game))[:GUESSES]
                    for player, one in signs_of.items()}
                right, base = [], []
                for player in players:
                    shares = {
                        other: sum(game in world.owned[player] for game in guess) / GUESSES
                        for other, guess in guesses.items()}
                    right.append(shares[player])
                    base.append(statistics.mean(share for other, share in shares.items() if other != player))
                gains = [one - other for one, other in zip(right, base)]
                mean, error = statistics.mean(gains), statistics.stdev(gains) / len(gains) ** 0.5
                found.append((statistics.mean(right), statistics.mean(base)))
                finds = mean > 3 * error and found[-1][0] > 1.5 * found[-1][1]
                failed = failed or finds
                print(f"world {seed}, {sign}: {found[-1][0]:.2f} of the guesses are right, {found[-1][1]:.2f} for "
                      f"other players{' FAILED' if finds else ''}", flush=True)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    best = max(found, key=lambda one: one[0] - one[1])
    print(f"{options.worlds} worlds, {options.players} players each: {best[0]:.2f} of the best guesses are right, "
          f"{best[1]:.2f} for other players")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
