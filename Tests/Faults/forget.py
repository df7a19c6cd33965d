#!/usr/bin/env python3
"""Tries to bring forgotten players back: random sequences of requests to forget players, nights, backups,
losses, restores and copies that are put back.

  Tests/Faults/forget.py                      300 sequences, about a quarter of an hour
  Tests/Faults/forget.py --sequences 12       some of them
  Tests/Faults/forget.py --only 137 --keep    one of them, with its folder

The input has all events of all players, so that a player is back as soon as a request is lost. In each
sequence, each of twelve steps is one of these:

- the next night, also of a day without a request;
- a request, at once or deferred;
- a backup to one of two folders; a folder of backups is unmounted or mounted;
- a loss: files, folders, the reports or the whole workspace;
- a restore with --replace, sometimes killed at a random time;
- a copy of the workspace is taken, or it, or a part of it, is put back;
- a second workspace: a backup is restored beside the first one, a night runs in it, sometimes with the
  reports of the first one, and sometimes a part of it is copied to the first one.

After each night that exits with 0, no player who asked to be forgotten may be in a published file, report,
list, store or in the history. A night that exits with another status must name a command that helps; it
is tried, with all requests that were ever sent.

A player whose request is in no file any more, since the workspace was put back from an older copy and nothing
else was there to know the request, is counted apart.
"""

import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
EPOCH = datetime.date(2026, 1, 1)
PLAYERS = [f"planted-{letter}" for letter in "abcdefgh"]
FIRST_NIGHT, STEPS = 45, 12
PARTS = ["history", "published", "forgotten.json", ".forgotten.json", "runs", "findie.sqlite", "workspace.json",
         "history/forgotten.json", "quarantine", "artifacts", "by-game", "published/current/.forgotten.json"]
REMEDY = re.compile(r"`findie|findie restore|--publish anyway|--reports|Move away|Remove the file|Set the clock")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--findie", default=str(HERE.parent.parent / ".build/release/findie"))
    parser.add_argument("--sequences", type=int, default=300)
    parser.add_argument("--only", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", action="store_true", help="keep the folders of failed sequences")
    return parser.parse_args()


# MARK: - The world


def event(name, player, game, action, day):
    date = EPOCH + datetime.timedelta(days=day)
    return {"id": name, "userId": player, "gameId": f"g{game}", "action": action, "sessionId": f"s{name}",
            "timestamp": f"{date}T12:00:00Z"}


def events(day):
    for player in range(12):
        if (day + player) % 5 == 0:
            dislikes = (day + player) % 15 == 0
            game = (day + player) // 5 % 8 * 2 + player % 2
            yield event(f"i{day}-{player}", f"u{player}", (game + 1) % 20 if dislikes else game,
                        "dislike" if dislikes else "like", day)
    for index, player in enumerate(PLAYERS):
        if (day + index) % 3 == 0:
            yield event(f"{player}-{day}", player, (day + 3 * index) % 20, "like", day)


def write_lines(file, records):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(record) + "\n" for record in records))


def write_world(folder):
    (folder / "night.yaml").write_text("tuning: off\nals: {rank: 4, iterations: 2}\n")
    write_lines(folder / "input/games.ndjson", [
        {"id": f"g{game}", "title": f"Game {game}", "developerId": f"d{game % 3}",
         "genres": ["rpg" if game % 2 == 0 else "puzzle"], "tags": [f"tag{game % 2}", f"tag{game % 5}"],
         "platforms": ["steam"], "releaseStatus": "released", "price": 10, "currency": "USD",
         "releaseDate": "2025-01-01T00:00:00Z"} for game in range(20)])
    write_lines(folder / "input/developers.ndjson", [
        {"id": f"d{index}", "studioName": f"Studio {index}"} for index in range(3)])
    write_lines(folder / "input/users.ndjson", [
        {"id": player, "username": f"name-{player}"} for player in [f"u{n}" for n in range(12)] + PLAYERS])
    for day in range(FIRST_NIGHT):
        write_lines(folder / f"input/interactions/{day}.ndjson", events(day))


