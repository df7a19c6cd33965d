#!/usr/bin/env python3
"""Counts every number of a night's reports again, from the NDJSON alone.

    recount.py --input DIR --reports DIR [--zone ZONE]
    recount.py --findie PROGRAM [--sample DIR] [--worlds N,…] [--players N] [--days N]

The first form compares one night: the folder of the app's files, and the folder of the night's reports, such as
Reports/2016-01-01. It counts each number of every studio's report.json (Tests/FindieReportsTests/count_reports.py)
and of the team's kpi.json and kpi.csv (team_kpis.py). ZONE is `reports.timeZone`.

The second form runs nights of generated worlds (all, or those with the given numbers), and of the sample, in a
temporary folder and compares them all:
different seeds, one world without view events, one with days of New York, prices and annotations, one whose
dates have no time, one whose analytics are an export of Google Analytics (batches with one timestamp,
sessions that players share, several items), and one with two wishlists per player, whose price drops
(price_drops.py) are compared too.

Uses the standard library only, and no code of findie. Prints the numbers compared and differing; the exit status
is 1 if any differs.
"""

import argparse
import datetime
import hashlib
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import experiments
import price_drops
from exports import COUNTRIES, instant

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
    compared, differing = studios[0] + team[0], studios[1] + team[1]
    published = reports.parent.parent / "workspace/published/current/price-drops.ndjson"
    if (folder / "prices.ndjson").exists() and published.exists():
        drops = price_drops.compare(folder, published, instant(night) + price_drops.DAY)
        print(f"{name}: {drops[0]} numbers of price drops compared, {drops[1]} players' drops differing")
        compared, differing = compared + drops[0], differing + drops[1]
    arms = experiments.compare(folder, reports)
    if arms[0]:
        print(f"{name}: {arms[0]} numbers of experiments compared, {arms[1]} differing")
        compared, differing = compared + arms[0], differing + arms[1]
    return compared, differing


EXPERIMENTS = """\
explore: {share: 0.3, from: 2026-03-01, parameters: {recommendations.discovery: 0.5}}
plain: {share: 0.4, from: 2026-04-01, to: 2026-06-30, parameters: {ranker: off}}
"""


def night(program, folder, data, zone="UTC"):
    """Runs a night over some data; returns the folder of its reports."""
    parameters = folder / "night.yaml"
    parameters.write_text(
        f"tuning: off\nals: {{rank: 4, iterations: 2}}\nreports: {{timeZone: {zone}}}\n")
    arms = folder / "experiments.yaml"
    arms.write_text(EXPERIMENTS)
    subprocess.run([program, "run", "nightly", "--input", data, "--workspace", folder / "workspace",
                    "--reports", folder / "reports", "--parameters", parameters, "--experiments", arms],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return next(path for path in (folder / "reports").iterdir() if path.is_dir())


def with_lists(data):
    """Analytics events name a list, of the control or of an arm."""
    def change(event):
        code = hashlib.sha256(event["anonymousUserId"].encode()).hexdigest()
        arm = ("-explore", "-plain", "", "", "-other")[int(code[:6], 16) % 5]
        return {**event, "listId": code[:16] + arm}
    rewrite(data, "analytics/*", lambda records: [change(record) for record in records])


def without_views(data):
    for path in sorted(data.glob("analytics/*")):
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in lines if '"eventType":"gameView"' not in line))


def rewrite(data, pattern, change):
    """Replaces the records of each file that matches."""
    for path in sorted(data.glob(pattern)):
        records = change([json.loads(line) for line in path.read_text().splitlines()])
        path.write_text("".join(json.dumps(record) + "\n" for record in records))


