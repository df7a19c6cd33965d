"""The lists and KPIs of a published night as Parquet tables.

  tables/<table>/night=<day>/<run>-<part>.parquet
  tables/nights/<day>.json      the files of the night, written after them
  tables/current.json           the newest night, written last

A reader opens current.json, then the files that the night names, so that it never sees half of a night. The
columns of lists are those of the views of findie.sqlite (docs/DATA.md), those of kpis are those of kpi.csv.
"""

import csv
import io
import json
import os
import sqlite3
import tempfile

ROWS_AT_ONCE = 1 << 17
ROWS_PER_FILE = 1 << 25
TEXT, WHOLE, REAL = "string", "int64", "float64"
BYTES_AT_ONCE = 1 << 26
# The tables with many rows, from the lines of recommendations.ndjson and similar.ndjson.
RECOMMENDATIONS = {
    "user_id": TEXT, "list_id": TEXT, "source": TEXT, "arm": TEXT, "rank": WHOLE, "game_id": TEXT, "score": REAL,
    "reason1": TEXT, "subject1": TEXT, "weight1": REAL, "reason2": TEXT, "subject2": TEXT, "weight2": REAL,
    "probability": REAL, "promoted": "bool_"}
SIMILAR = {"game_id": TEXT, "rank": WHOLE, "similar_game_id": TEXT, "score": REAL, "carried_by": TEXT}
# The others, from the views of findie.sqlite.
VIEWS = {
    "trending_games": {
        "genre": TEXT, "rank": WHOLE, "game_id": TEXT, "lift": REAL, "lower_bound": REAL, "events": WHOLE,
        "flags": TEXT},
    "popular_games": {"genre": TEXT, "rank": WHOLE, "game_id": TEXT, "players": WHOLE, "days": WHOLE},
    "new_releases": {"rank": WHOLE, "game_id": TEXT, "release_date": TEXT, "status": TEXT, "score": REAL},
    "announced_games": {"rank": WHOLE, "game_id": TEXT, "release_date": TEXT, "status": TEXT},
}


def write_tables(output, workspace, reports, run):
    """Writes the tables of the night that `workspace` publishes; `run` names their files."""
    import pyarrow
    from pyarrow import parquet

    day = os.readlink(os.path.join(workspace, "published/current"))
    night = {"night": day, "tables": {}}

    def write(table, schema, batches):
        files, rows, writer = [], 0, None
        with tempfile.TemporaryDirectory() as folder:
            local = os.path.join(folder, "part")

            def finish():
                writer.close()
                name = f"tables/{table}/night={day}/{run}-{len(files)}.parquet"
                output.store(local, name)
                files.append({"path": name, "bytes": os.path.getsize(local)})

            for batch in batches:
                writer = writer or parquet.ParquetWriter(local, schema, compression="zstd")
                writer.write_table(batch)
                rows += batch.num_rows
                if rows >= (len(files) + 1) * ROWS_PER_FILE:
                    finish()
                    writer = None
            if writer or not files:
                writer = writer or parquet.ParquetWriter(local, schema, compression="zstd")
                finish()
        night["tables"][table] = {"rows": rows, "files": files}

    def schema_of(columns):
        return pyarrow.schema([(name, getattr(pyarrow, kind)()) for name, kind in columns.items()])

    published = os.path.join(workspace, "published", day)
    for table, file, columns, entries in (
            ("recommendations", "recommendations.ndjson", RECOMMENDATIONS, recommended),
            ("similar_games", "similar.ndjson", SIMILAR, similar)):
        schema = schema_of(columns)
        write(table, schema, (entries(lines).select(schema.names).cast(schema)
                              for lines in lines_of(os.path.join(published, file), columns)))
    store = sqlite3.connect(f"file:{published}/findie.sqlite?mode=ro", uri=True)
    for table, columns in VIEWS.items():
        schema = schema_of(columns)
        rows = store.execute(f"SELECT {', '.join(columns)} FROM {table}")
        write(table, schema, batches(pyarrow, rows, schema))
    store.close()
    with open(os.path.join(reports, day, "kpi.csv"), newline="") as file:
        lines = csv.reader(file)
        names = next(lines)
        texts = {"period", "from", "to", "item", "measure", "text"}
        schema = pyarrow.schema([(name, pyarrow.string() if name in texts else pyarrow.float64()) for name in names])
        rows = [[value if name in texts else float(value) if value else None for name, value in zip(names, line)]
                for line in lines]
    write("kpis", schema, [pyarrow.table([list(column) for column in zip(*rows)], schema=schema)])
    output.write(f"tables/nights/{day}.json", json.dumps(night, indent=1) + "\n")
    output.write("tables/current.json", json.dumps({"night": day}) + "\n")
    remove_others(output, night, set(os.listdir(os.path.join(workspace, "published"))))
    return {table: found["rows"] for table, found in night["tables"].items()}


