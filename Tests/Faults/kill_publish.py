#!/usr/bin/env python3
"""Kills what replaces published nights: nights, backfills, retention and restores.

  Tests/Faults/kill_publish.py                 100 kills, some minutes
  Tests/Faults/kill_publish.py --kills 10

After each kill, `published/current` must be a complete night with its own recipe, or, while a backup is being
restored, there is none yet and the same command ends it. The command then runs to its end, and `findie verify` must
find no damage.
"""

import argparse
import collections
import hashlib
import importlib.util
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("forget", HERE / "forget.py")
world = importlib.util.module_from_spec(spec)
spec.loader.exec_module(world)

PLACES = ["--workspace", "workspace", "--reports", "reports"]


class Trial:
    def __init__(self, findie, folder, seed):
        self.findie, self.folder, self.random = findie, folder, random.Random(seed)
        self.day = world.FIRST_NIGHT
        world.write_world(folder)
        self.write_parameters()
        for _ in range(4):
            self.add_day()
            self.run(self.night())
        self.run(["backup", "backups", *PLACES, *self.now(7)])

    def write_parameters(self):
        """Players' lists in one file or the other."""
        (self.folder / "night.yaml").write_text(
            "tuning: off\nals: {rank: 4, iterations: 2}\nretention: {nights: 3, monthly: 0}\n"
            f"lists: {{ndjson: {self.random.choice(['plain', 'zst'])}}}\n")

    def add_day(self):
        world.write_lines(self.folder / f"input/interactions/{self.day}.ndjson", world.events(self.day))
        self.day += 1

    def now(self, hour=3):
        return ["--now", f"{self.date(self.day)}T{hour:02}:00:00Z"]

    @staticmethod
    def date(day):
        return str(world.EPOCH + world.datetime.timedelta(days=day))

    def night(self, *more):
        return ["run", "nightly", "--input", "input", "--parameters", "night.yaml", "--threads", "1", *PLACES,
                *self.now(), *more]

    def run(self, words, kill=None):
        """Whether the command was killed, and its seconds."""
        started = time.monotonic()
        process = subprocess.Popen(
            [self.findie, *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        try:
            _, said = process.communicate(timeout=kill)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            return True, time.monotonic() - started
        if process.returncode:
            raise SystemExit(f"{' '.join(words)} exits with {process.returncode}: {said}")
        return False, time.monotonic() - started

    def command(self):
        self.write_parameters()
        kind = self.random.choice(["next night", "night again", "backfill", "restore"])
        if kind == "next night":
            self.add_day()
            return kind, self.night()
        if kind == "night again":
            return kind, self.night("--force", "publish,reports")
        if kind == "restore":
            return kind, ["restore", "backups", "--replace", *PLACES, *self.now(8)]
        # A day whose night is outdated by a late event.
        world.write_lines(self.folder / f"input/interactions/late-{time.monotonic_ns()}.ndjson", [
            world.event(f"late-{time.monotonic_ns()}", "u1", 3, "like", self.day - 6)])
        day = self.date(self.day - self.random.choice([1, 2]))
        return kind, ["backfill", "--from", day, "--to", day, "--input", "input", "--parameters", "night.yaml", *PLACES,
                      *self.now(5)]

    def problem(self, kind):
        """What is wrong with the published night; None if it is complete."""
        current = self.folder / "workspace/published/current"
        if kind == "restore" and (not current.exists() or any(self.folder.glob("workspace/**/.restoring*"))):
            return None
        if not current.exists():
            return "there is no published night"
        sums = (current / "SHA256SUMS").read_bytes()
        for line in sums.decode().splitlines():
            digest, name = line.split("  ", 1)
            if hashlib.sha256((current / name).read_bytes()).hexdigest() != digest:
                return f"{name} is not the night's"
        recipe = json.loads((current / ".recipe.json").read_text())
        if recipe["published"] != hashlib.sha256(sums).hexdigest() or recipe["day"] != os.readlink(current):
            return "the recipe is not the night's"
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--findie", default=str(HERE.parent.parent / ".build/release/findie"))
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(
        prefix="findie-publish-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    kills, incomplete, seconds = collections.Counter(), 0, {}
    try:
        trial = Trial(options.findie, folder, options.seed)
        while sum(kills.values()) < options.kills:
            kind, words = trial.command()
            # Late in the command, when it publishes.
            usual = seconds.get(kind, 0.5)
            killed, _ = trial.run(words, kill=usual * trial.random.uniform(0.3, 1.05))
            kills[kind] += killed
            if problem := trial.problem(kind):
                incomplete += 1
                print(f"{kind}: {problem}", flush=True)
            _, seconds[kind] = trial.run(words)
            if problem := trial.problem("done"):
                incomplete += 1
                print(f"{kind}, run to its end: {problem}", flush=True)
            trial.run(["verify", *PLACES])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{sum(kills.values())} kills ({', '.join(f'{count} {kind}' for kind, count in sorted(kills.items()))}): "
          f"{incomplete} incomplete nights")
    sys.exit(1 if incomplete else 0)


if __name__ == "__main__":
    main()
