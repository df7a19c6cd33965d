#!/usr/bin/env python3
"""Counts every number of a night's reports again, from the NDJSON alone.

    recount.py --input DIR --reports DIR [--zone ZONE]
    recount.py --findie PROGRAM --sample DIR [--players N] [--days N]

The first form compares one night: the folder of the app's files, and the folder of the night's reports, such as
Reports/2016-01-01. It counts each number of every studio's report.json (Tests/FindieReportsTests/count_reports.py)
and of the team's kpi.json and kpi.csv (team_kpis.py). ZONE is `reports.timeZone`.

The second form runs nights of three generated worlds and of the sample in a temporary folder and compares them all:
different seeds, one world without view events, one with days of New York.

Uses the standard library only, and no code of findie. Prints the numbers compared and differing; the exit status
is 1 if any differs.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
STUDIOS = HERE.parent / "FindieReportsTests" / "count_reports.py"
TEAM = HERE / "team_kpis.py"


def count(script, arguments, pattern):
    """The numbers that a script compared and found differing."""
    run = subprocess.run([sys.executable, "-B", script, *map(str, arguments)],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = run.stdout.splitlines()
    match = re.search(pattern, lines[-1]) if lines else None
    if not match:
        sys.exit(f"{script.name} failed:\n{run.stdout[-2000:]}")
    for line in lines[:-1]:
        print("  " + line)
    return int(match[1]), int(match[2])


def compare(name, folder, reports, zone):
    night = json.loads((reports / "kpi.json").read_text())["date"]
    studios = count(STUDIOS, [folder, reports, night, zone], r"(\d+) numbers, (\d+) differ")
    team = count(TEAM, [folder, reports], r"(\d+) numbers compared, (\d+) differ")
    files = len(list(reports.glob("studios/*/report.json")))
    print(f"{name}, night {night}: {files} studios' reports {studios[0]} compared, {studios[1]} differing; "
          f"team {team[0]} compared, {team[1]} differing")
    return studios[0] + team[0], studios[1] + team[1]


def night(program, folder, data, zone="UTC"):
    """Runs a night over some data; returns the folder of its reports."""
    parameters = folder / "night.yaml"
    parameters.write_text(
        f"tuning: off\nals: {{rank: 4, iterations: 2}}\nreports: {{timeZone: {zone}}}\n")
    subprocess.run([program, "run", "nightly", "--input", data, "--workspace", folder / "workspace",
                    "--reports", folder / "reports", "--parameters", parameters],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return next(path for path in (folder / "reports").iterdir() if path.is_dir())


def without_views(data):
    for path in sorted(data.glob("analytics/*")):
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in lines if '"eventType":"gameView"' not in line))


def worlds(options):
    for name, seed, zone in (("world 1", 1, "UTC"), ("world 2, without views", 2, "UTC"),
                             ("world 3, New York", 3, "America/New_York")):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            data = folder / "input"
            subprocess.run(
                [options.findie, "generate", "--output", data, "--seed", str(seed), "--players",
                 str(options.players), "--games", "200", "--developers", "40", "--days",
                 str(options.days), "--first-day", "2026-01-05"], check=True, stdout=subprocess.DEVNULL)
            if "without" in name:
                without_views(data)
            yield name, data, night(options.findie, folder, data, zone), zone
    if options.sample:
        with tempfile.TemporaryDirectory() as temporary:
            yield ("sample", options.sample,
                   night(options.findie, pathlib.Path(temporary), options.sample), "UTC")


def main():
    parser = argparse.ArgumentParser(description="Counts a night's reports again.")
    parser.add_argument("--input", type=pathlib.Path)
    parser.add_argument("--reports", type=pathlib.Path)
    parser.add_argument("--zone", default="UTC")
    parser.add_argument("--findie", type=pathlib.Path)
    parser.add_argument("--sample", type=pathlib.Path)
    parser.add_argument("--players", type=int, default=1500)
    parser.add_argument("--days", type=int, default=210)
    options = parser.parse_args()
    if options.findie:
        options.findie = options.findie.resolve()
        results = [compare(*world) for world in worlds(options)]
    elif options.input and options.reports:
        results = [compare(options.reports.name, options.input, options.reports, options.zone)]
    else:
        parser.error("give --input and --reports, or --findie")
    compared, differing = (sum(column) for column in zip(*results))
    print(f"{compared} numbers compared, {differing} differing")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
