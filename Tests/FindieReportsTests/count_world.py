"""The app's data, read from NDJSON: for count_reports.py."""

import collections
import datetime
import decimal
import math
import pathlib
import struct
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Oracles"))

from dispersion import Windows  # noqa: E402
from exports import instant, records  # noqa: E402

MEASURES = ["impressions", "detailOpens", "likes", "superLikes", "dislikes", "skips",
            "wishlistAdds", "shares", "externalClicks"]
VERDICTS = {"like": "likes", "superLike": "superLikes", "dislike": "dislikes", "skip": "skips"}
OTHERS = {"viewDetails": "detailOpens", "wishlist": "wishlistAdds", "share": "shares"}
LOGGED = {"gameClick": "detailOpens", "gameWishlist": "wishlistAdds", "gameShare": "shares",
          "externalLinkClick": "externalClicks"}
STEPS = {"viewDetails": 1, "gameClick": 1, "wishlist": 2, "gameWishlist": 2,
         "externalLinkClick": 3}
SURFACES = {"personal", "similar", "trending", "new", "exploration"}
GENRES = ["action", "adventure", "puzzle", "rpg", "strategy", "simulation", "platformer", "shooter",
          "horror", "indie", "casual", "racing", "sports", "fighting", "rhythm"]
AUDIENCES = [100000, 30000, 10000, 3000, 1000, 300, 100, 30, 1]
Z = 1.959963984540054
DAY = datetime.timedelta(days=1)


class Event:
    __slots__ = ("source", "game", "player", "kind", "day", "seconds", "cuts", "genres")

    def __init__(self, record, source, day):
        self.source = source
        self.game = record["gameId"]
        self.day = day
        swipes = source == "interactions"
        self.player = record["userId" if swipes else "anonymousUserId"]
        self.kind = record["action" if swipes else "eventType"]
        seconds = record.get("viewDuration") if swipes else None
        # Stored in 32 bits.
        self.seconds = (struct.unpack("f", struct.pack("f", seconds))[0]
                        if seconds is not None and 0 < seconds <= 86400 else None)
        self.genres = record.get("userGenrePreferences") or []
        surface = record.get("surface")
        self.cuts = {} if swipes else {
            "deviceType": record.get("deviceType") or "unknown",
            "appVersion": record.get("appVersion") or "unknown",
            "shop": record.get("shop") or "unknown",
            "campaign": record.get("campaign") or "unknown",
            "country": record.get("country") or "unknown",
            "surface": surface if surface in SURFACES else "unknown"}


def tally(events):
    """The measures of one game and day."""
    count = collections.Counter((event.source, event.kind) for event in events)
    result = collections.Counter()
    for action, measure in VERDICTS.items():
        result[measure] = count["interactions", action]
    if not sum(result.values()):
        result["likes"] = count["analytics", "gameLike"]
        result["dislikes"] = count["analytics", "gameDislike"]
    verdicts = sum(result.values())
    result["impressions"] = max(count["analytics", "gameView"], verdicts)
    swiped = count["interactions", "dislike"] + count["interactions", "skip"] > 0
    result["cards"] = verdicts if swiped else result["impressions"]
    for (action, measure), logged in zip(OTHERS.items(), LOGGED):
        result[measure] = count["interactions", action] or count["analytics", logged]
    result["externalClicks"] = count["analytics", "externalLinkClick"]
    # No measure, but the game has events.
    result["neutral"] = count["interactions", "neutral"]
    return result


