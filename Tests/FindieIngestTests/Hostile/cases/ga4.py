"""Events of Google Analytics, as BigQuery exports them."""

from .tools import INSTANT, NEIGHBOUR_INSTANTS, NEIGHBOURS, Case, accepts, event, ignores, lines
from .tools import neighbour, obj, rejects

NEW = "ga4-*"
GAME = '{"key":"item_id","value":{"string_value":"g1"}}'
SESSION = '{"key":"ga_session_id","value":{"int_value":"1756720000"}}'


def action(name):
    return '{"key":"action","value":{"string_value":"%s"}}' % name


def ga4(name="like_game", params=(GAME, SESSION), **changes):
    fields = {
        "event_date": '"20250901"', "event_timestamp": '"1756720800000000"',
        "event_name": f'"{name}"', "event_params": "[%s]" % ",".join(params), "user_id": '"u1"',
        "user_pseudo_id": '"p1.2"', "device": '{"category":"mobile"}',
        "app_info": '{"id":"com.findie","version":"1.2"}',
    }
    return obj({**fields, **changes})


def taken(what, line, why, at=INSTANT):
    return accepts(what, line, why, id=NEW, at=at, shape="ga4", collection="analytics")


def refused(what, reason, line, why, collection="analytics"):
    return rejects(what, reason, line, why, collection)


def pair(what, first, second, why, count, conflicts=0, instants=None):
    """Two events of which `count` are different ones."""
    return Case(
        what, why, lines(neighbour(1, "analytics"), first, second), collection="analytics",
        ids=["t1"] + [NEW] * count, duplicate=2 - count, conflicts=conflicts,
        instants=[NEIGHBOUR_INSTANTS[0]] + (instants or [INSTANT] * count))


