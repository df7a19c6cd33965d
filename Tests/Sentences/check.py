#!/usr/bin/env python3
"""Recomputes every number in every sentence of a night's reports, from the input and the documents.

    check.py --input DIR --reports DIR [--zone ZONE] [--digits N] [--json]
    check.py --findie PROGRAM [--sample DIR] [--worlds N,…] [--digits N] [--json]

README. The first form checks one night, such as Reports/2016-01-01; the second form makes worlds (see `WORLDS`) and
runs a night of each in a temporary folder, and of the sample.

Each text with a digit on a page (index.html and since.html of studios, that of the team, pages of letters and for
inactive studios),
each line of a digest.md, and each sentence and finding of report.json and kpi.json must match a pattern of
patterns.py (studios) or team.py (team). A pattern gives for each number of a sentence the value that it must have:

The counts of since.json are all counted again.

- `exact`: counted from the NDJSON (facts.py). A number of players is the exact one rounded down to a multiple of k;
  a share, rate or change is that of exact counts, so that one computed from rounded numbers is false.
- `document`: a value of report.json or kpi.json that count_reports.py and team_kpis.py count again
  (Tests/Oracles/recount.py compares the documents): ends of intervals, standings, impacts.
- `consistent`: only compared with kpi.json, or with the other numbers of its sentence (models, lists, words such as
  "up", charts' axes).

- `rounded`: a rate of rounded totals, on a page that says that they are rounded.

A text that no pattern matches is "not understood". Then one number of each kind of sentence is changed, and with
--digits so many random digits of pages; each change must be found. The exit status is 1 if a number is false, a text
is not understood, or a change is not found.

Uses the standard library only, and no code of findie. A new wording needs a new pattern, nothing else.
"""

import argparse
import collections
import csv
import datetime
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zoneinfo

sys.dont_write_bytecode = True

sys.path += [str(pathlib.Path(__file__).resolve().parent.parent / name)
             for name in ("Oracles", "FindieReportsTests")]

import count_world  # noqa: E402
import page  # noqa: E402
import patterns  # noqa: E402
import team  # noqa: E402
from recount import with_occasions, with_two_wishlists  # noqa: E402
from engine import CONSISTENT, EXACT, Check, Context, Players, parse, title  # noqa: E402
from facts import DAY, Facts, Studio, date  # noqa: E402

STUDIO_TABLES = {
    "lead": patterns.LEAD, "li": patterns.SUGGESTIONS + patterns.IMPACT + patterns.PLACES, "card": patterns.CARDS,
    "p": patterns.STANDING, "note": patterns.NOTES + patterns.STANDING, "figcaption": patterns.CHARTS,
    "desc": patterns.CHARTS, "point": patterns.CHARTS, "interval": patterns.INTERVAL, "spark": patterns.SPARK,
    "caption": patterns.CELLS, "column": patterns.CELLS, "cell": patterns.CELLS, "head": patterns.ROWS,
}
TEAM_TABLES = {
    "lead": team.LEAD + team.FINDINGS, "li": team.NOTES, "card": team.CARDS, "p": team.NOTES, "note": team.NOTES,
    "figcaption": team.CHARTS, "desc": team.CHARTS, "point": team.CHARTS, "key": team.CHARTS,
            "annotation": team.CHARTS,
    "interval": team.INTERVAL, "caption": team.CELLS + team.HEADS, "column": team.CELLS, "cell": team.CELLS,
    "head": team.ROWS, "h3": team.FINDINGS + team.HEADS,
}
# Parts of a page whose digits are no claims: styles, titles, axes, definitions, marks, and the tab's title.
FIXED = re.compile(r'<style.*?</style>|<bdi>.*?</bdi>|<div class="[xy]s".*?</div>|<dl class="glossary">.*?</dl>|'
                   r'<i class="mark".*?</i>|<title>.*?</title>|<[^>]*>', re.S)
TITLE = re.compile("\x01[^\x02]*\x02")


def has_digit(text):
    """Whether there is a number outside titles."""
    return bool(re.search(r"\d", TITLE.sub("", text)))


