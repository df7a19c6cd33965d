#!/usr/bin/env python3
"""Counts how often Findie's verdicts are wrong: on worlds where nothing happens, and on worlds with one planted effect.

  Tests/Calibration/calibrate.py --worlds 200 --planted 20 --results after.ndjson
  Tests/Calibration/calibrate.py --worlds 0 --planted 0 --results after.ndjson     # only the table of these results

`findie-lab generate --null` writes the worlds. Their days vary more than Poisson counts (log-normal, AR(1)), weekdays
differ, a player's cards depend on each other, and every second world grows by 0.3% a day. One night is run on each. The
team's findings are those of the pages of the last 28 nights (`--step 7`: of every seventh one, which still looks
at every day). Prints Markdown tables. With `--results`, what was found is appended to a file, one line per world, so
that a run of the same programs can be continued.
"""

import argparse
import collections
import datetime
import json
import math
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = ["alert", "suggestion", "change", "rate", "impact", "trending", "experiment", "gate", "next-day hits"]
EFFECTS = ["missing", "burst", "likes", "game", "annotation", "priceDrop"]
SIZE = {"players": 1000, "games": 60, "developers": 20, "days": 112}
NIGHTS = 28
# The verdicts that need many nights: tests of the program count them in memory.
TESTS = {"experiment": "`ExperimentTests`", "gate": "`ComparisonTests`", "next-day hits": "`NextDayHitsTests`"}


def day(text):
    return datetime.date.fromisoformat(text)


