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
    """Two events, of which `count` are distinct."""
    return Case(
        what, why, lines(neighbour(1, "analytics"), first, second), collection="analytics",
        ids=["t1"] + [NEW] * count, duplicate=2 - count, conflicts=conflicts,
        instants=[NEIGHBOUR_INSTANTS[0]] + (instants or [INSTANT] * count))


CASES = [
    *[taken(name.replace("_", "-"), ga4(name), "A name that maps to an event of a game.")
      for name in ("view_item", "like_game", "add_to_wishlist", "share")],
    *[taken(f"swipe-{name}", ga4("swipe_action", (GAME, action(name))),
            "The parameter gives the action.")
      for name in ("like", "superLike", "dislike", "wishlist", "share", "viewDetails", "skip")],
    refused("swipe-unknown", "unknownAction", ga4("swipe_action", (GAME, action("up"))),
            "Not an action that is read."),
    refused("swipe-in-capitals", "unknownAction", ga4("swipe_action", (GAME, action("LIKE"))),
            "Names are case-sensitive."),
    refused("swipe-without-action", "missingField", ga4("swipe_action"),
            "The parameter is required."),
    ignores("swipe-without-game", ga4("swipe_action", (action("like"),)),
            "An event without a game is ignored."),
    *[ignores("ignored-" + name.replace("_", "-"), ga4(name),
              "An event with an unknown name is ignored.")
      for name in ("page_view", "scroll", "session_start", "View_Item", "first_open")],
    ignores("ignored-empty-name", ga4(""), "An event with an unknown name is ignored."),
    ignores("ignored-without-anything", b'{"event_name":"scroll"}',
            "Nothing else of an ignored event is read."),
    ignores("ignored-with-a-bad-clock", ga4("scroll", event_timestamp='"soon"'),
            "Nothing else of an ignored event is read."),
    ignores("like-without-game", ga4(params=(SESSION,)), "An event without a game is ignored."),
    ignores("like-with-empty-params", ga4(params=()), "An event without a game is ignored."),
    ignores("like-without-params", ga4(event_params=None), "An event without a game is ignored."),
    ignores("malformed-params-of-a-scroll", ga4("scroll", (
        '{"key":"session_engaged","value":"string_value"}',
        '{"key":"percent_scrolled","value":"int_value"}')),
        "A broken export writes the type instead of the value; seen in practice."),
    refused("malformed-game", "wrongType",
            ga4(params=('{"key":"item_id","value":"string_value"}',)),
            "The parameter has no value, and an event without a game is ignored."),
    taken("malformed-other-param", ga4(params=('{"key":"engaged","value":"string_value"}', GAME)),
          "Only the fields that are read must be valid."),
    refused("malformed-session", "wrongType",
            ga4(params=('{"key":"ga_session_id","value":"int_value"}', GAME)),
            "A field that is read has the wrong type, as in a plain line."),
    taken("game-by-game-id", ga4(params=('{"key":"game_id","value":{"string_value":"g1"}}',)),
          "The second name."),
    pair("game-by-items", ga4(params=(), items='[{"item_id":"g1"},{"item_id":"g2"}]'), "",
         "Each item is an event.", 2),
    Case("items-of-all-kinds",
         "Each item is an event; one without an id is ignored, and the invalid ones are one line.",
         lines(ga4(params=(), items='[{"item_id":7},{"item_id":"g1"},{"item_id":null},'
                   '{"item_id":"g2"},{"item_id":["g3"]},{"item_id":"g1"},"g4"]')),
         collection="analytics", ids=[NEW] * 2, duplicate=1, ignored=2, rejected={"wrongType": 1}),
    taken("game-by-items-without-params", ga4(event_params="null", items='[{"item_id":"g1"}]'),
          "The only item."),
    taken("game-by-all-three", ga4(params=('{"key":"game_id","value":{"string_value":"g2"}}', GAME),
                                   items='[{"item_id":"g3"}]'), "The item wins."),
    taken("game-as-integer", ga4(params=('{"key":"item_id","value":{"int_value":"367520"}}',)),
          "A parameter of digits arrives as an integer."),
    ignores("items-empty", ga4(params=(), items="[]"), "An event without a game is ignored."),
    taken("null-params-around", ga4(params=(
        '{"key":"item_id","value":{"string_value":"g1","int_value":null,"float_value":null,'
        '"double_value":null}}',)),
        "The export may write all four types, three of them null."),
    taken("without-user-id", ga4(user_id=None), "Without a user id, the device id is used."),
    taken("null-user-id", ga4(user_id="null"), "Without a user id, the device id is used."),
    refused("without-any-user", "missingField", ga4(user_id=None, user_pseudo_id=None),
            "Neither a user id nor a device id."),
    refused("user-number", "wrongType", ga4(user_id="7"), "An id must be a string."),
    refused("user-with-control", "controlCharacter", ga4(user_id=r'"u\u0000"'), "U+0000 in an id."),
    refused("user-too-long", "idTooLong", ga4(user_id='"%s"' % ("u" * 257)), "One byte too long."),
    refused("game-too-long", "idTooLong", ga4(params=(GAME.replace("g1", "g" * 257),)),
            "One byte too long."),
    taken("micros-as-number", ga4(event_timestamp="1756720800123456"),
          "Some tools write a number instead of a string.",
          at=INSTANT + 123),
    taken("micros-cut", ga4(event_timestamp='"1756720800999999"'), "Truncated to milliseconds.",
          at=INSTANT + 999),
    taken("micros-0", ga4(event_timestamp='"0"'), "1970.", at=0),
    refused("micros-absent", "missingField", ga4(event_timestamp=None),
            "An event must have a timestamp."),
    refused("micros-null", "missingField", ga4(event_timestamp="null"), "Null counts as absent."),
    refused("micros-a-date", "badTimestamp", ga4(event_timestamp='"2025-09-01T10:00:00Z"'),
            "Microseconds must be digits."),
    refused("micros-empty", "badTimestamp", ga4(event_timestamp='""'),
            "Microseconds must be digits."),
    refused("micros-with-a-letter", "badTimestamp", ga4(event_timestamp='"1756720800000000x"'),
            "Microseconds must be digits."),
    refused("micros-overflowing", "badTimestamp", ga4(event_timestamp='"99999999999999999999"'),
            "It does not fit into 64 bits."),
    refused("micros-bool", "badTimestamp", ga4(event_timestamp="true"), "True is not a timestamp."),
    refused("micros-in-the-future", "fromTheFuture", ga4(event_timestamp='"1767312000001000"'),
            "One day and one millisecond ahead."),
    taken("micros-a-day-ahead", ga4(event_timestamp='"1767312000000000"'),
          "A clock may be up to one day ahead.",
          at=1767312000000),
    taken("without-device-and-version", ga4(device=None, app_info=None),
          "These fields are optional."),
    taken("null-device", ga4(device="null", app_info="null"), "Null counts as absent."),
    taken("null-device-category", ga4(device='{"category":null}', app_info='{"version":null}'),
          "Null counts as absent."),
    refused("event-name-twice", "duplicateKey", ga4()[:-1] + b',"event_name":"scroll"}',
            "The event is ambiguous."),
    refused("user-twice", "duplicateKey", ga4()[:-1] + b',"user_id":"u2"}',
            "The user is ambiguous."),
    refused("among-interactions", "unsupportedShape", ga4(), "It belongs in an analytics file.",
            "interactions"),
    refused("ignored-name-among-interactions", "unsupportedShape", ga4("page_view"),
            "It belongs in an analytics file, whatever its event name.", "interactions"),
    accepts("plain-with-event-name", event(event_name='"like_game"', event_timestamp='"1"'),
            "A line with a timestamp of its own is plain, whatever else it contains.",
            collection="analytics"),
    pair("same-event-twice", ga4(), ga4(), "Its id is derived from its content.", 1),
    pair("same-event-micros-as-number", ga4(), ga4(event_timestamp="1756720800000000"),
         "The same number.", 1),
    pair("same-event-other-unread-parameter", ga4(),
         ga4(params=(GAME, SESSION, '{"key":"x","value":{"int_value":"1"}}')),
         "Only what findie reads identifies an event: the streaming table may lack a parameter.", 1),
    pair("same-event-other-device", ga4(), ga4(device='{"category":"tablet"}'),
         "Google may change the device: two versions of one event.", 1),
    pair("other-microsecond", ga4(), ga4(event_timestamp='"1756720800000001"'),
         "Two events of one millisecond.", 2),
    pair("other-user", ga4(), ga4(user_id='"u2"'), "Two players.", 2),
    pair("other-game", ga4(), ga4(params=(GAME.replace("g1", "g2"), SESSION)), "Two games.", 2),
    pair("other-name", ga4(), ga4("share"), "Two events.", 2),
    pair("parts-that-run-together", ga4(),
         ga4(event_timestamp='"175672080000000"', params=(GAME.replace("g1", "0g1"), SESSION)),
         "Concatenated, timestamp and game are equal in both; the derived ids still differ.", 2,
         instants=[INSTANT, INSTANT // 10]),
    Case("many-shapes", "Every line may have a different shape; ignored lines are counted.",
         lines(event(eventId='"p"'), b'{"id":"w","data":' + event(eventId=None) + b"}", ga4(),
               ga4("scroll"),
               b'{"name":"a/r","fields":{"gameId":{"stringValue":"g1"},'
               b'"eventType":{"stringValue":"gameView"},"anonymousUserId":{"stringValue":"h1"},'
               b'"timestamp":{"integerValue":"1756720800"}}}'),
         collection="analytics", ids=["p", "w", NEW, "r"], instants=[INSTANT] * 4, ignored=1),
]