def design_effect(players):
    """The variance of a rate relative to that of independent cards: players' (likes, cards)."""
    n, likes = (sum(own[part] for own in players) for part in (1, 0))
    squares, p, k = sum(cards * cards for _, cards in players), likes / n, len(players)
    size = squares / n
    shares = sum((own * own << 16) // cards for own, cards in players) / 65536 - p * likes
    others = n - size - (k - 1)
    rho = max(0, (shares / (p * (1 - p)) - (k - 1)) / others) if 0 < p < 1 and others > 0 else 0
    degrees = max(1, n * n / squares - 1)
    t = 1 + (2.3722 + (2.8225 + 2.5556 / degrees) / degrees) / degrees / Z
    effect = min((1 + rho * (size - 1)) * t * t, max(1, size))
    return math.floor(4 * effect + 0.5) / 4


def wilson(successes, trials, effect=1):
    if trials <= 0 or successes > trials:
        return None
    p = successes / trials
    trials = trials / effect
    squeeze = 1 + Z * Z / trials
    center = (p + Z * Z / (2 * trials)) / squeeze
    half = Z * math.sqrt(p * (1 - p) / trials + Z * Z / (4 * trials * trials)) / squeeze
    return (p, 0 if successes == 0 else max(0, center - half),
            1 if p == 1 else min(1, center + half))


def incomplete_beta(a, b, x):
    """I_x(a, b), by the continued fraction 8.17.22 of https://dlmf.nist.gov, from its end."""
    if not 0 < x < 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    value = 0.0
    for m in range(400 + int(math.sqrt(a + b)), 0, -1):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        value = even / (1 + odd / (1 + value))
    value = 1 / (1 - (a + b) * x / (a + 1) / (1 + value))
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return math.exp(a * math.log(x) + b * math.log1p(-x) + scale) / a * value


def binomial_tail(successes, trials, share):
    """The probability of at least as many successes."""
    return incomplete_beta(successes, trials - successes + 1, share) if successes else 1.0


def student_tail(t, degrees):
    half = incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2
    return 1 - half if t < 0 else half


def compare(own, others, is_above):
    """A rate against those of other games: the usual rate, the effect and the probability."""
    others = [pair for pair in others if pair[0] <= pair[1]]
    rate = wilson(*own)
    if len(others) < 2 or not rate:
        return None

    def share(pair):
        return (pair[0] + 0.375) / (pair[1] + 0.75)

    def scaled(value):
        return math.log(value) if is_above else math.asin(math.sqrt(value))

    def noise(pair):
        return ((1 - share(pair)) / (pair[1] * share(pair)) if is_above
                else 1 / (4 * pair[1] + 2))

    values = [scaled(share(pair)) for pair in others]
    count, mean = len(values), sum(values) / len(values)
    chance = sum(map(noise, others)) / count
    spread = max(sum((value - mean) ** 2 for value in values) / (count - 1), chance)
    usual, sign = (math.exp(mean), 1) if is_above else (math.sin(mean) ** 2, -1)
    bound = min(1, 1.25 * usual) if is_above else usual / 1.25

    def tail(middle, variance):
        distance = (scaled(share(own)) - middle) / math.sqrt(variance + spread / count)
        return student_tail(sign * distance, count - 1)

    return (usual, rate[1] / usual if is_above else usual / rate[2],
            max(tail(mean, spread + max(0, noise(own) - chance)),
                tail(scaled(bound), noise(own))))


def student(t, degrees):
    """The probability of a value further from 0 than t in Student's distribution.

    Source: M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964), 26.7.3 and 26.7.4.
    """
    angle = math.atan(t / math.sqrt(degrees))
    odd = degrees % 2
    term = math.cos(angle) if odd else 1
    total = term if degrees > 1 else 0
    for step in range(2 + odd, degrees, 2):
        term *= (step - 1) / step * math.cos(angle) ** 2
        total += term
    if odd:
        return 1 - 2 / math.pi * (angle + math.sin(angle) * total)
    return 1 - math.sin(angle) * total


def quantile(level, degrees):
    """The value that is exceeded, on both sides together, with the probability `level`."""
    low, high = 0, 1
    while student(high, degrees) > level:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if student(middle, degrees) > level else (low, middle)
    return low


def edition_end(report):
    """The first day after the closed weeks of a report; None if it is of all days before its night."""
    edition = report.get("edition")
    return edition and datetime.date.fromisoformat(edition["to"]) + DAY


def periods(open_day):
    def last(count, before):
        return (before - count * DAY, before - DAY)
    monday = open_day - open_day.weekday() * DAY
    first = open_day.replace(day=1)
    month = ((first - DAY).replace(day=1), first - DAY)
    earlier = ((month[0] - DAY).replace(day=1), month[0] - DAY)
    def quarter(before):
        start = before.replace(month=(before.month - 1) // 3 * 3 + 1, day=1)
        end = start - DAY
        return end.replace(month=end.month - 2, day=1), end
    yield "day", last(1, open_day), last(1, open_day - DAY), str(open_day - DAY)
    yield "isoWeek", last(7, monday), last(7, monday - 7 * DAY), iso_week(monday - DAY)
    for count in (4, 13):
        own = last(7 * count, monday)
        yield (f"last{count}Weeks", own, last(7 * count, own[0]),
               f"{iso_week(own[0])} to {iso_week(own[1])}")
    yield "month", month, earlier, str(month[0])[:7]
    own = quarter(open_day)
    yield "quarter", own, quarter(own[0]), f"{own[0].year:04}-Q{own[1].month // 3}"


def iso_week(day):
    year, week, _ = day.isocalendar()
    return f"{year:04}-W{week:02}"


def weeks(open_day):
    """The last 13 complete ISO weeks."""
    monday = open_day - open_day.weekday() * DAY
    return [(monday - 7 * (13 - number) * DAY, monday - 7 * (12 - number) * DAY - DAY)
            for number in range(13)]


class World:
    """- edition: the first day after the closed weeks of the reports; None if they are of all days
    before the night."""

    def __init__(self, folder, night, zone, edition=None):
        end = self.start(night)
        self.zone = zone
        self.last_open_day = self.open_day_of(night)
        self.open_day = edition or self.last_open_day
        # The first night that has all days of the reports.
        while self.open_day_of(night - DAY) >= self.open_day:
            night -= DAY
        self.night = night
        open_days = collections.defaultdict(lambda: collections.defaultdict(list))
        self.games = {record["id"]: record for record in records(folder, "games")}
        self.followers = {
            record["id"]: None if (record.get("followerCount") or 0) < 0
            else record.get("followerCount") for record in records(folder, "developers")}
        self.annotations = [record for record in records(folder, "annotations")
                            if record.get("isActive", True)]
        self.drops = self.price_drops(records(folder, "prices"))
        self.days = {}
        self.by_game = collections.defaultdict(lambda: collections.defaultdict(list))
        self.first = {}
        seen = set()
        for source, key in (("interactions", "id"), ("analytics", "eventId")):
            for record in records(folder, source):
                time = instant(record["timestamp"])
                if time >= end or (source, record[key]) in seen:
                    continue
                seen.add((source, record[key]))
                event = Event(record, source, self.day(time))
                if event.day >= self.open_day:
                    open_days[event.game][event.day].append(event)
                    continue
                who = (source, event.player)
                self.first[who] = min(self.first.get(who, event.day), event.day)
                self.by_game[event.game][event.day].append(event)
        self.tallies = {game: {day: tally(events) for day, events in days.items()}
                        for game, days in self.by_game.items() if game in self.games}
        # The days since the closed weeks.
        self.open_days = {game: {day: tally(events) for day, events in days.items()
                                 if day < self.last_open_day}
                          for game, days in open_days.items() if game in self.games}
        self.recorded = {measure for days in self.by_game.values() for events in days.values()
                         for measure, count in tally(events).items() if count}
        self.has_views = any(event.kind == "gameView" for days in self.by_game.values()
                             for events in days.values() for event in events)
        self.rhythm = self.weekdays()
        self.cohorts = {}
        self.effects = {}
        self.liked = None
        self.apps = {}
        self.links = {}
        self.launched = None

    def has(self, rate):
        """Whether either part of a rate was ever recorded."""
        likes = bool({"likes", "superLikes"} & self.recorded)
        return {"likeRate": likes and "impressions" in self.recorded,
                "clickRate": {"detailOpens", "impressions"} <= self.recorded,
                "approval": likes and "dislikes" in self.recorded}[rate]

    @staticmethod
    def start(night):
        return datetime.datetime.combine(
            night, datetime.time(), datetime.timezone.utc).timestamp() * 1000

    def open_day_of(self, night):
        return self.day(self.start(night))

    def day(self, time):
        return datetime.datetime.fromtimestamp(time / 1000, self.zone).date()

    def weekdays(self):
        sums, days = [0] * 7, [0] * 7
        first, since = weeks(self.open_day)[0][0], self.first_day()
        listed = [first + offset * DAY for offset in range((self.open_day - first).days // 7 * 7)]
        recorded = [day for day in listed if day >= since]
        for day in recorded:
            days[day.weekday()] += 1
            sums[day.weekday()] += sum(own[day]["impressions"]
                                       for own in self.tallies.values() if day in own)
        mean = sum(sums) / max(1, len(recorded))
        return [(total + 100) / (count * mean + 100) for total, count in zip(sums, days)]

    def exposure(self, period):
        count = (period[1] - period[0]).days + 1
        days = (period[0] + index * DAY for index in range(count))
        # Days before the record's first day have no exposure.
        since = self.first_day()
        return sum(self.rhythm[day.weekday()] for day in days if day >= since)

    def dispersion(self, games, period, measure):
        """The dispersion of a count and Student's quantile; None if they are not known."""
        days = [weeks(self.open_day)[0][0] + index * DAY for index in range(98)]
        single = [(day, day) for day in days if day < self.open_day]
        is_day = period[0] == period[1]
        parts = [part for part in (single if is_day else weeks(self.open_day))
                 if part[0] >= self.first_day()]
        exposures = [self.exposure(part) if is_day else 1 for part in parts]
        width = 1 if is_day else 2
        windows = Windows(parts, exposures, width, width, period[0])
        return windows.of([sum(self.on(games, first + index * DAY)[measure]
                               for index in range((last - first).days + 1))
                           for first, last in parts])

    def first_day(self):
        """The first recorded day; the last complete day without events."""
        return min(self.first.values(), default=self.open_day - DAY)

    def count(self, games, period, source=None):
        result = collections.Counter()
        for game in games:
            for day, events in self.by_game[game].items():
                if period[0] <= day <= period[1]:
                    if source:
                        own = [event for event in events if event.source == source]
                        result.update(tally(own))
                    else:
                        result.update(self.tallies[game][day])
        return result

    def events(self, games, period):
        return [event for game in games for day, events in self.by_game[game].items()
                if period[0] <= day <= period[1] for event in events]

    def effect(self, games, period, k):
        """The design effect of the record with more cards; 1 for fewer than k players, and a day."""
        key = tuple(games), period, k
        if period[0] == period[1]:
            return 1
        if key in self.effects:
            return self.effects[key]
        players = {source: collections.defaultdict(lambda: [0, 0])
                   for source in ("interactions", "analytics")}
        for game in games:
            for day, events in self.by_game[game].items():
                if not period[0] <= day <= period[1]:
                    continue
                kinds = collections.Counter(event.kind for event in events)
                viewed = kinds["gameView"] > kinds["gameLike"] + kinds["gameDislike"]
                answers = ("gameView",) if viewed else ("gameLike", "gameDislike")
                for event in events:
                    own = players[event.source][event.player]
                    own[0] += event.kind in ("like", "superLike", "gameLike")
                    own[1] += event.kind in VERDICTS or event.kind in answers
        def cards(source):
            return sum(own[1] for own in players[source].values())
        source = "analytics" if cards("analytics") > cards("interactions") else "interactions"
        own = [pair for pair in players[source].values() if pair[1]]
        self.effects[key] = design_effect(own) if len(own) >= k and len(own) > 1 else 1
        return self.effects[key]

    def release(self, game):
        """The UTC day of the release; None if it is not known."""
        release = self.games[game].get("releaseDate")
        return None if release is None else datetime.datetime.fromtimestamp(
            instant(release) / 1000, datetime.timezone.utc).date()

    def launches(self):
        """By game that was released in the last 13 weeks: the release and, by number of days that
        are complete, its counts from there on."""
        found, last = {}, weeks(self.open_day)[-1][1]
        midnight = self.start(last)
        for game, record in self.games.items():
            release = self.release(game)
            if (release is None or record.get("isActive") is False
                    or record.get("releaseStatus") in ("cancelled", "upcoming")
                    or instant(record["releaseDate"]) >= midnight
                    or not max(weeks(self.open_day)[0][0], self.first_day()) <= release <= last):
                continue
            found[game] = release, {
                days: self.count([game] if game in self.tallies else [],
                                 (release, release + (days - 1) * DAY))
                for days in (7, 28) if release + (days - 1) * DAY <= last}
        return found

    def against_launches(self, game, days, k):
        """How many other studios' launches a launch exceeds, and of how many: in impressions, and in
        like rate; None if they are too few."""
        def rate(own):
            positives = own["likes"] + own["superLikes"]
            return positives / own["cards"] if positives <= own["cards"] and own["cards"] else None
        if self.launched is None or self.launched[0] != self.open_day:
            self.launched = self.open_day, self.launches()
        all_launches, studio = self.launched[1], self.games[game]["developerId"]
        others = {other: counts[days] for other, (_, counts) in all_launches.items()
                  if days in counts and self.games[other]["developerId"] != studio}
        if len(others) < max(2, k) or len({self.games[other]["developerId"] for other in others}) < 2:
            return None, None
        own = all_launches[game][1][days]
        rates = [found for found in map(rate, others.values()) if found is not None]
        return ((sum(other["impressions"] < own["impressions"] for other in others.values()),
                 len(others)),
                (sum(found < rate(own) for found in rates), len(rates))
                if len(rates) >= max(2, k) and rate(own) is not None else None)

    def price_drops(self, series):
        """By game, the days at whose end a price is at least a tenth lower than at their start."""
        series = list(series)
        countries = {own["country"] for own in series}
        country = "US" if "US" in countries else min(countries) if len(countries) == 1 else None
        drops = collections.defaultdict(set)
        for own in series:
            last = {}
            for point in own["items"] if own["country"] == country else []:
                last[self.day(instant(point["at"]))] = point.get("price")
            days = sorted(last)
            for before, day in zip(days, days[1:]):
                old, new = (None if last[own] is None else decimal.Decimal(str(last[own]))
                            for own in (before, day))
                if old and new is not None and new <= old * decimal.Decimal("0.9"):
                    drops[own["gameId"]].add(day)
        return drops

    def occasions(self, games):
        """The releases, price drops and annotations of a studio: kind, game, day, text."""
        studios = {self.games[game]["developerId"] for game in games}
        found = []
        for game in games:
            if self.release(game):
                found.append(("release", game, self.release(game), None))
            found += [("priceDrop", game, day, None) for day in self.drops[game]]
        for note in self.annotations:
            if note.get("gameId") in games or note.get("developerId") in studios:
                day = datetime.datetime.fromtimestamp(
                    instant(note["day"]) / 1000, datetime.timezone.utc).date()
                found.append(("annotation", note.get("gameId"), day, note["text"]))
        return found

    def on(self, games, day):
        """The measures of some games on a day."""
        key = tuple(games), day
        if key not in self.days:
            self.days[key] = self.count(games, (day, day))
        return self.days[key]

    def cohort(self, game, period, impressions):
        record = self.games[game]
        release = self.release(game)
        if release is None:
            age = "unknown"
        else:
            days = (period[1] - release).days
            age = next(name for limit, name in (
                (0, "announced"), (28, "upTo28Days"), (90, "upTo90Days"), (365, "upTo1Year"),
                (1095, "upTo3Years"), (math.inf, "older")) if days < limit)
        genres = [genre for genre in record.get("genres") or [] if genre in GENRES]
        start = next((limit for limit in AUDIENCES if limit <= impressions), 0)
        return (genres[0] if genres else None, age, start)

    def rated(self, period):
        """The cohort and the measures of each game with a like rate."""
        if period not in self.cohorts:
            table = {}
            for game in self.tallies:
                own = self.count([game], period)
                if own["cards"]:
                    table[game] = self.cohort(game, period, own["impressions"]), own
            self.cohorts[period] = table
        return self.cohorts[period]

    def peers(self, cohort, period, minimum):
        """The first group of similar games that has enough: its name, and its games."""
        genre, age, start = cohort
        games = self.rated(period)
        place = AUDIENCES.index(start) if start in AUDIENCES else None
        near = [] if place is None else AUDIENCES[max(0, place - 1):place + 2]
        for name, alike in (
                ("genreAgeAudience", lambda own: own == cohort),
                ("genreAudience", lambda own: (own[0], own[2]) == (genre, start)),
                ("genreNearAudience", lambda own: own[0] == genre and own[2] in near),
                ("genre", lambda own: own[0] == genre),
                ("all", lambda own: True)):
            found = [game for game, (own, _) in games.items() if alike(own)]
            if len(found) >= minimum:
                return name, found
        return None, []

    def app(self, period, before):
        """The measures of all games in a period and the one before it, and the studios seen."""
        if (period, before) not in self.apps:
            studios = {self.games[game]["developerId"] for game in self.tallies
                       if self.count([game], period)["impressions"]}
            self.apps[period, before] = (
                self.count(self.tallies, period), self.count(self.tallies, before), len(studios))
        return self.apps[period, before]

    @staticmethod
    def has_link(record):
        return any(record.get(name) for name in ("steamURL", "itchioURL", "officialWebsiteURL"))

    @staticmethod
    def price(record):
        """The price and its currency; None for a free game, and if it is not known."""
        price, currency = record.get("price"), record.get("currency")
        return (price, currency) if price and currency and not record.get("isFree") else None

    def linked(self, period):
        """Whether shop clicks of games with a link say something of a game without one."""
        if period not in self.links:
            self.links[period] = self.link_rate(period)
        return self.links[period]

    def link_rate(self, period):
        if "externalClicks" not in self.recorded:
            return False
        counts = {game: self.count([game], period) for game in self.tallies}
        seen = [game for game, own in counts.items() if own["impressions"]]
        linked = [game for game in seen if self.has_link(self.games[game])]
        total = sum((counts[game] for game in linked), collections.Counter())
        studios = {self.games[game]["developerId"] for game in linked}
        return (2 * len(linked) >= len(seen) and len(studios) >= 3
                and total["externalClicks"] >= 30)

    def liked_tags(self, k):
        """The 64 most frequent tags; of the last 13 weeks, by player the tags of liked games."""
        if self.liked is None:
            games = {game: set(record.get("tags") or []) for game, record in self.games.items()}
            counts = collections.Counter(tag for tags in games.values() for tag in tags)
            tags = sorted(counts, key=lambda tag: (-counts[tag], tag.encode()))[:64]
            window = weeks(self.open_day)[0][0], weeks(self.open_day)[-1][1]
            players = collections.defaultdict(set)
            likers = collections.defaultdict(set)
            for game in self.tallies:
                for event in self.events([game], window):
                    if event.source == "interactions" and event.kind in ("like", "superLike"):
                        players[event.player] |= games[game] & set(tags)
                        likers[game].add(event.player)
            known = collections.Counter(tag for own in players.values() for tag in own)
            self.liked = tags, games, players, likers, known
        return self.liked

    def tags_of(self, game, k):
        """A test of each tag that a game lacks: its effect, probability, numbers and word."""
        tags, games, players, likers, known = self.liked_tags(k)
        count = len(likers[game])
        if count < 30:
            return
        own = collections.Counter(tag for player in likers[game] for tag in players[player])
        lacking = [tag for tag in tags if tag not in games[game] and known[tag]]
        ratio = sum(own[tag] for tag in lacking) / max(1, sum(known[tag] for tag in lacking))
        for tag in lacking:
            usual, also = ratio * known[tag] / count, own[tag]
            # A multiple of 5 %, at most 90 %.
            least = min(0.9, math.floor(also / count * 20) / 20)
            probability = binomial_tail(also, count, 1.25 * usual)
            if also < k or probability > 0.05 or least <= usual:
                probability = 1
            yield (math.floor(wilson(also, count)[1] / usual * 10) / 10, probability,
                   {"likers": count // k * k, "shareAtLeast": least,
                    "usualShare": math.floor(usual * 100 + 0.5) / 100}, ("tag", tag))
