"""The lists and KPIs of a published night as Parquet tables, and players' lists as SQLite files.

  tables/<table>/night=<day>/<run>-<part>.parquet
  tables/stores/night=<day>/<run>-<shard>.sqlite
  tables/nights/<day>.json      the files of the night, written after them
  tables/current.json           the newest night, written last

A reader opens current.json, then the files that the night names, so that it never sees half of a night. The
columns of lists are those of the views of findie.sqlite (docs/DATA.md), those of kpis are those of kpi.csv.
"""

import csv
import io
import json
import math
import os
import sqlite3
import tempfile
import zlib

ROWS_AT_ONCE = 1 << 17
# Scores have six digits: a float of 32 bits has them.
TEXT, WHOLE, REAL, SCORE, DAY = "string", "int64", "float64", "float32", "date32"
# Parsed, this much takes 200 MB of memory.
BYTES_AT_ONCE = 1 << 24
# What one task reads of the players' lists: about 30 MB of Parquet.
BYTES_PER_PART = 1 << 28
# The same, compressed.
FRAMES_PER_PART = 1 << 25
# The tables with many rows, from the lines of recommendations.ndjson and similar.ndjson.
RECOMMENDATIONS = {
    "user_id": TEXT, "list_id": TEXT, "source": TEXT, "arm": TEXT, "rank": WHOLE, "game_id": TEXT, "score": SCORE,
    "reason1": TEXT, "subject1": TEXT, "weight1": REAL, "reason2": TEXT, "subject2": TEXT, "weight2": REAL,
    "probability": REAL, "promoted": "bool_"}
SIMILAR = {"game_id": TEXT, "rank": WHOLE, "similar_game_id": TEXT, "score": SCORE, "carried_by": TEXT}
# The others, from the views of findie.sqlite.
VIEWS = {
    "trending_games": {
        "genre": TEXT, "rank": WHOLE, "game_id": TEXT, "lift": REAL, "lower_bound": REAL, "events": WHOLE,
        "flags": TEXT},
    "popular_games": {"genre": TEXT, "rank": WHOLE, "game_id": TEXT, "players": WHOLE, "days": WHOLE},
    "new_releases": {"rank": WHOLE, "game_id": TEXT, "release_date": DAY, "status": TEXT, "score": SCORE},
    "announced_games": {"rank": WHOLE, "game_id": TEXT, "release_date": DAY, "status": TEXT},
}
# Tables of findie.sqlite with a row for each player or wish, which the SQLite files of shards do not have.
OF_PLAYERS = {"recommendation_lists", "users", "wishlists", "wishlist_items", "uncounted"}


# On an executor


def write_part(task, lines, output, attempt):
    """Writes the players' lists of a task as a Parquet file. Returns its name, size and number of rows."""
    import pyarrow
    from pyarrow import parquet

    schema = schema_of(RECOMMENDATIONS)
    name = f"{task['folder']}/{attempt}.parquet"
    rows, size = 0, task["bytes"]
    lines.seek(task["start"])
    if task["isCompressed"]:
        lines, size = pyarrow.input_stream(io.BytesIO(lines.read(size)), compression="zstd"), math.inf
    with tempfile.TemporaryDirectory(dir=os.getcwd()) as folder:
        local = os.path.join(folder, "part")
        with parquet.ParquetWriter(local, schema, compression="zstd") as writer:
            for some in blocks_of(lines, size):
                table = recommended(some).select(schema.names).cast(schema)
                writer.write_table(table)
                rows += table.num_rows
        output.store(local, name)
        return {"path": name, "bytes": os.path.getsize(local), "rows": rows}


# On the driver


