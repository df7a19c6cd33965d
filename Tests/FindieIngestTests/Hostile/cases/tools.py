"""Functions for the tables of cases: lines, cases, compressed bytes."""

import datetime
import struct
import zlib


class Case:
    """A file and its expected outcome."""

    def __init__(
        self, what, why, content, ending=".ndjson", collection="interactions", ids=(),
        instants=None,
        duplicate=0, ignored=0, rejected=None, shapes=None, conflicts=None, failure=None,
        large=False,
    ):
        rejected = rejected or {}
        accepted = len(ids)
        expectation = {"collection": collection}
        if failure:
            expectation["failure"] = failure
        expectation.update({
            "read": accepted + duplicate + ignored + sum(rejected.values()),
            "accepted": accepted, "duplicate": duplicate, "ignored": ignored,
            "rejected": rejected, "ids": sorted(ids, key=lambda text: text.encode()),
        })
        optional = {
            "shapes": shapes, "instants": None if instants is None else sorted(instants),
            "conflicts": conflicts, "large": large or None,
        }
        expectation.update((key, value) for key, value in optional.items() if value is not None)
        expectation["why"] = why
        self.what, self.content, self.ending, self.expectation = what, content, ending, expectation


# ---- Lines. A value is given as in JSON, as text or, if it is not text, as bytes.

INTERACTION = {
    "id": '"odd"', "userId": '"u1"', "gameId": '"g1"', "action": '"like"',
    "timestamp": '"2025-09-01T10:00:00Z"', "cardPosition": "3", "viewDuration": "2.5",
    "gameTags": '["rpg"]',
}
ANALYTICS = {
    "eventId": '"odd"', "gameId": '"g1"', "eventType": '"gameView"',
    "timestamp": '"2025-09-01T10:00:00Z"', "anonymousUserId": '"h1"', "deviceType": '"iPad"',
}


def utc(text):
    """Milliseconds of `YYYY-MM-DD HH:MM:SS[.mmm]`, by Python's calendar."""
    instant = datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.timezone.utc)
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return (instant - epoch) // datetime.timedelta(milliseconds=1)


#: The timestamp of lines without another one.
INSTANT = utc("2025-09-01 10:00:00")


def raw(value):
    return value if isinstance(value, bytes) else value.encode()


def obj(fields):
    """The object of these fields; one whose value is None is left out."""
    pairs = (b'"%s":%s' % (raw(key), raw(value)) for key, value in fields.items()
             if value is not None)
    return b"{" + b",".join(pairs) + b"}"


def interaction(**changes):
    return obj({**INTERACTION, **changes})


def event(**changes):
    return obj({**ANALYTICS, **changes})


def lines(*all_lines):
    return b"".join(raw(line) + b"\n" for line in all_lines)


#: Valid lines around an unusual one: two before it, and one after it.
NEIGHBOURS = ["t1", "t2", "t3"]
NEIGHBOUR_INSTANTS = [INSTANT + 1000 * number for number in (1, 2, 3)]


def neighbour(number, collection="interactions"):
    key, make = ("id", interaction) if collection == "interactions" else ("eventId", event)
    time = f'"2025-09-01T10:00:0{number}Z"'
    return make(**{key: f'"t{number}"', "timestamp": time})


def among(line, collection="interactions"):
    first, second, last = (neighbour(number, collection) for number in (1, 2, 3))
    return lines(first, second, line, last)


# ---- Cases of one unusual line among three valid ones.

def rejects(what, reason, line, why, collection="interactions"):
    return Case(
        what, why, among(line, collection), collection=collection, ids=NEIGHBOURS,
        rejected={reason: 1})


def accepts(
    what, line, why, id="odd", at=None, shape="plain", collection="interactions",
):
    shapes = {"plain": 4} if shape == "plain" else {"plain": 3, shape: 1}
    return Case(
        what, why, among(line, collection), collection=collection, ids=NEIGHBOURS + [id],
        instants=None if at is None else NEIGHBOUR_INSTANTS + [at], shapes=shapes)


def ignores(what, line, why):
    return Case(
        what, why, among(line, "analytics"), collection="analytics", ids=NEIGHBOURS,
        instants=NEIGHBOUR_INSTANTS, ignored=1)


def repeats(what, first, second, why, conflicts=0, at=INSTANT, collection="interactions"):
    """Two lines with the id `odd`, of which one is stored."""
    content = among(lines(first, second)[:-1], collection)
    return Case(
        what, why, content, collection=collection, ids=NEIGHBOURS + ["odd"],
        instants=NEIGHBOUR_INSTANTS + [at], duplicate=1, conflicts=conflicts)


# ---- Handwritten compressed bytes, which do not depend on versions of tools.

def gzip(data, flags=0, header=b"", squeezed=False, crc=None, length=None):
    """A gzip member (RFC 1952) whose data is stored, or compressed if it is long."""
    if squeezed:
        compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
        body = compressor.compress(data) + compressor.flush()
    else:
        assert len(data) < 1 << 16
        body = struct.pack("<BHH", 1, len(data), len(data) ^ 0xFFFF) + data
    crc = zlib.crc32(data) if crc is None else crc
    length = len(data) if length is None else length
    start = struct.pack("<BBBBIBB", 0x1F, 0x8B, 8, flags, 0, 0, 0xFF)
    return start + header + body + struct.pack("<II", crc, length)


BLOCK = 1 << 17


def zstd(*parts, window=0x38, checksum=None):
    """A Zstandard frame (RFC 8878) of raw blocks and of runs, `(byte, count)`.

    `window` is the descriptor: 0x38 means 128 KiB, the longest block.
    """
    blocks = []
    for part in parts:
        if isinstance(part, tuple):
            byte, count = part
            while count > 0:
                blocks.append((1, min(count, BLOCK), byte))
                count -= BLOCK
        elif part:
            assert len(part) <= BLOCK
            blocks.append((0, len(part), part))
    blocks = blocks or [(0, 0, b"")]
    frame = struct.pack("<IBB", 0xFD2FB528, 0 if checksum is None else 4, window)
    for index, (kind, size, data) in enumerate(blocks):
        is_last = index == len(blocks) - 1
        frame += struct.pack("<I", size << 3 | kind << 1 | is_last)[:3] + data
    return frame + (b"" if checksum is None else checksum)


def skippable(data):
    return struct.pack("<II", 0x184D2A50, len(data)) + data
