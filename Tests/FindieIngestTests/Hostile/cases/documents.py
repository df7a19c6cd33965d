"""Documents: wrapped ones, Firestore's REST form, and lines of many shapes."""

from .tools import INSTANT, NEIGHBOUR_INSTANTS, Case, accepts, event, interaction, lines, neighbour
from .tools import obj, raw, rejects

PATH = "projects/p/databases/(default)/documents/interactions/"
REST = {
    "userId": '{"stringValue":"u1"}', "gameId": '{"stringValue":"g1"}',
    "action": '{"stringValue":"like"}', "timestamp": '{"timestampValue":"2025-09-01T10:00:00Z"}',
    "cardPosition": '{"integerValue":"3"}',
    "viewDuration": '{"doubleValue":2.5}',
    "gameTags": '{"arrayValue":{"values":[{"stringValue":"rpg"}]}}',
}
#: Additional fields, for the comparison of shapes.
SESSION = {"sessionId": '"s1"', "gameGenres": '["indie","x"]', "userGenrePreferences": "[]"}
REST_SESSION = {
    "sessionId": '{"stringValue":"s1"}', "userGenrePreferences": '{"arrayValue":{}}',
    "gameGenres": '{"arrayValue":{"values":[{"stringValue":"indie"},{"stringValue":"x"}]}}',
}
REST_EVENT = {
    "gameId": '{"stringValue":"g1"}', "eventType": '{"stringValue":"gameView"}',
    "timestamp": '{"timestampValue":"2025-09-01T10:00:00Z"}',
    "anonymousUserId": '{"stringValue":"h1"}',
}


def wrapped(before="", id='"odd"', inner=None, **changes):
    """A line whose document is in its data; `inner` is the document's own id."""
    document = interaction(**{"id": inner, **changes})
    outer = b"" if id is None else b'"id":' + raw(id) + b","
    return b"{" + outer + raw(before) + b'"data":' + document + b"}"


def rest(name='"%sodd"' % PATH, fields=REST, **changes):
    document = {"name": name, "fields": obj({**fields, **changes}),
                "createTime": '"2025-09-01T10:00:01Z"', "updateTime": '"2025-09-01T10:00:01Z"'}
    return obj(document)


def query(document):
    return b'{"document":' + document + b',"readTime":"2025-09-02T00:00:00Z"}'


def is_wrapped(what, line, why, **more):
    return accepts(f"wrapped-{what}", line, why, shape="wrapped", **more)


def is_rest(what, line, why, **more):
    return accepts(f"rest-{what}", line, why, shape="rest", **more)


def bad_rest(what, reason, line, why, collection="interactions"):
    return rejects(f"rest-{what}", reason, line, why, collection)


