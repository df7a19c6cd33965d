"""Reads an export folder as plain records: for the scripts that count a night's numbers again.

Uses the standard library only, and no code of findie. Times are milliseconds since 1970.
"""

import datetime
import gzip
import json

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
GA4_TYPES = {"view_item": "gameView", "like_game": "gameLike", "add_to_wishlist": "gameWishlist",
             "share": "gameShare"}
GA4_ACTIONS = {"like": "gameLike", "superLike": "gameLike", "dislike": "gameDislike",
               "wishlist": "gameWishlist", "share": "gameShare", "viewDetails": "gameClick",
               "skip": "gameView"}
# The countries that findie-lab generates, as Google Analytics names them.
COUNTRIES = {"Brazil": "BR", "France": "FR", "Germany": "DE", "India": "IN", "Japan": "JP", "Poland": "PL",
             "South Korea": "KR", "United Kingdom": "GB", "United States": "US"}


def instant(value):
    """A time or a date alone, which is its midnight, without an offset in UTC; or an epoch number."""
    if isinstance(value, (int, float)):
        return int(value * 1000) if abs(value) < 1e11 else int(value)
    stamp = datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    if stamp.tzinfo is None:
        stamp = stamp.replace(tzinfo=datetime.timezone.utc)
    whole = stamp - EPOCH
    return (whole.days * 86400 + whole.seconds) * 1000 + whole.microseconds // 1000


def records(folder, collection):
    """The records of a collection's files; an event of Google Analytics is one for each of its games."""
    for path in sorted(folder.rglob("*")):
        first = path.relative_to(folder).parts[0].split(".")[0].split("-")[0]
        if not path.is_file() or first != collection:
            continue
        opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else open(
            path, encoding="utf-8")
        with opened as file:
            for line in file:
                if not line.strip():
                    continue
                record = json.loads(line)
                if "event_timestamp" in record:
                    yield from google_analytics(record, line)
                else:
                    yield record.get("data") or record


def google_analytics(record, line):
    """The plain events of one event of Google Analytics. Lines with equal content have equal ids."""
    parameters = {}
    for parameter in record.get("event_params") or []:
        value = parameter["value"]
        parameters[parameter["key"]] = value.get("string_value", value.get("int_value"))
    kind = GA4_TYPES.get(record["event_name"])
    if record["event_name"] == "swipe_action":
        kind = GA4_ACTIONS[parameters["action"]]
    if kind is None:
        return
    game = parameters.get("item_id") or parameters.get("game_id")
    games = [game] if game else [item["item_id"] for item in record.get("items") or []]
    for position, game in enumerate(games):
        event = {
            "eventId": f"{position} {line}", "eventType": kind, "gameId": game,
            "anonymousUserId": record.get("user_id") or record["user_pseudo_id"],
            "timestamp": int(record["event_timestamp"]) // 1000,
            "deviceType": (record.get("device") or {}).get("category"),
            "appVersion": (record.get("app_info") or {}).get("version"),
            "country": COUNTRIES.get((record.get("geo") or {}).get("country")),
        }
        if parameters.get("ga_session_id"):
            event["sessionId"] = str(parameters["ga_session_id"])
        yield event
