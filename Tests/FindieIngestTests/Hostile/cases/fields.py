"""Fields: absent, null, of wrong types; ids, lists, words and numbers with unusual contents."""

from .tools import Case, accepts, event, interaction, lines, neighbour, rejects

REQUIRED = ["id", "userId", "gameId", "action", "timestamp"]


def wrong(what, line, why, reason="wrongType", collection="interactions"):
    return rejects(f"wrong-{what}", reason, line, why, collection)


def identity(what, text, why):
    """An unusual but valid id."""
    return accepts(f"id-{what}", interaction(id='"%s"' % text), why, id=text)


def outside(what, why, **field):
    return rejects(what, "numberOutOfRange", interaction(**field), why)


CASES = [
    *[rejects(f"absent-{field}", "missingField", interaction(**{field: None}),
              "A required field is missing.") for field in REQUIRED],
    *[rejects(f"null-{field}", "missingField", interaction(**{field: "null"}),
              "Null counts as absent.")
      for field in REQUIRED],
    accepts("absent-optional-fields",
            interaction(sessionId=None, cardPosition=None, viewDuration=None, gameTags=None),
            "These fields are optional."),
    accepts("null-optional-fields",
            interaction(sessionId="null", cardPosition="null", viewDuration="null",
                        gameTags="null"),
            "Null counts as absent."),
    accepts("analytics-absent-optional-fields", event(
        developerId=None, sessionId=None, deviceType=None, appVersion=None),
        "These fields are optional.", collection="analytics"),
    *[rejects(f"analytics-absent-{field}", "missingField", event(**{field: None}),
              "A required field is missing.", "analytics")
      for field in ("eventId", "gameId", "eventType", "timestamp", "anonymousUserId")],
    rejects("interaction-among-analytics", "missingField", interaction(),
            "An interaction has no eventId.", "analytics"),
    rejects("analytics-among-interactions", "missingField", event(),
            "An analytics event has no id."),
    rejects("other-collection", "missingField", b'{"id":"g1","title":"Celeste","developerId":"d1"}',
            "A game is not an interaction."),

    wrong("id-number", interaction(id="7"), "An id must be a string."),
    wrong("id-bool", interaction(id="true"), "An id must be a string."),
    wrong("user-number", interaction(userId="12345"), "An id must be a string."),
    wrong("user-object", interaction(userId='{"id":"u1"}'), "An id must be a string."),
    wrong("game-array", interaction(gameId='["g1"]'), "An id must be a string."),
    wrong("game-empty-object", interaction(gameId="{}"), "An id must be a string."),
    wrong("action-number", interaction(action="1"), "An action must be a string."),
    wrong("action-array", interaction(action='["like"]'), "An action must be a string."),
    wrong("timestamp-bool", interaction(timestamp="true"), "True is not a timestamp.",
          reason="badTimestamp"),
    wrong("timestamp-array", interaction(timestamp="[2025,9,1]"), "A list is not a timestamp.",
          reason="badTimestamp"),
    wrong("session-number", interaction(sessionId="5"), "A session id must be a string."),
    wrong("session-bool", interaction(sessionId="false"), "A session id must be a string."),
    wrong("position-text", interaction(cardPosition='"3"'), "A position must be a number."),
    wrong("position-bool", interaction(cardPosition="true"), "A position must be a number."),
    wrong("position-array", interaction(cardPosition="[3]"), "A position must be a number."),
    wrong("duration-text", interaction(viewDuration='"2.5"'), "A duration must be a number."),
    wrong("duration-object", interaction(viewDuration='{"seconds":2}'),
          "A duration must be a number."),
    wrong("tags-text", interaction(gameTags='"rpg"'), "Tags must be a list."),
    wrong("tags-object", interaction(gameTags='{"0":"rpg"}'), "Tags must be a list."),
    wrong("tags-number", interaction(gameTags="0"), "Tags must be a list."),
    wrong("tags-element-number", interaction(gameTags='["rpg",7]'), "A tag must be a string."),
    wrong("tags-element-null", interaction(gameTags='["rpg",null]'), "A tag must be a string."),
    wrong("tags-element-array", interaction(gameTags='["rpg",["a"]]'), "A tag must be a string."),
    wrong("genres-element-object", interaction(gameGenres='[{"name":"rpg"}]'),
          "A genre must be a string."),
    wrong("preferences-element-bool", interaction(userGenrePreferences="[true]"),
          "A genre must be a string."),
    wrong("device-object", event(deviceType='{"model":"iPad"}'), "A device type must be a string.",
          collection="analytics"),
    wrong("version-number", event(appVersion="1.2"), "A version must be a string.",
          collection="analytics"),
    wrong("developer-number", event(developerId="1"),
          "An id must be a string.", collection="analytics"),
    wrong("shop-bool", event(shop="true"), "A shop must be a string.", collection="analytics"),
    wrong("event-type-number", event(eventType="0"), "An event type must be a string.",
          collection="analytics"),

    rejects("id-empty", "emptyId", interaction(id='""'), "An empty id is not valid."),
    rejects("user-empty", "emptyId", interaction(userId='""'), "An empty user id is not valid."),
    rejects("game-empty", "emptyId", interaction(gameId='""'), "An empty id is not valid."),
    accepts("session-empty", interaction(sessionId='""'), "An empty session id counts as absent."),
    rejects("id-of-blanks", "placeholderId", interaction(id='"   "'), "Blanks are no id."),
    identity("with-blanks-around", " odd ", "An id is not trimmed."),
    identity("path", "../../etc/passwd", "An id is never used as a path."),
    identity("markup", "<script>alert(1)</script>", "An id is escaped where it is displayed."),
    identity("formula", "=cmd|' /C calc'!A0", "An id is escaped where it is written."),
    identity("statement", "'; DROP TABLE events; --",
             "An id is bound as a parameter of an SQL statement."),
    identity("emoji", "🎮🕹️", "An id may contain any character."),
    identity("right-to-left", "משחק", "An id may use any script."),
    identity("percent", "%00%0a%n%s", "Only JSON escapes are decoded."),
    identity("like-json", "{}[]:,", "JSON syntax inside a string is plain text."),
    rejects("id-word-null", "placeholderId", interaction(id='"null"'),
            "The string \"null\" is a word for no value."),
    accepts("id-with-escaped-quotes", interaction(id=r'"\"a\\\""'),
            "Escaped quotes and backslashes.", id='"a\\"'),
    rejects("id-with-a-line-end", "controlCharacter", interaction(id=r'"a\nb"'),
            "An id must not contain a line end."),
    rejects("id-with-a-bell", "controlCharacter", interaction(id=r'"a\u0007"'),
            "U+0007 is a control character."),
    rejects("session-with-an-escape", "controlCharacter", interaction(sessionId=r'"\u001b[2J"'),
            "A terminal control sequence is not stored."),
    rejects("tag-with-the-separator", "controlCharacter", interaction(gameTags=r'["a\u001fb"]'),
            "U+001F separates the elements of a stored list."),
    rejects("device-with-a-tab", "controlCharacter", event(deviceType=r'"iPad\t"'),
            "U+0009 is a control character.",
            "analytics"),
    accepts("tags-empty-elements", interaction(gameTags='["","rpg",""]'),
            "Empty elements are dropped."),
    accepts("genre-unknown", interaction(gameGenres='["soulslike","RPG"]'),
            "A genre is stored unchanged."),

    *[rejects(f"action-{what}", "unknownAction", interaction(action=text),
              "Strings are compared byte by byte.")
      for what, text in [
          ("in-capitals", '"LIKE"'), ("capitalized", '"Like"'), ("in-lower-case", '"superlike"'),
          ("with-a-blank", '"like "'), ("empty", '""'), ("of-the-other-collection", '"gameLike"'),
          ("with-a-null", r'"like\u0000"'), ("with-a-homoglyph", '"l\u0456ke"'), ("cut", '"lik"')]],
    accepts("action-escaped", interaction(action=r'"\u006cike"'),
            "The word is the same after decoding its escape."),
    rejects("event-type-in-lower-case", "unknownEventType", event(eventType='"gameview"'),
            "Names are case-sensitive.", "analytics"),
    rejects("event-type-of-the-other-collection", "unknownEventType", event(eventType='"like"'),
            "A like is an action, not an event type.", "analytics"),

    outside("position-negative", "Positions count from 0.", cardPosition="-1"),
    outside("position-with-a-fraction", "A position must be an integer.", cardPosition="1.5"),
    outside("position-above-a-million", "At most one million.", cardPosition="1000001"),
    outside("position-of-64-bits", "At most one million.", cardPosition="18446744073709551615"),
    accepts("position-of-a-million", interaction(cardPosition="1e6"),
            "Exactly the limit, written with an exponent."),
    outside("duration-negative", "A duration must not be negative.", viewDuration="-0.001"),
    outside("duration-above-a-day", "At most one day.", viewDuration="86400.001"),
    outside("duration-huge", "At most one day.", viewDuration="1e308"),
    accepts("duration-of-a-day", interaction(viewDuration="86400"), "Exactly the limit."),
]
