#!/usr/bin/env python3
"""Kills `findie sync` at random instants and compares the result with an undisturbed run.

  Tests/Faults/kill_sync.py GAMES [--kills 100] [--games 400] [--bin .build/release]

GAMES is NDJSON of games with Steam pages, such as that of Data/sample, decompressed. The partners are
`loopback-partners`. Only requests that were in flight at a kill may be repeated; nothing may be lost.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

PATHS = {
    "steamStore": "steam/store", "steamAPI": "steam/api", "steamLogin": "steam", "twitch": "twitch",
    "igdb": "igdb", "itch": "itch", "itchPages": "itch/pages/{name}",
}
FILES = ["games", "prices", "wishlists"]


def records(folder, name):
    """The lines of a file without the times of answers."""
    found = []
    for line in (folder / f"{name}.partners.ndjson").read_text().splitlines():
        record = json.loads(line)
        for item in [record] + record.get("items", []):
            for key in ("updatedAt", "at"):
                item.pop(key, None)
        found.append(record)
    return found


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", metavar="GAMES", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bin", type=pathlib.Path, default=pathlib.Path(".build/release"))
    options = parser.parse_args()
    programs = options.bin.resolve()
    games = options.input.read_text().splitlines()[:options.games]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for side in ("killed", "undisturbed"):
            (folder / side).mkdir()
            (folder / side / "games.ndjson").write_text("\n".join(games) + "\n")
        partners = subprocess.Popen(
            [programs / "loopback-partners", "--games", folder / "killed/games.ndjson"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            sys.exit(compare(programs, folder, partners, options.kills))
        finally:
            partners.terminate()


def compare(programs, folder, partners, kills):
    address = f"http://127.0.0.1:{json.loads(partners.stdout.readline())['port']}"
    settings = folder / "partners.yaml"
    settings.write_text("endpoints:\n" + "".join(
        f'  {name}: {{address: "{address}/{path}", requests: 100000, seconds: 1}}\n'
        for name, path in PATHS.items()))
    environment = dict(os.environ, FINDIE_TWITCH_CLIENT_ID="id", FINDIE_TWITCH_CLIENT_SECRET="secret")

    def start(side):
        return subprocess.Popen(
            [programs / "findie", "sync", "all", "--to", folder / side, "--workspace",
             folder / f"{side}-workspace", "--settings", settings],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def control(path, method="GET"):
        request = urllib.request.Request(f"{address}/control/{path}", method=method)
        return urllib.request.urlopen(request).read()

    def requests():
        return collections.Counter(
            (request["path"], request["body"]) for request in json.loads(control("requests"))
            if "token" not in request["path"])

    began = time.monotonic()
    if start("undisturbed").wait() != 0:
        return "the undisturbed run failed"
    seconds = time.monotonic() - began
    wanted = requests()
    control("reset", "POST")
    random.seed(25)
    killed = 0
    for _ in range(kills):
        process = start("killed")
        # Short, so that the work is not done before the last kill.
        time.sleep(random.uniform(0, max(0.05, 4 * seconds / kills)))
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            killed += 1
        process.wait()
    if start("killed").wait() != 0:
        return "the last run failed"
    sent = requests()
    differing = [
        name for name in FILES
        if records(folder / "killed", name) != records(folder / "undisturbed", name)]
    repeated = sum(sent.values()) - len(sent)
    print(
        f"{killed} kills; {len(sent)} requests of {len(wanted)} wanted, {repeated} repeated; "
        f"files that differ: {', '.join(differing) or 'none'}")
    return 0 if set(sent) == set(wanted) and repeated <= 3 * killed and not differing else 1


if __name__ == "__main__":
    main()