class Tables:
    """The tables of the night that a workspace publishes."""

    def __init__(self, output, workspace, reports, run):
        self.output, self.run = output, run
        self.day = os.readlink(os.path.join(workspace, "published/current"))
        self.published = os.path.join(workspace, "published", self.day)
        self.lists = "recommendations.ndjson"
        if not os.path.exists(os.path.join(self.published, self.lists)):
            self.lists += ".zst"
        self.kpis = os.path.join(reports, self.day, "kpi.csv")
        self.nights = set(os.listdir(os.path.join(workspace, "published")))
        self.found = {"night": self.day, "tables": {}}

    def tasks(self, source):
        """The tasks that write the players' lists: ranges of whole lines or frames.

        `source`: the name of the published lists for tasks.
        """
        start, tasks, isCompressed = 0, [], self.lists.endswith(".zst")
        with open(os.path.join(self.published, self.lists), "rb") as file:
            size = os.path.getsize(file.name)
            while start < size:
                if isCompressed:
                    while file.tell() < min(start + FRAMES_PER_PART, size):
                        skip_frame(file)
                else:
                    file.seek(min(start + BYTES_PER_PART, size))
                    file.readline()
                tasks.append({
                    "name": f"of {self.lists} from byte {start}", "source": source, "start": start,
                    "bytes": file.tell() - start, "isCompressed": isCompressed,
                    "folder": f"tables/recommendations/night={self.day}"})
                start = file.tell()
        return tasks

    def write(self, parts, stores):
        """Writes the other tables, and the files of the night last. Returns the numbers of rows.

        `parts`: the files of the players' lists; `stores`: the number of SQLite files.
        """
        self.add("recommendations", [part["rows"] for part in parts],
                 [{"path": part["path"], "bytes": part["bytes"]} for part in parts])
        with open(os.path.join(self.published, "similar.ndjson"), "rb") as file:
            schema = schema_of(SIMILAR)
            self.write_table("similar_games", schema, (
                similar(lines).select(schema.names).cast(schema)
                for lines in blocks_of(file, os.path.getsize(file.name))))
        store = sqlite3.connect(f"file:{self.published}/findie.sqlite?mode=ro&immutable=1", uri=True)
        for table, columns in VIEWS.items():
            schema = schema_of(columns)
            rows = store.execute(f"SELECT {', '.join(columns)} FROM {table}")
            self.write_table(table, schema, batches(rows, schema))
        if stores:
            self.found["stores"] = self.write_stores(store, stores)
        store.close()
        self.write_kpis()
        self.output.write(f"tables/nights/{self.day}.json", json.dumps(self.found, indent=1) + "\n")
        self.output.write("tables/current.json", json.dumps({"night": self.day}) + "\n")
        self.remove_others()
        return {table: found["rows"] for table, found in self.found["tables"].items()}

    def add(self, table, rows, files):
        self.found["tables"][table] = {"rows": sum(rows), "files": files}

    def write_table(self, table, schema, batches):
        from pyarrow import parquet

        rows = []
        with tempfile.TemporaryDirectory() as folder:
            local = os.path.join(folder, "part")
            with parquet.ParquetWriter(local, schema, compression="zstd") as writer:
                for batch in batches:
                    writer.write_table(batch)
                    rows.append(batch.num_rows)
            self.add(table, rows, [self.stored(local, f"{table}/night={self.day}/{self.run}-0.parquet")])

    def stored(self, local, name):
        self.output.store(local, f"tables/{name}")
        return {"path": f"tables/{name}", "bytes": os.path.getsize(local)}

    def write_kpis(self):
        with open(self.kpis, newline="") as file:
            lines = csv.reader(file)
            names = next(lines)
            kinds = dict.fromkeys(("section", "item", "measure", "unit", "text"), TEXT) | {"from": DAY, "to": DAY}
            schema = schema_of({name: kinds.get(name, REAL) for name in names})
            rows = [[value if kinds.get(name) == TEXT else value or None for name, value in zip(names, line)]
                    for line in lines]
        self.write_table("kpis", schema, [table_of(rows, schema)])

    def write_stores(self, store, count):
        """Writes SQLite files like findie.sqlite, each with the lists of some players.

        A player's file is the CRC-32 of the id modulo `count`.
        """
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, f"{shard}.sqlite") for shard in range(count)]
            shards = [without_players(store, path) for path in paths]
            rows = store.execute("SELECT * FROM recommendation_lists ORDER BY rowid")
            marks = ", ".join("?" * len(rows.description))
            players = [0] * count
            while some := rows.fetchmany(ROWS_AT_ONCE):
                own = [[] for _ in shards]
                for row in some:
                    own[shard_of(row[0], count)].append(row)
                for index, shard in enumerate(shards):
                    shard.executemany(f"INSERT INTO recommendation_lists VALUES ({marks})", own[index])
                    players[index] += len(own[index])
            for index, shard in enumerate(shards):
                shard.execute("UPDATE night SET recommendations = ?", [players[index]])
                shard.commit()
                shard.close()
            return [{**self.stored(path, f"stores/night={self.day}/{self.run}-{index}.sqlite"),
                     "players": players[index]} for index, path in enumerate(paths)]

    def remove_others(self):
        """Removes the tables of nights that are not published any more, and files that no night names."""
        named = {file["path"] for table in self.found["tables"].values() for file in table["files"]}
        named |= {file["path"] for file in self.found.get("stores", [])}
        for path in self.output.names("tables"):
            name = path.split("/")[-1]
            isFile = not name.endswith(".json")
            day = path.split("/")[-2].removeprefix("night=") if isFile else name.removesuffix(".json")
            if path != "tables/current.json" and (
                    day not in self.nights or isFile and day == self.day and path not in named):
                self.output.remove(path)


