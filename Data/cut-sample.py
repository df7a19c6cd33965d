#!/usr/bin/env python3
"""Writes a small sample of players, with all of their data, from a folder of Findie's NDJSON collections.

usage: cut-sample.py IN OUT [--steady 0.5] [--others 0.06]

IN  contains games, developers, tags, users, wishlists as NAME.ndjson.gz, and interactions/YYYY-MM.ndjson.gz.
OUT gets the same layout. Every line is copied byte for byte, in the source's order.

The selection depends only on the input:
- Each player gets a number from 0 to 1: the first eight bytes of SHA-256(user id), divided by 2^64. It does
  not depend on the order of the file or on other players.
- A player with at least three interactions is selected if the number is below --steady (they have most of
  the information for models); a player with one or two if it is below --others (they represent cold starts).
- Of a selected player, everything is included: the user's line, the wishlist, and every interaction.
- Games: those that a selected interaction or wishlist names, and the indie games (genre `indie`) released
  in the ninety days before the as-of day, which is the day after the newest interaction of the source.
  Interactions that name a game which the catalogue lacks are included.
- The developers and the tags of these games.
- Files are gzip, level 9, without name and with time 0, so the same input gives the same bytes with the
  same version of zlib.
The newest interaction of the source must be in the sample; otherwise the script stops with an error.
"""
import argparse, datetime, glob, gzip, hashlib, io, json, os


def lines(path):
    with gzip.open(path, "rb") as file:
        for line in file:
            if line.strip():
                yield line


def fraction(user_id):
    return int.from_bytes(hashlib.sha256(user_id.encode()).digest()[:8], "big") / 2**64


def write(path, selected):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=packed, mtime=0) as file:
        file.writelines(selected)
    with open(path, "wb") as file:
        file.write(packed.getvalue())
    return len(packed.getvalue())


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--steady", type=float, default=0.5)
    parser.add_argument("--others", type=float, default=0.06)
    given = parser.parse_args()
    source, target = given.source, given.target

    months = sorted(glob.glob(f"{source}/interactions/*.ndjson.gz"))
    counts, newest = {}, ""
    for month in months:
        for line in lines(month):
            event = json.loads(line)
            counts[event["userId"]] = counts.get(event["userId"], 0) + 1
            newest = max(newest, event["timestamp"])
    players = {p for p, n in counts.items() if fraction(p) < (given.steady if n >= 3 else given.others)}

    rows, games, size, sample_newest = {}, set(), 0, ""

    def put(name, selected):
        nonlocal size
        rows[name] = rows.get(name, 0) + len(selected)
        size += write(f"{target}/{name}.ndjson.gz", selected)

    events = 0
    for month in months:
        selected = []
        for line in lines(month):
            event = json.loads(line)
            if event["userId"] in players:
                selected.append(line)
                games.add(event["gameId"])
                sample_newest = max(sample_newest, event["timestamp"])
        if selected:
            put("interactions/" + os.path.basename(month)[: -len(".ndjson.gz")], selected)
            events += len(selected)
    if sample_newest != newest:
        raise SystemExit(f"The newest interaction, {newest}, is not in the sample. Raise --steady.")

    selected, items = [], 0
    for line in lines(f"{source}/wishlists.ndjson.gz"):
        wishlist = json.loads(line)
        if wishlist["userId"] in players:
            selected.append(line)
            items += len(wishlist["items"])
            games.update(item["gameId"] for item in wishlist["items"])
    put("wishlists", selected)
    put("users", [x for x in lines(f"{source}/users.ndjson.gz") if json.loads(x)["id"] in players])

    as_of = datetime.date.fromisoformat(newest[:10]) + datetime.timedelta(days=1)
    since = as_of - datetime.timedelta(days=90)
    selected, studios, words, fresh = [], set(), set(), 0
    for line in lines(f"{source}/games.ndjson.gz"):
        game = json.loads(line)
        released = (game.get("releaseDate") or "")[:10]
        is_fresh = "indie" in game["genres"] and since.isoformat() <= released < as_of.isoformat()
        if game["id"] in games or is_fresh:
            selected.append(line)
            fresh += is_fresh
            studios.add(game["developerId"])
            words.update(game["tags"])
    known = {json.loads(line)["id"] for line in selected}
    put("games", selected)
    put("developers",
        [x for x in lines(f"{source}/developers.ndjson.gz") if json.loads(x)["id"] in studios])
    put("tags", [x for x in lines(f"{source}/tags.ndjson.gz") if json.loads(x)["id"] in words])

    for name in ("games", "developers", "tags", "users", "wishlists"):
        print(f"{name:12s}{rows[name]:8d}")
    print(f"{'interactions':12s}{events:8d} in {len(rows) - 5} months, newest {sample_newest}")
    print(f"{items} wishlist items; {fresh} indie games released {since} to {newest[:10]}; "
          f"{len(games - known)} games named but not in the catalogue; {size} bytes")


if __name__ == "__main__":
    main()
