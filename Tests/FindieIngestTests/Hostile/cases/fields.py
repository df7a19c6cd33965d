"""Fields: absent, null, of wrong types; ids, lists, words and numbers with odd contents."""

from .tools import Case, accepts, event, interaction, lines, neighbour, rejects

REQUIRED = ["id", "userId", "gameId", "action", "timestamp"]


def wrong(what, line, why, reason="wrongType", collection="interactions"):
    return rejects(f"wrong-{what}", reason, line, why, collection)


def identity(what, text, why):
    """An id that is odd and sound."""
    return accepts(f"id-{what}", interaction(id='"%s"' % text), why, id=text)


def outside(what, why, **field):
    return rejects(what, "numberOutOfRange", interaction(**field), why)


CASES = [
    *[rejects(f"absent-{field}", "missingField", interaction(**{field: None}),
              "A field that must be there is not.") for field in REQUIRED],
    *[rejects(f"null-{field}", "missingField", interaction(**{field: "null"}),
              "Null counts as absent.")
      for field in REQUIRED],
    accepts("absent-optional-fields",
            interaction(sessionId=None, cardPosition=None, viewDuration=None, gameTags=None),
            "They need not be there."),
    accepts("null-optional-fields",
            interaction(sessionId="null", cardPosition="null", viewDuration="null",
                        gameTags="null"),
            "Null counts as absent."),
    accepts("analytics-absent-optional-fields", event(
        developerId=None, sessionId=None, deviceType=None, appVersion=None),
        "They need not be there.", collection="analytics"),
    *[rejects(f"analytics-absent-{field}", "missingField", event(**{field: None}),
              "A field that must be there is not.", "analytics")
      for field in ("eventId", "gameId", "eventType", "timestamp", "anonymousUserId")],
    rejects("interaction-among-analytics", "missingField", interaction(),
            "An interaction has no eventId.", "analytics"),
    rejects("analytics-among-interactions", "missingField", event(),
            "An analytics event has no id."),
    rejects("other-collection", "missingField", b'{"id":"g1","title":"Celeste","developerId":"d1"}',
            "A game is no interaction."),

    wrong("id-number", interaction(id="7"), "An id is a text."),
    wrong("id-bool", interaction(id="true"), "An id is a text."),
    wrong("user-number", interaction(userId="12345"), "An id is a text."),
    wrong("user-object", interaction(userId='{"id":"u1"}'), "An id is a text."),
    wrong("game-array", interaction(gameId='["g1"]'), "An id is a text."),
    wrong("game-empty-object", interaction(gameId="{}"), "An id is a text."),
    wrong("action-number", interaction(action="1"), "An action is a word."),
    wrong("action-array", interaction(action='["like"]'), "An action is a word."),
    wrong("timestamp-bool", interaction(timestamp="true"), "True is no instant.",
          reason="badTimestamp"),
    wrong("timestamp-array", interaction(timestamp="[2025,9,1]"), "A list is no instant.",
          reason="badTimestamp"),
    wrong("session-number", interaction(sessionId="5"), "A session's id is a text."),
    wrong("session-bool", interaction(sessionId="false"), "A session's id is a text."),
    wrong("position-text", interaction(cardPosition='"3"'), "A position is a number."),
    wrong("position-bool", interaction(cardPosition="true"), "A position is a number."),
    wrong("position-array", interaction(cardPosition="[3]"), "A position is a number."),
    wrong("duration-text", interaction(viewDuration='"2.5"'), "A duration is a number."),
    wrong("duration-object", interaction(viewDuration='{"seconds":2}'), "A duration is a number."),
    wrong("tags-text", interaction(gameTags='"rpg"'), "Tags are a list."),
    wrong("tags-object", interaction(gameTags='{"0":"rpg"}'), "Tags are a list."),
    wrong("tags-number", interaction(gameTags="0"), "Tags are a list."),
    wrong("tags-element-number", interaction(gameTags='["rpg",7]'), "A tag is a text."),
    wrong("tags-element-null", interaction(gameTags='["rpg",null]'), "A tag is a text."),
    wrong("tags-element-array", interaction(gameTags='["rpg",["a"]]'), "A tag is a text."),
    wrong("genres-element-object", interaction(gameGenres='[{"name":"rpg"}]'),
          "A genre is a text."),
    wrong("preferences-element-bool", interaction(userGenrePreferences="[true]"),
          "A genre is a text."),
    wrong("device-object", event(deviceType='{"model":"iPad"}'), "A device's type is a text.",
          collection="analytics"),
    wrong("version-number", event(appVersion="1.2"), "A version is a text.",
          collection="analytics"),
    wrong("developer-number", event(developerId="1"), "An id is a text.", collection="analytics"),
    wrong("shop-bool", event(shop="true"), "A shop is a text.", collection="analytics"),
    wrong("event-type-number", event(eventType="0"), "An event's type is a word.",
          collection="analytics"),

    rejects("id-empty", "emptyId", interaction(id='""'), "An empty id names nothing."),
    rejects("user-empty", "emptyId", interaction(userId='""'), "An empty id names nobody."),
    rejects("game-empty", "emptyId", interaction(gameId='""'), "An empty id names nothing."),
    accepts("session-empty", interaction(sessionId='""'), "An empty session is an absent one."),
    identity("of-blanks", "   ", "An id is bytes; blanks are some."),
    identity("with-blanks-around", " odd ", "An id is not trimmed."),
    identity("path", "../../etc/passwd", "An id never becomes a path."),
    identity("markup", "<script>alert(1)</script>", "An id is shown escaped, elsewhere."),
    identity("formula", "=cmd|' /C calc'!A0", "An id is written escaped, elsewhere."),
    identity("statement", "'; DROP TABLE events; --", "An id is bound, not pasted, elsewhere."),
    identity("emoji", "🎮🕹️", "Any character may stand in an id."),
    identity("right-to-left", "משחק", "Any script may stand in an id."),
    identity("percent", "%00%0a%n%s", "Nothing is unescaped but JSON's escapes."),
    identity("like-json", "{}[]:,", "JSON's signs inside a string are letters."),
    identity("word-null", "null", "The text null is not null."),
    accepts("id-with-escaped-quotes", interaction(id=r'"\"a\\\""'),
            "Quotes and backslashes by escapes.", id='"a\\"'),
    rejects("id-with-a-line-end", "controlCharacter", interaction(id=r'"a\nb"'),
            "An id is one line."),
    rejects("id-with-a-bell", "controlCharacter", interaction(id=r'"a\u0007"'),
            "U+0007 is a control character."),
    rejects("session-with-an-escape", "controlCharacter", interaction(sessionId=r'"\u001b[2J"'),
            "A text that clears a terminal is not kept."),
    rejects("tag-with-the-separator", "controlCharacter", interaction(gameTags=r'["a\u001fb"]'),
            "U+001F stands between the elements of a list where it is kept."),
    rejects("device-with-a-tab", "controlCharacter", event(deviceType=r'"iPad\t"'),
            "U+0009 is a control character.",
            "analytics"),
    accepts("tags-empty-elements", interaction(gameTags='["","rpg",""]'),
            "Empty elements are left out."),
    accepts("genre-unknown", interaction(gameGenres='["soulslike","RPG"]'),
            "A genre is kept as it was said."),

    *[rejects(f"action-{what}", "unknownAction", interaction(action=text),
              "Words are told apart byte by byte.")
      for what, text in [
          ("in-capitals", '"LIKE"'), ("capitalized", '"Like"'), ("in-lower-case", '"superlike"'),
          ("with-a-blank", '"like "'), ("empty", '""'), ("of-the-other-collection", '"gameLike"'),
          ("with-a-null", r'"like\u0000"'), ("with-a-homoglyph", '"l\u0456ke"'), ("cut", '"lik"')]],
    accepts("action-escaped", interaction(action=r'"\u006cike"'),
            "The word is the same once its escape is read."),
    rejects("event-type-in-lower-case", "unknownEventType", event(eventType='"gameview"'),
            "Case counts.", "analytics"),
    rejects("event-type-of-the-other-collection", "unknownEventType", event(eventType='"like"'),
            "A like is an action.", "analytics"),

    outside("position-negative", "Positions count from 0.", cardPosition="-1"),
    outside("position-with-a-fraction", "A position is whole.", cardPosition="1.5"),
    outside("position-above-a-million", "A million at most.", cardPosition="1000001"),
    outside("position-of-64-bits", "A million at most.", cardPosition="18446744073709551615"),
    accepts("position-of-a-million", interaction(cardPosition="1e6"),
            "The limit itself, by an exponent."),
    outside("duration-negative", "No view is shorter than nothing.", viewDuration="-0.001"),
    outside("duration-above-a-day", "A day at most.", viewDuration="86400.001"),
    outside("duration-huge", "A day at most.", viewDuration="1e308"),
    accepts("duration-of-a-day", interaction(viewDuration="86400"), "The limit itself."),
]