class Tally:
    """What was checked."""

    def __init__(self):
        self.sentences = collections.Counter()
        self.grades = collections.Counter()
        self.consistent = set()
        self.false, self.unknown = [], []
        self.samples = {}

    def take(self, where, text, table, contexts, keep=True):
        """Checks a text in the first of some contexts in which it is true."""
        found = reading(text, table, contexts)
        if found is None:
            return self.unknown.append((where, text))
        for pattern, checks in found:
            self.sentences[pattern.name] += 1
            if not pattern.types:
                self.consistent.add(f"{pattern.name} (fixed words)")
            for check in checks:
                self.grades[check.grade] += 1
                if check.grade == CONSISTENT:
                    if check.slot not in ("words", "title", "text", "name"):
                        self.consistent.add(f"{pattern.name} ({check.slot})")
                elif check.ok and keep:
                    self.samples.setdefault((pattern.name, check.slot), (text, table, contexts, check))
                if not check.ok:
                    self.false.append((pattern.name, where, text, check))

    def mutations(self):
        """Changes one number of each kind; the kinds of which a change was not found."""
        missed = []
        for (name, slot), (text, table, contexts, check) in self.samples.items():
            other = changed(check, contexts[0].k)
            if other is None:
                continue
            wrong = text[:check.start] + other + text[check.start + len(check.text):]
            found = reading(wrong, table, contexts)
            if found is not None and all(own.ok for _, checks in found for own in checks):
                missed.append((name, slot, text, wrong))
        return missed


def reading(text, table, contexts):
    best = None
    for context in contexts:
        found = parse(text, table, context)
        if found is not None and all(check.ok for _, checks in found for check in checks):
            return found
        best = best or found
    return best


def changed(check, k):
    """Another number in the same form; None if there is none."""
    text = check.text
    match = re.search(r"\d[\d,]*(?:\.\d+)?", text)
    if not match:
        return None
    digits = match[0].replace(",", "")
    places = len(digits.partition(".")[2])
    values = check.expected if isinstance(check.expected, list) else [check.expected]
    step = k if any(isinstance(value, Players) for value in values) else 3 * 10 ** -places
    return text[:match.start()] + f"{float(digits) + step:,.{places}f}" + text[match.end():]


