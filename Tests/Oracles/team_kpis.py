#!/usr/bin/env python3
"""Counts the team's numbers over an input folder, without findie's code.

usage: team_kpis.py INPUT_FOLDER REPORTS_DAY_FOLDER [FROM TO]

Reads the NDJSON (plain or .gz) of the folder, computes every number of kpi.json that depends on it, and
compares all digits. Then checks that kpi.csv has the same digits. Prints each difference, and exits with 1
if there is one. Numbers of the models (evaluation, lists, health, trending) and of rejected lines are not
computed here.
"""
import csv
import datetime
import json
import math
import pathlib
import sys
from collections import Counter, defaultdict
from decimal import ROUND_HALF_UP, Decimal

from day_regression import DAYS, findings, regression
from dispersion import Windows
from exports import instant, records

EPOCH = datetime.date(1970, 1, 1)
RANGES = {"yesterday": 1, "7-days": 7, "28-days": 28, "13-weeks": 91, "year": 364}
MEASURES = [
    "impressions", "detailOpens", "likes", "superLikes", "dislikes", "skips", "wishlistAdds",
    "shares", "externalClicks",
]
RATES = ["likeRate", "clickRate", "approval"]
MISSING, TOO_EARLY = "notRecorded", "tooEarly"
OFFSETS = [1, 3, 7, 14, 30, 60, 90]
Z = 1.959963984540054


def is_date(text):
    try:
        return day(text[:10]) is not None
    except (TypeError, ValueError):
        return False


def day(text):
    return (datetime.date.fromisoformat(text) - EPOCH).days


def name(number):
    return (EPOCH + datetime.timedelta(days=number)).isoformat()


def digits(value, places):
    """A number as a report writes it: rounded half away from zero, no zeros at the end."""
    if value is None:
        return None
    scaled = Decimal(value * float(10 ** places)).quantize(Decimal(1), ROUND_HALF_UP)
    text = str((scaled / 10 ** places).quantize(Decimal(1).scaleb(-places)))
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def count(number):
    return None if number is None else str(number)


