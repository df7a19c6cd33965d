"""Compressed files: gzip (RFC 1952) and Zstandard (RFC 8878), complete, joined, truncated and damaged."""

from .tools import Case, gzip, lines, neighbour, skippable, zstd

T1, T2, T3 = (neighbour(number) for number in (1, 2, 3))
ALL = lines(T1, T2, T3)
IDS = ["t1", "t2", "t3"]
HALF = len(T1) + 1 + 20  # inside the second line
GZ, ZST = ".ndjson.gz", ".ndjson.zst"


def valid(what, content, ending, why, ids=IDS):
    return Case(what, why, content, ending=ending, ids=ids)


def cut(what, content, ending, why, ids=()):
    """The lines before the end are accepted; the incomplete last line counts as one line."""
    return Case(what, why, content, ending=ending, ids=ids, rejected={"truncatedFile": 1})


def damaged(what, content, ending, why="It is unknown which lines are correct."):
    return Case(what, why, content, ending=ending, failure="damagedFile")


def unsupported(what, content, ending, why):
    return Case(what, why, content, ending=ending, failure="unsupportedFile")


def flags(bits, header, data=ALL):
    return gzip(data, flags=bits, header=header)


# Three lines as the zstd tool compresses them: a compressed block, a content size, a checksum.
SQUEEZED = bytes.fromhex(
    "28b52ffd64e9005d0400b2871919706f0e52f1d72ea716db36028fd8a273679188980540138e08c3"
    "f01e90319f14fd02df332684f022ad8c4bb2f536704f884363d3d2c4ddb2dfaeb885bb705de23628"
    "3620debec35351ac2d23ae6f970f43879726ae4d9c328ab33aa8eceaedae1edee163010e2030430b"
    "3d898a422f4c4c1509a65ecd831d316663e221f470d0d8ce968d55830138ae083d")