class Night:
    """The reports of one night."""

    def __init__(self, folder, reports, zone):
        self.reports = reports
        self.kpi = json.loads((reports / "kpi.json").read_text())
        self.documents = {path.parent: json.loads(path.read_text())
                          for path in sorted(reports.glob("studios/*/report.json"))}
        first = next(iter(self.documents.values()), {"minimumPlayers": 10, "totals": "exact"})
        k, is_rounded = first["minimumPlayers"], first["totals"] == "rounded"
        night = date(self.kpi["date"])
        self.facts = Facts(folder, night, zone, k, is_rounded, count_world.edition_end(first))
        self.tally = Tally()
        definitions = json.loads((reports / "definitions.json").read_text())
        self.definitions = {text for own in definitions for text in (own["sentence"], own["name"])}
        # What models say of themselves: kpi.json has the same text.
        self.models = set(self.texts({key: self.kpi.get(key) for key in (
            "positions", "notes", "evaluation", "trending", "experiments", "partners", "health")}))
        ranges = {own["period"]["days"]: own for own in [self.kpi] + self.kpi.get("ranges", [])}
        self.base = Context(facts=self.facts, kpi=self.kpi, k=k, is_rounded=is_rounded, night=night, game=None,
                            ranges=ranges, days=28, place={}, reports=len(self.documents), models=self.models,
                            lineage=json.loads((reports / "lineage.json").read_text())["stages"])

    def texts(self, value):
        if isinstance(value, str):
            yield value
        elif isinstance(value, (dict, list)):
            for own in value.values() if isinstance(value, dict) else value:
                yield from self.texts(own)

    def check(self, only=""):
        for folder, report in self.documents.items():
            if only in folder.name:
                self.studio(folder, report)
        self.team()
        return self.tally

    def studio_page(self, folder, text):
        studio = Studio(self.facts, self.documents[folder])
        base = self.base.sub(studio=studio, report=studio.report, s=studio.scope("last4Weeks"),
                             sections=text.count('<details class="game">'))
        self.page(folder.name, text, STUDIO_TABLES, patterns.HEADS, base)
        return studio, base

    def studio(self, folder, report):
        studio, base = self.studio_page(folder, (folder / "index.html").read_text())
        for sentence in report["sentences"]:
            self.tally.take(folder.name + "/report.json", sentence, patterns.LEAD, [base])
        week = base.sub(s=studio.scope("isoWeek"))
        self.digest(folder / "digest.md", patterns.DIGEST, week)
        if (folder / "since.html").exists():
            self.since(folder, base)

    def since(self, folder, base):
        """The sheet of the days since the closed weeks."""
        self.facts.world.open_day = self.facts.edition
        sheet, rules = json.loads((folder / "since.json").read_text()), self.facts.rules
        before = rules.checked
        rules.since(sheet, self.facts.k if self.facts.is_rounded else 1)
        self.tally.sentences["since.json"] += 1
        self.tally.grades[EXACT] += rules.checked - before
        for line in rules.wrong:
            self.tally.false.append(("since.json", folder.name, line, Check("", "", "", EXACT, False)))
        rules.wrong.clear()
        self.since_page(folder, (folder / "since.html").read_text(), base)

    def since_page(self, folder, text, base):
        world = self.facts.world
        days = self.facts.edition, world.last_open_day - DAY
        games = [game for game in base.studio.games if world.open_days.get(game)]
        self.page(folder.name + "/since", text, {"p": patterns.SINCE, "cell": patterns.SINCE}, patterns.SINCE,
                  base.sub(since=days, games=games))

    def team_page(self, text):
        self.facts.world.open_day = self.facts.world.open_day_of(self.base.night)
        self.page("team", text, TEAM_TABLES, team.HEADS, self.base)

    def changed_digits(self, count, seed=5):
        """Changes one digit of a page, a number of times; the changes that were not found."""
        chance, missed, problems = random.Random(seed), [], {}
        for number in range(count):
            folder = chance.choice([self.reports, *self.documents]) if number % 3 else self.reports
            name = "since.html" if number % 10 == 1 and (folder / "since.html").exists() else "index.html"
            text = (folder / name).read_text()
            spots = [spot.start() for spot in re.finditer(
                r"\d(?=[^<>]*<)", FIXED.sub(lambda part: "<" + "_" * (len(part[0]) - 2) + ">", text))]
            spot = chance.choice(spots)
            other = text[:spot] + str((int(text[spot]) + chance.randrange(1, 10)) % 10) + text[spot + 1:]
            found = []
            for own in (text, other):
                key = folder, name, own is other and spot
                if key not in problems:
                    before, self.tally = self.tally, Tally()
                    if folder == self.reports:
                        self.team_page(own)
                    elif name == "index.html":
                        self.studio_page(folder, own)
                    else:
                        studio = Studio(self.facts, self.documents[folder])
                        self.since_page(folder, own, self.base.sub(studio=studio, report=studio.report))
                    problems[key], self.tally = len(self.tally.false) + len(self.tally.unknown), before
                found.append(problems.pop(key) if own is other else problems[key])
            if found[1] <= found[0]:
                missed.append((folder.name, re.sub(r"<[^>]*>|^[^<]*>|<[^>]*$", " ", other[spot - 90:spot + 60])))
        return missed

    def team(self):
        self.team_page((self.reports / "index.html").read_text())
        self.digest(self.reports / "digest.md", team.DIGEST, self.base)
        kpi, texts = self.kpi, []
        texts += [(sentence, team.LEAD) for sentence in kpi["sentences"]]
        for finding in kpi["findings"]:
            texts += [(finding[part], team.FINDINGS) for part in ("what", "why", "action")]
        texts += [(kpi["alerts"]["sentence"], team.FINDINGS)]
        texts += [(alert["sentence"], team.FINDINGS) for alert in kpi["alerts"]["alerts"]]
        for text, table in texts:
            self.tally.take("kpi.json", text, table, [self.base])
        letters = collections.Counter()
        pages = sorted((self.reports / "studios").glob("letter-*.html"))
        texts = {path: path.read_text() for path in pages}
        for path, text in texts.items():
            letters[path.stem[-1]] = text.count('<tr><th scope="row">')
        base = self.base.sub(letters=letters)
        for path, text in texts.items():
            self.page("studios/" + path.name, text, TEAM_TABLES, team.HEADS, base.sub(rows=letters[path.stem[-1]]))
        for path in sorted((self.reports / "studios").glob("*.html")):
            if path not in texts:
                self.page("studios/" + path.name, path.read_text(), TEAM_TABLES, team.HEADS, base)

    def digest(self, path, table, base):
        for block in page.markdown(path.read_text()):
            where = f"{path.parent.name}/digest.md"
            text = block.text
            if block.kind == "cell":
                text = f"digest ¦ {block.place['column']} ¦ {block.place['head']} ¦ {text}"
            if has_digit(block.text) and text not in self.models:
                self.tally.take(where, text, table, [base.sub(place=block.place)])

    def page(self, where, text, tables, heads, base):
        for block in page.blocks(text):
            place, text = block.place, block.text
            if not has_digit(text) and (block.kind != "lead" or place.get("section") == "story"):
                continue
            if block.kind in ("tick", "date", "mark", "number"):
                # Axes: their texts are no claims.
                self.tally.grades[CONSISTENT] += 1
                continue
            if block.kind in ("definition", "term"):
                if text not in self.definitions:
                    self.tally.unknown.append((where, text))
                continue
            if block.kind in ("lead", "note", "p", "caption") and any(
                    own and text.startswith(own) for own in self.models) and text in self.models:
                self.tally.sentences["of models"] += 1
                continue
            contexts = self.contexts(base, place, text)
            table = tables.get(block.kind, heads)
            if block.kind == "cell":
                column = place["column"]
                if place["head"] == "Others":
                    for part in text.split(", "):
                        self.tally.take(f"{where} [others]", part, table, contexts)
                    continue
                text = f"{place['table'].partition(',')[0]} ¦ {column} ¦ {place['head']} ¦ {text}"
            elif block.kind == "head":
                text = f"{place['table'].partition(',')[0]} ¦ {text}"
            self.tally.take(f"{where} [{block.kind}]", text, table, contexts)

    @staticmethod
    def contexts(base, place, text):
        context = base.sub(place=place, m_text=text, cell_text=text, days=place.get("days", 28))
        studio = getattr(base, "studio", None)
        if studio and place.get("section") == "ever":
            context = context.sub(s=studio.ever())
        if not studio or not place.get("title"):
            return [context]
        return [context.sub(game=game, s=studio.scope("last4Weeks", game))
                for game in studio.titles.get(title(place["title"]), [])]


