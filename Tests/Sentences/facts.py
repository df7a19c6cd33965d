"""Exact numbers of one night, counted from the NDJSON: for check.py.

Reads the events as Tests/FindieReportsTests/count_world.py and Tests/Oracles/team_kpis.py do, without any code of
findie. Nothing here is rounded or suppressed: what a page may say of a number is decided in patterns.py.
"""

import collections
import datetime
import functools
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "FindieReportsTests"), str(HERE.parent / "Oracles")]

import count_cuts  # noqa: E402
import count_reports  # noqa: E402
import count_world  # noqa: E402
import team_kpis  # noqa: E402
from count_world import DAY, STEPS, records, weeks  # noqa: E402

MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December"]


def date(text):
    return datetime.date.fromisoformat(text)


def words(day):
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def short(day):
    return f"{day.day} {MONTHS[day.month - 1][:3]}"


def from_to(first, last):
    if first == last:
        return words(last)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{words(last)}"
    return (words(first)[:-5] if first.year == last.year else words(first)) + " – " + words(last)


class ExactCuts(count_cuts.Cuts):
    """The cells of breakdowns, as they are before they are rounded."""

    def rounded(self, counts):
        return counts


class Facts:
    """- k: the least number of players; is_rounded: whether numbers of events are rounded; edition: the first day
    after the closed weeks, or None."""

    def __init__(self, folder, night, zone, k, is_rounded, edition):
        self.world = count_world.World(folder, night, zone, edition)
        self.team = team_kpis.World(folder, (night - datetime.date(1970, 1, 1)).days)
        self.k, self.is_rounded, self.edition = k, is_rounded, edition
        self.cuts = ExactCuts(self.world, k)
        self.rules = count_reports.Comparison(self.world, k)
        self.by_studio = collections.defaultdict(list)
        for game, record in self.world.games.items():
            self.by_studio[record["developerId"]].append(game)
        self.cache = {}
        self.titles = {game: shown(record.get("title") or "") for game, record in self.world.games.items()}
        self.developers = {record["id"]: record.get("studioName") or "" for record in records(folder, "developers")}
        self.studios = collections.defaultdict(list)
        self.developers = {**dict.fromkeys(self.by_studio, ""), **self.developers}
        for developer, name in self.developers.items():
            self.studios[shown(name) or "Unnamed studio"].append(self.by_studio.get(developer, []))

    def day(self, on):
        """The team's numbers of a day."""
        return self.kept("day", self.team.kpi_day, on)

    def catalogue(self, first, last):
        return self.kept("catalogue", self.team.catalogue, first, last)

    def retention(self, grain):
        return self.kept("retention", self.team.retention, grain)

    def kept(self, name, count, *arguments):
        key = name, *arguments
        if key not in self.cache:
            self.cache[key] = count(*arguments)
        return self.cache[key]

    def team_count(self, games, first, last):
        """Some games' counts in some UTC days."""
        total = collections.Counter()
        days = range((first - datetime.date(1970, 1, 1)).days, (last - datetime.date(1970, 1, 1)).days + 1)
        for game in games:
            for day in days:
                total.update(self.team.tallies.get((game, day), {}))
        return total

    def count(self, games, period):
        key = "count", tuple(games), period, self.world.open_day
        if key not in self.cache:
            total = collections.Counter()
            for game in games:
                for day, tally in self.world.tallies.get(game, {}).items():
                    if period[0] <= day <= period[1]:
                        total.update(tally)
            self.cache[key] = total
        return self.cache[key]

    def players(self, games, period, later=None):
        """By player the step that was reached, of the record that the players are counted from: of a period before,
        the record of its period if that has k players."""
        key = "players", tuple(games), period, later
        if key in self.cache:
            return self.cache[key]
        by_source = {source: collections.defaultdict(int) for source in ("interactions", "analytics")}
        for event in self.world.events(games, period):
            own = by_source[event.source]
            own[event.player] = max(own[event.player], STEPS.get(event.kind, 0))
        swipers, viewers = by_source["interactions"], by_source["analytics"]
        if later and len(by_source[later]) >= self.k:
            source = later
        elif max(len(swipers), len(viewers)) < self.k:
            source = "interactions" if swipers or not viewers else "analytics"
        else:
            source = "analytics" if len(viewers) > len(swipers) else "interactions"
        self.cache[key] = source, dict(by_source[source])
        return self.cache[key]

    def first_day(self):
        return self.kept("first day", self.world.first_day)

    def tags(self, game):
        """The players who like a game, and by tag that it lacks: those who also like games with the tag, and
        the number that would be usual. Nothing is rounded."""
        tags, games, players, likers, known = self.world.liked_tags(self.k)
        own = collections.Counter(tag for player in likers[game] for tag in players[player])
        lacking = [tag for tag in tags if tag not in games[game]]
        all_own, all_known = sum(own[tag] for tag in lacking), sum(known[tag] for tag in lacking)
        count = len(likers[game])
        return count, {tag: (own[tag], all_own / all_known * known[tag] if all_known else 0)
                       for tag in lacking}

    def platform(self, game, period, source, platform):
        """The share of a game's impressions in one record that come from a platform."""
        counts = collections.Counter()
        for day, events in self.world.by_game[game].items():
            if period[0] <= day <= period[1]:
                own = [event for event in events if event.source == source]
                kinds = collections.Counter(event.kind for event in own)
                views = kinds["gameView"] > kinds["gameLike"] + kinds["gameDislike"]
                for event in own:
                    value = count_reports.platform_of(event.cuts.get("deviceType", ""))
                    counts[value] += count_cuts.counted(event, views)["impressions"]
        return counts[platform] / sum(counts.values()) if counts else None

    def cells(self, cut, kind, games, studio):
        key = "cells", cut, kind, tuple(games), self.world.open_day
        if key not in self.cache:
            self.cache[key] = self.cuts.published(cut, kind, games, studio)
        return self.cache[key]

    def looks(self, games, period):
        return [event.seconds for event in self.world.events(games, period)
                if event.seconds is not None and event.kind in ("like", "superLike", "dislike", "skip")]