CASES = [
    is_wrapped("without-inner-id", wrapped(), "The outer id is the id."),
    is_wrapped("with-another-inner-id", wrapped(inner='"inner"'), "The outer id wins."),
    is_wrapped("without-outer-id", wrapped(id=None, inner='"inner"'),
               "Without an outer id, the inner one is used.",
               id="inner"),
    is_wrapped("with-outer-id-null", wrapped(id="null", inner='"inner"'), "Null counts as absent.",
               id="inner"),
    is_wrapped("data-before-id", b'{"data":' + interaction(id=None) + b',"id":"odd"}',
               "The order of the fields does not matter."),
    is_wrapped("with-more-fields", wrapped('"path":"interactions/odd","exists":true,'),
               "Other fields are ignored."),
    is_wrapped("with-a-null-timestamp-outside", wrapped('"timestamp":null,'),
               "Null counts as absent: not plain."),
    is_wrapped("analytics", b'{"id":"odd","data":' + event(eventId='"inner"') + b"}",
               "The outer id wins.",
               collection="analytics"),
    rejects("wrapped-outer-id-empty", "emptyId", wrapped(id='""'),
            "The outer id wins, even if it is empty."),
    rejects("wrapped-outer-id-number", "wrongType", wrapped(id="7"), "An id must be a string."),
    rejects("wrapped-outer-id-too-long", "idTooLong", wrapped(id='"%s"' % ("x" * 257)),
            "One byte more."),
    rejects("wrapped-without-any-id", "missingField", wrapped(id=None),
            "No id, outside or inside."),
    rejects("wrapped-data-empty", "missingField", b'{"id":"odd","data":{}}', "An empty document."),
    rejects("wrapped-data-text", "missingField",
            b'{"id":"odd","data":"%s"}' % interaction().replace(b'"', b'\\"'),
            "A document encoded twice is a string: the line counts as plain, without its fields."),
    rejects("wrapped-data-array", "missingField", b'{"id":"odd","data":[' + interaction() + b"]}",
            "A list is not a document: the line counts as plain, without its fields."),
    rejects("wrapped-data-null", "missingField", b'{"id":"odd","data":null}', "An empty document."),
    rejects("wrapped-twice", "missingField", b'{"id":"a","data":' + wrapped() + b"}",
            "The wrapped value must be a document."),
    rejects("wrapped-timestamp-outside-only", "missingField",
            wrapped('"timestamp":1756720800,', timestamp=None),
            "A line with a timestamp of its own is plain, and has no user."),
    rejects("wrapped-bad-timestamp", "badTimestamp", wrapped(timestamp='"never"'),
            "As in a plain line."),
    accepts("plain-with-data", interaction(data='{"id":"inner","timestamp":"never"}'),
            "A line with a timestamp of its own is plain, whatever else it contains."),
    accepts("plain-with-rest-fields", interaction(name=f'"{PATH}inner"',
                                                  fields='{"userId":{"stringValue":"u2"}}'),
            "A line with a timestamp of its own is plain, whatever else it contains."),
    accepts("plain-with-event-name", interaction(event_name='"like_game"', event_timestamp='"1"'),
            "A line with a timestamp of its own is plain, whatever else it contains."),
    accepts("plain-with-document", interaction(document="{}", readTime='"2025-09-02T00:00:00Z"'),
            "A line with a timestamp of its own is plain, whatever else it contains."),

    is_rest("document", rest(), "The last part of the name is the id."),
    is_rest("of-a-query", query(rest()), "runQuery wraps each document."),
    is_rest("of-a-query-time-first",
            b'{"readTime":"2025-09-02T00:00:00Z","document":' + rest() + b"}",
            "The order of the fields does not matter."),
    is_rest("with-another-inner-id", rest(id='{"stringValue":"inner"}'), "The name wins."),
    is_rest("without-name", rest(name=None, id='{"stringValue":"inner"}'),
            "Without a name, the field is used.",
            id="inner"),
    is_rest("name-null", rest(name="null", id='{"stringValue":"inner"}'), "Null counts as absent.",
            id="inner"),
    is_rest("name-of-a-subcollection",
            rest(name='"projects/p/databases/d/documents/users/u1/interactions/odd"'),
            "The last part of the name is the id."),
    is_rest("name-with-escaped-slashes", rest(name=r'"projects\/p\/interactions\/odd"'),
            "PHP escapes slashes."),
    is_rest("name-without-slash", rest(name='"odd"'), "A name of one part is the id."),
    is_rest("long-name-of-a-short-id", rest(name='"projects/%s/odd"' % ("p" * 400)),
            "The limit applies to the id, not to its path."),
    is_rest("integer-as-number", rest(cardPosition='{"integerValue":3}'),
            "Some tools write a number instead of a string."),
    is_rest("integer-for-a-duration", rest(viewDuration='{"integerValue":"3"}'),
            "A duration without a fraction is written as an integer."),
    is_rest("double-for-a-position", rest(cardPosition='{"doubleValue":3}'),
            "JavaScript writes every number as a double."),
    is_rest("nulls", rest(sessionId='{"nullValue":null}', cardPosition='{"nullValue":null}',
                          gameTags='{"nullValue":null}'), "Null counts as absent."),
    is_rest("null-by-name", rest(sessionId='{"nullValue":"NULL_VALUE"}'),
            "The JSON format of Protobuf may write null by its name."),
    is_rest("empty-array", rest(gameTags='{"arrayValue":{}}'),
            "An empty list may omit its values."),
    is_rest("empty-values", rest(gameTags='{"arrayValue":{"values":[]}}'), "An empty list."),
    is_rest("timestamp-with-nanoseconds",
            rest(timestamp='{"timestampValue":"2025-09-01T10:00:00.123456789Z"}'),
            "Truncated to milliseconds.", at=INSTANT + 123),
    is_rest("timestamp-as-text", rest(timestamp='{"stringValue":"2025-09-01T12:00:00+02:00"}'),
            "ISO 8601 in a text.", at=INSTANT),
    is_rest("timestamp-as-seconds", rest(timestamp='{"integerValue":"1756720800"}'),
            "Epoch seconds.", at=INSTANT),
    is_rest("timestamp-as-double", rest(timestamp='{"doubleValue":1756720800.5}'),
            "Epoch seconds and a half.",
            at=INSTANT + 500),
    is_rest("unread-values", rest(a='{"booleanValue":true}',
                                  b='{"mapValue":{"fields":{"c":{"bytesValue":"AA=="}}}}',
                                  d='{"geoPointValue":{"latitude":1,"longitude":2}}',
                                  e='{"referenceValue":"p/x"}'),
            "Other fields are ignored, of whatever type."),
    is_rest("analytics", rest(fields=REST_EVENT, eventId='{"stringValue":"inner"}'),
            "The name wins.",
            collection="analytics"),
    is_rest("analytics-without-name", rest(name=None, fields=REST_EVENT,
                                           eventId='{"stringValue":"inner"}'),
            "Without a name, the field is used.", id="inner", collection="analytics"),
    bad_rest("without-any-id", "missingField", rest(name=None), "No name, no id."),
    bad_rest("name-ending-in-a-slash", "emptyId", rest(name=f'"{PATH}"'),
             "The last part is empty."),
    bad_rest("name-number", "wrongType", rest(name="7", id='{"stringValue":"inner"}'),
             "The name must be a string; it takes precedence over the field."),
    bad_rest("id-of-the-name-too-long", "idTooLong", rest(name='"%s%s"' % (PATH, "x" * 257)),
             "One byte more."),
    bad_rest("control-character-in-the-name", "controlCharacter", rest(name=r'"a/b\u0007"'),
             "A control character in the id of the name."),
    *[bad_rest(f"without-{field}", "missingField", rest(**{field: None}),
               "A required field is missing.")
      for field in ("userId", "gameId", "action", "timestamp")],
    bad_rest("null-user", "missingField", rest(userId='{"nullValue":null}'),
             "Null counts as absent."),
    bad_rest("fields-empty", "missingField", rest(fields={}), "An empty document."),
    bad_rest("without-fields", "missingField",
             obj({"name": f'"{PATH}odd"', "createTime": '"2025-09-01T10:00:00Z"'}),
             "Firestore writes an empty document without fields."),
    bad_rest("query-without-a-document", "missingField", b'{"readTime":"2025-09-02T00:00:00Z"}',
             "The answer of runQuery if nothing was found."),
    bad_rest("user-integer", "wrongType", rest(userId='{"integerValue":"7"}'),
             "An id must be a string."),
    bad_rest("user-bool", "wrongType", rest(userId='{"booleanValue":true}'),
             "An id must be a string."),
    bad_rest("user-map", "wrongType", rest(userId='{"mapValue":{"fields":{}}}'),
             "An id must be a string."),
    bad_rest("user-reference", "wrongType", rest(userId='{"referenceValue":"projects/p/users/u1"}'),
             "A reference is not a supported type."),
    bad_rest("user-not-in-a-value", "wrongType", rest(userId='"u1"'),
             "A value must be in an object that names its type."),
    bad_rest("position-text", "wrongType", rest(cardPosition='{"stringValue":"3"}'),
             "A position must be a number."),
    bad_rest("position-overflowing", "badNumber",
             rest(cardPosition='{"integerValue":"99999999999999999999"}'),
             "It does not fit into 64 bits."),
    bad_rest("position-out-of-range", "numberOutOfRange",
             rest(cardPosition='{"integerValue":"-1"}'),
             "Positions count from 0."),
    bad_rest("duration-nan", "badNumber", rest(viewDuration='{"doubleValue":"NaN"}'),
             "The JSON format of Protobuf allows it; it is not a number, and does not count as absent."),
    bad_rest("tags-text", "wrongType", rest(gameTags='{"stringValue":"rpg"}'),
             "Tags must be a list."),
    bad_rest("tags-element-integer", "wrongType",
             rest(gameTags='{"arrayValue":{"values":[{"integerValue":"1"}]}}'),
             "A tag must be a string."),
    bad_rest("tags-element-null", "wrongType",
             rest(gameTags='{"arrayValue":{"values":[{"nullValue":null}]}}'),
             "A tag must be a string."),
    bad_rest("bad-timestamp", "badTimestamp",
             rest(timestamp='{"timestampValue":"2025-02-29T00:00:00Z"}'),
             "As in a plain line."),
    bad_rest("timestamp-bool", "badTimestamp", rest(timestamp='{"booleanValue":true}'),
             "True is not a timestamp."),
    bad_rest("unknown-action", "unknownAction", rest(action='{"stringValue":"LIKE"}'),
             "As in a plain line."),
    bad_rest("user-twice", "duplicateKey",
             rest().replace(b'"userId"', b'"userId":{"stringValue":"u2"},"userId"'),
             "The player is ambiguous."),
    bad_rest("from-the-future", "fromTheFuture",
             rest(timestamp='{"timestampValue":"2999-01-01T00:00:00Z"}'),
             "As in a plain line."),

    Case("many-shapes", "Every line may have a different shape.",
         lines(neighbour(1), wrapped(id='"w"'), rest(name='"a/r"'), neighbour(2),
               query(rest(name='"a/q"'))),
         ids=["t1", "t2", "w", "r", "q"], instants=NEIGHBOUR_INSTANTS[:2] + [INSTANT] * 3,
         shapes={"plain": 2, "wrapped": 1, "rest": 2}),
    Case("one-event-in-many-shapes",
         "The same event four times: plain, wrapped, REST and from a query.",
         lines(interaction(**SESSION), wrapped(**SESSION), rest(**REST_SESSION),
               query(rest(**REST_SESSION))),
         ids=["odd"], instants=[INSTANT], duplicate=3, conflicts=0),
]