def result(name, own, digits, mutations):
    tally = own.tally
    missed = tally.mutations() if mutations else []
    missed += [("digit", where, text, text) for where, text in own.changed_digits(digits)]
    return {
        "world": name, "sentences": sum(tally.sentences.values()), "kinds": len(tally.sentences),
        "exact": tally.grades["exact"], "document": tally.grades["document"],
        "consistent": tally.grades["consistent"], "ofRoundedTotals": tally.grades["rounded"],
        "false": [{"kind": kind, "where": where, "text": plain(text), "number": check.slot,
        "said": plain(check.text),
                   "true": str(check.expected)} for kind, where, text, check in tally.false],
        "notUnderstood": [{"where": where, "text": plain(text)} for where, text in tally.unknown],
        "mutations": (len(tally.samples) if mutations else 0) + digits,
        "notFound": [{"kind": kind, "number": slot, "text": plain(text), "changed": plain(wrong)}
                     for kind, slot, text, wrong in missed],
        "byKind": dict(tally.sentences.most_common()), "consistentOnly": sorted(tally.consistent),
    }


def plain(text):
    return text.replace("\x01", "").replace("\x02", "")


def show(own):
    print(f"{own['world']}: {own['sentences']} sentences and cells of {own['kinds']} kinds; {own['exact']} numbers "
          f"counted again, {own['document']} in recounted documents, {own['consistent']} for consistency only, "
          f"{own['ofRoundedTotals']} rates of rounded totals; "
          f"{len(own['false'])} false, {len(own['notUnderstood'])} not understood; {len(own['notFound'])} of "
          f"{own['mutations']} changed numbers not found")
    kinds = collections.Counter((one["kind"], one["number"]) for one in own["false"])
    shown = set()
    for one in own["false"]:
        key = one["kind"], one["number"]
        if key not in shown:
            shown.add(key)
            print(f"  false: {one['kind']}, {one['number']}, {kinds[key]} of {own['byKind'][one['kind']]}: "
                  f"{one['text'][:200]} [{one['where']}: {one['said']}, not {one['true'][:30]}]")
    for one in own["notUnderstood"][:20]:
        print(f"  not understood: {one['where']}: {one['text'][:300]}")
    for one in own["notFound"][:20]:
        print(f"  change not found: {one['kind']}, {one['number']}: {one['changed'][:300]}")


