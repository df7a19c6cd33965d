"""Limits: nesting, the length of a line, the length of ids; and duplicate keys."""

from .tools import Case, accepts, event, gzip, interaction, lines, neighbour, rejects, zstd

MIB = 1 << 20
T1, T2 = neighbour(1), neighbour(2)
ODD = interaction()


def arrays(depth, core=b"1"):
    return b"[" * depth + core + b"]" * depth


def objects(depth):
    return b'{"a":' * depth + b"1" + b"}" * depth


def deep(what, line, depth, why):
    if depth <= 64:
        return accepts(f"depth-{what}", line, why)
    return rejects(f"depth-{what}", "tooDeep", line, why)


def packed(what, why, *parts, ids=("t1", "t2"), large=True, **more):
    """A long file as a Zstandard frame: valid lines around the parts."""
    return Case(what, why, zstd(T1 + b"\n", *parts, b"\n" + T2 + b"\n"), ending=".ndjson.zst",
                ids=ids, large=large, **more)


def padded(length):
    """The parts of a valid line of `length` bytes, with a long text that is not read."""
    head, tail = ODD[:-1] + b',"note":"', b'"}'
    return head, (b"x", length - len(head) - len(tail)), tail


def twice(what, line, why, **more):
    return rejects(f"twice-{what}", "duplicateKey", line, why, **more)


BOMB = arrays(100_000)