def shard_of(player, count):
    """The SQLite file of a player. An id with a NUL is stored as its bytes."""
    return zlib.crc32(player if isinstance(player, bytes) else player.encode()) % count


def without_players(store, path):
    """A new SQLite file with the tables of `store`, those of players empty."""
    shard = sqlite3.connect(path)
    for name in ("page_size", "application_id", "user_version"):
        shard.execute(f"PRAGMA {name} = {store.execute(f'PRAGMA {name}').fetchone()[0]}")
    shard.execute("PRAGMA synchronous = OFF")
    shard.execute("PRAGMA journal_mode = OFF")
    objects = store.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    tables = [(name, sql) for kind, name, sql in objects if kind == "table"]
    for name, sql in tables:
        shard.execute(sql)
        if name not in OF_PLAYERS:
            rows = store.execute(f"SELECT * FROM {name}")
            marks = ", ".join("?" * len(rows.description))
            shard.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)
    for kind, _, sql in objects:
        if kind != "table":
            shard.execute(sql)
    return shard


def schema_of(columns):
    import pyarrow

    return pyarrow.schema([(name, getattr(pyarrow, kind)()) for name, kind in columns.items()])


def batches(rows, schema):
    """The rows of a query, some at a time."""
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield table_of(some, schema)


def table_of(rows, schema):
    """Rows of values or their texts as a table."""
    import pyarrow

    def column(values, kind):
        # Texts may be bytes, if they have a NUL.
        return pyarrow.array(values, type=kind if kind == pyarrow.string() else None).cast(kind)

    return pyarrow.table([column(*pair) for pair in zip(zip(*rows), schema.types)], schema=schema)


def skip_frame(file):
    """Moves a file to the end of a Zstandard frame (RFC 8878, section 3.1.1)."""
    flags = file.read(5)[4]
    hasNoWindow = flags >> 5 & 1
    file.seek(1 - hasNoWindow + (0, 1, 2, 4)[flags & 3] + (hasNoWindow, 2, 4, 8)[flags >> 6], os.SEEK_CUR)
    isLast = False
    while not isLast:
        header = int.from_bytes(file.read(3), "little")
        # A block of type 1 is a repeated byte.
        file.seek(1 if header >> 1 & 3 == 1 else header >> 3, os.SEEK_CUR)
        isLast = header & 1
    file.seek(4 * (flags >> 2 & 1), os.SEEK_CUR)


def blocks_of(file, size):
    """The lists in the next `size` bytes of a file, some at a time, as a table with nested columns."""
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
    rest = b""
    while size and (block := file.read(min(BYTES_AT_ONCE, size))):
        size -= len(block)
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
