"""The published cells of breakdowns, determined week by week from the events: for count_reports.py."""

import collections
import datetime

from count_world import DAY, GENRES, LOGGED, MEASURES, OTHERS, VERDICTS

CUTS = ["genrePreference", "deviceType", "appVersion", "shop", "surface", "campaign", "country"]
WEEKS = {"isoWeek": 1, "last4Weeks": 4, "last13Weeks": 13}
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
            kinds = collections.Counter(event.kind for event in own)
            views = kinds["gameView"] > kinds["gameLike"] + kinds["gameDislike"]
            for event in own:
                if cut in ("shop", "campaign") and event.kind != "externalLinkClick":
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

    def published_values(self, weeks, k):
        """The values that are published for some weeks together."""
        def together(table):
            result = collections.defaultdict(set)
            for week in weeks:
                for value, players in table[week].items():
                    result[value] |= players
            return result
        players = together(self.players)
        published = {value for value, own in players.items() if len(own) >= k}
        if sum(1 for own in players.values() if own) < 2:
            return set()
        if self.cut == "genrePreference":
            others = together(self.others)
            published = {value for value in published if len(others[value]) == 0 or len(others[value]) >= k}
            several = set().union(*(self.several.get(week, set()) for week in weeks))
            if published == {value for value, own in players.items() if own} and 0 < len(several) < k:
                published.remove(min(published, key=lambda value: (len(players[value]), genre_order(value))))
            return published
        while published:
            rest = set().union(*(own for value, own in players.items() if value not in published))
            if not 0 < len(rest) < k:
                break
            published.remove(min(published, key=lambda value: (len(players[value]), value)))
        return published

    def publications(self, first, end, k):
        """For each block of four weeks, as few weeks together as publish anything: [(weeks, values)]."""
        result = []
        for block in range(first, end, 4):
            waiting = []
            for week in range(block, min(block + 4, end)):
                waiting.append(week)
                published = self.published_values(waiting, k)
                if published:
                    result.append((waiting, published))
                    waiting = []
        return result


def genre_order(genre):
    """Genres are numbered in their declared order; unknown values follow."""
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
        count["impressions"] += views
    else:
        # A neutral rating is no measure, but an event.
        count[OTHERS.get(event.kind) or LOGGED.get(event.kind, "neutral")] += 1
    return +count