def remove_others(output, night, published):
    """Removes the tables of nights that are not published any more, and files that no night names."""
    named = {file["path"] for table in night["tables"].values() for file in table["files"]}
    for path in output.names("tables"):
        day = path.split("/")[-2].removeprefix("night=") if path.endswith(".parquet") else (
            path.split("/")[-1].removesuffix(".json"))
        is_of_night = day == night["night"] and path.endswith(".parquet")
        if path != "tables/current.json" and (day not in published or is_of_night and path not in named):
            output.remove(path)


def batches(pyarrow, rows, schema):
    """The rows of a query, some at a time."""
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield pyarrow.table(
            [pyarrow.array(column, type=field.type) for column, field in zip(zip(*some), schema)], schema=schema)


def lines_of(path, columns):
    """The lines of a file of lists, some at a time, as a table with nested columns."""
    import pyarrow
    from pyarrow import json as reader

    text, number = pyarrow.string(), pyarrow.float64()
    reason = pyarrow.struct({"kind": text, "gameId": text, "genre": text, "weight": number}.items())
    entry = pyarrow.struct({
        "gameId": text, "rank": pyarrow.int64(), "score": number, "reasons": pyarrow.list_(reason),
        "probability": number, "promoted": pyarrow.bool_(), "carriedBy": text}.items())
    schema = pyarrow.schema({
        "userId": text, "listId": text, "source": text, "arm": text, "gameId": text,
        "games": pyarrow.list_(entry)}.items())
    options = reader.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
    with open(path, "rb") as file:
        rest = b""
        while block := file.read(BYTES_AT_ONCE):
            whole, newline, rest = (rest + block).rpartition(b"\n")
            if newline:
                yield reader.read_json(
                    io.BytesIO(whole), reader.ReadOptions(block_size=len(whole) + 1), options).combine_chunks()


def flattened(lines):
    """The entries of all lists, and for each the row of its list."""
    from pyarrow import compute

    games = lines["games"].combine_chunks()
    return compute.list_flatten(games), compute.list_parent_indices(games)


def recommended(lines):
    import pyarrow
    from pyarrow import compute

    entries, parents = flattened(lines)
    field = lambda name: compute.struct_field(entries, name)
    columns = {own: lines[name].take(parents) for own, name in (
        ("user_id", "userId"), ("list_id", "listId"), ("source", "source"), ("arm", "arm"))}
    columns.update(
        rank=field("rank"), game_id=field("gameId"), score=field("score"), probability=field("probability"),
        promoted=compute.fill_null(field("promoted"), False))
    reasons = compute.list_slice(field("reasons"), 0, 2, return_fixed_size_list=True)
    for index in (0, 1):
        reason = compute.list_element(reasons, index)
        columns[f"reason{index + 1}"] = compute.struct_field(reason, "kind")
        columns[f"subject{index + 1}"] = compute.coalesce(
            compute.struct_field(reason, "gameId"), compute.struct_field(reason, "genre"))
        columns[f"weight{index + 1}"] = compute.struct_field(reason, "weight")
    return pyarrow.table(columns)


def similar(lines):
    import pyarrow
    from pyarrow import compute

    entries, parents = flattened(lines)
    field = lambda name: compute.struct_field(entries, name)
    return pyarrow.table({
        "game_id": lines["gameId"].take(parents), "rank": field("rank"), "similar_game_id": field("gameId"),
        "score": field("score"), "carried_by": field("carriedBy")})