def run(*command):
    return subprocess.run(
        ["nice", *map(str, command)], check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout


def interval(value):
    """Lower and upper limit of a number of a report; None if it is no interval."""
    if isinstance(value, dict) and value.get("lower") is not None and value.get("upper") is not None:
        return value["lower"], value["upper"]
    return None


def span(period, before):
    """The days from the middle of the period before to the middle of the period."""
    middle = [day(p["from"]).toordinal() + day(p["to"]).toordinal() for p in (before, period)]
    return (middle[1] - middle[0]) / 2


def findings(report):
    found = []
    for one in report.get("findings") or []:
        days = one.get("days") or {}
        first, last = days.get("from") or one.get("day"), days.get("to") or one.get("day")
        if first:
            found.append({
                "kind": one.get("kind"), "from": first, "to": last, "cause": one.get("cause"),
                "games": [c["gameId"] for c in one.get("contributors") or [] if c.get("gameId")],
                "kpis": sorted({a["kpi"] for a in one.get("alerts") or [] if a.get("kpi")}),
                "sources": sorted({m["source"] for m in one.get("missingEvents") or [] if m.get("source")}),
                "what": one.get("what")})
    return found


def changes_of_team(report):
    """Level, KPI, days between, lower and upper limit of each change of the ranges."""
    for one in report.get("ranges") or []:
        for kpi, change in (one.get("changes") or {}).items():
            if interval(change) and one.get("previousPeriod"):
                yield ["team", kpi, span(one["period"], one["previousPeriod"]), *interval(change)]


def enough(numbers):
    """Pages show a change only if both periods have thirty impressions."""
    return min((numbers.get(c) or {}).get("impressions") or 0 for c in ("counts", "countsBefore")) >= 30


def changes_of_studio(period):
    if not period.get("before") or period.get("coverage") != "whole":
        return
    between = span(period["range"], period["before"])
    for level, numbers in [("studio", period["studio"])] + [("game", g) for g in period["games"]]:
        for key, change in numbers.items():
            if key.endswith("Change") and interval(change) and enough(numbers):
                yield [level, key[:-6], between, *interval(change)] + ([numbers["gameId"]] if level == "game" else [])


def rates(level, numbers, trials):
    for key in ("likeRate", "approval"):
        if trials >= 30 and interval(numbers.get(key)):
            yield [level, key, numbers[key]["estimate"], trials, *interval(numbers[key])]


def measure(options, seed, effect):
    """What the program says of one world."""
    growth = 0.003 if seed % 2 else 0.0
    size = [text for key, value in SIZE.items() for text in (f"--{key}", value)]
    result = {"seed": seed, "effect": effect, "growth": growth}
    with tempfile.TemporaryDirectory(dir=options.work) as folder:
        folder = pathlib.Path(folder)
        run(options.lab, "generate", "--output", folder / "world", "--seed", seed, *size, "--null", "--growth",
            growth, *(["--effects", effect] if effect else []))
        truth = json.loads((folder / "world/truth.json").read_text())
        result["truth"] = truth["effects"]
        night = [options.findie, "run", "nightly", "--input", folder / "world", "--workspace", folder / "workspace",
                 "--reports", folder / "reports", "--publish", "anyway"]
        run(*night)
        reports = next((folder / "reports").glob("*-*-*"))
        team = json.loads((reports / "kpi.json").read_text())
        last = day(team["date"]) - datetime.timedelta(days=1)
        result["last"] = str(last)
        if "alert" in options.kinds:
            pages = []
            for back in reversed(range(0, NIGHTS, options.step)):
                to = str(last - datetime.timedelta(days=back))
                page = json.loads(run(
                    options.findie, "report", "kpi", "--workspace", folder / "workspace", "--to", to, "--json"))
                pages.append({"to": to, "findings": findings(page)})
            result["pages"] = pages
        links = {}
        for line in (folder / "world/games.ndjson").read_text().splitlines():
            game = json.loads(line)
            links[game["id"]] = "steamURL" in game
        result["changes"] = list(changes_of_team(team))
        result["rates"] = [r for r in rates("team", team["current"], team["current"].get("impressions", 0))]
        result["trending"] = [g["gameId"] for g in (team.get("trending") or {}).get("games", []) if not g.get("flags")]
        result["studios"], result["impacts"] = [], []
        for path in sorted(reports.glob("studios/*/report.json")):
            report = json.loads(path.read_text())
            period = next(p for p in report["periods"] if p["kind"] == "last4Weeks")
            studio = {"suggestions": [[s["kind"], s["gameId"], s["kind"] == "noStoreLink" and not links[s["gameId"]]]
                                      for s in period.get("suggestions") or []]}
            studio["linkless"] = any(
                not links[g["gameId"]] and g["counts"].get("impressions", 0) >= 100 for g in period["games"])
            result["studios"].append(studio)
            result["changes"] += [c for p in report["periods"] if p["kind"] in ("last4Weeks", "month")
                                  for c in changes_of_studio(p)]
            for level, numbers in [("studio", period["studio"])] + [("game", g) for g in period["games"]]:
                result["rates"] += rates(level, numbers, (numbers.get("counts") or {}).get("impressions", 0))
            for impact in report.get("impacts") or []:
                for metric, value in (impact.get("effects") or {}).items():
                    if interval(value):
                        result["impacts"].append([
                            len(result["studios"]), impact["kind"], impact.get("gameId"), impact["day"], metric,
                            value["ratio"], *interval(value)])
    return result


def distinct(pages, posted=False):
    """The findings of all pages: those of one kind whose days overlap are one. `posted`: those that `findie alert`
    posts, which are of the last three days."""
    events = []
    for page in pages:
        for one in page["findings"]:
            if posted and (day(page["to"]) - day(one["to"])).days >= 3:
                continue
            for other in events:
                if other["kind"] == one["kind"] and other["from"] <= one["to"] and one["from"] <= other["to"]:
                    other["from"], other["to"] = min(other["from"], one["from"]), max(other["to"], one["to"])
                    break
            else:
                events.append(dict(one))
    return events


def percent(part, whole):
    return f"{part / whole:.1%} of {whole:,}" if whole else "–"


def covered(rows):
    """The share of intervals that contain their truth: rows of truth, lower and upper limit."""
    rows = list(rows)
    return percent(sum(low <= true <= high for true, low, high in rows), len(rows))


def null_table(results, kinds):
    table = []
    if "alert" in kinds:
        for name, some in [("steady", [r for r in results if not r["growth"]]),
                           ("growing 0.3% a day", [r for r in results if r["growth"]])]:
            if not some:
                continue
            counts = [len(distinct(r["pages"])) for r in some]
            posts = sum(not distinct(r["pages"], posted=True) for r in some)
            by = collections.Counter(e["kind"] for r in some for e in distinct(r["pages"]))
            table.append((
                "alert", f"findings on the team's page in {NIGHTS} nights, {name} worlds",
                f"{sum(counts) / len(some):.2f} a month ("
                + ", ".join(f"{kind} {count / len(some):.2f}" for kind, count in by.most_common()) + ")", "–"))
            table.append((
                "alert", f"months in which `findie alert` posts nothing, {name} worlds", percent(posts, len(some)),
                "–"))
    if "suggestion" in kinds:
        pages = [s for r in results for s in r["studios"]]
        false = [[kind for kind, _, true in s["suggestions"] if not true] for s in pages]
        by = collections.Counter(kind for one in false for kind in set(one))
        table.append(("suggestion", "studio pages with a false suggestion", percent(sum(map(bool, false)), len(pages))
                      + "".join(f"; {kind} {count / len(pages):.1%}" for kind, count in by.most_common()), "–"))
        linkless = [s for s in pages if s["linkless"]]
        table.append(("suggestion", "pages of games without a link that say so (true)", percent(
            sum(any(true for _, _, true in s["suggestions"]) for s in linkless), len(linkless)), "–"))
    if "change" in kinds:
        rows = collections.defaultdict(list)
        for r in results:
            for level, kpi, between, low, high, *_ in r["changes"]:
                is_rate = kpi.endswith(("Rate", "PerSession")) or kpi in ("approval", "stickiness")
                true = 1 if is_rate else math.exp(r["growth"] * between)
                rows[level, "rates" if is_rate else "counts"].append((r["growth"], true, low, high))
        for (level, what), some in sorted(rows.items()):
            steady = [one for one in some if not one[0]]
            table.append(("change", f"{level}, {what}: up or down in steady worlds", percent(
                sum(not low <= 1 <= high for _, _, low, high in steady), len(steady)),
                covered(one[1:] for one in some)))
    if "rate" in kinds:
        sums = collections.defaultdict(lambda: [0.0, 0.0])
        for r in results:
            for level, key, estimate, trials, _, _ in r["rates"]:
                if level == "team":
                    sums[key][0] += estimate * trials
                    sums[key][1] += trials
        for level in ("team", "studio", "game"):
            for key, (hits, trials) in sums.items():
                table.append(("rate", f"{level}, {key}", "–", covered(
                    (hits / trials, low, high) for r in results for one, name, _, _, low, high in r["rates"]
                    if (one, name) == (level, key))))
    if "impact" in kinds:
        rows = [one for r in results for one in r["impacts"]]
        table.append(("impact", "intervals without 1", percent(
            sum(not low <= 1 <= high for *_, low, high in rows), len(rows)),
            covered((1, low, high) for *_, low, high in rows)))
        pages = collections.defaultdict(list)
        for r in results:
            for studio, *rest, low, high in r["impacts"]:
                pages[r["seed"], studio].append((low, high))
        shown = [sorted(one, key=lambda x: -abs(sum(map(math.log, x))) / max(math.log(x[1] / x[0]), 1e-9))[:5]
                 for one in pages.values() if all(low > 0 for low, _ in one)]
        table.append(("impact", "pages with a clear impact among the five clearest", percent(
            sum(any(not low <= 1 <= high for low, high in one) for one in shown), len(shown)),
            covered((1, low, high) for one in shown for low, high in one)))
    if "trending" in kinds:
        table.append(("trending", "nights with a game", percent(sum(bool(r["trending"]) for r in results),
                                                                len(results)), "–"))
    return table + [(kind, f"see {test}", "–", "–") for kind, test in TESTS.items() if kind in kinds]


def planted_table(results):
    """Rows of the effects: what found them, the share found, the share with the right game and cause."""
    def near(result, after=0):
        effect = result["truth"][0]
        first = day(effect["day"])
        return [one for one in distinct(result["pages"]) if
                day(one["from"]) <= first + datetime.timedelta(days=after) and day(one["to"]) >= first], effect

    table = []
    for effect in EFFECTS:
        some = [r for r in results if r["effect"] == effect]
        if not some:
            continue
        found = right = 0
        if effect in ("missing", "burst", "likes"):
            for r in some:
                ones, truth = near(r, after=6 if effect == "likes" else 0)
                if effect == "missing":
                    hits = [f for f in ones if "missing" in str(f["kind"]).lower() or f["sources"]]
                    good = [f for f in hits if f["sources"] in (["interactions"], []) and f["from"] == truth["day"]]
                elif effect == "burst":
                    hits = [f for f in ones if truth["gameId"] in f["games"] or truth["gameId"] in str(f)]
                    good = [f for f in hits if f["games"][:1] == [truth["gameId"]] and f["from"] == truth["day"]
                            and any(w in f"{f['cause']} {f['kind']}".lower() for w in ("extreme", "fraud"))]
                else:
                    hits = [f for f in ones if {"likeRate", "approval", "likes"} & set(f["kpis"])]
                    good = [f for f in hits if not f["games"]
                            and f["cause"] not in ("extremeLikeRate", "missingEvents")]
                found += bool(hits)
                right += bool(good)
            table.append((effect, "team's findings", percent(found, len(some)), percent(right, len(some)), "–"))
            continue
        games = [(r, r["truth"][0]) for r in some]
        table.append((effect, "trending", percent(sum(t["gameId"] in r["trending"] for r, t in games), len(some)),
                      percent(sum(r["trending"][:1] == [t["gameId"]] for r, t in games), len(some)), "–"))
        if effect == "game":
            ups = [[c for c in r["changes"] if c[0] == "game" and c[1] == "impressions" and c[5:] == [t["gameId"]]
                    and c[2] == 28] for r, t in games]
            table.append((effect, "change of 4 weeks", percent(
                sum(any(c[3] > 1 for c in one) for one in ups), len(some)), "–", "–"))
        else:
            mine = [[i for i in r["impacts"] if i[1] == effect and i[2] == t["gameId"] and i[3] == t["day"]
                     and i[4] == "impressions"] for r, t in games]
            table.append((effect, "impact on impressions", percent(
                sum(any(i[6] > 1 for i in one) for one in mine), len(some)), "–",
                covered((2, i[6], i[7]) for one in mine for i in one)))
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--findie", type=pathlib.Path, default=ROOT / ".build/release/findie")
    parser.add_argument("--lab", type=pathlib.Path, default=ROOT / ".build/release/findie-lab")
    parser.add_argument("--worlds", type=int, default=200, help="worlds without an effect")
    parser.add_argument("--planted", type=int, default=20, help="worlds for each effect")
    parser.add_argument("--kinds", default=",".join(KINDS), help="of verdicts, separated by commas")
    parser.add_argument("--step", type=int, default=7, help="look at every so many nights' page, at most 7")
    parser.add_argument("--results", type=pathlib.Path, help="a file for what was found, one line per world")
    parser.add_argument("--work", type=pathlib.Path, help="the folder for temporary files")
    options = parser.parse_args()
    options.kinds = [kind.strip() for kind in options.kinds.split(",")]
    if set(options.kinds) - set(KINDS):
        parser.error(f"the kinds are {', '.join(KINDS)}")
    results = []
    if options.results and options.results.exists():
        results = [json.loads(line) for line in options.results.read_text().splitlines()]
    done = {(r["seed"], r["effect"]) for r in results}
    # The effects take turns, so that an interrupted run has some of each.
    wanted = [(seed, None) for seed in range(1, options.worlds + 1)]
    wanted += [(10_001 + number, effect) for number in range(options.planted) for effect in EFFECTS]
    with open(options.results or "/dev/null", "a") as file:
        for seed, effect in wanted:
            if (seed, effect) not in done:
                results.append(measure(options, seed, effect))
                file.write(json.dumps(results[-1]) + "\n")
                file.flush()
    null = [r for r in results if not r["effect"]]
    if null:
        print(f"\n{len(null)} worlds without an effect:\n")
        print("| verdict | of | false | coverage of 95% intervals |\n|---|---|--:|--:|")
        for row in null_table(null, options.kinds):
            print("| " + " | ".join(row) + " |")
    planted = [r for r in results if r["effect"]]
    if planted:
        print("\nWorlds with one effect:\n")
        print("| effect | verdict | found | right game, day and cause | coverage of 95% intervals |")
        print("|---|---|--:|--:|--:|")
        for row in planted_table(planted):
            print("| " + " | ".join(row) + " |")


main()
