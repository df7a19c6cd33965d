"""What may be told of cuts, decided week by week from the events: for count_reports.py."""

import collections
import datetime

from count_world import DAY, GENRES, LOGGED, MEASURES, OTHERS, VERDICTS

CUTS = ["genrePreference", "deviceType", "appVersion", "shop", "surface"]
WEEKS = {"isoWeek": 1, "last28Days": 4, "last90Days": 13}
MONDAY = datetime.date(1970, 1, 5)


class Scope:
    """One game's events by a cut, week by week."""

    def __init__(self, cuts, cut, source, game):
        self.cut = cut
        self.players = collections.defaultdict(lambda: collections.defaultdict(set))
        self.others = collections.defaultdict(lambda: collections.defaultdict(set))
        self.counts = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
        self.totals = collections.defaultdict(collections.Counter)
        sets = collections.defaultdict(set)
        for day, events in cuts.world.by_game[game].items():
            week = (day - MONDAY).days // 7
            own = [event for event in events if event.source == source]
            views = any(event.kind == "gameView" for event in own)
            for event in own:
                if cut == "shop" and event.kind != "externalLinkClick":
                    continue
                values = cuts.values(event, cut)
                count = counted(event, views)
                self.totals[week].update(count)
                sets[week].add((event.player, frozenset(values)))
                for value in values:
                    self.players[week][value].add(event.player)
                    self.counts[week][value].update(count)
        self.several = {week: {player for player, values in own if len(values) > 1}
                        for week, own in sets.items()}
        names = {value for own in self.players.values() for value in own}
        for week, own in sets.items():
            for player, values in own:
                for value in names - values:
                    self.others[week][value].add(player)

    def telling(self, weeks, k):
        """The values that may be told of some weeks together."""
        def together(table):
            result = collections.defaultdict(set)
            for week in weeks:
                for value, players in table[week].items():
                    result[value] |= players
            return result
        players = together(self.players)
        told = {value for value, own in players.items() if len(own) >= k}
        if sum(1 for own in players.values() if own) < 2:
            return set()
        if self.cut == "genrePreference":
            others = together(self.others)
            told = {value for value in told if len(others[value]) == 0 or len(others[value]) >= k}
            several = set().union(*(self.several.get(week, set()) for week in weeks))
            if told == {value for value, own in players.items() if own} and 0 < len(several) < k:
                told.remove(min(told, key=lambda value: (len(players[value]), place(value))))
            return told
        while told:
            rest = set().union(*(own for value, own in players.items() if value not in told))
            if not 0 < len(rest) < k:
                break
            told.remove(min(told, key=lambda value: (len(players[value]), value)))
        return told

    def tellings(self, first, end, k):
        """Of each block of four weeks as few together as tell anything: [(weeks, values)]."""
        result = []
        for block in range(first, end, 4):
            waiting = []
            for week in range(block, min(block + 4, end)):
                waiting.append(week)
                told = self.telling(waiting, k)
                if told:
                    result.append((waiting, told))
                    waiting = []
        return result


def place(genre):
    """Genres are numbered as the contract lists them, and what is not known after them."""
    return GENRES.index(genre) if genre in GENRES else len(GENRES)


def counted(event, views):
    count = collections.Counter()
    if event.kind in VERDICTS:
        count[VERDICTS[event.kind]] += 1
        count["impressions"] += 1
    elif event.kind in ("gameLike", "gameDislike"):
        count["likes" if event.kind == "gameLike" else "dislikes"] += 1
        count["impressions"] += not views
    elif event.kind == "gameView":
        count["impressions"] += 1
    else:
        count[OTHERS.get(event.kind) or LOGGED[event.kind]] += 1
    return +count


