#!/usr/bin/env python3
"""Counts every number of a night's studio reports from the NDJSON, and compares.

    count_reports.py INPUT REPORTS NIGHT [ZONE]

INPUT is a folder of games, developers, users, interactions and analytics as the app wrote them, plain or
.gz; REPORTS is the folder of the night's reports. Uses the standard library only, and no code of findie.
Numbers of players are rounded down to multiples of k, and suppressed below k. Prints each number that
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
from count_world import (  # noqa: E402
    DAY, MEASURES, STEPS, Z, Windows, World, binomial_tail, compare, edition_end, iso_week, periods,
    quantile, student, weeks, wilson)


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

    def published(self, counted):
        """A number of players as it is published; 0 if the events show that there is none."""
        return "suppressed" if 0 < counted < self.k else counted // self.k * self.k

    def new_and_returning(self, new, returning):
        if new + returning and min(new, returning) < self.k:
            return "suppressed", "suppressed"
        return self.published(new), self.published(returning)

    def counts(self, where, reported, counted):
        for measure in MEASURES:
            self.same(f"{where}.{measure}", reported.get(measure, 0), counted[measure])

    def figure(self, where, reported, successes, trials, name="likeRate", effect=1):
        """A rate, or why there is none."""
        if not self.world.has(name):
            return self.same(where, reported, "notRecorded")
        if not wilson(successes, trials, effect):
            return self.same(where, reported, "tooFew")
        return self.rate(where, reported, successes, trials, name, effect)

    def rate(self, where, reported, successes, trials, name="likeRate", effect=1):
        expected = wilson(successes, trials, effect) if self.world.has(name) else None
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
        log, variance, quantile = expected
        half = quantile * math.sqrt(max(0, variance))
        for name, value in (("ratio", log), ("lower", log - half), ("upper", log + half)):
            self.same(f"{where}.{name}", reported[name], math.exp(value), 4)
        self.same(where + ".isSignificant", reported["isSignificant"], log > half or log < -half)

    def against_others(self, games, studio, period, before):
        """The logarithm of the change of impressions relative to other studios' games, its variance
        and Student's quantile; None if they are not known, and for a day."""
        world = self.world
        def others(days):
            return (world.app(days, days)[0] - world.count(studio, days))["impressions"]
        n, n0 = (world.count(games, days)["impressions"] for days in (period, before))
        a, a0 = others(period), others(before)
        if (period[0] == period[1] or world.app(period, before)[2] < 3
                or world.first_day() > before[0] or min(n, n0, a, a0) < 30):
            return None
        parts = [part for part in weeks(world.open_day) if part[0] >= world.first_day()]
        exposures = [others(part) for part in parts]
        found = all(exposures) and Windows(parts, exposures, 2, 2, period[0]).of(
            [world.count(games, part)["impressions"] for part in parts])
        return (math.log(n / n0) - math.log(a / a0),
                found[0] * (1 / n + 1 / n0) + 1 / a + 1 / a0, found[1]) if found else None

    def scope(self, where, reported, games, period, before, studio, rests):
        world = self.world
        now, past = world.count(games, period), world.count(games, before)
        events = world.events(games, period)
        self.counts(where + ".counts", reported["counts"], now)
        recorded = self.world.first_day() <= before[0]
        if recorded:
            self.counts(where + ".countsBefore", reported["countsBefore"], past)
        else:
            self.same(where + ".countsBefore", reported["countsBefore"], None)
            past = collections.Counter()
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
        likes = (positives, now["cards"])
        likes_past = (past["likes"] + past["superLikes"], past["cards"])
        effect, effect_past = (world.effect(games, days, self.k) for days in (period, before))
        self.rate(where + ".likeRate", reported.get("likeRate"), *likes, effect=effect)
        self.rate(where + ".clickRate", reported.get("clickRate"), now["detailOpens"],
                  now["cards"], "clickRate", effect)
        self.rate(where + ".approval", reported.get("approval"), positives,
                  positives + now["dislikes"], "approval", effect)

        n, n0 = now["impressions"], past["impressions"]
        dispersion = world.dispersion(games, period, "impressions") if n and n0 else None
        self.change(
            where + ".impressionsChange", reported.get("impressionsChange"),
            (math.log(n / world.exposure(period)) - math.log(n0 / world.exposure(before)),
             dispersion[0] * (1 / n + 1 / n0), dispersion[1]) if dispersion else None)
        self.change(where + ".relativeChange", reported.get("relativeChange"),
                    None if rests else self.against_others(games, studio, period, before))
        rates = all(wilson(*pair) and pair[0] for pair in (likes, likes_past))
        self.change(
            where + ".likeRateChange", reported.get("likeRateChange"),
            (math.log(likes[0] / likes[1] / (likes_past[0] / likes_past[1])),
             effect * (1 / likes[0] - 1 / likes[1])
             + effect_past * (1 / likes_past[0] - 1 / likes_past[1]), Z)
            if rates else None)
        if period[0] == period[1]:
            # Of a day only totals of events are published.
            for part in ("players", "funnel", "viewSeconds"):
                self.same(f"{where}.{part}", reported.get(part), None)
            return
        self.people(where, reported, events, world.events(games, before) if recorded else None,
                    period)

    def people(self, where, reported, events, earlier, period):
        """- earlier: None if the period before is not recorded."""
        def seen(events, later=None):
            by_source = collections.defaultdict(lambda: collections.defaultdict(int))
            for event in events:
                own = by_source[event.source]
                own[event.player] = max(own[event.player], STEPS.get(event.kind, 0))
            swipers, viewers = by_source["interactions"], by_source["analytics"]
            if later and len(by_source[later]) >= self.k:
                # The period before has the record of its period.
                return later, by_source[later]
            if max(len(swipers), len(viewers)) < self.k:
                # Which record has more of them would tell of single players.
                return ("interactions", swipers) if swipers or not viewers else (
                    "analytics", viewers)
            return ("analytics", viewers) if len(viewers) > len(swipers) else (
                "interactions", swipers)
        source, players = seen(events)
        before = seen(earlier or [], source if players else None)[1]
        if not players and not before:
            self.same(where + ".players", reported.get("players"), None)
            return self.same(where + ".viewSeconds", reported.get("viewSeconds"), None)
        self.same(where + ".players.source", reported["players"].get("source"),
                  source if players else None)
        expected = {"unique": self.published(len(players)),
                    "uniqueBefore": None if earlier is None else self.published(len(before))}
        expected["new"], expected["returning"] = self.parts(source, players, period)
        for name, value in expected.items():
            self.same(f"{where}.players.{name}", reported["players"][name], value)
        steps = 0 if not players else 3 if source == "interactions" else 4
        self.same(where + ".funnel's steps", len(reported.get("funnel", [])), steps)
        for step, own in enumerate(reported.get("funnel", [])[:steps]):
            self.same(f"{where}.funnel[{step}]", own, self.published(
                sum(reached >= step for reached in players.values())))
        looks = sorted((event.seconds, event.player) for event in events
                       if event.seconds is not None
                       and event.kind in ("like", "superLike", "dislike", "skip"))
        if len({player for _, player in looks}) < self.k:
            return self.same(where + ".viewSeconds", reported.get("viewSeconds"), None)
        quartiles = {}
        for name, share in (("lowerQuartile", .25), ("median", .5), ("upperQuartile", .75)):
            position = share * (len(looks) - 1)
            low, high = looks[math.floor(position)][0], looks[math.ceil(position)][0]
            quartiles[name] = math.floor(low + (high - low) * (position - math.floor(position)) + .5)
        if quartiles["median"] == 0:
            return self.same(where + ".viewSeconds", reported.get("viewSeconds"), None)
        for name, value in quartiles.items():
            self.same(f"{where}.viewSeconds.{name}", reported["viewSeconds"][name], value)
        self.same(where + ".viewSeconds.views", reported["viewSeconds"]["views"],
                  len(looks) // self.k * self.k)

    def parts(self, source, players, period):
        """New and returning players as they are published; None if nothing was recorded before."""
        if self.world.first_day() >= period[0]:
            return None, None
        new = sum(self.world.first[source, player] >= period[0] for player in players)
        return self.new_and_returning(new, len(players) - new)

    def standing(self, where, reported, game, period):
        now = self.world.count([game], period)
        positives, seen = now["likes"] + now["superLikes"], now["impressions"]
        cards = now["cards"]
        cohort = self.world.cohort(game, period, seen)
        rate = wilson(positives, cards, self.world.effect([game], period, self.k)) \
            if self.world.has("likeRate") else None
        group, peers = self.world.peers(cohort, period, max(2, self.k)) if rate else (None, [])
        if group is None or reported is None:
            return self.same(where, reported, group)
        measures = [self.world.rated(period)[peer][1] for peer in peers]
        others = [(own["likes"] + own["superLikes"], own["cards"]) for own in measures]
        self.same(where + ".group", reported["group"], group)
        self.same(where + ".games", reported["games"], len(others))
        for key, value in zip(("genre", "age", "impressionsFrom"), cohort):
            self.same(f"{where}.{key}", reported[key], value)
        shrunk, rates = shrink((positives, cards), others)
        # Rates that differ by a rounding error are equal.
        same = sum(abs(other - shrunk) < 1e-12 for other in rates) - 1
        lower = sum(other < shrunk - 1e-12 for other in rates)
        self.same(where + ".likeRatePercentile", reported["likeRatePercentile"],
                  100 * (lower + same / 2) / (len(others) - 1), 1)
        rates.sort()
        median = (rates[(len(rates) - 1) // 2] + rates[len(rates) // 2]) / 2
        self.same(where + ".shrunkLikeRate", reported["shrunkLikeRate"], shrunk, 4)
        self.same(where + ".medianLikeRate", reported["medianLikeRate"], median, 4)
        self.same(where + ".verdict", reported["verdict"],
                  "tooFew" if cards < 30 else "above" if rate[1] > median and shrunk > median + 1e-12
                  else "below" if rate[2] < median and shrunk < median - 1e-12 else "tooEarly")

    def coverage(self, period):
        first = self.world.first_day()
        return "none" if period[1] < first else "partial" if period[0] < first else "whole"

    def app(self, where, reported, games, period, before, rests):
        """The numbers of the games of other studios, of an app in which three studios have impressions."""
        now, past, studios = self.world.app(period, before)
        now, past = (all_games - self.world.count(games, days)
                     for all_games, days in ((now, period), (past, before)))
        expected = {}
        if studios >= 3 and not rests:
            n, n0 = now["impressions"], past["impressions"]
            if self.world.first_day() <= before[0] and min(n, n0) >= 30:
                expected["impressionsChange"] = (n / self.world.exposure(period)) / (
                    n0 / self.world.exposure(before))
            rate = wilson(now["likes"] + now["superLikes"], now["cards"])
            if rate and self.world.has("likeRate"):
                expected["likeRate"] = rate[0]
        self.same(where, sorted(reported or {}), sorted(expected))
        for name, value in expected.items():
            self.same(f"{where}.{name}", (reported or {}).get(name), value, 4)

    def findings(self, where, reported, games, period, before):
        """Checks the findings of the three sentences."""
        world = self.world
        now, past = world.count(games, period), world.count(games, before)
        seen, positives = now["impressions"], now["likes"] + now["superLikes"]
        cards = now["cards"]
        rate = wilson(positives, cards, world.effect(games, period, self.k)) \
            if world.has("likeRate") else None
        days = [day for game in games for day in world.by_game[game]]
        own = {finding["kind"]: finding["numbers"] for finding in reported["findings"]}
        expected = {}
        if "impressions" not in world.recorded:
            expected["impressionsNotRecorded"] = {}
        else:
            expected["reach" if seen else "quiet"] = {
                "impressions": seen,
                "impressionsBefore": past["impressions"] if world.first_day() <= before[0] else None}
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
            kind = "reception" if rate and cards >= 30 else "tooFewForARate"
            expected[kind] = {"likesAndSuperLikes": positives, "cards": cards}
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
            players = reported["studio"].get("players", {}).get("unique", "suppressed")
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
            largest = max(counts.values(), default=0)
            return self.same(where, len(games) < 2 or not largest
                             or list(counts.values()).count(largest) > 1, True)
        game, numbers = reported["gameId"], reported["numbers"]
        self.same(where + ".impressions", numbers["impressions"], counts[game])
        if reported["kind"] == "mostSeen":
            self.same(where + " is the most", [
                other for other in counts if counts[other] >= counts[game]], [game])
            return self.same(where + ".share", numbers["share"],
                             counts[game] / sum(counts.values()), 4)
        earlier = self.world.count([game], before)["impressions"]
        self.same(where + ".impressionsBefore", numbers["impressionsBefore"], earlier)
        ratio = (counts[game] / self.world.exposure(period)) / (
            earlier / self.world.exposure(before))
        self.same(where + ".impressionsChange", numbers["impressionsChange"], ratio, 4)
        relative = self.against_others([game], games, period, before)
        name = "relativeChange" if relative else "impressionsChange"
        if relative:
            self.same(where + ".relativeChange", numbers[name], math.exp(relative[0]), 4)
        self.same(where + " is significant", numbers[name + "Lower"] > 1
                  if reported["kind"] == "rose" else numbers[name + "Upper"] < 1, True)

    def impacts(self, where, reported, games):
        """Checks what changed from releases, price drops and annotations."""
        world = self.world
        window = weeks(world.open_day)[0][0], weeks(world.open_day)[-1][1]
        first = max(window[0], world.first_day())
        occasions = [occasion for occasion in world.occasions(games)
                     if window[0] - 6 * DAY <= occasion[2] < world.open_day]
        found, tests = [], []
        for kind, game, start, text in occasions if world.app(window, window)[2] >= 3 else []:
            others = {day for _, other, day, _ in occasions
                      if day != start and (not game or not other or game == other)}
            length = next((days for days in range(1, 7) if start + days * DAY in others), 7)
            own = self.relative([game] if game else games, games, start, length, others, first)
            if length < 3 or start + length * DAY > world.open_day or own is None:
                continue
            effects = {}
            for measure in ("impressions", "wishlistAdds", "externalClicks"):
                n, n0, log, variance = own(measure, 0)
                placebos = []
                for back in range(1, (start - first).days // 7 + 1):
                    earlier = self.relative([game] if game else games, games,
                                            start - 7 * back * DAY, length, others, first)
                    if earlier and earlier(measure, .5)[2] is not None:
                        placebos.append(earlier(measure, .5)[2:])
                if n < 30 or log is None or len(placebos) < 3:
                    continue
                excess = sum(own ** 2 - poisson for own, poisson in placebos) / len(placebos)
                error = math.sqrt(variance + max(0, excess))
                tests.append(student(abs(log) / error, len(placebos)))
                effects[measure] = n, n0, log, error, len(placebos)
            if effects:
                days = [start - back * DAY for back in range(1, 29)]
                days = [day for day in days if day >= first and not self.taken(day, others)]
                found.append(([kind, game or "", str(start), text or "", length, len(days)],
                              effects))
        tests.sort()
        selected = max([1] + [rank for rank, own in enumerate(tests, 1)
                              if own <= .05 * rank / len(tests)])
        expected = []
        for name, effects in found:
            counted = {}
            for measure, (n, n0, log, error, placebos) in effects.items():
                half = error * quantile(.05 * selected / len(tests), placebos)
                counted[measure] = {
                    "count": n, "before": n0, "ratio": math.exp(log),
                    "lower": math.exp(log - half), "upper": math.exp(log + half)}
            expected.append((name, counted))
        expected.sort(key=lambda impact: impact[0])
        own = sorted((([impact["kind"], impact.get("gameId", ""), impact["day"],
                        impact.get("text", ""), impact["days"], impact["daysBefore"]],
                       impact["effects"])
                      for impact in reported), key=lambda impact: impact[0])
        self.same(where, [impact[0] for impact in own] == [impact[0] for impact in expected], True)
        for (name, effects), (_, counted) in zip(own, expected):
            path = f"{where}.{name}"
            self.same(path, sorted(effects) == sorted(counted), True)
            for measure, values in counted.items():
                for key, value in values.items():
                    self.same(f"{path}.{measure}.{key}", effects.get(measure, {}).get(key), value,
                              4 if isinstance(value, float) else 0)

    def launches(self, where, reported, games):
        """Checks the first days of the games that were released in the last 13 weeks."""
        world = self.world
        expected = {game: own for game, own in world.launches().items() if game in games}
        self.same(where, [own["gameId"] for own in reported] == sorted(
            sorted(expected), key=lambda game: expected[game][0], reverse=True), True)
        weeks_end = weeks(world.open_day)[-1][1]
        quarter = weeks(world.open_day)[0][0], weeks_end
        for own in reported:
            game = own["gameId"]
            path, (release, windows) = f"{where}.{game}", expected[game]
            self.same(path + ".releaseDate", own["releaseDate"], str(release))
            self.same(path + ".days", own["days"], (weeks_end - release).days + 1)
            self.same(path + ".windows", [window["days"] for window in own["windows"]]
                      == list(windows), True)
            for window, (days, counts) in zip(own["windows"], windows.items()):
                at = f"{path}[{days}]"
                self.counts(at, window["counts"], counts)
                self.figure(at + ".likeRate", window["likeRate"],
                            counts["likes"] + counts["superLikes"], counts["cards"],
                            effect=world.effect([game], quarter, self.k))
                seen, rates = world.against_launches(game, days, self.k)
                for name, count in zip(("fewerImpressions", "games"), seen or (None, None)):
                    self.same(f"{at}.{name}", window.get(name), count)
                for name, count in zip(("lowerLikeRate", "gamesWithLikeRate"), rates or (None, None)):
                    self.same(f"{at}.{name}", window.get(name), count)

    @staticmethod
    def taken(day, occasions):
        return any(day - back * DAY in occasions for back in range(7))

    def relative(self, own_games, games, start, length, occasions, first):
        """The counts of a measure from a day on and before it, the logarithm of their ratio relative to
        others', and its variance; None if there are too few days."""
        after = [start + index * DAY for index in range(length)]
        before = [start - index * DAY for index in range(1, 29)]
        before = [day for day in before if day >= first and not self.taken(day, occasions)]
        if len(before) < 14 or any(self.taken(day, occasions) for day in after):
            return None

        def of(measure, more):
            (n, a), (n0, a0) = (
                (sum(self.world.on(own_games, day)[measure] for day in days),
                 sum(self.world.on(self.world.tallies, day)[measure]
                     - self.world.on(games, day)[measure] for day in days))
                for days in (after, before))
            if min(n0, a, a0) < 30 or n + more == 0:
                return n, n0, None, None
            return (n, n0, math.log((n + more) / a) - math.log((n0 + more) / a0),
                    1 / (n + more) + 1 / (n0 + more))
        return of

    def wish_cohorts(self, where, reported, games):
        """Checks the players who first wished for a game in a week, and then went to a shop."""
        world = self.world
        cohorts = weeks(world.open_day)
        reach = 13 * 7 * DAY
        clicks = [collections.defaultdict(lambda: math.inf) for _ in cohorts]
        for game in games:
            wished, clicked = collections.defaultdict(list), collections.defaultdict(list)
            for event in world.events([game], (cohorts[0][0] - reach, cohorts[-1][1])):
                if event.source == "analytics" and event.kind == "gameWishlist":
                    wished[event.player].append(event.day)
                elif event.source == "analytics" and event.kind == "externalLinkClick":
                    clicked[event.player].append(event.day)
            for player, days in wished.items():
                for own, (first, last) in zip(clicks, cohorts):
                    inside = [day for day in days if first <= day <= last]
                    if inside and not any(first - reach <= day < first for day in days):
                        later = [(day - first).days // 7 for day in clicked[player]
                                 if day >= min(inside)]
                        own[player] = min([own[player], *later])
        totals = [world.count(games, week, "analytics") for week in cohorts]
        expected = []
        for number, (own, week) in enumerate(zip(clicks, cohorts)):
            has_wishes = totals[number]["wishlistAdds"] > 0

            def published(count, has_events):
                return "suppressed" if has_events and count < self.k else self.published(count)
            expected.append({
                "name": iso_week(week[0]), "from": str(week[0]), "to": str(week[1]),
                "wished": published(len(own), has_wishes),
                "clicked": [
                    published(sum(first <= after for first in own.values()),
                              has_wishes and any(total["externalClicks"] for total
                                                 in totals[number:number + after + 1]))
                    for after in range(min(5, 13 - number))]})
        if not {"wishlistAdds", "externalClicks"} <= world.recorded or all(
                own["wished"] in (0, "suppressed") for own in expected):
            expected = []
        self.same(where, len(reported), len(expected))
        for own, counted in zip(reported, expected):
            for name in ("name", "from", "to", "wished"):
                self.same(f"{where}.{counted['name']}.{name}", own[name], counted[name])
            self.same(f"{where}.{counted['name']}'s weeks", len(own["clicked"]),
                      len(counted["clicked"]))
            for after, (one, other) in enumerate(zip(own["clicked"], counted["clicked"])):
                self.same(f"{where}.{counted['name']}.clicked[{after}]", one, other)

    def suggestions(self, where, reported, games, kind, period):
        """Checks the suggestions: of each kind the one of the largest effect, the first three."""
        numbers = {own["gameId"]: own for own in reported["games"]}
        tests = []
        for game in games:
            record = self.world.games[game]
            if record.get("isActive", True) and record["releaseStatus"] != "cancelled":
                tests += [(game, *test) for test in self.hints(
                    game, record, numbers.get(game, {}), kind, period)]
        # Benjamini and Hochberg.
        ranked = sorted(test[3] for test in tests)
        bound = max((p for place, p in enumerate(ranked, 1) if p <= place / len(ranked) * 0.05),
                    default=-1)
        found = [test for test in tests if test[3] <= bound]
        skipped = {test[0] for test in found if test[1] == "skips"}
        best = {}
        for test in sorted(found, key=lambda test: -test[2]):
            if test[1] != "price" or test[0] not in skipped:
                best.setdefault(test[1], test)
        expected = list(best)[:3]
        self.same(where + ".suggestions", [own["kind"] for own in reported["suggestions"]]
                  == expected, True)
        for own, name in zip(reported["suggestions"], expected):
            game, _, effect, _, values, word = best[name]
            path = f"{where}.suggestions.{name}"
            values["effect"] = effect
            self.same(path + ".gameId", own.get("gameId"), game)
            self.same(path + "'s numbers", sorted(own["numbers"]) == sorted(values), True)
            for key, value in values.items():
                self.same(f"{path}.{key}", own["numbers"].get(key), value,
                          0 if isinstance(value, int) else 4)
            if word:
                self.same(f"{path}.{word[0]}", own.get(word[0]), word[1])

    def hints(self, game, record, own, kind, period):
        """Each test of a game: its kind, effect, probability and numbers, and its word."""
        world = self.world
        count = world.count([game], period)
        seen, standing = count["impressions"], own.get("standing")
        is_seen = standing and "impressions" in world.recorded and seen >= 100
        peers = world.peers(world.cohort(game, period, seen), period, max(2, self.k))[1] \
            if is_seen else []

        def comparison(measure, is_above):
            others = [peer for peer in peers
                      if measure != "externalClicks" or world.has_link(world.games[peer])]
            studios = {world.games[peer]["developerId"] for peer in peers}
            if measure not in world.recorded or len(others) < max(2, self.k) or len(studios) < 3:
                return None
            pairs = [(table[measure], table["impressions"]) for table in (
                world.rated(period)[peer][1] for peer in others if peer != game)]
            return compare((count[measure], seen), pairs, is_above)

        found = comparison("externalClicks", False)
        if found and world.linked(period) and not world.has_link(record) and found[0] * seen >= 10:
            yield ("noStoreLink", *found[1:],
                   {"impressions": seen, "externalClicks": count["externalClicks"],
                    "usualPerHundred": 100 * found[0]}, None)
        found = comparison("skips", True)
        if found:
            rate = wilson(count["skips"], seen)
            yield ("skips", *found[1:], {"share": rate[0], "shareLower": rate[1],
                                         "usualShare": found[0], "games": len(peers)}, None)
        measure = next((name for name in ("externalClicks", "wishlistAdds")
                        if name in world.recorded), None)
        price = world.price(record)
        found = measure and comparison(measure, False)
        if found and price and (measure != "externalClicks" or world.has_link(record)):
            prices = sorted(other[0] for other in map(world.price, (
                world.games[peer] for peer in peers)) if other and other[1] == price[1])
            if len(prices) >= max(2, self.k):
                median = (prices[(len(prices) - 1) // 2] + prices[len(prices) // 2]) / 2
                if price[0] >= 1.5 * median:
                    yield ("price", *found[1:],
                           {"price": float(price[0]), "medianPrice": float(median),
                            "games": len(prices), measure + "PerHundred": 100 * count[measure] / seen,
                            "usualPerHundred": 100 * found[0]}, ("currency", price[1]))
        breakdown = own.get("breakdowns", {}).get("deviceType")
        total = breakdown and world.count([game], period, breakdown["source"])["impressions"]
        platforms = record["platforms"]
        players = (own.get("players") or {}).get("unique")
        if breakdown and total >= 100 and DEVICES & set(platforms) and isinstance(players, int):
            for platform in ("windows", "mac", "linux"):
                cells = sum(cell.get("impressions", 0) for cell in breakdown["cells"]
                            if platform_of(cell["value"]) == platform)
                if platform not in platforms and cells and players >= 2:
                    half = players // 2
                    rate = wilson(cells * half // total, half)
                    yield ("missingPlatform", 1 / (1 - rate[1]),
                           binomial_tail(cells * half // total, half, 0.1),
                           {"share": cells / total}, ("platform", platform))
        if kind in ("last4Weeks", "last13Weeks"):
            for test in world.tags_of(game, self.k):
                yield ("tag", *test)

    def headlines(self, report, games):
        """Checks the totals of the studio and of each game over all days."""
        developer = report["developerId"]
        period = [datetime.date.fromisoformat(report["allTimePeriod"][end])
                  for end in ("from", "to")]
        counted = self.world.count(games, period)
        self.counts(developer + ".allTime", report["allTime"]["counts"], counted)
        # The effect is that of a period or week with all cards, else the largest of all.
        spans = weeks(self.world.open_day) + [
            days for _, own, before, _ in periods(self.world.open_day) for days in (own, before)]
        spans = [days for days in spans
                 if self.world.count(games, days)["cards"] == counted["cards"]] or spans
        self.figure(developer + ".allTime.likeRate", report["allTime"]["likeRate"],
                    counted["likes"] + counted["superLikes"], counted["cards"],
                    effect=max(self.world.effect(games, days, self.k) for days in spans))
        first = min(self.world.first.values(), default=self.world.open_day - DAY)
        self.same(developer + ".allTimePeriod.from", report["allTimePeriod"]["from"], str(first))
        self.same(developer + ".allTimePeriod.to", report["allTimePeriod"]["to"],
                  str(self.world.open_day - DAY))
        self.same(developer + ".games", {own["gameId"] for own in report["games"]} == set(games),
                  True)
        for own in report["games"]:
            self.counts(f"{developer}.{own['gameId']}.allTime", own["allTime"],
                        self.world.count([own["gameId"]], (first, self.world.open_day)))
        self.same(developer + ".weeks", len(report["weeks"]), 13)
        for own, week in zip(report["weeks"], weeks(self.world.open_day)):
            where = f"{developer}.{own['name']}"
            self.same(where, (own["name"], own["from"], own["to"])
                      == (iso_week(week[0]), str(week[0]), str(week[1])), True)
            counted = self.world.count(games, week)
            self.counts(where, own["counts"], counted)
            self.figure(where + ".likeRate", own["likeRate"],
                        counted["likes"] + counted["superLikes"], counted["cards"],
                        effect=self.world.effect(games, week, self.k))
            players = collections.defaultdict(set)
            for event in self.world.events(games, week):
                players[event.source].add(event.player)
            source = ("analytics" if len(players["analytics"]) > len(players["interactions"])
                      else "interactions")
            new, returning = self.parts(source, players[source], week)
            self.same(where + ".newPlayers", own["newPlayers"], new)
            self.same(where + ".returningPlayers", own["returningPlayers"], returning)
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
        lacking += [] if self.world.has_views else ["views"]
        self.same(developer + ".notRecorded", " ".join(report["notRecorded"]), " ".join(lacking))
        followers = self.world.followers.get(developer)
        self.same(developer + ".followers", report["followers"],
                  None if followers is None
                  else "suppressed" if followers == 0 else self.published(followers))
        # An inactive studio has the numbers of the night since which nothing changed.
        asof = datetime.date.fromisoformat(report["date"])
        open_day = self.world.open_day_of(asof)
        if asof < self.world.night:
            reach = min(before[0] for _, _, before, _ in periods(open_day))
            self.same(developer + " rests", [
                str(day) for game in games for day in self.world.by_game[game] if day >= reach], [])
        tonight, self.world.open_day = self.world.open_day, open_day
        self.headlines(report, games)
        if asof == self.world.night:
            self.launches(developer + ".launches", report["launches"], games)
        self.impacts(developer + ".impacts", report["impacts"],
                     games if asof == self.world.night else [])
        self.wish_cohorts(developer + ".wishCohorts", report["wishCohorts"],
                          games if asof == self.world.night else [])
        for (kind, period, before, name), reported in zip(
                periods(self.world.open_day), report["periods"]):
            where = f"{developer}.{kind}"
            self.same(where, reported["kind"], kind)
            self.same(where + ".name", reported["name"], name)
            for name, days in (("range", period), ("before", before)):
                self.same(f"{where}.{name}.from", reported[name]["from"], str(days[0]))
                self.same(f"{where}.{name}.to", reported[name]["to"], str(days[1]))
            self.same(where + ".coverage", reported["coverage"], self.coverage(period))
            self.app(where + ".app", reported.get("app"), games, period, before,
                     asof < self.world.night)
            rests = asof < self.world.night
            self.scope(where, reported["studio"], games, period, before, games, rests)
            past = self.world.count(games, before)
            cards = past["cards"] if self.world.has("likeRate") else 0
            self.same(where + ".likeRateBefore", reported["studio"].get("likeRateBefore"),
                      (past["likes"] + past["superLikes"]) / cards
                      if cards and self.world.first_day() <= before[0] else None, 4)
            self.findings(where, reported, games, period, before)
            self.suggestions(where, reported, games, kind, period)
            count_cuts.check(self, where, reported["studio"], kind, games, games)
            all_seen = self.world.count(games, period)["impressions"]
            for own in reported["games"]:
                game = own["gameId"]
                path = f"{where}.{game}"
                self.scope(path, own, [game], period, before, games, rests)
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
        first = weeks(self.world.open_day)[0][0]
        length = (self.world.open_day - first).days
        days = {own["gameId"]: own for own in report["gameDays"]["games"]}
        for game in games:
            for measure in MEASURES:
                counted = [self.world.tallies.get(game, {}).get(first + index * DAY, {})
                           .get(measure, 0) for index in range(length)]
                reported = days.get(game, {}).get(measure, [0] * length)
                self.same(f"{developer}.{game}.days.{measure}", reported == counted, True)
        self.world.open_day = tonight

    def since(self, sheet, step=1):
        """Checks the counts of the days since the closed weeks: sums of multiples of step."""
        world, where = self.world, sheet["developerId"] + ".since"
        games = [game for game, record in world.games.items()
                 if record["developerId"] == sheet["developerId"] and world.open_days.get(game)]
        days = [world.open_day + index * DAY
                for index in range((world.last_open_day - world.open_day).days)]
        def of(own, days):
            total = collections.Counter()
            for game in own:
                for day in days:
                    for measure, count in world.open_days[game].get(day, {}).items():
                        total[measure] += count // step * step
            return total
        self.same(where, sheet["since"], str(world.open_day))
        self.same(where + ".to", sheet["to"], str(days[-1]) if games else None)
        self.same(where + ".days", len(sheet["days"]), len(days) if games else 0)
        for day, own in zip(days, sheet["days"]):
            self.counts(f"{where}.{day}", own, of(games, [day]))
        self.counts(where + ".total", sheet["total"], of(games, days))
        self.same(where + ".games", [own["gameId"] for own in sheet["games"]] == sorted(
            games, key=lambda game: (-of([game], days)["impressions"], game)), True)
        for own in sheet["games"]:
            game = own["gameId"]
            self.same(f"{where}.{game}.title", own["title"], world.games[game].get("title") or "")
            self.counts(f"{where}.{game}.total", own["total"], of([game], days))
            self.counts(f"{where}.{game}.yesterday", own["yesterday"], of([game], days[-1:]))


def shrink(own, games):
    """The like rate of one game, and of all, shrunk by Kleinman's moment estimate (1973)."""
    likes, seen = sum(s for s, _ in games), sum(n for _, n in games)
    p, others = likes / seen, len(games) - 1
    scale = seen - sum(n * n for _, n in games) / seen - others
    variance = p * (1 - p)
    rho = 0
    if variance > 0 and scale > 0:
        spread = sum(n * (s / n - p) ** 2 for s, n in games) / variance
        rho = min(1, max(0, (spread - others) / scale))

    def rate(game):
        return (rho * game[0] + (1 - rho) * p) / (rho * game[1] + 1 - rho)
    return rate(own), [rate(game) for game in games]


PLATFORMS = {"windows": "windows", "pc": "windows", "mac": "mac", "macos": "mac", "macbook": "mac",
             "imac": "mac", "linux": "linux"}
DEVICES = set(PLATFORMS.values())


def platform_of(value):
    return PLATFORMS.get("".join(letter for letter in value.lower() if "a" <= letter <= "z"))


def main():
    folder, reports, night = sys.argv[1:4]
    zone = datetime.timezone.utc
    if len(sys.argv) > 4:
        import zoneinfo
        zone = zoneinfo.ZoneInfo(sys.argv[4])
    files = sorted(pathlib.Path(reports).glob("studios/*/report.json"))
    if not files:
        sys.exit("there is no report in " + reports)
    first = json.loads(files[0].read_text())
    world = World(pathlib.Path(folder), datetime.date.fromisoformat(night), zone, edition_end(first))
    comparison = Comparison(world, first["minimumPlayers"])
    for path in files:
        comparison.report(json.loads(path.read_text()))
        since = path.parent / "since.json"
        if since.exists():
            comparison.since(json.loads(since.read_text()))
    for line in comparison.wrong[:40]:
        print(line)
    print(f"{len(files)} reports, {comparison.checked} numbers, {len(comparison.wrong)} differ")
    sys.exit(1 if comparison.wrong else 0)


if __name__ == "__main__":
    main()