class Cuts:
    """The published breakdowns of a night."""

    def __init__(self, world, k):
        self.world = world
        self.k = k
        events = [event for days in world.by_game.values() for own in days.values()
                  for event in own if event.source == "analytics"]
        # A cut whose only value is "unknown" is left out.
        self.known = {cut: {"analytics"} for cut in CUTS[1:]
                      if any(event.cuts[cut] != "unknown" for event in events)}
        self.known["genrePreference"] = {
            event.source for days in world.by_game.values() for own in days.values()
            for event in own if any(genre in GENRES for genre in event.genres)}
        self.scopes = {}

    def values(self, event, cut):
        if cut != "genrePreference":
            return {event.cuts[cut]}
        return {genre for genre in event.genres if genre in GENRES} or {"unknown"}

    def end(self):
        """The number of the incomplete week."""
        return (self.world.open_day - MONDAY).days // 7

    def range(self, kind):
        monday = self.world.open_day - self.world.open_day.weekday() * DAY
        return monday - 7 * WEEKS[kind] * DAY, monday - DAY

    def source(self, cut, games):
        """The record with the cut for the studio's games; interactions if both have it."""
        weeks = range((self.end() - 13) // 4 * 4, self.end())
        speaking = {event.source for game in games
                    for day, events in self.world.by_game[game].items()
                    if (day - MONDAY).days // 7 in weeks for event in events}
        return next((source for source in ("interactions", "analytics")
                     if source in speaking & self.known.get(cut, set())), None)

    def scope(self, cut, source, game):
        key = (cut, source, game, self.world.open_day)
        if key not in self.scopes:
            scope = Scope(self, cut, source, game)
            first = (self.end() - 13) // 4 * 4
            self.scopes[key] = scope, scope.publications(first, self.end(), self.k)
        return self.scopes[key]

    def published(self, cut, kind, games, studio):
        """(source, cells by value, the rest, whether cells are suppressed, whether there are events)."""
        source = self.source(cut, studio)
        if source is None:
            return source, {}, collections.Counter(), False, False
        own = set(range(self.end() - WEEKS[kind], self.end()))
        total, cells, suppressions = collections.Counter(), {}, []
        for game in games:
            scope, publications = self.scope(cut, source, game)
            for week in own:
                total.update(scope.totals[week])
            published = collections.defaultdict(set)
            for weeks, values in publications:
                if set(weeks) <= own:
                    for value in values:
                        published[value] |= set(weeks)
            suppressed = {week for week in own for value in scope.players[week]
                        if week not in published[value]}
            suppressions.append((suppressed, published))
            for value, weeks in published.items():
                if any(scope.players[week][value] for week in weeks):
                    cell = cells.setdefault(value, collections.Counter())
                    for week in weeks:
                        cell.update(scope.counts[week][value])
        count = len(cells)
        has_rest = any(suppressed for suppressed, _ in suppressions)
        if cut != "genrePreference":
            self.join(cells, total, has_rest)
        rest = collections.Counter(total)
        for value, cell in list(cells.items()):
            if not any(self.rounded(cell).values()):
                cells.pop(value)
            else:
                rest.subtract(cell)
        at_least = {value for value in cells
                    if any(suppressed - published[value] for suppressed, published in suppressions)}
        is_suppressed = len(cells) < count or any(suppressed for suppressed, _ in suppressions)
        return (source, {value: (self.rounded(cell), value in at_least)
                         for value, cell in cells.items()},
                self.rounded(rest), is_suppressed, bool(total))

    def join(self, cells, total, has_rest):
        """Removes the cells with the fewest events, until the exact total tells no count of 1 to k - 1: it does
        if it has k - 1 more than each part publishes, and a part publishes 0."""
        def tells_few():
            shown = {value: cell for value, cell in cells.items() if any(self.rounded(cell).values())}
            parts = list(shown.values())
            if has_rest or len(shown) < len(cells):
                rest = collections.Counter(total)
                for cell in parts:
                    rest.subtract(cell)
                parts.append(rest)
            return any(all(part[measure] % self.k == self.k - 1 for part in parts)
                       and any(0 < part[measure] < self.k for part in parts) for measure in MEASURES)
        while tells_few():
            for _ in range(1 if has_rest else 2):
                if not cells:
                    return
                cells.pop(min(cells, key=lambda value: (sum(
                    count for measure, count in cells[value].items() if measure != "neutral"), value)))
            has_rest = True

    def rounded(self, counts):
        """Each count rounded down to a multiple of k."""
        return collections.Counter({measure: n // self.k * self.k for measure, n in counts.items()})


def check(comparison, where, published, kind, games, studio):
    """Compares a report's breakdowns of some of a studio's games in a period."""
    cuts, own = comparison.cuts, dict(published.get("breakdowns", {}))
    if kind not in WEEKS:
        comparison.same(where + " breaks nothing down",
                        not own and "suppressedBreakdowns" not in published, True)
        return
    if own:
        days = tuple(str(day) for day in cuts.range(kind))
        comparison.same(where + " weeks", (own.pop("from"), own.pop("to")) == days, True)
    nothing = []
    for cut in CUTS:
        path = f"{where}.{cut}"
        source, cells, rest, is_suppressed, has_events = cuts.published(cut, kind, games, studio)
        if not cells:
            comparison.same(path + " is published", cut in own, False)
            nothing += [cut] if has_events else []
            continue
        published_values = own.get(cut, {"cells": [], "source": ""})
        comparison.same(path + ".source", published_values["source"], source)
        found = {cell["value"]: cell for cell in published_values["cells"]}
        comparison.same(path + " values", sorted(found) == sorted(cells), True)
        for value, (cell, is_at_least) in cells.items():
            for measure in MEASURES:
                comparison.same(f"{path}.{value}.{measure}",
                                found.get(value, {}).get(measure, 0), cell[measure])
            comparison.same(f"{path}.{value} is at least",
                            found.get(value, {}).get("isAtLeast", False), is_at_least)
        if cut == "genrePreference":
            comparison.same(path + ".isSuppressed", published_values.get("isSuppressed"), is_suppressed)
        else:
            for measure in MEASURES:
                comparison.same(f"{path}.suppressed.{measure}",
                                published_values.get("suppressed", {}).get(measure, 0), rest[measure])
    comparison.same(where + " suppresses", sorted(published.get("suppressedBreakdowns", []))
                    == sorted(nothing), True)