class Cuts:
    """The cuts of a night, as they may be told."""

    def __init__(self, world, k):
        self.world = world
        self.k = k
        events = [event for days in world.by_game.values() for own in days.values()
                  for event in own if event.source == "analytics"]
        # A cut of which nothing but "unknown" is known is none.
        self.known = {cut: {"analytics"} for cut in CUTS[1:]
                      if any(event.cuts[cut] != "unknown" for event in events)}
        self.known["genrePreference"] = {
            event.source for days in world.by_game.values() for own in days.values()
            for event in own if any(genre in GENRES for genre in event.genres)}
        self.made = {}

    def values(self, event, cut):
        if cut != "genrePreference":
            return {event.cuts[cut]}
        return {genre for genre in event.genres if genre in GENRES} or {"unknown"}

    def end(self):
        """The number of the week that is not over."""
        return (self.world.open_day - MONDAY).days // 7

    def range(self, kind):
        monday = self.world.open_day - self.world.open_day.weekday() * DAY
        return monday - 7 * WEEKS[kind] * DAY, monday - DAY

    def source(self, cut, games):
        """The record that speaks of the studio's games; interactions where both do."""
        weeks = range((self.end() - 13) // 4 * 4, self.end())
        speaking = {event.source for game in games
                    for day, events in self.world.by_game[game].items()
                    if (day - MONDAY).days // 7 in weeks for event in events}
        return next((source for source in ("interactions", "analytics")
                     if source in speaking & self.known.get(cut, set())), None)

    def scope(self, cut, source, game):
        key = (cut, source, game, self.world.open_day)
        if key not in self.made:
            scope = Scope(self, cut, source, game)
            first = (self.end() - 13) // 4 * 4
            self.made[key] = scope, scope.tellings(first, self.end(), self.k)
        return self.made[key]

    def told(self, cut, kind, games, studio):
        """(source, cells by value, the total, what is suppressed); no cells where nothing is told."""
        source = self.source(cut, studio)
        if source is None:
            return source, {}, collections.Counter(), False
        own = set(range(self.end() - WEEKS[kind], self.end()))
        total, cells, unsaid = collections.Counter(), {}, []
        for game in games:
            scope, tellings = self.scope(cut, source, game)
            for week in own:
                total.update(scope.totals[week])
            told = collections.defaultdict(set)
            for weeks, values in tellings:
                if set(weeks) <= own:
                    for value in values:
                        told[value] |= set(weeks)
            suppressed = {week for week in own for value in scope.players[week]
                        if week not in told[value]}
            unsaid.append((suppressed, told))
            for value, weeks in told.items():
                if any(scope.players[week][value] for week in weeks):
                    cell = cells.setdefault(value, collections.Counter())
                    for week in weeks:
                        cell.update(scope.counts[week][value])
        at_least = {value for value in cells
                    if any(suppressed - told[value] for suppressed, told in unsaid)}
        return (source, {value: (cell, value in at_least) for value, cell in cells.items()},
                total, any(suppressed for suppressed, _ in unsaid))


def check(comparison, where, told, kind, games, studio):
    """Compares what a report tells of some of a studio's games, by all cuts in a period."""
    cuts, own = comparison.cuts, dict(told.get("breakdowns", {}))
    if kind not in WEEKS:
        comparison.same(where + " breaks nothing down",
                        not own and "suppressedBreakdowns" not in told, True)
        return
    if own:
        days = tuple(str(day) for day in cuts.range(kind))
        comparison.same(where + " weeks", (own.pop("from"), own.pop("to")) == days, True)
    nothing = []
    for cut in CUTS:
        place = f"{where}.{cut}"
        source, cells, total, is_suppressed = cuts.told(cut, kind, games, studio)
        if not cells:
            comparison.same(place + " is told", cut in own, False)
            nothing += [cut] if total else []
            continue
        telling = own.get(cut, {"cells": [], "source": ""})
        comparison.same(place + ".source", telling["source"], source)
        found = {cell["value"]: cell for cell in telling["cells"]}
        comparison.same(place + " values", sorted(found) == sorted(cells), True)
        rest = collections.Counter(total)
        for value, (cell, is_at_least) in cells.items():
            rest.subtract(cell)
            for measure in MEASURES:
                comparison.same(f"{place}.{value}.{measure}",
                                found.get(value, {}).get(measure, 0), cell[measure])
            comparison.same(f"{place}.{value} is at least",
                            found.get(value, {}).get("isAtLeast", False), is_at_least)
        if cut == "genrePreference":
            comparison.same(place + ".isSuppressed", telling.get("isSuppressed"), is_suppressed)
        else:
            for measure in MEASURES:
                comparison.same(f"{place}.suppressed.{measure}",
                                telling.get("suppressed", {}).get(measure, 0), rest[measure])
    comparison.same(where + " tells nothing of", sorted(told.get("suppressedBreakdowns", []))
                    == sorted(nothing), True)