# By number: the world's name, options of `findie-lab generate`, parameters of reports, the time zone, and what is
# changed in it. The fourth is no generated world, but a CSV of ratings.
WORLDS = {
    1: ("usual", ["--players", "2500", "--games", "300", "--developers", "80", "--days", "91"], "", "UTC",
        with_occasions),
    2: ("small", ["--players", "150", "--games", "60", "--developers", "15", "--days", "60"], "", "UTC", None),
    3: ("no analytics", ["--players", "1000", "--games", "120", "--developers", "30", "--days", "80",
                         "--no-analytics"], "", "UTC", None),
    4: ("ratings", None, "", "UTC", None),
    5: ("rounded totals, Tokyo", ["--players", "800", "--games", "100", "--developers", "25", "--days", "72"],
        "totals: rounded, ", "Asia/Tokyo", with_two_wishlists),
}


def ratings(folder, plain, seed):
    """A CSV of ratings out of 5 with games that share tastes, and the same as NDJSON."""
    chance = random.Random(seed)
    tags = [f"tag {number}" for number in range(12)]
    games = [{"id": f"game-{number}", "title": f"Title {number}", "developerId": f"studio {number % 60}",
              "genres": ["indie"], "releaseStatus": "released", "platforms": [],
              "tags": sorted({tags[number % 4 * 3]} if number % 5 else {tags[1]})} for number in range(80)]
    rows, first = [], datetime.datetime(2026, 1, 5, tzinfo=datetime.timezone.utc)
    for player in range(800):
        taste = chance.randrange(4)
        for game in chance.sample(range(80), 16):
            rating = chance.choices([1, 2, 3, 4, 5], [1, 1, 1, 9, 9] if game % 4 == taste else [9, 9, 3, 1, 1])[0]
            time = first + datetime.timedelta(seconds=chance.randrange(84 * 86400))
            rows.append((f"p{player}", games[game]["id"], rating, time.strftime("%Y-%m-%dT%H:%M:%SZ")))
    for own in (folder, plain):
        own.mkdir()
    with open(folder / "games.csv", "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["item_id", "title", "developer", "genres", "tags", "status"])
        for game in games:
            table.writerow([game["id"], game["title"], game["developerId"], "indie", "|".join(game["tags"]),
            "released"])
    with open(folder / "interactions.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("user_id", "item_id", "rating/5", "timestamp"), *rows])
    words = {1: "dislike", 2: "dislike", 3: "neutral", 4: "like", 5: "like"}
    for name, records in (("games", games), ("interactions", [
            {"id": f"{number}", "userId": player, "gameId": game, "action": words[rating], "timestamp": time}
            for number, (player, game, rating, time) in enumerate(sorted(set(rows)))])):
        (plain / f"{name}.ndjson").write_text("".join(json.dumps(record) + "\n" for record in records))


def worlds(options, folder):
    """The name, the NDJSON, the night's reports and the time zone of each world."""
    for number in map(int, filter(None, options.worlds.split(","))):
        name, generated, parameters, zone, change = WORLDS[number]
        own = folder / str(number)
        own.mkdir()
        data = plain = own / "input"
        if generated is None:
            plain = own / "plain"
            ratings(data, plain, number)
        else:
            subprocess.run([options.lab or f"{options.findie}-lab", "generate", "--output", data, "--seed",
            str(number),
                            "--first-day", "2026-01-05", *generated], check=True, stdout=subprocess.DEVNULL)
        if change:
            change(data)
        yield name, plain, night(options.findie, own, data, f"{parameters}timeZone: {zone}"), zone
    if options.sample:
        own = folder / "sample"
        own.mkdir()
        yield "sample", options.sample, night(options.findie, own, options.sample, "timeZone: UTC"), "UTC"


def night(program, folder, data, parameters):
    """Runs a night over some data; returns the folder of its reports."""
    file = folder / "night.yaml"
    file.write_text(f"tuning: off\nals: {{rank: 4, iterations: 2}}\nreports: {{{parameters}}}\n")
    run = subprocess.run([program, "run", "nightly", "--input", data, "--workspace", folder / "workspace",
            "--reports",
                          folder / "reports", "--parameters", file], capture_output=True, text=True)
    if run.returncode not in (0, 2):
        sys.exit(f"the night failed:\n{run.stderr[-2000:]}")
    return next(path for path in (folder / "reports").iterdir() if path.is_dir())


def main():
    parser = argparse.ArgumentParser(description="Checks every number in every sentence of a night's reports.")
    parser.add_argument("--input", type=pathlib.Path)
    parser.add_argument("--reports", type=pathlib.Path)
    parser.add_argument("--zone", default="UTC")
    parser.add_argument("--only", default="", help="studios whose folder has this in its name")
    parser.add_argument("--findie", type=pathlib.Path)
    parser.add_argument("--lab", type=pathlib.Path)
    parser.add_argument("--sample", type=pathlib.Path)
    parser.add_argument("--worlds", default="1,2,3,4,5")
    parser.add_argument("--keep", type=pathlib.Path, help="an empty folder for the worlds")
    parser.add_argument("--no-mutations", action="store_true")
    parser.add_argument("--digits", type=int, default=0, help="change so many digits of pages")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    results = []

    def check(name, data, reports, zone):
        own = Night(data, reports, zoneinfo.ZoneInfo(zone))
        own.check(options.only)
        results.append(result(name, own, options.digits, not options.no_mutations))
        if not options.json:
            show(results[-1])

    if options.input and options.reports:
        check(options.reports.name, options.input, options.reports, options.zone)
    elif options.findie:
        options.findie = options.findie.resolve()
        with tempfile.TemporaryDirectory() as temporary:
            for world in worlds(options, options.keep or pathlib.Path(temporary)):
                check(*world)
    else:
        parser.error("give --input and --reports, or --findie")
    if options.json:
        print(json.dumps(results, indent=1, ensure_ascii=False))
    else:
        only = sorted(set().union(*(own["consistentOnly"] for own in results)))
        print("With numbers checked for consistency only: " + ", ".join(only))
        print("; ".join(f"{sum(len(own[key]) if isinstance(own[key], list) else own[key] for own in results)} {words}"
                        for key, words in (("sentences", "sentences"), ("exact", "numbers counted again"),
                                           ("document", "in recounted documents"), ("consistent", "consistent"),
                                           ("mutations", "numbers changed"), ("false", "false"),
                                           ("notUnderstood", "not understood"),
                                           ("notFound", "changes not found"))))
    sys.exit(any(own["false"] or own["notUnderstood"] or own["notFound"] for own in results))


if __name__ == "__main__":
    main()