class Scope:
    """Some games of a studio in a period: exact counts, and what the report's JSON has of them."""

    def __init__(self, facts, report, games, entry, doc, is_ever=False):
        self.facts, self.report, self.games, self.entry, self.doc = facts, report, games, entry, doc
        self.studio = facts.by_studio[report["developerId"]]
        self.k, self.is_ever = facts.k, is_ever
        self.kind = entry["kind"]
        self.period = date(entry["range"]["from"]), date(entry["range"]["to"])
        self.before = date(entry["before"]["from"]), date(entry["before"]["to"])

    @functools.cached_property
    def now(self):
        return self.facts.count(self.games, self.period)

    @functools.cached_property
    def past(self):
        """None if the period before is not recorded."""
        return self.facts.count(self.games, self.before) \
            if self.facts.first_day() <= self.before[0] and not self.is_ever else None

    @functools.cached_property
    def steps(self):
        source, players = self.facts.players(self.games, self.period)
        reached = [sum(step <= own for own in players.values()) for step in range(4)]
        return source, reached

    @property
    def players(self):
        return self.steps[1][0]

    @functools.cached_property
    def players_before(self):
        if self.past is None:
            return None
        later = self.steps[0] if self.facts.world.events(self.games, self.period) else None
        return len(self.facts.players(self.games, self.before, later)[1])

    def rate(self, name="likeRate", counts=None):
        """The exact rate, or None."""
        counts = self.now if counts is None else counts
        likes = counts["likes"] + counts["superLikes"]
        up, of = {"likeRate": (likes, counts["cards"]), "clickRate": (counts["detailOpens"], counts["cards"]),
                  "approval": (likes, likes + counts["dislikes"])}[name]
        return up / of if of and self.facts.world.has(name) else None

    def change(self, measure):
        """The exact change of a count: its ratio and the ends of its interval."""
        world, (n, n0) = self.facts.world, (self.now[measure], (self.past or {}).get(measure, 0))
        if not n or not n0:
            return None
        days = [self.period, self.before]
        ratio = n / world.exposure(days[0]) / (n0 / world.exposure(days[1]))
        found = world.dispersion(self.games, self.period, measure)
        if not found:
            return ratio, None, None
        half = 2.718281828459045 ** (found[1] * (found[0] * (1 / n + 1 / n0)) ** 0.5)
        return ratio, ratio / half, ratio * half

    def ratio(self):
        """The exact change of impressions."""
        world = self.facts.world
        return self.now["impressions"] / world.exposure(self.period) / (
            self.past["impressions"] / world.exposure(self.before))

    def app_change(self):
        """The change of the impressions of all other studios' games."""
        world = self.facts.world
        n, n0 = (self.facts.count(world.tallies, days)["impressions"]
                 - self.facts.count(self.studio, days)["impressions"] for days in (self.period, self.before))
        return n / world.exposure(self.period) / (n0 / world.exposure(self.before))

    @functools.cached_property
    def parts(self):
        """New and returning players; None if nothing was recorded before."""
        if self.facts.first_day() >= self.period[0]:
            return None
        source, players = self.facts.players(self.games, self.period)
        new = sum(self.facts.world.first[source, player] >= self.period[0] for player in players)
        return new, len(players) - new

    @property
    def in_words(self):
        """The ways to name the period."""
        first, last = self.period
        weeks = (last - first).days // 7 + 1
        if self.kind == "isoWeek":
            return [f"the week {own} ({self.entry['name']})"
                    for own in (f"from {words(first)}", f"of {from_to(first, last)}")]
        if self.kind in ("last4Weeks", "last13Weeks"):
            return [f"the {weeks} weeks {own}" for own in (f"to {words(last)}", f"of {from_to(first, last)}")]
        return [{"day": words(last), "month": f"{MONTHS[first.month - 1]} {first.year}", "quarter": quarter(last)}[
            self.kind]]

    @property
    def before_in_words(self):
        first, last = self.before
        weeks = (last - first).days // 7 + 1
        return {"day": "the day before", "isoWeek": "the week before",
                "month": f"{MONTHS[first.month - 1]} {first.year}", "last4Weeks": f"the {weeks} weeks before",
                "last13Weeks": f"the {weeks} weeks before", "quarter": quarter(last)}[self.kind]

    @property
    def when(self):
        return [("on " if self.kind == "day" else "in ") + own for own in self.in_words]

    @property
    def when_before(self):
        return ("on " if self.kind == "day" else "in ") + self.before_in_words


