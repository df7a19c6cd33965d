#!/usr/bin/env python3
"""Reads a history by the description in docs/HISTORY.md, without findie's code.

usage: read_history.py HISTORY_FOLDER

Prints one line of JSON per event, in the order of the ledger's days. Exits with 1 if a checksum is wrong.
"""
import datetime
import json
import pathlib
import struct
import sys

MASK = (1 << 64) - 1
KEYS = (0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3, 0x589965CC75374CC3)


def folded(left, right):
    product = left * right
    return (product >> 64) ^ (product & MASK)


def hash64(data, seed=0):
    first, second, third, fourth = KEYS
    count = len(data)
    state = seed ^ first
    if count == 0:
        return folded(state ^ third, fourth)

    def word(offset):
        return struct.unpack_from("<Q", data, offset)[0]

    def half(offset):
        return struct.unpack_from("<I", data, offset)[0]

    offset = 0
    if count >= 64:
        lanes = [state, state ^ second, state ^ third, state ^ fourth]
        keys = [second, third, fourth, first]
        while count - offset >= 64:
            for lane in range(4):
                place = offset + 16 * lane
                lanes[lane] = folded(word(place) ^ keys[lane], word(place + 8) ^ lanes[lane])
            offset += 64
        state = folded(lanes[0], lanes[1] ^ third) ^ folded(lanes[2], lanes[3] ^ second)
    while count - offset >= 16:
        state = folded(word(offset) ^ second, word(offset + 8) ^ state)
        offset += 16
    left = count - offset
    if left > 0:
        if count >= 16:
            tail = (word(count - 16), word(count - 8))
        elif left >= 8:
            tail = (word(0), word(count - 8))
        elif left >= 4:
            tail = (half(0), half(count - 4))
        else:
            tail = (data[0] | data[count // 2] << 8 | data[count - 1] << 16, 0)
        state = folded(tail[0] ^ second, tail[1] ^ state)
    return folded(state ^ third, count ^ fourth)


TYPES = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "f32": "f"}


def days(text):
    return (datetime.date.fromisoformat(text) - datetime.date(1970, 1, 1)).days


def read_header(data):
    collection, day, rows, count = struct.unpack_from("<16sqQQ", data)
    header = {"collection": collection.rstrip(b"\0").decode(), "rows": rows, "columns": [],
              "day": str(datetime.date(1970, 1, 1) + datetime.timedelta(day))}
    for name, kind, checksum, offset, length in struct.iter_unpack("<32s8s16sQQ", data[40 : 40 + 72 * count]):
        name, kind, checksum = (text.rstrip(b"\0").decode() for text in (name, kind, checksum))
        header["columns"].append({"name": name, "type": kind, "checksum": checksum, "offset": offset, "length": length})
    return header


def read_day(path, checksum):
    data = path.read_bytes()
    if data[:7] != b"FINDIE\0" or data[7] not in (2, 3):
        raise ValueError("not a day's file of format 2 or 3")
    start = 16 + struct.unpack_from("<Q", data, 8)[0]
    if "%x" % hash64(data[:start]) != checksum:
        raise ValueError("not the file that the ledger names")
    header = json.loads(data[16:start]) if data[7] == 2 else read_header(data[16:start])
    columns = {}
    for column in header["columns"]:
        begin = start + column["offset"]
        part = data[begin : begin + column["length"]]
        if "%x" % hash64(part) != column["checksum"]:
            raise ValueError("column %s is damaged" % column["name"])
        kind = TYPES[column["type"]]
        columns[column["name"]] = struct.unpack("<%d%s" % (len(part) // struct.calcsize(kind), kind), part)

    def strings(name):
        text, ends = bytes(columns[name + ".bytes"]), columns[name + ".ends"]
        return [text[begin:end].decode() for begin, end in zip((0,) + ends, ends)]

    rows = [{} for _ in range(header["rows"])]
    for row, text in zip(rows, strings("id")):
        row["id"] = text
    for name, values in columns.items():
        if name.endswith(".codes"):
            words = strings(name[:-6])
            values = [words[code] for code in values]
            name = name[:-6]
        elif name.endswith((".bytes", ".ends")):
            continue
        for row, value in zip(rows, values):
            row[name] = None if value != value else value
    for row in rows:
        row["milliseconds"] = days(header["day"]) * 86_400_000 + row.pop("millisecondOfDay")
    return rows


def main():
    folder = pathlib.Path(sys.argv[1])
    ledger = json.loads((folder / "ledger.json").read_text())
    for day in ledger["days"]:
        path = folder / day["collection"] / ("%s-%s.findie" % (day["day"], day["checksum"]))
        for row in read_day(path, day["checksum"]):
            print(json.dumps(dict(row, collection=day["collection"]), sort_keys=True))


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as error:
        sys.exit("%s: %s" % (sys.argv[1], error))