CASES = [
    # The document itself is the first of the nested objects.
    deep("63-of-arrays", interaction(note=arrays(62)), 63, "One below the limit of 64."),
    deep("64-of-arrays", interaction(note=arrays(63)), 64, "Exactly the limit: 64 levels."),
    deep("65-of-arrays", interaction(note=arrays(64)), 65, "One level more than the limit."),
    deep("63-of-objects", interaction(note=objects(62)), 63, "One below the limit of 64."),
    deep("64-of-objects", interaction(note=objects(63)), 64, "Exactly the limit: 64 levels."),
    deep("65-of-objects", interaction(note=objects(64)), 65, "One level more than the limit."),
    deep("64-with-an-empty-array", interaction(note=arrays(63, b"")), 64,
         "The innermost array is empty, at level 64."),
    deep("65-with-an-empty-array", interaction(note=arrays(64, b"")), 65,
         "The innermost array is empty, at level 65."),
    deep("65-with-an-empty-object", interaction(note=arrays(63, b"{}")), 65,
         "The innermost array is empty, at level 65."),
    deep("65-at-the-end-of-a-wide-one", interaction(note=b"[" + b"[]," * 200 + arrays(63) + b"]"),
         65,
         "Many shallow arrays come before the deep one."),
    accepts("wide-and-not-deep", interaction(note=b"[" + b"[]," * 300 + b"{}]"),
            "A wide document is not a deep one."),
    rejects("depth-in-a-read-field", "tooDeep", interaction(gameTags=arrays(64)),
            "The limit also applies where a list is expected."),
    rejects("depth-at-the-top", "tooDeep", arrays(65),
            "The depth is checked before the type of the document."),
    Case("bomb-of-arrays", "A hundred thousand nested arrays.", zstd(
        T1 + b"\n", (b"[", 100_000), (b"]", 100_000), b"\n" + T2 + b"\n"), ending=".ndjson.zst",
        ids=["t1", "t2"], rejected={"tooDeep": 1}, large=True),
    Case("bomb-of-arrays-in-a-field",
         "A hundred thousand nested arrays, in a field that is not read.",
         gzip(lines(T1, interaction(note=BOMB), T2), squeezed=True), ending=".ndjson.gz",
         ids=["t1", "t2"], rejected={"tooDeep": 1}, large=True),
    Case("bomb-of-objects", "A hundred thousand nested objects.",
         gzip(lines(T1, objects(100_000), T2), squeezed=True), ending=".ndjson.gz",
         ids=["t1", "t2"], rejected={"tooDeep": 1}, large=True),
    Case("bomb-that-never-closes", "A hundred thousand brackets without closing ones are not JSON.",
         zstd(T1 + b"\n", (b"[", 100_000), b"\n" + T2 + b"\n"), ending=".ndjson.zst",
         ids=["t1", "t2"], rejected={"notJSON": 1}, large=True),

    packed("line-of-exactly-the-limit", "1 MiB without the line end is accepted.", *padded(MIB),
           ids=["t1", "odd", "t2"]),
    packed("line-one-byte-below-the-limit", "1 MiB less one byte is accepted.", *padded(MIB - 1),
           ids=["t1", "odd", "t2"]),
    packed("line-one-byte-above-the-limit", "1 MiB and one byte is rejected.", *padded(MIB + 1),
           rejected={"lineTooLong": 1}),
    packed("line-of-100-mb", "A hundred million bytes take no more memory than the limit.",
           *padded(100_000_000), rejected={"lineTooLong": 1}),
    packed("line-of-100-mb-of-one-letter", "A line without any structure.", (b"x", 100_000_000),
           rejected={"lineTooLong": 1}),
    packed("line-of-100-mb-of-null-bytes", "A hole in a sparse file.", (b"\0", 100_000_000),
           rejected={"lineTooLong": 1}),
    packed("line-of-3-mib-of-quotes", "Only quotes.", (b'"', 3 * MIB), rejected={"lineTooLong": 1}),
    packed("line-of-one-mib-of-backslashes",
           "Only escapes.", (b"\\", MIB), rejected={"notJSON": 1}),
    packed("line-of-one-mib-of-blanks",
           "A blank line is not read, whatever its length.", (b" ", MIB)),
    packed("line-of-3-mib-of-blanks",
           "A blank line is not read, whatever its length.", (b" ", 3 * MIB)),
    packed("three-million-blank-lines", "Blank lines are not read, whatever their number.",
           (b"\n", 3 * MIB)),
    Case("long-line-at-the-end",
         "The file ends inside a line that is too long, without a line end.",
         zstd(T1 + b"\n", (b"x", 3 * MIB)), ending=".ndjson.zst", ids=["t1"],
         rejected={"lineTooLong": 1}, large=True),
    Case("two-long-lines", "Lines between two long lines are not lost.",
         zstd((b"x", 3 * MIB), b"\n" + T1 + b"\n", (b"x", 3 * MIB), b"\n" + T2),
         ending=".ndjson.zst",
         ids=["t1", "t2"], rejected={"lineTooLong": 2}, large=True),

    accepts("id-of-256-bytes", interaction(id='"%s"' % ("x" * 256)), "Exactly the limit.",
            id="x" * 256),
    rejects("id-of-257-bytes", "idTooLong", interaction(id='"%s"' % ("x" * 257)), "One byte more."),
    accepts("id-of-128-letters-of-two-bytes", interaction(id='"%s"' % ("é" * 128)),
            "256 bytes: the limit counts bytes.", id="é" * 128),
    rejects("id-of-129-letters-of-two-bytes", "idTooLong", interaction(id='"%s"' % ("é" * 129)),
            "258 bytes: the limit counts bytes."),
    accepts("id-of-256-escapes", interaction(id='"%s"' % (r"\u0078" * 256)),
            "256 bytes after decoding the escapes.", id="x" * 256),
    rejects("id-of-86-escapes-of-three-bytes", "idTooLong",
            interaction(id='"%s"' % (r"\u30df" * 86)),
            "258 bytes after decoding the escapes."),
    rejects("id-of-2000-bytes", "idTooLong", interaction(id='"%s"' % ("x" * 2000)),
            "Far too long."),
    rejects("user-of-257-bytes", "idTooLong", interaction(userId='"%s"' % ("u" * 257)),
            "One byte too long."),
    accepts("user-of-256-bytes", interaction(userId='"%s"' % ("u" * 256)), "Exactly the limit."),
    rejects("game-of-257-bytes", "idTooLong", interaction(gameId='"%s"' % ("g" * 257)),
            "One byte too long."),
    rejects("session-of-257-bytes", "idTooLong", interaction(sessionId='"%s"' % ("s" * 257)),
            "One byte too long."),
    rejects("version-of-257-bytes", "idTooLong", event(appVersion='"%s"' % ("1" * 257)),
            "One byte too long.",
            collection="analytics"),
    rejects("list-element-of-257-bytes", "idTooLong",
            interaction(gameTags='["a","%s"]' % ("t" * 257)),
            "One element is a byte too long."),
    accepts("list-element-of-256-bytes", interaction(gameTags='["a","%s"]' % ("t" * 256)),
            "Exactly the limit."),
    accepts("list-of-300-elements", interaction(gameTags="[%s]" % ",".join(['"t"'] * 300)),
            "The limit applies to each element, not to the list."),
    accepts("unread-text-of-2000-bytes", interaction(note='"%s"' % ("n" * 2000)),
            "Values that are not stored have no limit."),
    accepts("unread-key-of-2000-bytes", ODD[:-1] + b',"%s":1}' % (b"k" * 2000),
            "Unknown keys have no limit."),
    accepts("two-hundred-unread-fields",
            ODD[:-1] + b"".join(b',"k%d":%d' % (n, n) for n in range(200)) + b"}",
            "Other fields are ignored, whatever their number."),

    twice("id", interaction()[:-1] + b',"id":"odd"}',
          "A field that is read occurs twice, with the same value."),
    twice("user", interaction()[:-1] + b',"userId":"u2"}', "The player is ambiguous."),
    twice("timestamp-once-null", b'{"timestamp":null,' + ODD[1:],
          "Null and a timestamp are two values."),
    twice("tags", ODD[:-1] + b',"gameTags":[]}', "The tags are ambiguous."),
    twice("escaped", ODD[:-1] + rb',"\u0069d":"b"}',
          "The key is the same after decoding its escape."),
    twice("event-id", event()[:-1] + b',"eventId":"b"}', "The id is ambiguous.",
          collection="analytics"),
    twice("in-the-wrapped",
          b'{"id":"odd","data":' + interaction(id=None)[:-1] + b',"userId":"u2"}}',
          "The player is ambiguous."),
    twice("around-the-wrapped", b'{"id":"odd","id":"b","data":' + interaction(id=None) + b"}",
          "The id is ambiguous."),
    twice("data", b'{"id":"odd","data":{},"data":' + interaction(id=None) + b"}",
          "The document is ambiguous."),
    accepts("unread-key-twice", ODD[:-1] + b',"x":1,"x":2}', "Neither field is read."),
    accepts("unread-key-twice-inside", interaction(note='{"id":1,"id":2}'),
            "Neither field is read."),
    accepts("empty-key-twice", ODD[:-1] + b',"":1,"":2}', "The empty key is not a known field."),
    accepts("data-twice-in-a-plain-line", ODD[:-1] + b',"data":1,"data":2}',
            "A line with a timestamp is plain, whatever else it contains: its data is not read."),
    accepts("name-twice-in-a-plain-line", ODD[:-1] + b',"name":1,"name":2}',
            "A line with a timestamp is plain, whatever else it contains: its name is not read."),
    accepts("key-in-another-case", ODD[:-1] + b',"ID":"b","userid":"u2"}',
            "Keys are case-sensitive."),
    accepts("key-escaped", ODD.replace(b'"id"', rb'"\u0069d"'), "A key may contain escapes."),
    accepts("key-with-a-null", ODD[:-1] + rb',"id\u0000":"b"}',
            "A key with U+0000 at the end is a different key."),
]