CASES = [
    *[taken(name.replace("_", "-"), ga4(name), "A name that means an event of a game.")
      for name in ("view_item", "like_game", "add_to_wishlist", "share")],
    *[taken(f"swipe-{name}", ga4("swipe_action", (GAME, action(name))), "The parameter says which.")
      for name in ("like", "superLike", "dislike", "wishlist", "share", "viewDetails", "skip")],
    refused("swipe-unknown", "unknownAction", ga4("swipe_action", (GAME, action("up"))),
            "No action of ours."),
    refused("swipe-in-capitals", "unknownAction", ga4("swipe_action", (GAME, action("LIKE"))),
            "Case counts."),
    refused("swipe-without-action", "missingField", ga4("swipe_action"),
            "The parameter must be there."),
    ignores("swipe-without-game", ga4("swipe_action", (action("like"),)),
            "Without a game it says nothing to us."),
    *[ignores("ignored-" + name.replace("_", "-"), ga4(name), "A name that means nothing to us.")
      for name in ("page_view", "scroll", "session_start", "View_Item", "first_open")],
    ignores("ignored-empty-name", ga4(""), "A name that means nothing to us."),
    ignores("ignored-without-anything", b'{"event_name":"scroll"}', "Nothing of it is asked for."),
    ignores("ignored-with-a-bad-clock", ga4("scroll", event_timestamp='"soon"'),
            "Nothing of it is asked for."),
    ignores("like-without-game", ga4(params=(SESSION,)), "Without a game it says nothing to us."),
    ignores("like-with-empty-params", ga4(params=()), "Without a game it says nothing to us."),
    ignores("like-without-params", ga4(event_params=None), "Without a game it says nothing to us."),
    ignores("malformed-params-of-a-scroll", ga4("scroll", (
        '{"key":"session_engaged","value":"string_value"}',
        '{"key":"percent_scrolled","value":"int_value"}')),
        "A broken export writes a type for a value: seen in the wild."),
    refused("malformed-game", "wrongType",
            ga4(params=('{"key":"item_id","value":"string_value"}',)),
            "The parameter is there, and its value is none: no event without a game."),
    taken("malformed-other-param", ga4(params=('{"key":"engaged","value":"string_value"}', GAME)),
          "Only what is asked for must be sound."),
    refused("malformed-session", "wrongType",
            ga4(params=('{"key":"ga_session_id","value":"int_value"}', GAME)),
            "A field that is read has the wrong type, as in a plain line."),
    taken("game-by-game-id", ga4(params=('{"key":"game_id","value":{"string_value":"g1"}}',)),
          "The second name."),
    taken("game-by-items", ga4(params=(), items='[{"item_id":"g1"},{"item_id":"g2"}]'),
          "The first item."),
    taken("game-by-items-without-params", ga4(event_params="null", items='[{"item_id":"g1"}]'),
          "The first item."),
    taken("game-by-all-three", ga4(params=('{"key":"game_id","value":{"string_value":"g2"}}', GAME),
                                   items='[{"item_id":"g3"}]'), "The parameter item_id wins."),
    taken("game-as-integer", ga4(params=('{"key":"item_id","value":{"int_value":"367520"}}',)),
          "A parameter of digits arrives as an integer."),
    ignores("items-empty", ga4(params=(), items="[]"), "Without a game it says nothing to us."),
    taken("null-params-around", ga4(params=(
        '{"key":"item_id","value":{"string_value":"g1","int_value":null,"float_value":null,'
        '"double_value":null}}',)),
        "The export may write all four types, three of them null."),
    taken("without-user-id", ga4(user_id=None), "The device's id stands in."),
    taken("null-user-id", ga4(user_id="null"), "The device's id stands in."),
    refused("without-any-user", "missingField", ga4(user_id=None, user_pseudo_id=None),
            "Nobody did it."),
    refused("user-number", "wrongType", ga4(user_id="7"), "An id is a text."),
    refused("user-with-control", "controlCharacter", ga4(user_id=r'"u\u0000"'), "U+0000 in an id."),
    refused("user-too-long", "idTooLong", ga4(user_id='"%s"' % ("u" * 257)), "One byte too long."),
    refused("game-too-long", "idTooLong", ga4(params=(GAME.replace("g1", "g" * 257),)),
            "One byte too long."),
    taken("micros-as-number", ga4(event_timestamp="1756720800123456"), "Some tools write numbers.",
          at=INSTANT + 123),
    taken("micros-cut", ga4(event_timestamp='"1756720800999999"'), "Cut to milliseconds.",
          at=INSTANT + 999),
    taken("micros-0", ga4(event_timestamp='"0"'), "1970.", at=0),
    refused("micros-absent", "missingField", ga4(event_timestamp=None), "An event has an instant."),
    refused("micros-null", "missingField", ga4(event_timestamp="null"), "Null counts as absent."),
    refused("micros-a-date", "badTimestamp", ga4(event_timestamp='"2025-09-01T10:00:00Z"'),
            "Microseconds are digits."),
    refused("micros-empty", "badTimestamp", ga4(event_timestamp='""'), "Microseconds are digits."),
    refused("micros-with-a-letter", "badTimestamp", ga4(event_timestamp='"1756720800000000x"'),
            "Microseconds are digits."),
    refused("micros-overflowing", "badTimestamp", ga4(event_timestamp='"99999999999999999999"'),
            "No 64 bits hold it."),
    refused("micros-bool", "badTimestamp", ga4(event_timestamp="true"), "True is no instant."),
    refused("micros-in-the-future", "fromTheFuture", ga4(event_timestamp='"1767312000001000"'),
            "A day and a millisecond ahead."),
    taken("micros-a-day-ahead", ga4(event_timestamp='"1767312000000000"'),
          "A clock may be a day ahead.",
          at=1767312000000),
    taken("without-device-and-version", ga4(device=None, app_info=None), "They need not be there."),
    taken("null-device", ga4(device="null", app_info="null"), "Null counts as absent."),
    taken("null-device-category", ga4(device='{"category":null}', app_info='{"version":null}'),
          "Null counts as absent."),
    refused("event-name-twice", "duplicateKey", ga4()[:-1] + b',"event_name":"scroll"}',
            "Which it was cannot be known."),
    refused("user-twice", "duplicateKey", ga4()[:-1] + b',"user_id":"u2"}',
            "Who it was cannot be known."),
    refused("among-interactions", "unsupportedShape", ga4(), "It belongs into an analytics file.",
            "interactions"),
    refused("ignored-name-among-interactions", "unsupportedShape", ga4("page_view"),
            "It belongs into an analytics file, whatever its name.", "interactions"),
    accepts("plain-with-event-name", event(event_name='"like_game"', event_timestamp='"1"'),
            "A line with an instant of its own is plain, whatever else it holds.",
            collection="analytics"),
    pair("same-event-twice", ga4(), ga4(), "Its id is made of what it says.", 1),
    pair("same-event-micros-as-number", ga4(), ga4(event_timestamp="1756720800000000"),
         "The same number.", 1),
    pair("same-event-other-unread-parameter", ga4(),
         ga4(params=(GAME, SESSION, '{"key":"x","value":{"int_value":"1"}}')),
         "What is not kept makes no difference.", 1),
    pair("same-event-other-device", ga4(), ga4(device='{"category":"tablet"}'),
         "The same id, which is of user, name, instant and game; another content.", 1, conflicts=1),
    pair("other-microsecond", ga4(), ga4(event_timestamp='"1756720800000001"'),
         "Two events of one millisecond.", 2),
    pair("other-user", ga4(), ga4(user_id='"u2"'), "Two players.", 2),
    pair("other-game", ga4(), ga4(params=(GAME.replace("g1", "g2"), SESSION)), "Two games.", 2),
    pair("other-name", ga4(), ga4("share"), "Two events.", 2),
    pair("parts-that-run-together", ga4(),
         ga4(event_timestamp='"175672080000000"', params=(GAME.replace("g1", "0g1"), SESSION)),
         "Written one behind the other, instant and game are the same: the id keeps them apart.", 2,
         instants=[INSTANT, INSTANT // 10]),
    Case("many-shapes", "Each line may be of any shape; ignored lines are counted.",
         lines(event(eventId='"p"'), b'{"id":"w","data":' + event(eventId=None) + b"}", ga4(),
               ga4("scroll"),
               b'{"name":"a/r","fields":{"gameId":{"stringValue":"g1"},'
               b'"eventType":{"stringValue":"gameView"},"anonymousUserId":{"stringValue":"h1"},'
               b'"timestamp":{"integerValue":"1756720800"}}}'),
         collection="analytics", ids=["p", "w", NEW, "r"], instants=[INSTANT] * 4, ignored=1),
]
