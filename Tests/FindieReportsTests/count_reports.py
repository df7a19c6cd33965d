#!/usr/bin/env python3
"""Counts every number of a night's studio reports from the NDJSON, and compares.

    count_reports.py INPUT REPORTS NIGHT [ZONE]

INPUT is a folder of games, developers, users, interactions and analytics as the app wrote them, plain or
.gz; REPORTS is the folder of the night's reports. Uses the standard library only, and no code of findie.
Checks the suppression, too: a published number has 0 or at least k players. Prints each number that
differs; the exit status is 1 if any does.
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

    def same(self, where, reported, counted, places=0):
        self.checked += 1
        if counted is None or reported is None or isinstance(counted, (str, bool)):
            ok = reported == counted
        else:
            # Rounded half away from zero; ties may differ by a rounding error.
            ok = abs(reported - counted) <= 0.5 * 10 ** -places * (1 + 1e-6) if places \
                else reported == counted
        if not ok:
            self.wrong.append(f"{where}: reported {reported}, counted {counted}")

    def players(self, where, reported, counted):
        if reported == "suppressed":
            # A total of 0 is published; a part of 0 may be suppressed with the others.
            return self.same(where + " is suppressed", counted > 0 or ".unique" not in where, True)
        self.same(where, reported, counted)
        self.same(where + " may be published", counted == 0 or counted >= self.k, True)

    def counts(self, where, reported, counted):
        for measure in MEASURES:
            self.same(f"{where}.{measure}", reported.get(measure, 0), counted[measure])

    def rate(self, where, reported, successes, trials, name="likeRate"):
        expected = wilson(successes, trials) if self.world.has(name) else None
        if expected is None or reported is None:
            return self.same(where, reported, expected)
        for part, value in zip(("estimate", "lower", "upper"), expected):
            self.same(f"{where}.{part}", reported[part], value, 4)
        for part, value in (("successes", successes), ("trials", trials)):
            if part in reported:
                self.same(f"{where}.{part}", reported[part], value)

    def change(self, where, reported, expected):
        if expected is None or reported is None:
            return self.same(where, reported, expected)
        log, variance = expected
        half = Z * math.sqrt(max(0, variance))
        for name, value in (("ratio", log), ("lower", log - half), ("upper", log + half)):
            self.same(f"{where}.{name}", reported[name], math.exp(value), 4)
        self.same(where + ".isSignificant", reported["isSignificant"], log > half or log < -half)

    def scope(self, where, reported, games, period, before):
        world = self.world
        now, past = world.count(games, period), world.count(games, before)
        events = world.events(games, period)
        self.counts(where + ".counts", reported["counts"], now)
        self.counts(where + ".countsBefore", reported.get("countsBefore", {}), past)
        speaking = []
        for source in ("interactions", "analytics"):
            own = world.count(games, period, source)
            if any(own.values()):
                speaking.append(source)
            if source in reported:
                self.counts(f"{where}.{source}", reported[source], own)
        self.same(where + ".source", reported.get("source"),
                  speaking[0] if len(speaking) == 1 else None)
        self.same(where + " has both records", "interactions" in reported and "analytics" in reported,
                  len(speaking) == 2)
        positives = now["likes"] + now["superLikes"]
        likes = (positives, now["impressions"])
        likes_past = (past["likes"] + past["superLikes"], past["impressions"])
        self.rate(where + ".likeRate", reported.get("likeRate"), *likes)
        self.rate(where + ".clickRate", reported.get("clickRate"), now["detailOpens"],
                  now["impressions"], "clickRate")
        self.rate(where + ".approval", reported.get("approval"), positives,
                  positives + now["dislikes"], "approval")

        n, n0 = now["impressions"], past["impressions"]
        self.change(
            where + ".impressionsChange", reported.get("impressionsChange"),
            (math.log(n / world.exposure(period)) - math.log(n0 / world.exposure(before)),
             1 / n + 1 / n0) if n and n0 else None)
        rates = all(wilson(*pair) and pair[0] for pair in (likes, likes_past))
        self.change(
            where + ".likeRateChange", reported.get("likeRateChange"),
            (math.log(likes[0] / likes[1] / (likes_past[0] / likes_past[1])),
             1 / likes[0] - 1 / likes[1] + 1 / likes_past[0] - 1 / likes_past[1])
            if rates else None)
        self.people(where, reported, events, world.events(games, before), period)

    def people(self, where, reported, events, earlier, period):
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
            self.same(where + ".players", reported.get("players"), None)
            return self.same(where + ".viewSeconds", reported.get("viewSeconds"), None)
        self.same(where + ".players.source", reported["players"].get("source"),
                  source if players else None)
        self.players(where + ".players.unique", reported["players"]["unique"], len(players))
        self.players(where + ".players.uniqueBefore", reported["players"]["uniqueBefore"], len(before))
        new = sum(self.world.first[source, player] >= period[0] for player in players)
        self.players(where + ".players.new", reported["players"]["new"], new)
        self.players(where + ".players.returning", reported["players"]["returning"],
                     len(players) - new)
        steps = 0 if not players else 3 if source == "interactions" else 4
        self.same(where + ".funnel's steps", len(reported.get("funnel", [])), steps)
        for step in range(steps):
            self.players(f"{where}.funnel[{step}]", reported["funnel"][step],
                         sum(reached >= step for reached in players.values()))
        looks = sorted((event.seconds, event.player) for event in events
                       if event.seconds is not None)
        if len({player for _, player in looks}) < self.k:
            return self.same(where + ".viewSeconds", reported.get("viewSeconds"), None)
        # It may be suppressed, since others could be derived from it.
        if reported.get("viewSeconds") is None:
            return
        for name, share in (("lowerQuartile", .25), ("median", .5), ("upperQuartile", .75)):
            position = share * (len(looks) - 1)
            low, high = looks[math.floor(position)][0], looks[math.ceil(position)][0]
            self.same(f"{where}.viewSeconds.{name}", reported["viewSeconds"][name],
                      low + (high - low) * (position - math.floor(position)), 3)
        self.same(where + ".viewSeconds.views", reported["viewSeconds"]["views"], len(looks))

    def standing(self, where, reported, game, period):
        now = self.world.count([game], period)
        positives, seen = now["likes"] + now["superLikes"], now["impressions"]
        cohort = self.world.cohort(game, period, seen)
        others = self.world.standings(period)[cohort]
        rate = wilson(positives, seen) if self.world.has("likeRate") else None
        if rate is None or len(others) < max(2, self.k):
            return self.same(where, reported, None)
        self.same(where + ".games", reported["games"], len(others))
        for key, value in zip(("genre", "age", "impressionsFrom"), cohort):
            self.same(f"{where}.{key}", reported[key], value)
        for index, (key, own) in enumerate((("likeRate", rate[0]), ("impressions", seen))):
            lower = sum(other[index] < own for other in others)
            same = sum(other[index] == own for other in others) - 1
            self.same(f"{where}.{key}Percentile", reported[key + "Percentile"],
                      100 * (lower + same / 2) / (len(others) - 1), 1)
        rates = sorted(other[0] for other in others)
        median = (rates[(len(rates) - 1) // 2] + rates[len(rates) // 2]) / 2
        self.same(where + ".medianLikeRate", reported["medianLikeRate"], median, 4)
        self.same(where + ".verdict", reported["verdict"],
                  "above" if rate[1] > median else "below" if rate[2] < median
                  else "tooEarly")

    def findings(self, where, reported, games, period, before):
        """Checks the findings of the three sentences."""
        world = self.world
        now, past = world.count(games, period), world.count(games, before)
        seen, positives = now["impressions"], now["likes"] + now["superLikes"]
        rate = wilson(positives, seen) if world.has("likeRate") else None
        days = [day for game in games for day in world.by_game[game]]
        own = {finding["kind"]: finding["numbers"] for finding in reported["findings"]}
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
            self.a_game(where, reported["findings"][-1], games, period, before)
            own.pop(reported["findings"][-1]["kind"])
        self.same(where + ".findings", sorted(own), sorted(expected))
        for kind, numbers in expected.items():
            for name, value in numbers.items():
                self.same(f"{where}.findings.{kind}.{name}", own.get(kind, {}).get(name), value,
                          4 if isinstance(value, float) else 0)
        if "reach" in own:
            players = reported["studio"]["players"]["unique"]
            self.same(where + ".findings.reach.uniquePlayers",
                      own["reach"].get("uniquePlayers"),
                      None if players == "suppressed" else players)
            change = reported["studio"].get("impressionsChange")
            for name, part in (("", "ratio"), ("Lower", "lower"), ("Upper", "upper")):
                self.same(f"{where}.findings.reach.impressionsChange{name}",
                          own["reach"].get("impressionsChange" + name), change and change[part])

    def a_game(self, where, reported, games, period, before):
        """Checks the finding of one game, but not that it changed most of several."""
        counts = {game: self.world.count([game], period)["impressions"] for game in games}
        where = f"{where}.findings.{reported['kind']}"
        if reported["kind"] == "noGames":
            return self.same(where, max(counts.values(), default=0), 0)
        game, numbers = reported["gameId"], reported["numbers"]
        self.same(where + ".impressions", numbers["impressions"], counts[game])
        if reported["kind"] == "mostSeen":
            self.same(where + " is the most", counts[game], max(counts.values()))
            return self.same(where + ".share", numbers["share"],
                             counts[game] / sum(counts.values()), 4)
        earlier = self.world.count([game], before)["impressions"]
        self.same(where + ".impressionsBefore", numbers["impressionsBefore"], earlier)
        ratio = (counts[game] / self.world.exposure(period)) / (
            earlier / self.world.exposure(before))
        self.same(where + ".impressionsChange", numbers["impressionsChange"], ratio, 4)
        self.same(where + " is significant", numbers["impressionsChangeLower"] > 1
                  if reported["kind"] == "rose" else numbers["impressionsChangeUpper"] < 1, True)

    def headline(self, where, reported, games, period):
        counted = self.world.count(games, period)
        self.counts(where, reported, counted)
        positives = counted["likes"] + counted["superLikes"]
        self.rate(where + ".likeRate", reported["likeRate"], positives, counted["impressions"])
        self.rate(where + ".approval", reported["approval"], positives,
                  positives + counted["dislikes"], "approval")

    def headlines(self, report, games):
        """Checks the totals of the studio and of each game over all days."""
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
        # An inactive studio has the numbers of the night since which nothing changed.
        asof = datetime.date.fromisoformat(report["date"])
        open_day = self.world.open_day_of(asof)
        if asof < self.world.night:
            self.same(developer + " rests", [
                str(day) for game in games for day in self.world.by_game[game]
                if day >= open_day - 180 * DAY], [])
        tonight, self.world.open_day = self.world.open_day, open_day
        self.headlines(report, games)
        for (kind, period, before), reported in zip(periods(self.world.open_day), report["periods"]):
            where = f"{developer}.{kind}"
            self.same(where, reported["kind"], kind)
            for name, days in (("range", period), ("before", before)):
                self.same(f"{where}.{name}.from", reported[name]["from"], str(days[0]))
                self.same(f"{where}.{name}.to", reported[name]["to"], str(days[1]))
            self.scope(where, reported["studio"], games, period, before)
            self.findings(where, reported, games, period, before)
            count_cuts.check(self, where, reported["studio"], kind, games, games)
            all_seen = self.world.count(games, period)["impressions"]
            for own in reported["games"]:
                game = own["gameId"]
                path = f"{where}.{game}"
                self.scope(path, own, [game], period, before)
                count_cuts.check(self, path, own, kind, [game], games)
                self.standing(path + ".standing", own.get("standing"), game, period)
                seen = self.world.count([game], period)["impressions"]
                self.same(path + ".share", own.get("share"),
                          seen / all_seen if all_seen else None, 4)
            silent = set(games) - {own["gameId"] for own in reported["games"]}
            for game in silent:
                self.same(f"{where}.{game} is silent",
                          len(self.world.events([game], period)) + sum(
                              self.world.count([game], before).values()), 0)
        first = self.world.open_day - 90 * DAY
        days = {own["gameId"]: own for own in report["gameDays"]["games"]}
        for game in games:
            for measure in MEASURES:
                counted = [self.world.tallies.get(game, {}).get(first + index * DAY, {})
                           .get(measure, 0) for index in range(90)]
                reported = days.get(game, {}).get(measure, [0] * 90)
                self.same(f"{developer}.{game}.days.{measure}", reported == counted, True)
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
