#!/usr/bin/env python3
"""Writes the hostile corpus: one file of cases per kind, each case one line of JSON.

    python3 make.py                   # needs Python 3.9 and no packages
    python3 make.py --seeds FOLDER    # writes the cases' bytes as seeds for the fuzzer instead

The tables of cases are in cases/, by kind; tools.py has the functions that they use. The
expectations come from the contract (docs/DATA.md and the comments of RejectionReason, IngestLimits
and Timestamp), not from the output of a reader. HostileCorpusTests reads the files.

A case has a name (of the file that a test writes), the file's bytes as `text` or, if they are not
UTF-8, as `base64`, and the expected outcome: the collection; the numbers of lines read, accepted,
duplicate, ignored and rejected, by reason; the stored ids (`ga4-*`: an id derived for an event of
Google Analytics) and their timestamps, both sorted; in some cases the accepted lines by shape and the
conflicts; or the failure of the file. `large` marks a file that is long after decompression.
"""

import argparse
import base64
import json
import pathlib
import sys

sys.dont_write_bytecode = True

from cases import compressed, dates, documents, duplicates, encodings, fields, files, ga4
from cases import grammar, limits

# The first number of each kind's cases.
KINDS = [
    (1, files), (101, encodings), (201, grammar), (301, limits), (401, fields), (501, dates),
    (601, documents), (701, ga4), (801, duplicates), (901, compressed),
]


def named(first, kind):
    assert len(kind.CASES) <= 100, f"{kind.__name__} has more cases than numbers"
    for number, case in enumerate(kind.CASES, first):
        yield f"{number:03}-{case.what}{case.ending}", case


def content(case):
    try:
        return {"text": case.content.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(case.content).decode()}


def write_corpus(folder):
    count = 0
    for first, kind in KINDS:
        with open(folder / f"{kind.__name__.split('.')[-1]}.ndjson", "w", encoding="ascii") as out:
            for name, case in named(first, kind):
                line = {"name": name, **content(case), **case.expectation}
                out.write(json.dumps(line, separators=(",", ":")) + "\n")
                count += 1
    print(f"{count} cases in {len(KINDS)} files")


def write_seeds(folder):
    """The fuzzer's inputs: the first byte selects the collection, the others are the lines."""
    for first, kind in KINDS:
        for name, case in named(first, kind):
            if case.ending in (".ndjson", ".jsonl"):
                collection = b"1" if case.expectation["collection"] == "analytics" else b"0"
                (folder / f"seed-{name}").write_bytes(collection + case.content)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seeds", type=pathlib.Path)
    options = options.parse_args()
    if options.seeds:
        write_seeds(options.seeds)
    else:
        write_corpus(pathlib.Path(__file__).resolve().parent)


if __name__ == "__main__":
    main()