def quarter(day):
    return f"the {['first', 'second', 'third', 'fourth'][(day.month - 1) // 3]} quarter of {day.year}"


class Studio:
    """One studio's report, and its scopes."""

    def __init__(self, facts, report):
        self.facts, self.report = facts, report
        night = date(report["date"])
        self.open_day = facts.world.open_day_of(night)
        facts.world.open_day = self.open_day
        self.games = facts.by_studio[report["developerId"]]
        self.titles = collections.defaultdict(list)
        for game in self.games:
            self.titles[shown(facts.world.games[game].get("title") or "")].append(game)
        self.by_index = self.games

    def scope(self, kind, game=None):
        entry = next(own for own in self.report["periods"] if own["kind"] == kind)
        doc = entry["studio"] if game is None else next(
            (own for own in entry["games"] if own["gameId"] == game), {})
        return Scope(self.facts, self.report, self.games if game is None else [game], entry, doc)

    def ever(self, game=None):
        entry = {"kind": "ever", "name": "", "range": self.report["allTimePeriod"],
                 "before": self.report["allTimePeriod"]}
        return Scope(self.facts, self.report, self.games if game is None else [game], entry,
                     self.report["allTime"] if game is None else {}, is_ever=True)

    def weeks(self):
        """The recorded weeks, with the days that are recorded."""
        since = self.facts.first_day()
        return [week for week in weeks(self.open_day) if week[1] >= since]

    def week(self, days, game=None):
        kind = {"kind": "isoWeek", "name": "", "range": {"from": str(days[0]), "to": str(days[1])},
                "before": {"from": str(days[0] - 7 * DAY), "to": str(days[1] - 7 * DAY)}}
        number = weeks(self.open_day).index(days)
        return Scope(self.facts, self.report, self.games if game is None else [game], kind,
                     self.report["weeks"][number] if game is None else {})


def shown(title):
    """A title as pages show it; only the length is cut."""
    title = " ".join(title.split())
    return title if len(title) <= 120 else title[:119].rstrip() + "…"

