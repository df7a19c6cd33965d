"""Does the work of `findie ingest` with DuckDB: reads NDJSON, validates it, and writes one row per id in columns.

usage: duckdb_ingest.py INPUT.ndjson OUTPUT-FOLDER --threads N [--by-day] [--text-lists]

Prints one line of JSON: the outcomes of the lines, the seconds of each step, and the version.

This method takes 1.4 s for a million lines with two threads, and the least CPU time of all that were
tried: DISTINCT ON with ORDER BY 2.8 s, QUALIFY row_number() 3.1 s, arg_min of complete rows 3.4 s,
DISTINCT ON of any row 1.9 s, reading twice (first for the duplicate ids) 2.1 s, a table on disk 1.9 s.
One Parquet file is faster than a folder per day (1.9 s). Snappy, the default, is as fast as LZ4, zstd and
no compression. Lists as JSON text (--text-lists, 1.0 s) are faster still, but are then not validated.
"""

import argparse
import json
import pathlib
import time

import duckdb

ACTIONS = ["like", "dislike", "superLike", "skip", "wishlist", "share", "viewDetails",
           "neutral"]


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("input")
    options.add_argument("output", type=pathlib.Path)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--by-day", action="store_true", help="write a folder of Parquet per UTC day")
    options.add_argument("--text-lists", action="store_true", help="read lists as unchecked JSON text")
    options = options.parse_args()
    options.output.mkdir(parents=True)

    started = time.perf_counter()
    steps = {}

    def step(name):
        steps[name] = round(time.perf_counter() - started - sum(steps.values()), 3)

    connection = duckdb.connect(
        ":memory:",
        config={"threads": options.threads, "temp_directory": str(options.output / "spilled")},
    )
    sql = connection.execute
    sql("SET TimeZone = 'UTC'")
    sql("SET preserve_insertion_order = false")

    texts = "VARCHAR" if options.text_lists else "VARCHAR[]"
    types = {
        "id": "VARCHAR",
        "userId": "VARCHAR",
        "gameId": "VARCHAR",
        "action": "ENUM(" + ", ".join(quoted(action) for action in ACTIONS) + ")",
        "timestamp": "TIMESTAMP",
        "sessionId": "VARCHAR",
        "cardPosition": "INTEGER",
        "viewDuration": "DOUBLE",
        "userGenrePreferences": texts,
        "gameGenres": texts,
        "gameTags": texts,
    }
    columns = ", ".join(f"{name}: {quoted(kind)}" for name, kind in types.items())
    # A line that is not JSON becomes a row of NULLs, and a value of the wrong type becomes NULL.
    lines = (
        f"read_json({quoted(options.input)}, format = 'newline_delimited', auto_detect = false,"
        f" ignore_errors = true, columns = {{{columns}}})"
    )
    sound = """(
        id <> '' AND userId <> '' AND gameId <> '' AND action IS NOT NULL
        AND timestamp <= now()::TIMESTAMP + INTERVAL 1 DAY
        AND (cardPosition IS NULL OR cardPosition BETWEEN 0 AND 1000000)
        AND (viewDuration IS NULL OR viewDuration BETWEEN 0 AND 86400)
    ) IS TRUE"""
    sql(f"CREATE TABLE event AS SELECT *, {sound} AS sound FROM {lines}")
    step("read")

    read, accepted = sql("SELECT count(*), count(*) FILTER (sound) FROM event").fetchone()
    reasons = sql("""
        SELECT CASE
            WHEN id IS NULL AND userId IS NULL AND gameId IS NULL AND action IS NULL
              AND timestamp IS NULL THEN 'notJSON'
            WHEN id IS NULL OR userId IS NULL OR gameId IS NULL THEN 'missingField'
            WHEN id = '' OR userId = '' OR gameId = '' THEN 'emptyId'
            WHEN action IS NULL THEN 'unknownAction'
            WHEN timestamp IS NULL THEN 'badTimestamp'
            WHEN timestamp > now()::TIMESTAMP + INTERVAL 1 DAY THEN 'fromTheFuture'
            ELSE 'numberOutOfRange' END AS reason, count(*)
        FROM event WHERE NOT sound GROUP BY reason ORDER BY reason""").fetchall()

    # Only the few ids whose hash occurs more than once are compared as texts.
    sql("""CREATE TABLE twice AS
        SELECT hash(id) AS hash FROM event WHERE sound GROUP BY hash HAVING count(*) > 1""")
    sql("""CREATE TABLE dropped AS
        SELECT rowid AS row FROM event WHERE sound AND hash(id) IN (SELECT hash FROM twice)
        QUALIFY row_number() OVER (PARTITION BY id ORDER BY timestamp, rowid) > 1""")
    duplicate = sql("SELECT count(*) FROM dropped").fetchone()[0]
    step("distinct")

    if options.by_day:
        # The default buffers each day completely, which doubles the memory.
        sql("SET partitioned_write_flush_threshold = 32768")
        day, form = ", timestamp::DATE AS day", "FORMAT parquet, PARTITION_BY (day)"
        target = options.output / "events"
    else:
        day, form, target = "", "FORMAT parquet", options.output / "events.parquet"
    sql(f"""COPY (
        SELECT * EXCLUDE (sound){day} FROM event
        WHERE sound AND rowid NOT IN (SELECT row FROM dropped)
        ) TO {quoted(str(target))} ({form})""")
    step("write")

    answer = {
        "read": read,
        "accepted": accepted - duplicate,
        "duplicate": duplicate,
        "rejected": read - accepted,
        "reasons": dict(reasons),
        "steps": steps,
        "version": duckdb.__version__,
    }
    print(json.dumps(answer))


main()