# MARK: - A sequence


def remove(path):
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.exists():
        shutil.rmtree(path)


def copy(source, target):
    remove(target)
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True)
    elif source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def holding(text, folder, ignored=()):
    """The files below a folder that have a text."""
    found = []
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith("replaced-")]
        for name in sorted(names):
            file = pathlib.Path(root, name)
            path = str(file.relative_to(folder))
            if ignored and any(re.search(pattern, path) for pattern in ignored):
                continue
            try:
                if text.encode() in file.read_bytes():
                    found.append(path)
            except OSError:
                continue
    return found


class Place:
    """A workspace and its reports."""

    def __init__(self, folder, workspace, reports):
        self.workspace, self.reports = folder / workspace, folder / reports
        self.options = ["--workspace", workspace, "--reports", reports]


class Sequence:
    def __init__(self, findie, number, folder):
        self.findie, self.number, self.folder = findie, number, folder
        self.random = random.Random(number)
        self.day = FIRST_NIGHT
        self.main = Place(folder, "workspace", "reports")
        self.second = Place(folder, "second", "second-reports")
        # By player: the day of the request, whether it is deferred, and its proof.
        self.requests = {}
        self.counts = collections.Counter()
        self.mounted = {"backups-a": True, "backups-b": True}
        self.log, self.violations = [], []
        write_world(folder)

    # Commands

    def run(self, *words, kill=None):
        command = [self.findie, *words]
        environment = {**os.environ, "FINDIE_KEY": "a key of the tests, no secret", "COLUMNS": "1000",
                       "OPENBLAS_NUM_THREADS": "1"}
        process = subprocess.Popen(command, cwd=self.folder, env=environment, text=True, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if kill is not None:
            time.sleep(kill)
            process.send_signal(signal.SIGKILL)
        out, error = process.communicate()
        said = error.strip().splitlines()
        self.log.append(f"day {self.day}: {' '.join(words)} -> {process.returncode} {said[-1] if said else ''}")
        return process.returncode, out, error

    def now(self, hour=3):
        return ["--now", f"{EPOCH + datetime.timedelta(days=self.day)}T{hour:02}:00:00Z"]

    def all_requests(self):
        file = self.folder / "requests.ndjson"
        write_lines(file, [{"userId": player} for player in self.requests])
        return "requests.ndjson"

    # Steps

    def step_night(self):
        write_lines(self.folder / f"input/interactions/{self.day}.ndjson", events(self.day))
        self.day += 1
        self.night(self.main)

    def night(self, place, *more, attempts=5):
        known = {player: self.is_known(request["proof"]) for player, request in self.requests.items()}
        words = ["run", "nightly", "--input", "input", "--parameters", "night.yaml", "--threads", "1", *place.options,
                 *self.now()]
        status, _, error = self.run(*words, *more)
        if status == 0:
            self.counts["nights"] += 1
            return self.check(place, known)
        self.counts["refusals"] += 1
        if not REMEDY.search(error):
            self.violations.append(f"status {status} names no remedy: {error.strip()[-400:]}")
        if attempts == 0:
            self.counts["given up"] += 1
            return self.begin_anew()
        self.help(place, error)
        anyway = ["--publish", "anyway"] if "anyway" in error or attempts < 3 else []
        self.night(place, *anyway, attempts=attempts - 1)

    def help(self, place, error):
        """Does what the message of a refused night says."""
        for name in self.mounted:
            self.mount(name)
        folders = self.folders_with_backups()
        named = [words.replace("BACKUP", self.random.choice(folders)) if folders else words
                 for words in re.findall(r"`findie ([^`]*)`", error)]
        restores = [words for words in named if words.startswith("restore") and "BACKUP" not in words]
        forgets = [words for words in named if words.startswith("forget")]
        if "Move away" in error:
            remove(pathlib.Path(error.split(" and ")[0].split("error: ")[-1].strip()))
        elif "reports of another workspace" in error and not restores:
            remove(place.reports)
        elif forgets and self.random.random() < 0.7 or not restores:
            self.forget_again(place)
        else:
            self.run(*restores[0].split(), *self.now(4))
            self.forget_again(place)

    def forget_again(self, place):
        self.run("forget", "--from", self.all_requests(), "--complete", *place.options[:2], *self.now(5))

    def step_forget(self):
        left = [player for player in PLAYERS if player not in self.requests]
        if not left:
            return
        player, deferred = self.random.choice(left), self.random.random() < 0.4
        status, out, _ = self.run("forget", player, "--json", *(["--deferred"] if deferred else []),
                                  *self.main.options[:2], *self.now(6))
        if status == 0:
            self.counts["requests"] += 1
            self.requests[player] = {"day": self.day, "deferred": deferred, "proof": json.loads(out)["proofs"][0]}

    def step_backup(self):
        name = self.random.choice(list(self.mounted))
        self.run("backup", name, *self.main.options, *self.now(7))
        self.counts["backups"] += 1

    def mount(self, name):
        folder, away = self.folder / name, self.folder / f"{name}.away"
        if not self.mounted[name]:
            remove(folder)
            if away.exists():
                away.rename(folder)
            self.mounted[name] = True

    def folders_with_backups(self):
        return [name for name, is_mounted in self.mounted.items()
                if is_mounted and list((self.folder / name).glob("*/backup.json"))]

    def step_mount(self):
        name = self.random.choice(list(self.mounted))
        if not self.mounted[name]:
            return self.mount(name)
        folder = self.folder / name
        if folder.exists():
            folder.rename(self.folder / f"{name}.away")
            # The mount point of a disk is an empty folder.
            if self.random.random() < 0.7:
                folder.mkdir()
            self.mounted[name] = False

    def step_loss(self):
        self.counts["losses"] += 1
        choice = self.random.random()
        if choice < 0.15:
            lost = [self.main.workspace]
        elif choice < 0.25:
            lost = [self.main.reports]
        else:
            lost = [self.main.workspace / part for part in self.random.sample(PARTS, self.random.randint(1, 5))]
        for path in lost:
            remove(path)
        self.log.append(f"day {self.day}: lost: {', '.join(str(path.relative_to(self.folder)) for path in lost)}")

    def step_restore(self):
        ready = self.folders_with_backups()
        if not ready:
            return
        self.counts["restores"] += 1
        name = self.random.choice(ready)
        backup = self.random.choice([name] + [str(file.parent.relative_to(self.folder))
                                              for file in (self.folder / name).glob("*/backup.json")])
        kill = self.random.uniform(0, 0.06) if self.random.random() < 0.5 else None
        self.run("restore", backup, "--replace", *self.main.options, *self.now(8), kill=kill)

    def step_copy(self):
        saved = self.folder / "saved"
        if not saved.exists() or self.random.random() < 0.4:
            if self.main.workspace.exists():
                copy(self.main.workspace, saved)
            return
        self.counts["copies put back"] += 1
        if self.random.random() < 0.4:
            copy(saved, self.main.workspace)
            self.log.append(f"day {self.day}: the whole workspace is put back")
        else:
            for part in self.random.sample(PARTS, self.random.randint(1, 3)):
                copy(saved / part, self.main.workspace / part)
                self.log.append(f"day {self.day}: {part} is put back")

    def step_second(self):
        ready = self.folders_with_backups()
        if not ready:
            return
        self.counts["second workspaces"] += 1
        for folder in [self.second.workspace, self.second.reports]:
            remove(folder)
        for name in self.mounted:
            self.mount(name)
        before = self.outside()
        status, _, _ = self.run("restore", self.random.choice(ready), *self.second.options, *self.now(9))
        if status != 0:
            return
        if self.random.random() < 0.5:
            shared = Place(self.folder, "second", "reports")
            self.forget_again(shared)
            if self.main.reports.exists():
                status, _, error = self.run("run", "nightly", "--input", "input", "--parameters", "night.yaml",
                                            *shared.options, *self.now())
                if status == 0:
                    self.violations.append("a second workspace wrote to the reports of the first")
        self.night(self.second)
        changed = sorted(str(path.relative_to(self.folder)) for path, _ in self.outside() ^ before)
        if changed:
            self.violations.append(f"a second workspace changed files of the first: {', '.join(changed[:4])}")
        if self.random.random() < 0.5:
            for part in self.random.sample(PARTS, self.random.randint(1, 3)):
                copy(self.second.workspace / part, self.main.workspace / part)
                self.log.append(f"day {self.day}: {part} is copied from the second workspace")

    # Checks

    def outside(self):
        """The files that belong to the first workspace, with their times."""
        return {(path, path.stat().st_mtime_ns)
                for root in [self.main.reports, self.folder / "backups-a", self.folder / "backups-b"]
                for path in root.rglob("*") if path.is_file() and path.name != ".lock"}

    def is_known(self, proof):
        """The files that can be reached and have a request. Nobody can find a folder of backups that no file of the
        workspace or of its reports names: the workspace was put back from a copy that is older than the backups."""
        roots = [self.main.workspace, self.main.reports]
        marks = [mark.read_text() for root in roots for mark in root.rglob("*workspace.json") if mark.is_file()]
        roots += [self.folder / name for name in self.mounted if any(f"/{name}\"" in mark for mark in marks)]
        return [f"{root.name}/{path}" for root in roots if root.exists() for path in holding(proof[:8], root)]

    def check(self, place, known):
        for player, request in self.requests.items():
            ignored = [r"^\.lock$"]
            if request["deferred"] and self.day - request["day"] < 7:
                # Models and earlier nights may have the player.
                current = os.readlink(place.workspace / "published/current")
                ignored += [r"^artifacts/", r"/model/", r"/held-out/", rf"^published/(?!{current})"]
            found = holding(player, place.workspace, ignored) + holding(player, place.reports)
            if not found:
                continue
            if known[player]:
                self.violations.append(f"{player} is back: {', '.join(found[:4])}, although "
                                       f"{', '.join(known[player][:4])} knew the request")
            else:
                self.counts["known nowhere"] += 1

    def begin_anew(self):
        for place in [self.main, self.second]:
            remove(place.workspace)
            remove(place.reports)
        for name in self.mounted:
            remove(self.folder / name)
            remove(self.folder / f"{name}.away")
            self.mounted[name] = True
        remove(self.folder / "saved")
        self.requests = {}

    def play(self):
        self.step_night()
        steps = ([self.step_night] * 6 + [self.step_forget] * 4 + [self.step_backup] * 3 + [self.step_mount] * 2
                 + [self.step_loss] * 2 + [self.step_restore] * 2 + [self.step_copy] * 3 + [self.step_second])
        for _ in range(STEPS):
            self.random.choice(steps)()
        self.step_night()


def play(findie, number, scratch, keep):
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"sequence-{number}-", dir=scratch))
    sequence = Sequence(findie, number, folder)
    try:
        sequence.play()
    except Exception as failure:  # noqa: BLE001 - a fault of this program must not hide the others
        sequence.violations.append(f"{type(failure).__name__}: {failure}")
    if not (keep and sequence.violations):
        shutil.rmtree(folder, ignore_errors=True)
    return sequence


def main():
    options = arguments()
    scratch = pathlib.Path(tempfile.mkdtemp(
        prefix="findie-forget-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    numbers = [options.only] if options.only is not None else range(options.sequences)
    counts, failed = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = [pool.submit(play, options.findie, number, scratch, options.keep) for number in numbers]
        for future in futures:
            sequence = future.result()
            counts.update(sequence.counts)
            if not sequence.violations:
                continue
            failed += 1
            print(f"Sequence {sequence.number} failed ({sequence.folder}):")
            for violation in sequence.violations:
                print(f"  {violation}")
            for line in sequence.log:
                print(f"    {line}")
    if not (options.keep and failed):
        shutil.rmtree(scratch, ignore_errors=True)
    print(", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
    print(f"{len(futures)} sequences, {counts['nights']} nights, {counts['refusals']} refusals: {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