def with_dates_alone(data):
    """Every time becomes its date, as exports of a DATE column have it."""
    def date(value):
        if isinstance(value, dict):
            return {key: date(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [date(inner) for inner in value]
        return value[:10] if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT", value) else value
    rewrite(data, "**/*.ndjson", lambda records: [date(record) for record in records])


def with_google_analytics(data):
    """The analytics become an export to BigQuery.

    Consecutive events of a player's session on a day become a batch with one timestamp; those with one name
    become one event with several items. Session ids are the start of an hour, which players share.
    """
    names = {"gameView": "view_item", "gameLike": "like_game", "gameWishlist": "add_to_wishlist",
             "gameShare": "share", "gameDislike": "swipe_action", "gameClick": "swipe_action"}
    actions = {"gameDislike": "dislike", "gameClick": "viewDetails"}
    countries = {code: name for name, code in COUNTRIES.items()}

    def export(records):
        unused = [record for record in records if record["eventType"] not in names]
        used = {record["eventId"]: record for record in records if record["eventType"] in names}
        batches = itertools.groupby(used.values(), key=lambda record: (
            record["anonymousUserId"], record.get("sessionId")))
        for bundle, ((player, session), batch) in enumerate(batches):
            batch = list(batch)
            time = instant(batch[0]["timestamp"])
            for index, (kind, events) in enumerate(itertools.groupby(
                    batch, key=lambda record: record["eventType"])):
                events = list(events)
                parameters = [{"key": "ga_session_id", "value": {
                    "int_value": str(time // 3_600_000 * 3600)}}] if session else []
                if kind in actions:
                    parameters.append({"key": "action", "value": {"string_value": actions[kind]}})
                record = {
                    "event_date": batch[0]["timestamp"][:10].replace("-", ""),
                    "event_timestamp": str(time * 1000), "event_name": names[kind],
                    "event_params": parameters, "user_pseudo_id": player,
                    "event_bundle_sequence_id": str(bundle), "batch_event_index": str(index),
                    "device": {"category": events[0].get("deviceType")},
                    "app_info": {"version": events[0].get("appVersion")},
                    "geo": {"country": countries.get(events[0].get("country"), "(not set)")},
                    "items": [{"item_id": event["gameId"]} for event in events],
                }
                if len(events) == 1 and bundle % 2:
                    record["event_params"].append(
                        {"key": "game_id", "value": {"string_value": events[0]["gameId"]}})
                    record["items"] = []
                yield record
        yield from unused
    rewrite(data, "analytics/*.ndjson", lambda records: list(export(records)))


def with_two_wishlists(data):
    """Each wishlist becomes two of one player, which share an item; shops have prices of each game."""
    def split(records):
        for number, record in enumerate(records):
            items = record["items"]
            middle = len(items) // 2
            halves = items[:middle + 1], items[middle:]
            for name, half in zip(("app", "shop"), halves):
                own = dict(record, id=f"{record['id']}-{name}", items=half)
                if name == "shop" and "lastUpdated" in record and number % 3 == 0:
                    own["steamLastSynced"] = record["lastUpdated"]
                yield own
    rewrite(data, "wishlists.ndjson", lambda records: list(split(records)))
    newest = max(path.name for path in data.glob("interactions/*"))[:10]
    with open(data / "prices.ndjson", "w", encoding="utf-8") as file:
        for number, line in enumerate((data / "games.ndjson").read_text().splitlines()):
            game = json.loads(line)
            for shop, price in (("steam", 1999), ("itchio", 1899 + number % 3 * 100)):
                sale = price - number % 7 * 150
                file.write(json.dumps({
                    "id": f"{game['id']}|{shop}|US|USD", "gameId": game["id"], "shop": shop,
                    "country": "US", "currency": "USD", "updatedAt": newest,
                    "items": [{"at": "2025-12-01", "price": price / 100, "regularPrice": price / 100},
                              {"at": newest, "price": sale / 100, "regularPrice": price / 100}],
                }) + "\n")


def with_occasions(data):
    """Prices fall on some days, by a tenth or less; annotations are about games, studios and the app."""
    newest = datetime.date.fromisoformat(max(path.name for path in data.glob("interactions/*"))[:10])
    games = [json.loads(line) for line in (data / "games.ndjson").read_text().splitlines()]
    with open(data / "prices.ndjson", "w", encoding="utf-8") as file:
        for number, game in enumerate(games):
            fell = newest - datetime.timedelta(days=12 + number % 45)
            file.write(json.dumps({
                "id": f"{game['id']}|steam|US|USD", "gameId": game["id"], "shop": "steam",
                "country": "US", "currency": "USD", "updatedAt": str(newest),
                "items": [{"at": "2025-12-01", "price": 20},
                          {"at": f"{fell}T{number % 24:02}:30:00Z", "price": (19, 18, 9.5)[number % 3]},
                          {"at": f"{fell + datetime.timedelta(days=10)}", "price": 20}],
            }) + "\n")
    with open(data / "annotations.ndjson", "w", encoding="utf-8") as file:
        for number, game in enumerate(games[::3]):
            subject = ({"gameId": game["id"]}, {"developerId": game["developerId"]}, {})[number % 3]
            file.write(json.dumps({
                "id": f"note-{number:03}",
                "day": str(newest - datetime.timedelta(days=8 + number % 40)),
                "text": f"Event {number}", **subject}) + "\n")


def worlds(options):
    for name, seed, zone, change in (
            ("world 1", 1, "UTC", with_lists), ("world 2, without views", 2, "UTC", without_views),
            ("world 3, New York", 3, "America/New_York", with_occasions),
            ("world 4, dates without times", 4, "UTC", with_dates_alone),
            ("world 5, Google Analytics", 5, "UTC", with_google_analytics),
            ("world 6, two wishlists", 6, "UTC", with_two_wishlists)):
        if str(seed) not in options.worlds.split(","):
            continue
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            data = folder / "input"
            subprocess.run(
                [f"{options.findie}-lab", "generate", "--output", data, "--seed", str(seed), "--players",
                 str(options.players), "--games", "200", "--developers", "40", "--days",
                 str(options.days), "--first-day", "2026-01-05"], check=True, stdout=subprocess.DEVNULL)
            if change:
                change(data)
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
    parser.add_argument("--worlds", default="1,2,3,4,5,6")
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
