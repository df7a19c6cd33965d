#!/usr/bin/env python3
"""Counts every number of a night's studio reports from the NDJSON alone, and compares.

    count_reports.py INPUT REPORTS NIGHT [ZONE]

INPUT is a folder of games, developers, users, interactions and analytics as the app wrote them, plain or
.gz; REPORTS the folder of the night's reports. Standard library only; it shares no line with the program.
What is told must be what may be told: nobody, or k players and more. Prints each number that differs; the
exit status is 1 if any does.
"""

import collections
import datetime
import json
import math
import pathlib
import sys

sys.dont_write_bytecode = True

import count_cuts  # noqa: E402
from count_world import DAY, MEASURES, STEPS, Z, World, periods, wilson  # noqa: E402


class Comparison:
    def __init__(self, world, k):
        self.world = world
        self.k = k
        self.cuts = count_cuts.Cuts(world, k)
        self.checked = 0
        self.wrong = []

    def same(self, where, told, counted, places=0):
        self.checked += 1
        if counted is None or told is None or isinstance(counted, (str, bool)):
            ok = told == counted
        else:
            # Rounded half away from zero; a tie may have been a hair's breadth elsewhere.
            ok = abs(told - counted) <= 0.5 * 10 ** -places * (1 + 1e-6) if places \
                else told == counted
        if not ok:
            self.wrong.append(f"{where}: told {told}, counted {counted}")

    def players(self, where, told, counted):
        if told == "suppressed":
            # A total of 0 is published; a part of 0 may be suppressed with the others.
            return self.same(where + " is suppressed", counted > 0 or ".unique" not in where, True)
        self.same(where, told, counted)
        self.same(where + " may be told", counted == 0 or counted >= self.k, True)

    def counts(self, where, told, counted):
        for measure in MEASURES:
            self.same(f"{where}.{measure}", told.get(measure, 0), counted[measure])

    def rate(self, where, told, successes, trials, name="likeRate"):
        expected = wilson(successes, trials) if self.world.has(name) else None
        if expected is None or told is None:
            return self.same(where, told, expected)
        for part, value in zip(("estimate", "lower", "upper"), expected):
            self.same(f"{where}.{part}", told[part], value, 4)
        for part, value in (("successes", successes), ("trials", trials)):
            if part in told:
                self.same(f"{where}.{part}", told[part], value)

    def change(self, where, told, expected):
        if expected is None or told is None:
            return self.same(where, told, expected)
        log, variance = expected
        half = Z * math.sqrt(max(0, variance))
        for name, value in (("ratio", log), ("lower", log - half), ("upper", log + half)):
            self.same(f"{where}.{name}", told[name], math.exp(value), 4)
        self.same(where + ".isSignificant", told["isSignificant"], log > half or log < -half)

    def scope(self, where, told, games, period, before):
        world = self.world
        now, past = world.count(games, period), world.count(games, before)
        events = world.events(games, period)
        self.counts(where + ".counts", told["counts"], now)
        self.counts(where + ".countsBefore", told.get("countsBefore", {}), past)
        speaking = []
        for source in ("interactions", "analytics"):
            own = world.count(games, period, source)
            if any(own.values()):
                speaking.append(source)
            if source in told:
                self.counts(f"{where}.{source}", told[source], own)
        self.same(where + ".source", told.get("source"),
                  speaking[0] if len(speaking) == 1 else None)
        self.same(where + " tells both records", "interactions" in told and "analytics" in told,
                  len(speaking) == 2)
        positives = now["likes"] + now["superLikes"]
        likes = (positives, now["impressions"])
        likes_past = (past["likes"] + past["superLikes"], past["impressions"])
        self.rate(where + ".likeRate", told.get("likeRate"), *likes)
        self.rate(where + ".clickRate", told.get("clickRate"), now["detailOpens"],
                  now["impressions"], "clickRate")
        self.rate(where + ".approval", told.get("approval"), positives,
                  positives + now["dislikes"], "approval")

        n, n0 = now["impressions"], past["impressions"]
        self.change(
            where + ".impressionsChange", told.get("impressionsChange"),
            (math.log(n / world.exposure(period)) - math.log(n0 / world.exposure(before)),
             1 / n + 1 / n0) if n and n0 else None)
        rates = all(wilson(*pair) and pair[0] for pair in (likes, likes_past))
        self.change(
            where + ".likeRateChange", told.get("likeRateChange"),
            (math.log(likes[0] / likes[1] / (likes_past[0] / likes_past[1])),
             1 / likes[0] - 1 / likes[1] + 1 / likes_past[0] - 1 / likes_past[1])
            if rates else None)
        self.people(where, told, events, world.events(games, before), period)

    def people(self, where, told, events, earlier, period):
        def seen(events):
            by_source = collections.defaultdict(lambda: collections.defaultdict(int))
            for event in events:
                own = by_source[event.source]
                own[event.player] = max(own[event.player], STEPS.get(event.kind, 0))
            swipers, viewers = by_source["interactions"], by_source["analytics"]
            return ("analytics", viewers) if len(viewers) > len(swipers) else (
                "interactions", swipers)
        source, players = seen(events)
        before = seen(earlier)[1]
        if not players and not before:
            self.same(where + ".players", told.get("players"), None)
            return self.same(where + ".viewSeconds", told.get("viewSeconds"), None)
        self.same(where + ".players.source", told["players"].get("source"),
                  source if players else None)
        self.players(where + ".players.unique", told["players"]["unique"], len(players))
        self.players(where + ".players.uniqueBefore", told["players"]["uniqueBefore"], len(before))
        new = sum(self.world.first[source, player] >= period[0] for player in players)
        self.players(where + ".players.new", told["players"]["new"], new)
        self.players(where + ".players.returning", told["players"]["returning"],
                     len(players) - new)
        steps = 0 if not players else 3 if source == "interactions" else 4
        self.same(where + ".funnel's steps", len(told.get("funnel", [])), steps)
        for step in range(steps):
            self.players(f"{where}.funnel[{step}]", told["funnel"][step],
                         sum(reached >= step for reached in players.values()))
        looks = sorted((event.seconds, event.player) for event in events
                       if event.seconds is not None)
        if len({player for _, player in looks}) < self.k:
            return self.same(where + ".viewSeconds", told.get("viewSeconds"), None)
        # It may be suppressed, since others could be derived from it.
        if told.get("viewSeconds") is None:
            return
        for name, share in (("lowerQuartile", .25), ("median", .5), ("upperQuartile", .75)):
            place = share * (len(looks) - 1)
            low, high = looks[math.floor(place)][0], looks[math.ceil(place)][0]
            self.same(f"{where}.viewSeconds.{name}", told["viewSeconds"][name],
                      low + (high - low) * (place - math.floor(place)), 3)
        self.same(where + ".viewSeconds.views", told["viewSeconds"]["views"], len(looks))

    def standing(self, where, told, game, period):
        now = self.world.count([game], period)
        positives, seen = now["likes"] + now["superLikes"], now["impressions"]
        cohort = self.world.cohort(game, period, seen)
        others = self.world.standings(period)[cohort]
        rate = wilson(positives, seen) if self.world.has("likeRate") else None
        if rate is None or len(others) < max(2, self.k):
            return self.same(where, told, None)
        self.same(where + ".games", told["games"], len(others))
        for key, value in zip(("genre", "age", "impressionsFrom"), cohort):
            self.same(f"{where}.{key}", told[key], value)
        for place, (key, own) in enumerate((("likeRate", rate[0]), ("impressions", seen))):
            lower = sum(other[place] < own for other in others)
            same = sum(other[place] == own for other in others) - 1
            self.same(f"{where}.{key}Percentile", told[key + "Percentile"],
                      100 * (lower + same / 2) / (len(others) - 1), 1)
        rates = sorted(other[0] for other in others)
        median = (rates[(len(rates) - 1) // 2] + rates[len(rates) // 2]) / 2
        self.same(where + ".medianLikeRate", told["medianLikeRate"], median, 4)
        self.same(where + ".verdict", told["verdict"],
                  "above" if rate[1] > median else "below" if rate[2] < median
                  else "tooEarly")

    def findings(self, where, told, games, period, before):
        """What the three sentences are made from."""
        world = self.world
        now, past = world.count(games, period), world.count(games, before)
        seen, positives = now["impressions"], now["likes"] + now["superLikes"]
        rate = wilson(positives, seen) if world.has("likeRate") else None
        days = [day for game in games for day in world.by_game[game]]
        own = {finding["kind"]: finding["numbers"] for finding in told["findings"]}
        expected = {}
        if "impressions" not in world.recorded:
            expected["impressionsNotRecorded"] = {}
        else:
            expected["reach" if seen else "quiet"] = {
                "impressions": seen, "impressionsBefore": past["impressions"]}
        if expected.keys() == {"quiet"} and days:
            ever = world.count(games, (min(days), max(days)))
            expected["ever"] = {"impressions": ever["impressions"]}
            if world.has("likeRate"):
                expected["ever"]["likesAndSuperLikes"] = ever["likes"] + ever["superLikes"]
            expected["lastEvent"] = {
                "daysSinceLastEvent": (world.open_day - DAY - max(days)).days}
        elif not world.has("likeRate"):
            expected["likesNotRecorded"] = {"impressions": seen}
        else:
            kind = "reception" if rate and seen >= 30 else (
                "moreLikesThanImpressions" if positives > seen else "tooFewForARate")
            expected[kind] = {"likesAndSuperLikes": positives, "impressions": seen}
            if kind == "reception":
                expected[kind] |= dict(zip(("likeRate", "likeRateLower", "likeRateUpper"), rate))
        if "ever" not in expected:
            self.a_game(where, told["findings"][-1], games, period, before)
            own.pop(told["findings"][-1]["kind"])
        self.same(where + ".findings", sorted(own), sorted(expected))
        for kind, numbers in expected.items():
            for name, value in numbers.items():
                self.same(f"{where}.findings.{kind}.{name}", own.get(kind, {}).get(name), value,
                          4 if isinstance(value, float) else 0)
        if "reach" in own:
            players = told["studio"]["players"]["unique"]
            self.same(where + ".findings.reach.uniquePlayers",
                      own["reach"].get("uniquePlayers"),
                      None if players == "suppressed" else players)
            change = told["studio"].get("impressionsChange")
            for name, part in (("", "ratio"), ("Lower", "lower"), ("Upper", "upper")):
                self.same(f"{where}.findings.reach.impressionsChange{name}",
                          own["reach"].get("impressionsChange" + name), change and change[part])

    def a_game(self, where, told, games, period, before):
        """The finding of one game; which of several moved the most is not counted again."""
        counts = {game: self.world.count([game], period)["impressions"] for game in games}
        where = f"{where}.findings.{told['kind']}"
        if told["kind"] == "noGames":
            return self.same(where, max(counts.values(), default=0), 0)
        game, numbers = told["gameId"], told["numbers"]
        self.same(where + ".impressions", numbers["impressions"], counts[game])
        if told["kind"] == "mostSeen":
            self.same(where + " is the most", counts[game], max(counts.values()))
            return self.same(where + ".share", numbers["share"],
                             counts[game] / sum(counts.values()), 4)
        earlier = self.world.count([game], before)["impressions"]
        self.same(where + ".impressionsBefore", numbers["impressionsBefore"], earlier)
        ratio = (counts[game] / self.world.exposure(period)) / (
            earlier / self.world.exposure(before))
        self.same(where + ".impressionsChange", numbers["impressionsChange"], ratio, 4)
        self.same(where + " is told", numbers["impressionsChangeLower"] > 1
                  if told["kind"] == "rose" else numbers["impressionsChangeUpper"] < 1, True)

    def headline(self, where, told, games, period):
        counted = self.world.count(games, period)
        self.counts(where, told, counted)
        positives = counted["likes"] + counted["superLikes"]
        self.rate(where + ".likeRate", told["likeRate"], positives, counted["impressions"])
        self.rate(where + ".approval", told["approval"], positives,
                  positives + counted["dislikes"], "approval")

    def headlines(self, report, games):
        """What is told of the studio first, and of each game since the data begins."""
        developer = report["developerId"]
        for name, days in (("current", "period"), ("previous", "previousPeriod"),
                           ("allTime", "allTimePeriod")):
            period = [datetime.date.fromisoformat(report[days][end]) for end in ("from", "to")]
            self.headline(f"{developer}.{name}", report[name], games, period)
        first = min(self.world.first.values(), default=self.world.open_day - DAY)
        self.same(developer + ".allTimePeriod.from", report["allTimePeriod"]["from"], str(first))
        self.same(developer + ".allTimePeriod.to", report["allTimePeriod"]["to"],
                  str(self.world.open_day - DAY))
        self.same(developer + ".games", {own["gameId"] for own in report["games"]} == set(games),
                  True)
        for own in report["games"]:
            self.counts(f"{developer}.{own['gameId']}.allTime", own["allTime"],
                        self.world.count([own["gameId"]], (first, self.world.open_day)))
        for own in report["weeks"]:
            days = [datetime.date.fromisoformat(own[end]) for end in ("from", "to")]
            counted = self.world.count(games, days)
            self.rate(f"{developer}.week {own['from']}", own["likeRate"],
                      counted["likes"] + counted["superLikes"], counted["impressions"])
        for own in report["days"]:
            day = datetime.date.fromisoformat(own["day"])
            self.counts(f"{developer}.{day}", own, self.world.count(games, (day, day)))

    def report(self, report):
        developer = report["developerId"]
        games = [game for game, record in self.world.games.items()
                 if record["developerId"] == developer]
        lacking = [measure for measure in MEASURES if measure not in self.world.recorded]
        lacking += [rate for rate in ("likeRate", "clickRate", "approval")
                    if not self.world.has(rate)]
        self.same(developer + ".notRecorded", " ".join(report["notRecorded"]), " ".join(lacking))
        self.same(developer + ".followers", report["followers"],
                  self.world.followers.get(developer))
        # A studio that nobody met for so long is told as of the night since which nothing changed.
        asof = datetime.date.fromisoformat(report["date"])
        open_day = self.world.open_day_of(asof)
        if asof < self.world.night:
            self.same(developer + " rests", [
                str(day) for game in games for day in self.world.by_game[game]
                if day >= open_day - 180 * DAY], [])
        tonight, self.world.open_day = self.world.open_day, open_day
        self.headlines(report, games)
        for (kind, period, before), told in zip(periods(self.world.open_day), report["periods"]):
            where = f"{developer}.{kind}"
            self.same(where, told["kind"], kind)
            for name, days in (("range", period), ("before", before)):
                self.same(f"{where}.{name}.from", told[name]["from"], str(days[0]))
                self.same(f"{where}.{name}.to", told[name]["to"], str(days[1]))
            self.scope(where, told["studio"], games, period, before)
            self.findings(where, told, games, period, before)
            count_cuts.check(self, where, told["studio"], kind, games, games)
            all_seen = self.world.count(games, period)["impressions"]
            for own in told["games"]:
                game = own["gameId"]
                place = f"{where}.{game}"
                self.scope(place, own, [game], period, before)
                count_cuts.check(self, place, own, kind, [game], games)
                self.standing(place + ".standing", own.get("standing"), game, period)
                seen = self.world.count([game], period)["impressions"]
                self.same(place + ".share", own.get("share"),
                          seen / all_seen if all_seen else None, 4)
            silent = set(games) - {own["gameId"] for own in told["games"]}
            for game in silent:
                self.same(f"{where}.{game} is silent",
                          len(self.world.events([game], period)) + sum(
                              self.world.count([game], before).values()), 0)
        first = self.world.open_day - 90 * DAY
        days = {own["gameId"]: own for own in report["gameDays"]["games"]}
        for game in games:
            for measure in MEASURES:
                counted = [self.world.tallies.get(game, {}).get(first + place * DAY, {})
                           .get(measure, 0) for place in range(90)]
                told = days.get(game, {}).get(measure, [0] * 90)
                self.same(f"{developer}.{game}.days.{measure}", told == counted, True)
        self.world.open_day = tonight


def main():
    folder, reports, night = sys.argv[1:4]
    zone = datetime.timezone.utc
    if len(sys.argv) > 4:
        import zoneinfo
        zone = zoneinfo.ZoneInfo(sys.argv[4])
    world = World(pathlib.Path(folder), datetime.date.fromisoformat(night), zone)
    files = sorted(pathlib.Path(reports).glob("studios/*/report.json"))
    comparison = None
    for path in files:
        report = json.loads(path.read_text())
        comparison = comparison or Comparison(world, report["minimumPlayers"])
        comparison.report(report)
    if comparison is None:
        sys.exit("there is no report in " + reports)
    for line in comparison.wrong[:40]:
        print(line)
    print(f"{len(files)} reports, {comparison.checked} numbers, {len(comparison.wrong)} differ")
    sys.exit(1 if comparison.wrong else 0)


if __name__ == "__main__":
    main()
