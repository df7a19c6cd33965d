"""Finds a night's price drops again, from the NDJSON alone: for recount.py."""

import collections
import json
import pathlib
from decimal import Decimal

from exports import instant, records

DAY = 86_400_000
STALE_DAYS = 7
LOWEST_DAYS = 90


class Series:
    """A price series as it was known at `end`."""

    def __init__(self, record, end):
        self.record = record
        points = {}
        for point in record["items"]:
            if instant(point["at"]) < end:
                # Of two prices that begin at one time, the last is in effect.
                points[instant(point["at"])] = point
        self.points = sorted(points.items())
        self.end = end
        last = self.points[-1][1] if self.points else {}
        self.price = last.get("price")
        self.regular = last.get("regularPrice")
        self.is_known = self.price is not None and record.get("updatedAt") is not None and (
            instant(record["updatedAt"]) >= end - STALE_DAYS * DAY)

    def price_at(self, time):
        """The price in effect at a time; if there is none or no time, the first price after it."""
        before = [point.get("price") for at, point in self.points if time is not None and at <= time]
        if before and before[-1] is not None:
            return before[-1]
        after = [point["price"] for at, point in self.points
                 if (time is None or at > time) and point.get("price") is not None]
        return after[0] if after else None

    def since(self):
        start = None
        for at, point in reversed(self.points):
            if point.get("price") != self.price:
                break
            start = at
        return start

    def is_lowest(self):
        start = self.end - LOWEST_DAYS * DAY
        first = max((index for index, (at, _) in enumerate(self.points) if at <= start), default=0)
        return all(point.get("price") is None or point["price"] >= self.price
                   for _, point in self.points[first:])


def percent(price, of):
    return int(100 * (of - price) / of)


def expected(folder, night_end, country):
    """By player, the drops by game and currency. A player's wishlists are one."""
    games = {game["id"] for game in records(folder, "games")
             if game.get("isActive") is not False and game["releaseStatus"] != "cancelled"}
    series = collections.defaultdict(list)
    for record in json.loads(json.dumps(list(records(folder, "prices"))), parse_float=Decimal,
                             parse_int=Decimal):
        own = Series(record, night_end)
        if record["country"] == country and record["gameId"] in games and own.is_known:
            series[record["gameId"]].append(own)
    wishes = collections.defaultdict(list)
    for wishlist in sorted(records(folder, "wishlists"), key=lambda record: record["id"]):
        wishes[wishlist.get("userId") or wishlist["id"]] += wishlist.get("items") or []
    result = {}
    for player, items in wishes.items():
        owned = {item["gameId"] for item in items if item.get("owned") is True}
        best = {}
        for item in items:
            added = instant(item["addedDate"]) if item.get("addedDate") else None
            if item["gameId"] in owned or (added is not None and added >= night_end):
                continue
            for own in series[item["gameId"]]:
                currency = own.record["currency"]
                if item.get("priceAtAdd") is not None and item.get("currency"):
                    before = Decimal(str(item["priceAtAdd"])) if item["currency"] == currency else None
                else:
                    before = own.price_at(added)
                if before is None or own.price >= before:
                    continue
                key = item["gameId"], currency
                order = own.price, own.record["shop"]
                if key in best and best[key][0] <= order:
                    continue
                drop = {
                    "gameId": item["gameId"], "shop": own.record["shop"], "country": country,
                    "currency": currency, "priceWhenWished": before, "price": own.price,
                    "percent": percent(own.price, before), "since": own.since(),
                    "lowestIn90Days": own.is_lowest(),
                }
                if own.regular is not None:
                    drop["regularPrice"] = own.regular
                    if own.price < own.regular:
                        drop["discount"] = percent(own.price, own.regular)
                best[key] = order, drop
        if best:
            result[player] = sorted((drop for _, drop in best.values()), key=lambda drop: (
                -drop["percent"], drop["gameId"], drop["currency"]))
    return result


def compare(folder, published, night_end, country="US"):
    """The numbers compared and differing; prints the players whose drops differ."""
    found = {}
    for line in pathlib.Path(published).read_text().splitlines():
        record = json.loads(line, parse_float=Decimal, parse_int=Decimal)
        for drop in record["drops"]:
            drop["since"] = instant(drop["since"])
        found[record["userId"]] = record["drops"]
    own = expected(folder, night_end, country)
    differing = sorted(player for player in own.keys() | found.keys()
                       if own.get(player) != found.get(player))
    for player in differing[:20]:
        print(f"  price drops of {player}: published {found.get(player)}, counted {own.get(player)}")
    return sum(len(drop) for drops in own.values() for drop in drops), len(differing)