CASES = [
    valid("gzip", gzip(ALL), GZ, "One member."),
    valid("gzip-squeezed", gzip(ALL, squeezed=True), GZ, "One member with Huffman codes."),
    valid("gzip-two-members", gzip(lines(T1)) + gzip(lines(T2, T3)), GZ, "Files joined by cat."),
    valid("gzip-member-cut-inside-a-line", gzip(ALL[:HALF]) + gzip(ALL[HALF:]), GZ,
          "A line may span members."),
    valid("gzip-a-member-a-byte",
          b"".join(gzip(ALL[index:index + 1]) for index in range(len(T1) + 1)), GZ,
          "As many members as bytes.", ids=["t1"]),
    valid("gzip-empty-member", gzip(b""), GZ, "An empty member.", ids=[]),
    valid("gzip-empty-members-between",
          gzip(b"") + gzip(lines(T1)) + gzip(b"") + gzip(lines(T2, T3)) + gzip(b""), GZ,
          "Empty members between others."),
    valid("gzip-trailing-zeros", gzip(ALL) + bytes(1024), GZ,
          "Zeros after the last member are padding."),
    valid("gzip-one-trailing-zero", gzip(ALL) + b"\0", GZ,
          "Zeros after the last member are padding."),
    valid("gzip-with-a-name", flags(0x08, b"export.ndjson\0"), GZ,
          "The header contains the file name."),
    valid("gzip-with-a-comment", flags(0x10, b"of the night\0"), GZ,
          "The header contains a comment."),
    valid("gzip-with-an-extra-field", flags(0x04, b"\x04\x00abcd"), GZ,
          "The header contains an extra field."),
    valid("gzip-without-last-newline", gzip(ALL[:-1]), GZ, "The last line needs no line end."),
    valid("gzip-with-a-byte-order-mark", gzip(b"\xef\xbb\xbf" + ALL), GZ,
          "The decompressed data starts with a byte order mark."),
    Case("gzip-with-two-byte-order-marks",
         "Two exports were joined: the second byte order mark is inside the file.",
         gzip(b"\xef\xbb\xbf" + lines(T1)) + gzip(b"\xef\xbb\xbf" + lines(T2, T3)), ending=GZ,
         ids=["t1", "t3"],
         rejected={"notJSON": 1}),
    valid("gzip-jsonl", gzip(ALL), ".jsonl.gz", "The other file extension."),
    cut("gzip-of-0-bytes", b"", GZ, "An empty compressed file is truncated."),
    cut("gzip-cut-in-the-header", gzip(ALL)[:5], GZ, "The header is incomplete."),
    cut("gzip-cut-behind-the-header", gzip(ALL)[:10], GZ, "Nothing follows the header."),
    cut("gzip-cut-inside-a-line", gzip(ALL)[:15 + HALF], GZ, "The second line is incomplete.",
        ids=["t1"]),
    cut("gzip-cut-behind-a-line", gzip(ALL)[:15 + len(T1) + 1], GZ,
        "The data after the first line is lost.", ids=["t1"]),
    cut("gzip-cut-in-the-checksum", gzip(ALL)[:-6], GZ,
        "All lines are present, the checksum is missing.",
        ids=IDS),
    cut("gzip-cut-in-the-length", gzip(ALL)[:-1], GZ,
        "All lines are present, the length is missing.",
        ids=IDS),
    cut("gzip-second-member-cut", gzip(lines(T1)) + gzip(lines(T2, T3))[:-30], GZ,
        "The third line is incomplete.",
        ids=["t1", "t2"]),
    cut("gzip-second-member-of-one-byte", gzip(ALL) + b"\x1f", GZ,
        "A second member starts and is incomplete.",
        ids=IDS),
    damaged("gzip-wrong-checksum", gzip(ALL, crc=1), GZ),
    damaged("gzip-wrong-length", gzip(ALL, length=1), GZ),
    damaged("gzip-wrong-checksum-of-the-second", gzip(lines(T1)) + gzip(lines(T2), crc=1), GZ),
    damaged("gzip-trailing-garbage", gzip(ALL) + b"garbage", GZ),
    damaged("gzip-garbage-behind-zeros", gzip(ALL) + bytes(8) + b"\x07", GZ),
    damaged("gzip-member-behind-zeros", gzip(lines(T1)) + bytes(8) + gzip(lines(T2)), GZ,
            "Only zeros may follow the padding."),
    damaged("gzip-of-another-method", gzip(ALL).replace(b"\x1f\x8b\x08", b"\x1f\x8b\x07", 1), GZ,
            "The header names a method that does not exist."),
    damaged("gzip-reserved-flag", flags(0x20, b""), GZ,
            "The header has a flag that does not exist."),
    damaged("gzip-block-of-no-type", gzip(ALL)[:10] + b"\x07" + gzip(ALL)[11:], GZ,
            "Deflate has no fourth type."),
    damaged("gzip-stored-lengths-disagree", gzip(ALL)[:13] + b"\0\0" + gzip(ALL)[15:], GZ),
    valid("plain-text-named-gzip", ALL, GZ, "The content decides, not the extension."),
    valid("newline-named-gzip", b"\n\n\n", GZ, "A plain file of blank lines.", ids=[]),
    valid("zstandard-named-gzip", zstd(ALL), GZ, "The content decides, not the extension."),
    valid("gzip-in-gzip", gzip(gzip(T1)), GZ, "Compressed twice.", ids=["t1"]),
    valid("gzip-named-plain", gzip(T1), ".ndjson", "Compressed without the extension.", ids=["t1"]),

    valid("zstandard", zstd(ALL), ZST, "One frame."),
    valid("zstandard-squeezed", SQUEEZED, ZST,
          "One frame with a compressed block and a valid checksum."),
    valid("zstandard-a-block-a-byte", zstd(*[ALL[index:index + 1] for index in range(len(ALL))]),
          ZST,
          "As many blocks as bytes."),
    valid("zstandard-two-frames", zstd(lines(T1)) + zstd(lines(T2, T3)), ZST,
          "Files joined by cat."),
    valid("zstandard-frame-cut-inside-a-line", zstd(ALL[:HALF]) + zstd(ALL[HALF:]), ZST,
          "A line may span frames."),
    valid("zstandard-empty-frame", zstd(), ZST, "An empty frame.", ids=[]),
    valid("zstandard-empty-frames-between",
          zstd() + zstd(lines(T1)) + zstd() + zstd(lines(T2, T3)) + zstd(), ZST,
          "Empty frames between others."),
    valid("zstandard-skippable-first", skippable(b"index") + zstd(ALL), ZST,
          "A skippable frame is skipped."),
    valid("zstandard-skippable-between", zstd(lines(T1)) + skippable(b"") + zstd(lines(T2, T3)),
          ZST,
          "A skippable frame is skipped."),
    valid("zstandard-skippable-last", zstd(ALL) + skippable(bytes(100)), ZST,
          "A seekable file ends with a seek table."),
    valid("zstandard-skippable-alone", skippable(b"nothing else"), ZST,
          "Only a skippable frame.", ids=[]),
    cut("zstandard-of-0-bytes", b"", ZST, "An empty compressed file is truncated."),
    cut("zstandard-cut-in-the-header", zstd(ALL)[:3], ZST, "The header is incomplete."),
    cut("zstandard-cut-behind-a-block", zstd(lines(T1), lines(T2))[:9 + len(T1) + 1], ZST,
        "The second block is lost.",
        ids=["t1"]),
    cut("zstandard-cut-inside-a-line", zstd(lines(T1), lines(T2))[:-20], ZST,
        "The second block is incomplete.",
        ids=["t1"]),
    cut("zstandard-cut-in-the-checksum", SQUEEZED[:-2], ZST,
        "All lines are present, the checksum is missing.", ids=IDS),
    cut("zstandard-second-frame-cut", zstd(lines(T1)) + zstd(lines(T2))[:-10], ZST,
        "The second frame is incomplete.",
        ids=["t1"]),
    cut("zstandard-skippable-cut", zstd(ALL) + skippable(b"index")[:-2], ZST,
        "The skippable frame is incomplete.", ids=IDS),
    damaged("zstandard-wrong-checksum", zstd(ALL, checksum=b"\0\0\0\0"), ZST),
    damaged("zstandard-trailing-garbage", zstd(ALL) + b"garbage and more", ZST),
    damaged("zstandard-trailing-zeros", zstd(ALL) + bytes(64), ZST,
            "Zstandard allows no padding except skippable frames."),
    damaged("zstandard-block-of-no-type", zstd(ALL)[:6] + b"\x07" + zstd(ALL)[7:], ZST,
            "A fourth block type does not exist."),
    unsupported("zstandard-window-of-256-mib", zstd(ALL, window=0x90), ZST,
                "More memory than the zstd tool allows by default."),
    damaged("zstandard-flipped-byte", SQUEEZED[:40] + bytes([SQUEEZED[40] ^ 1]) + SQUEEZED[41:],
            ZST),
    valid("plain-text-named-zstandard", ALL, ZST, "The content decides, not the extension."),
    valid("gzip-named-zstandard", gzip(ALL), ZST, "The content decides, not the extension."),
    valid("zstandard-named-plain", zstd(T1), ".ndjson", "Compressed without the extension.",
          ids=["t1"]),
]