def design_effect(players):
    """The variance of a rate relative to that of independent cards: players' (likes, cards)."""
    n, likes = (sum(own[part] for own in players) for part in (1, 0))
    if len(players) < 2:
        return max(1, n)
    squares, p, k = sum(cards * cards for _, cards in players), likes / n, len(players)
    size = squares / n
    shares = sum((own * own << 16) // cards for own, cards in players) / 65536 - p * likes
    others = n - size - (k - 1)
    rho = max(0, (shares / (p * (1 - p)) - (k - 1)) / others) if 0 < p < 1 and others > 0 else 0
    degrees = max(1, n * n / squares - 1)
    t = 1 + (2.3722 + (2.8225 + 2.5556 / degrees) / degrees) / degrees / Z
    effect = min((1 + rho * (size - 1)) * t * t, max(1, size))
    return effect


def wilson(successes, trials, effect=1):
    if trials == 0 or successes > trials:
        return None
    share, n = successes / trials, trials / effect
    squeeze = 1 + Z * Z / n
    center = (share + Z * Z / (2 * n)) / squeeze
    half = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / squeeze
    return {
        "estimate": digits(share, 4),
        "lower": digits(0 if successes == 0 else max(0, center - half), 4),
        "upper": digits(1 if successes == trials else min(1, center + half), 4),
        "successes": str(successes), "trials": str(trials),
    }


def ratio(log, variance, quantile=Z):
    half = quantile * math.sqrt(variance)
    return {
        "ratio": digits(math.exp(log), 4), "lower": digits(math.exp(log - half), 4),
        "upper": digits(math.exp(log + half), 4),
    }


def change_of_shares(now, before):
    (a, n, effect), (b, m, effect_before) = now, before
    if min(a, b) == 0:
        return None
    return ratio(math.log(a / n) - math.log(b / m),
                 effect * (1 / a - 1 / n) + effect_before * (1 / b - 1 / m))


def quantile(values, share):
    index = (len(values) - 1) * share
    below = int(index)
    if below + 1 >= len(values):
        return values[-1]
    return values[below] + (index - below) * (values[below + 1] - values[below])


class World:
    def __init__(self, folder, night):
        self.night = night
        end = night * 86400000
        self.events = {}
        for source, key, player in [
            ("interactions", "id", "userId"), ("analytics", "eventId", "anonymousUserId"),
        ]:
            best = {}
            for event in records(folder, source):
                row = (
                    instant(event["timestamp"]),
                    event.get(player) or event.get("userId"), event["gameId"],
                    event.get("action") or event.get("eventType"), event.get("sessionId") or "")
                identity = event.get(key) or event.get("id")
                if identity not in best or row < best[identity]:
                    best[identity] = row
            self.events[source] = [row for row in best.values() if row[0] < end]
        self.users = {user["id"]: user for user in records(folder, "users")}
        self.games = {game["id"]: game for game in records(folder, "games")}
        self.notes = {
            note.get("id", json.dumps(note)): note for note in records(folder, "annotations")}
        self.wishlists = {wishlist["id"]: wishlist for wishlist in records(folder, "wishlists")}
        self.joined = {
            id: instant(user["joinedDate"]) // 86400000
            for id, user in self.users.items() if user.get("joinedDate")
        }
        self.tallies = self.tally_by_game_and_day()
        self.by_day = defaultdict(Counter)
        for (_, on), tally in self.tallies.items():
            self.by_day[on].update(tally)
        self.recorded = {
            measure for tally in self.tallies.values() for measure in MEASURES if tally[measure]}
        self.players = {source: defaultdict(set) for source in self.events}
        self.sessions = {source: defaultdict(set) for source in self.events}
        self.spans = {source: {} for source in self.events}
        for source, rows in self.events.items():
            for time, player, _, _, session in rows:
                self.players[source][time // 86400000].add(player)
                if session:
                    # Google's session ids are start seconds, which players share.
                    session = player, session
                    self.sessions[source][time // 86400000].add(session)
                    first, last = self.spans[source].get(session, (time, time))
                    self.spans[source][session] = (min(first, time), max(last, time))
            # One that is longer than a day counts as one on each day.
            long = {
                session for session, (first, last) in self.spans[source].items()
                if last - first > 86400000}
            for on, sessions in self.sessions[source].items():
                self.sessions[source][on] = {
                    (session, on) if session in long else session for session in sessions}
            for time, player, _, _, id in rows:
                if (player, id) in long:
                    session = (player, id), time // 86400000
                    first, last = self.spans[source].get(session, (time, time))
                    self.spans[source][session] = (min(first, time), max(last, time))
            for session in long:
                del self.spans[source][session]
        self.first = min(self.by_day, default=None)
        self.starts = self.first_days()

    def first_days(self):
        """By KPI, the first day with a value; None for what the data lacks."""
        records = {source: min((row[0] // 86400000 for row in rows), default=None)
                   for source, rows in self.events.items()}
        measures = {measure: min((records[source] for source in self.sources[measure]), default=None)
                    for measure in MEASURES}
        sessions = min((on for by_day in self.sessions.values() for on, found in by_day.items()
                        if found), default=None)
        likes = min((measures[measure] for measure in ("likes", "superLikes")
                     if measures[measure] is not None), default=None)

        def collection(days):
            first = min(days, default=None)
            return first if first is None or self.first is None else min(first, self.first)

        def syncs(shop):
            return collection([instant(wishlist[shop + "LastSynced"]) // 86400000
                               for wishlist in self.wishlists.values()
                               if wishlist.get(shop + "LastSynced")])

        def both(one, other):
            return None if one is None or other is None else max(one, other)

        def later(days):
            return None if self.first is None else self.first + days
        return measures | {
            "signUps": collection(list(self.joined.values())), "activePlayers": self.first,
            "dailyActive": self.first, "meanDailyActive": self.first, "weeklyActive": later(6),
            "monthlyActive": later(27), "stickiness": later(27),
            "steamSyncs": syncs("steam"), "itchioSyncs": syncs("itchio"),
            "discoveriesPerSession": both(measures["impressions"], sessions),
            "likesPerSession": both(likes, sessions),
            "likeRate": both(likes, measures["impressions"]),
            "approval": both(likes, measures["dislikes"]),
        } | {key: sessions for key in [
            "sessions", "sessionsBegun", "sessionsOfOneInstant", "sessionSecondsLowerQuartile",
            "sessionSecondsMedian", "sessionSecondsUpperQuartile"]}

    def known(self, kpi, on):
        return kpi not in self.starts or (
            self.starts[kpi] is not None and self.starts[kpi] <= on)

    def first_of(self, kpi, first, last):
        """The day of a period on which a KPI must be recorded: a ratio on all of its recorded days."""
        is_ratio = kpi in RATES or kpi.startswith("sessionSeconds") or kpi in (
            "discoveriesPerSession", "likesPerSession", "meanDailyActive")
        return min(last, max(first, self.first or first)) if is_ratio else last

    def has(self, rate):
        """Whether either part of a rate was ever recorded."""
        likes = bool({"likes", "superLikes"} & self.recorded)
        return {
            "likeRate": likes and "impressions" in self.recorded,
            "clickRate": {"detailOpens", "impressions"} <= self.recorded,
            "approval": likes and "dislikes" in self.recorded,
        }[rate]

    def tally_by_game_and_day(self):
        counts = defaultdict(Counter)
        for rows in self.events.values():
            for time, _, game, kind, _ in rows:
                counts[(game, time // 86400000)][kind] += 1
        tallies = {}
        # The records that each measure was counted from.
        self.sources = defaultdict(set)
        for index, kinds in counts.items():
            tally = Counter()
            swipes = ["like", "superLike", "dislike", "skip"]
            if any(kinds[kind] for kind in swipes):
                verdicts = [kinds[kind] for kind in swipes]
            else:
                verdicts = [kinds["gameLike"], 0, kinds["gameDislike"], 0]
            for measure, number in zip(["likes", "superLikes", "dislikes", "skips"], verdicts):
                tally[measure] = number
            tally["impressions"] = max(kinds["gameView"], sum(verdicts))
            swiped = kinds["dislike"] + kinds["skip"] > 0
            tally["cards"] = sum(verdicts) if swiped else tally["impressions"]
            tally["detailOpens"] = kinds["viewDetails"] or kinds["gameClick"]
            tally["wishlistAdds"] = kinds["wishlist"] or kinds["gameWishlist"]
            tally["shares"] = kinds["share"] or kinds["gameShare"]
            tally["externalClicks"] = kinds["externalLinkClick"]
            tallies[index] = tally
            verdict = "interactions" if any(kinds[kind] for kind in swipes) else "analytics"
            sources = dict.fromkeys(["likes", "superLikes", "dislikes", "skips"], verdict) | {
                "impressions": "analytics" if kinds["gameView"] > sum(verdicts) else verdict,
                "externalClicks": "analytics",
            } | {measure: "interactions" if kinds[kind] else "analytics" for measure, kind in [
                ("detailOpens", "viewDetails"), ("wishlistAdds", "wishlist"), ("shares", "share")]}
            for measure, source in sources.items():
                if tally[measure]:
                    self.sources[measure].add(source)
        return tallies

    def distinct(self, sets, first, last):
        """The larger of the two records' numbers."""
        return max(
            len(set().union(*(by_day[on] for on in range(first, last + 1) if on in by_day)))
            for by_day in sets.values())

    def sum(self, first, last):
        total = Counter()
        for on in range(first, last + 1):
            if on in self.by_day:
                total.update(self.by_day[on])
        return total

    def syncs(self, shop, first, last):
        return sum(
            1 for wishlist in self.wishlists.values() if wishlist.get(shop + "LastSynced")
            and first <= instant(wishlist[shop + "LastSynced"]) // 86400000 <= last)

    def sign_ups(self, first, last):
        return sum(1 for on in self.joined.values() if first <= on <= last)

    def kpi_day(self, on):
        """Numbers that are not recorded are left out."""
        return {kpi: number for kpi, number in self.counts_of_day(on).items() if self.known(kpi, on)}

    def counts_of_day(self, on):
        tally = self.by_day.get(on, Counter())
        return {
            "day": name(on), "signUps": count(self.sign_ups(on, on)),
            "dailyActive": count(self.distinct(self.players, on, on)),
            "weeklyActive": count(self.distinct(self.players, on - 6, on)),
            "monthlyActive": count(self.distinct(self.players, on - 27, on)),
            "sessions": count(self.distinct(self.sessions, on, on)),
            "steamSyncs": count(self.syncs("steam", on, on)),
            "itchioSyncs": count(self.syncs("itchio", on, on)),
        } | {measure: count(tally[measure]) for measure in MEASURES if measure in self.recorded}

    def period(self, first, last):
        return {kpi: number if self.known(kpi, self.first_of(kpi, first, last))
                else self.missing(kpi)
                for kpi, number in self.figures(first, last).items()}

    def missing(self, kpi):
        """Why a period has no number: the data lacks it, or begins too late."""
        return MISSING if self.starts[kpi] is None else TOO_EARLY

    def figures(self, first, last):
        tally = self.sum(first, last)
        daily = [self.distinct(self.players, on, on) for on in range(first, last + 1)]
        monthly = self.distinct(self.players, last - 27, last)
        month = [self.distinct(self.players, on, on) for on in range(last - 27, last + 1)]

        def recorded(start):
            return max(1, last + 1 - max(start, last + 1 if self.first is None else self.first))
        sessions = {
            source: len(set().union(*(
                by_day[on] for on in range(first, last + 1) if on in by_day)))
            for source, by_day in self.sessions.items()
        }
        most = max(sessions.values())
        telling = next(source for source in ["interactions", "analytics"] if sessions[source] == most)
        lengths = sorted(
            (end - begin) / 1000 for begin, end in self.spans[telling].values()
            if first <= begin // 86400000 <= last)
        positives = tally["likes"] + tally["superLikes"]
        return {
            "signUps": count(self.sign_ups(first, last)),
            "activePlayers": count(self.distinct(self.players, first, last)),
            "meanDailyActive": digits(sum(daily) / recorded(first), 2),
            "weeklyActive": count(self.distinct(self.players, last - 6, last)),
            "monthlyActive": count(monthly),
            "stickiness": digits(sum(month) / recorded(last - 27) / monthly, 4) if monthly else None,
            "sessions": count(most),
            "sessionsBegun": count(len(lengths)),
            "sessionsOfOneInstant": count(sum(1 for length in lengths if length == 0)),
            "sessionSecondsLowerQuartile": digits(quantile(lengths, 0.25), 1)
            if any(lengths) else MISSING,
            "sessionSecondsMedian": digits(quantile(lengths, 0.5), 1)
            if any(lengths) else MISSING,
            "sessionSecondsUpperQuartile": digits(quantile(lengths, 0.75), 1)
            if any(lengths) else MISSING,
            "steamSyncs": count(self.syncs("steam", first, last)),
            "itchioSyncs": count(self.syncs("itchio", first, last)),
            "discoveriesPerSession": MISSING if "impressions" not in self.recorded
            else digits(tally["impressions"] / most, 2) if most else None,
            "likesPerSession": MISSING if not {"likes", "superLikes"} & self.recorded
            else digits(positives / most, 2) if most else None,
        } | {measure: count(tally[measure]) if measure in self.recorded else MISSING for measure in MEASURES} | {
            "likeRate": (wilson(positives, tally["cards"], self.effect(first, last)) or "tooFew")
            if self.has("likeRate") else MISSING,
            "approval": (wilson(positives, positives + tally["dislikes"], self.effect(first, last)) or "tooFew")
            if self.has("approval") else MISSING,
        }

    def not_recorded(self, first, last):
        lacking = ([measure for measure in MEASURES if measure not in self.recorded]
                   + [rate for rate in RATES if not self.has(rate)]
                   + ([] if any(row[3] == "gameView" for row in self.events["analytics"])
                      else ["views"]))
        own = self.period(first, last)
        # Sessions of one event have no duration, and then it counts as not recorded.
        return lacking + [
            kpi for kpi in own if kpi not in lacking
            and (not self.known(kpi, self.first_of(kpi, first, last)) or kpi.startswith("sessionSeconds") and own[kpi] in (None, MISSING))]

    def effect(self, first, last):
        """The design effect: a player counts once per game, day and kind of event."""
        counts = defaultdict(lambda: defaultdict(set))
        kinds = defaultdict(Counter)
        for source, rows in self.events.items():
            for time, player, game, kind, _ in rows:
                on = time // 86400000
                if first <= on <= last:
                    kinds[game, on][kind] += 1
                    counts[game, on][source, player].add(kind)
        players = defaultdict(lambda: [0, 0])
        for index, own in counts.items():
            count, swipes = kinds[index], {"like", "superLike", "dislike", "skip"}
            swiped = any(count[kind] for kind in swipes)
            shown = swipes if swiped else (
                {"gameView"} if count["gameView"] > count["gameLike"] + count["gameDislike"]
                else {"gameLike", "gameDislike"})
            for (source, player), done in own.items():
                if (source == "interactions") == swiped:
                    players[source, player][0] += len(done & {"like", "superLike", "gameLike"})
                    players[source, player][1] += len(done & shown)
        return design_effect([own for own in players.values() if own[1]] or [(0, 1)])

    def changes(self, first, last, first_before, last_before):
        """The change of each KPI between two periods, in the recorded days of each."""
        found = {}
        for start in {day for day in self.starts.values() if day is not None and day <= first_before}:
            changes = self.changes_since(start, first, last, first_before, last_before)
            found |= {kpi: change for kpi, change in changes.items() if self.starts[kpi] == start}
            lacking = dict.fromkeys(changes)
        return (lacking | found) if found else {}

    def changes_since(self, start, first, last, first_before, last_before):
        length = last - first + 1
        since = max(last + 1 - max(91, 2 * length), self.first, start)
        days = range(since, last + 1)
        weeks = [(end - 6, end) for end in range(last, since + 5, -7)][::-1]
        parts = [(on, on) for on in days] if length == 1 else weeks
        windows = Windows(parts, [1] * len(parts), *((1, 7) if length == 1 else (2, 2)), first)

        def exposure(value, start, end):
            """The days, weighted by weekday factors."""
            sums, counts = Counter(), Counter()
            for on in range(weeks[0][0] if weeks else last + 1, last + 1):
                sums[on % 7] += value(on)
                counts[on % 7] += 1
            mean = sum(sums.values()) / max(1, sum(counts.values()))
            return sum((sums[on % 7] + 100) / (counts[on % 7] * mean + 100)
                       for on in range(start, end + 1))

        def change(daily, now, before):
            found = windows.of([sum(map(daily, range(start, end + 1))) for start, end in parts])
            if not now or not before or not found:
                return None
            own, past = (max(1, sum(map(daily, range(start, end + 1))))
                         for start, end in [(first, last), (first_before, last_before)])
            return ratio(
                math.log(now / exposure(daily, first, last))
                - math.log(before / exposure(daily, first_before, last_before)),
                max(1 / now + 1 / before, found[0] * (1 / own + 1 / past)), found[1])

        def of_days(daily):
            return change(daily, *(sum(map(daily, range(start, end + 1)))
                                   for start, end in [(first, last), (first_before, last_before)]))

        def distinct(sets):
            """In one record only: the same one has most in both periods."""
            counts = [[len(set().union(*(by_day[on] for on in range(start, end + 1) if on in by_day)))
                       for by_day in (sets["interactions"], sets["analytics"])]
                      for start, end in [(first, last), (first_before, last_before)]]
            records = [own.index(max(own)) for own in counts]
            return [max(own) for own in counts] if len(set(records)) == 1 else [0, 0]

        def share(start, end):
            tally = self.sum(start, end)
            return (tally["likes"] + tally["superLikes"], tally["cards"], self.effect(start, end))

        return {
            "activePlayers": change(
                lambda on: self.distinct(self.players, on, on), *distinct(self.players)),
            "signUps": of_days(lambda on: self.sign_ups(on, on)),
            "sessions": change(
                lambda on: self.distinct(self.sessions, on, on), *distinct(self.sessions)),
        } | {
            measure: of_days(lambda on, measure=measure: self.by_day[on][measure])
            for measure in MEASURES
        } | {"likeRate": change_of_shares(share(first, last), share(first_before, last_before))}

    def ranges(self):
        """The ranges of the page that the data covers, and the 28 days."""
        found = []
        for range_name, length in RANGES.items():
            first, last = self.night - length, self.night - 1
            if range_name != "28-days" and (self.first is None or first < self.first):
                continue
            first_before, last_before = first - length, first - 1
            if range_name == "yesterday":
                first_before = last_before = first - 7
            covers = self.first is not None and self.first <= first_before
            found.append({
                "range": range_name,
                "period": {"from": name(first), "to": name(last), "days": count(length)},
                "previousPeriod": {"from": name(first_before), "to": name(last_before)}
                if covers else None,
                "current": self.period(first, last),
                "previous": self.period(first_before, last_before) if covers else None,
                "changes": self.changes(first, last, first_before, last_before) if covers else {},
            })
        return found

    def part(self, kpi, game, on):
        """A game's part of a KPI on a day, and its trials; 0 trials for a count."""
        tally = self.tallies.get((game, on), Counter())
        positives = tally["likes"] + tally["superLikes"]
        if kpi == "likeRate":
            return positives, tally["cards"]
        return (positives if kpi == "likes" else tally[kpi]), 0

    def players_of_one_game(self, source, on):
        """By game: the players who had events with no other game on the day."""
        games = defaultdict(set)
        for time, player, game, _, _ in self.events[source]:
            if time // 86400000 == on:
                games[player].add(game)
        return Counter(next(iter(of)) for of in games.values() if len(of) == 1)

    def contributions(self, alert):
        """By game, of those that contribute to an alert: its excess, and its share."""
        on, kpi = day(alert["day"]), alert["kpi"]
        value, _, expected = self.tests[kpi, on]
        step = 7 if kpi == "dailyActive" else 1
        days = [one for one in range(on - DAYS, on + 1, step) if one >= self.first]
        if kpi == "dailyActive":
            sizes = {source: len(days.get(on, ())) for source, days in self.players.items()}
            source = max(sizes, key=sizes.get)
            counts = {one: self.players_of_one_game(source, one) for one in days}
            parts = {game: [(counts[one][game], 0) for one in days]
                     for game in set().union(*counts.values())}
        else:
            parts = {game: [self.part(kpi, game, one) for one in days]
                     for game in {game for game, _ in self.tallies}}
        parts = {game: part for game, part in parts.items() if any(map(sum, part))}
        totals = [tuple(map(sum, zip(*(part[index] for part in parts.values()))))
                  for index in range(len(days))] if parts else []
        rate, found = kpi == "likeRate", {}
        for game, part in parts.items():
            whole = (value - expected) * (totals[-1][1] if rate else 1)
            before = sum(one for one, _ in part[:-1])
            base = sum(one[rate] for one in (part if rate else totals)[:-1])
            usual = (part[-1][1] if rate else expected * totals[-1][0] / value) * before / max(1, base)
            if (part[-1][0] - usual) / whole < 0.1:
                continue
            points = [
                (one, mine[0], total[0],
                 math.log(mine[1] / (total[1] - mine[1])) if rate else 0)
                for one, mine, total in zip(days, part, totals)
                if total[0] > 0 and (not rate or 0 < mine[1] < total[1])
            ]
            test = regression(points) if points and points[-1][0] == on else None
            if test is None:
                if rate or before > 0:
                    continue
            else:
                mean, deviation, probability, _ = test
                if deviation * whole <= 0 or probability * len(parts) > 0.05:
                    continue
                if not rate:
                    usual = expected * mean / value
            excess = part[-1][0] - usual
            if excess / whole >= 0.1:
                found[game] = (excess, excess / whole)
        return found

    def finding_differences(self, report):
        """Contributors whose numbers are others than those of the events, and games left out."""
        reported = sorted(
            (one for finding in report["findings"] for one in finding["missingEvents"]),
            key=lambda one: (one["source"], one["day"]))
        evaluated = report["alerts"]["evaluated"]
        found = differences(
            self.missing_events(day(evaluated["from"]), day(evaluated["to"])), reported, "/missing")
        for finding in report["findings"]:
            if not finding["contributors"]:
                continue
            first = finding["contributors"][0]
            alert = next(one for one in report["alerts"]["alerts"]
                         if (one["kpi"], one["day"]) == (first["kpi"], first["day"]))
            parts = self.contributions(alert)
            named = sorted(parts, key=lambda game: (-parts[game][1], game.encode()))[:3]
            path = "/findings/" + first["day"]
            found += differences(
                named, [one["gameId"] for one in finding["contributors"]], path)
            for one in finding["contributors"]:
                excess, share = parts[one["gameId"]]
                found += differences(
                    {"excess": digits(excess, 1), "share": digits(min(share, 9.99), 4)}, one, path)
        return found

    def annotations(self, first):
        """The annotations from a day on that were not withdrawn, by day and id."""
        shown = [
            note for note in self.notes.values()
            if note.get("isActive") is not False and note.get("text", "").strip()
            and is_date(note.get("day")) and first <= day(note["day"][:10]) < self.night
        ]
        # Records without an id have a hash of their content, whose order is not computed here.
        shown.sort(key=lambda note: (note["day"][:10], note.get("id", "").encode()))
        return [
            {"number": count(index + 1), "day": note["day"][:10], "text": note["text"].strip()}
            for index, note in enumerate(shown)
        ]

    def missing_events(self, first, last):
        """The days on which a record lost events: by its own number, or by its share of both records."""
        found = []
        sources = ["interactions", "analytics"]
        counts = {source: Counter(row[0] // 86400000 for row in self.events[source])
                  for source in sources}

        def test(on, point):
            past = [one for one in map(point, range(on - DAYS, on)) if one]
            today = point(on)
            return regression(past + [today]) if len(past) >= 28 and today else None

        for on in range(first, last + 1):
            def together(one):
                pair = [counts[source][one] for source in sources]
                return (one, pair[0], sum(pair), 0) if all(pair) else None

            tests = [
                test(on, lambda one, source=source: (one, counts[source][one], None, 0)
                     if counts[source][one] or one == on else None)
                for source in sources
            ] + [test(on, together)]
            known = [index for index, one in enumerate(tests) if one]
            unusual = {known[index] for index in findings([tests[one][2] for one in known], 1 / 300)}
            for index, source in enumerate(sources):
                if not tests[index]:
                    continue
                expected = tests[index][0]
                share = counts[source][on] / expected
                fell = tests[2] and (1 if index else -1) * tests[2][1] > 0
                if (index in unusual and share <= 0.5) or (2 in unusual and fell and share <= 0.75):
                    found.append({
                        "source": source, "day": name(on), "events": count(counts[source][on]),
                        "expected": digits(expected, 1),
                    })
        return sorted(found, key=lambda one: (one["source"], one["day"]))

    def catalogue(self, first, last):
        shown, ever = Counter(), Counter()
        for (game, on), tally in self.tallies.items():
            ever[game] += tally["impressions"]
            if first <= on <= last:
                shown[game] += tally["impressions"]
        out, announced = [], 0
        for id, game in self.games.items():
            if game.get("isActive") is False or game.get("releaseStatus") == "cancelled":
                continue
            release = game.get("releaseDate")
            later = release and instant(release) >= self.night * 86400000
            if game.get("releaseStatus") == "upcoming" or later:
                announced += 1
            else:
                out.append(id)
        top = (len(out) + 99) // 100
        impressions = sorted((shown[id] for id in out), reverse=True)
        total = sum(impressions)
        return {
            "gamesOut": count(len(out)), "gamesAnnounced": count(announced),
            "notShownInPeriod": count(sum(1 for number in impressions if number == 0))
            if "impressions" in self.recorded else None,
            "neverShown": count(sum(1 for id in out if ever[id] == 0))
            if "impressions" in self.recorded else None, "topGames": count(top),
            "topShare": digits(sum(impressions[:top]) / total, 4) if total else None,
        }

    def retention(self, grain):
        active = defaultdict(set)
        for on, players in self.players["interactions"].items():
            for player in players:
                active[player].add(on)
        cohorts = defaultdict(list)
        for id, on in self.joined.items():
            if on >= self.night:
                continue
            date = EPOCH + datetime.timedelta(days=on)
            start = date.replace(day=1) if grain == "month" else date - datetime.timedelta(
                days=date.weekday())
            cohorts[start].append((id, on))
        # Days before the record's first day have no players.
        first = min(self.players["interactions"], default=self.night)
        rows = []
        for start in sorted(cohorts)[-(12 if grain == "month" else 13):]:
            year, week, _ = start.isocalendar()
            row = {
                grain: start.isoformat()[:7] if grain == "month" else "%d-W%02d" % (year, week),
                "from": start.isoformat(), "signUps": count(len(cohorts[start])),
            }
            for offset in OFFSETS:
                members = cohorts[start]
                end = (start + datetime.timedelta(days=31)).replace(day=1) if grain == "month" \
                    else start + datetime.timedelta(days=7)
                is_over = (end - EPOCH).days - 1 + offset < self.night
                is_recorded = min(on for _, on in members) + offset >= first
                row["day%d" % offset] = wilson(
                    sum(1 for id, on in members if on + offset in active[id]),
                    len(members) if is_over and is_recorded else 0)
            rows.append(row)
        return rows

    def alerts(self, first, last, recorded):
        def values(on):
            tally = self.by_day.get(on, Counter())
            positives = tally["likes"] + tally["superLikes"]
            kpi = self.counts_of_day(on)
            row = {
                key: (int(kpi[key]), None) for key in ["signUps", "dailyActive", "sessions"]
            }
            row |= {
                key: (tally[key], None)
                for key in ["impressions", "detailOpens"]
            }
            row["likes"] = (positives, None)
            row |= {
                key: (tally[key], None)
                for key in ["wishlistAdds", "shares", "externalClicks"]
            }
            row["likeRate"] = (positives, tally["cards"]) if tally["cards"] else None
            return row

        watched = []
        for kpi in ["signUps", "dailyActive", "sessions", "impressions", "detailOpens", "likes",
                    "wishlistAdds", "shares", "externalClicks", "likeRate"]:
            if kpi == "signUps":
                holds = bool(self.joined)
            elif kpi == "sessions":
                holds = any(self.sessions.values())
            elif kpi in ("likes", "likeRate"):
                holds = "likes" in recorded or "superLikes" in recorded
            else:
                holds = kpi in recorded or kpi == "dailyActive"
            if holds:
                watched.append(kpi)
        known, found, judged, young = {}, [], set(), set()
        # By KPI and day of an alert: the value, its trials and the expected value.
        self.tests = {}
        for on in range(last, max(first, last - 6) - 1, -1):
            if self.first is None or on < self.first:
                continue
            for one in range(on - DAYS, on + 1):
                if one not in known:
                    known[one] = values(one)
            tests = []
            for kpi in watched:
                if known[on][kpi] is None:
                    continue
                past = [
                    (one, *known[one][kpi], 0) for one in range(max(self.first, on - DAYS), on)
                    if known[one]["dailyActive"][0] and known[one][kpi] is not None
                ]
                while past and past[0][1] == 0:
                    past.pop(0)
                test = regression(past + [(on, *known[on][kpi], 0)], 1 / 30)
                if len(past) < 28 or test is None:
                    young.add(kpi)
                    continue
                judged.add(kpi)
                tests.append((kpi, len(past), test))
            probabilities = [test[2] for _, _, test in tests]
            posted = findings(probabilities, 1 / 300)
            for index in findings(probabilities, 1 / 30):
                kpi, days, (expected, deviation, _, usual) = tests[index]
                value, trials = known[on][kpi]
                trials = trials or 1
                self.tests[kpi, on] = (value / trials, trials, expected / trials)
                places = 4 if kpi == "likeRate" else 1
                found.append({
                    "kpi": kpi, "day": name(on), "value": digits(value / trials, places),
                    "expected": digits(expected / trials, places),
                    "lower": digits(usual[0] / trials, places),
                    "upper": digits(usual[1] / trials, places),
                    "direction": "up" if value > expected else "down",
                    "deviation": digits(deviation, 2), "days": count(days),
                    "posted": index in posted,
                })
        return {
            "evaluated": {"from": name(max(first, last - 6)), "to": name(last)},
            "alerts": found, "evaluatedKPIs": [kpi for kpi in watched if kpi in judged],
            "tooEarly": [kpi for kpi in watched if kpi in young and kpi not in judged],
        }


def differences(expected, reported, path=""):
    """Each path at which the report differs from the expected value."""
    if isinstance(expected, dict):
        if not isinstance(reported, dict):
            return ["%s: expected %r, found %r" % (path, expected, reported)]
        return [
            found for key, value in expected.items()
            for found in differences(value, reported.get(key, "nothing"), path + "/" + key)
        ]
    if isinstance(expected, list):
        if not isinstance(reported, list) or len(reported) != len(expected):
            return ["%s: expected %d entries, found %r" % (path, len(expected), reported)]
        return [
            found for index, value in enumerate(expected)
            for found in differences(value, reported[index], "%s[%d]" % (path, index))
        ]
    return [] if expected == reported else ["%s: expected %r, found %r" % (path, expected, reported)]


def numbers(value):
    """Every number of a document, in its digits."""
    if isinstance(value, dict):
        return [number for inner in value.values() for number in numbers(inner)]
    if isinstance(value, list):
        return [number for inner in value for number in numbers(inner)]
    return [value] if isinstance(value, str) else []


def table_differences(report, path):
    """Each number of the document that the table lacks, or has in other digits."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = {(row["section"], row["item"], row["from"], row["measure"]): row
                for row in csv.DictReader(file)}
    found, start = [], report["period"]["from"]

    def compare(section, item, on, measure, value):
        where = "csv/%s/%s/%s/%s" % (section, item, on, measure)
        row = rows.get((section, item, on, measure))
        if value is None or row is None:
            if (value is None) != (row is None):
                found.append(where + ": a row without a value, or a value without a row")
        elif isinstance(value, dict):
            keys = [("estimate" if "estimate" in value else "ratio", "value"), ("lower", "lower"),
                    ("upper", "upper"), ("successes", "successes"), ("trials", "trials")]
            for key, column in keys:
                found.extend(differences(value.get(key, ""), row[column], where))
        else:
            column = "text" if value in (MISSING, TOO_EARLY, "tooFew") else "value"
            found.extend(differences(value, row[column], where))

    for part in ("current", "previous", "changes", "catalogue"):
        for key, value in (report[part] or {}).items():
            on = report["previousPeriod"]["from"] if part == "previous" else start
            compare(part, "", on, key, value)
    if report["previous"] is None and any(row[0] == "previous" for row in rows):
        found.append("csv/previous: a row for a period that is not in the document")
    for entry in report.get("ranges", []):
        for part, days in (("current", "period"), ("previous", "previousPeriod")):
            for key, value in (entry[part] or {}).items():
                compare("ranges", entry["range"], entry[days]["from"], part + "." + key, value)
    for entry in report["days"]:
        for key, value in entry.items():
            if key != "day":
                compare("days", entry["day"], entry["day"], key, value)
    for section, grain in [("retention", "month"), ("weeklyRetention", "week")]:
        for cohort in report[section]:
            for offset in OFFSETS:
                key = "day%d" % offset
                compare(section, cohort[grain], start, key, cohort[key])
    for alert in report["alerts"]["alerts"]:
        for key in ("value", "expected", "lower", "upper", "deviation"):
            compare("alerts", alert["kpi"], alert["day"], "alerts." + key, alert[key])
    return found


def main():
    folder, reports = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    with open(reports / "kpi.json", encoding="utf-8") as file:
        report = json.load(file, parse_float=str, parse_int=str)
    night = day(report["date"])
    world = World(folder, night)
    first, last = day(report["period"]["from"]), day(report["period"]["to"])
    length = last - first + 1
    chart = range(min(first, last - 89), last + 1) if length < 90 else range(first, last + 1)
    whole = (world.first, night - 1) if world.first is not None else (night - 1, night - 1)
    # The previous period is null unless the data covers all of it.
    covers_before = world.first is not None and world.first <= first - length
    total = world.sum(*whole)
    recorded = world.recorded
    impressions = world.sum(first, last)["impressions"]

    def covered(step):
        return world.known(step, min(last, max(first, world.first or first)))
    expected = {
        "period": {"from": name(first), "to": name(last), "days": count(length)},
        "previousPeriod": {"from": name(first - length), "to": name(first - 1)}
        if covers_before else None,
        "notRecorded": world.not_recorded(first, last),
        "current": world.period(first, last),
        "previous": world.period(first - length, first - 1) if covers_before else None,
        "allTime": {
            "from": name(whole[0]), "to": name(whole[1]),
            "users": count(sum(
                1 for id in world.users if world.joined.get(id, night - 1) < night)),
        } | {measure: count(total[measure]) for measure in MEASURES},
        "catalogue": world.catalogue(first, last),
        "funnel": [
            {
                "step": step,
                "count": count(world.sum(first, last)[step]) if covered(step) else MISSING,
                "shareOfImpressions": MISSING if not covered(step)
                else digits(world.sum(first, last)[step] / impressions, 4) if impressions else None,
            } for step in ["impressions", "detailOpens", "wishlistAdds", "externalClicks"]
        ],
        "retention": world.retention("month"), "weeklyRetention": world.retention("week"),
        "alerts": world.alerts(first, last, recorded),
        "freshness": [
            {
                "source": source,
                "hoursBeforeNight": digits(
                    (night * 86400000 - max(row[0] for row in rows)) / 3600000, 1) if rows else None,
            } for source, rows in world.events.items()
        ],
        "days": [world.kpi_day(on) for on in chart],
    }
    if "ranges" in report:
        expected["ranges"] = world.ranges()
    expected["annotations"] = world.annotations(min(chart.start, night - 364))
    expected["changes"] = (
        world.changes(first, last, first - length, first - 1) if covers_before else {})
    found = differences(expected, report) + table_differences(report, reports / "kpi.csv")
    found += world.finding_differences(report)
    for difference in found:
        print(difference)
    print("%d numbers compared, %d differ" % (len(numbers(expected)), len(found)))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
