#!/usr/bin/env python3
"""Writes the hostile corpus: one file an oddity, and beside it what must become of it.

    python3 make.py            # from anywhere; Python 3.9, nothing to install

The tables of oddities stand in cases/, by kind; tools.py holds what they are written with. The
expectations come from the contract (README.md, "What is read", and the comments of
RejectionReason, IngestLimits and Timestamp), not from what a reader did. HostileCorpusTests reads
the files.

An expectation names: the collection; how many lines were read, accepted, duplicate, ignored and
rejected, by reason; the ids that are kept (`ga4-*`: one made for an event of Google Analytics) and
their instants, both sorted; where it matters the accepted lines by shape and the conflicts; or the
failure of the whole file. `large` says that the file is long once it is decompressed.
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True

from cases import compressed, dates, documents, duplicates, encodings, fields, files, ga4
from cases import grammar, limits

# The first number of each kind's files.
KINDS = [
    (1, files), (101, encodings), (201, grammar), (301, limits), (401, fields), (501, dates),
    (601, documents), (701, ga4), (801, duplicates), (901, compressed),
]


def main():
    folder = pathlib.Path(__file__).resolve().parent
    for old in folder.glob("[0-9]*"):
        old.unlink()
    count = 0
    for first, kind in KINDS:
        assert len(kind.CASES) <= 100, f"{kind.__name__} has more files than numbers"
        for number, case in enumerate(kind.CASES, first):
            name = f"{number:03}-{case.what}{case.ending}"
            (folder / name).write_bytes(case.content)
            text = json.dumps(case.expectation, separators=(",", ":"))
            (folder / f"{name}.expected.json").write_text(text + "\n", encoding="ascii")
            count += 1
    size = sum(file.stat().st_size for file in folder.glob("[0-9]*"))
    print(f"{count} files and their expectations, {size:,} bytes")


if __name__ == "__main__":
    main()
