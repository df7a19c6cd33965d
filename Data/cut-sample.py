#!/usr/bin/env python3
"""Writes a sample of indie games, with their players, from a folder of Findie's NDJSON collections.

usage: cut-sample.py IN OUT

IN  contains games, developers, tags, users, wishlists as NAME.ndjson.gz, and interactions/YYYY-MM.ndjson.gz.
OUT gets the same layout, as the data would have been on AS_OF, in the source's order. An earlier
    OUT/interactions is deleted.

The selection depends only on the input. Nothing is drawn at random:
- An indie game has `indie` among its genres or tags. `indie` as the only genre without the tag does not
  count: the source has it for titles of unknown genre, which are mostly videos, courses and software.
- Demos, soundtracks, tools, videos and other titles that are not games are left out (`is_game`).
- Reviews (interactions) count if they are older than AS_OF.
- A game is out if it was released before AS_OF, if it is in early access without a date, or if a review
  names it. Library items (of wishlists) have no date: they count if the game is out.
- A player is selected with at least MINIMUM_ITEMS reviews and library items of such games, or with a review
  in the RECENT_DAYS days before AS_OF. So the newest reports and their previous periods are complete.
- Games: those that a selected player's review or library names, those released in the NEW_DAYS days before
  AS_OF, and those released in the ANNOUNCED_DAYS days from AS_OF on, which are the announced games.
- The developers and the tags of these games.

Lines are copied byte for byte, with two exceptions:
- A library item becomes {"gameId": …, "owned": true}. Its other fields repeat the game's id and title.
- A reviewed game whose line has a later release date was in early access: its line gets that status and no
  date. A reviewed game that its line calls upcoming gets the status `released`.

Files are gzip, level 9, without name and with time 0, so the same input gives the same bytes with the same
version of zlib.
"""
import datetime, glob, gzip, io, json, os, re, shutil, sys

AS_OF = datetime.date(2016, 1, 1)
MINIMUM_ITEMS = 3
RECENT_DAYS = 180  # the longest period of a report, and the one before it
NEW_DAYS = 90
ANNOUNCED_DAYS = 30

# Endings of titles that are not games: "… Demo", "… - Corsair Knife Skin". "… + OST" is a game with music.
OTHER_TITLE = re.compile(
    r"(\b(Demo|Soundtrack|(?<!\+ )OST|DLC|DLC Pack|SDK|Dedicated Server|Digital Comic|Book pdf)"
    r"| - .*\b(Announcer|Pack|Skin))\)?$", re.IGNORECASE)
# Tags of titles that are not games.
OTHER_TAGS = {"utilities", "software", "feature-film"}
# Tags of titles that are not games if `indie` is their only genre. Games about films and software have them.
MEDIA_TAGS = {
    "documentary", "movie", "comic-book", "hardware", "360-video", "tutorial", "software-training",
    "animation-modeling", "audio-production", "design-illustration", "photo-editing", "video-production",
    "web-publishing",
}
# Titles that are not games, which neither title nor tags tell.
OTHER_IDS = {
    "steam-371270",  # The Quiet Girl's Guide to Violence: a film
    "steam-477130",  # Surge: a music video
    "steam-485780",  # SoundStage: a music studio
}


def lines(path):
    with gzip.open(path, "rb") as file:
        for line in file:
            if line.strip():
                yield line


def records(path):
    return ((json.loads(line), line) for line in lines(path))


def packed_line(record):
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def is_indie(game):
    return "indie" in game["tags"] or ("indie" in game["genres"] and len(game["genres"]) > 1)


def is_game(game):
    tags = set(game["tags"])
    return not (
        game["id"] in OTHER_IDS or OTHER_TITLE.search(game["title"]) or tags & OTHER_TAGS
        or (game["genres"] == ["indie"] and tags & MEDIA_TAGS))


def released(game):
    return (game.get("releaseDate") or "")[:10]


def is_out(game, reviewed):
    if game["id"] in reviewed:
        return True
    return game["releaseStatus"] != "upcoming" and released(game) < AS_OF.isoformat()


def on_as_of(game, line, reviewed):
    """The line of a game, with its status on AS_OF."""
    if game["id"] not in reviewed:
        return line
    if released(game) >= AS_OF.isoformat():
        game["releaseStatus"] = "earlyAccess"
        del game["releaseDate"]
    elif game["releaseStatus"] == "upcoming":
        game["releaseStatus"] = "released"
    else:
        return line
    return packed_line(game)


def write(path, selected):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=packed, mtime=0) as file:
        file.writelines(selected)
    with open(path, "wb") as file:
        file.write(packed.getvalue())
    return len(packed.getvalue())


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, target = sys.argv[1:]
    as_of = AS_OF.isoformat()

    catalogue = {g["id"]: g for g, _ in records(f"{source}/games.ndjson.gz") if is_indie(g) and is_game(g)}

    recent = (AS_OF - datetime.timedelta(days=RECENT_DAYS)).isoformat()
    months, reviewed, counts, players = {}, set(), {}, set()
    for path in sorted(glob.glob(f"{source}/interactions/*.ndjson.gz")):
        name = os.path.basename(path)[: -len(".ndjson.gz")]
        months[name] = [
            (event, line) for event, line in records(path)
            if event["gameId"] in catalogue and event["timestamp"] < as_of]
        for event, _ in months[name]:
            reviewed.add(event["gameId"])
            counts[event["userId"]] = counts.get(event["userId"], 0) + 1
            if event["timestamp"] >= recent:
                players.add(event["userId"])
    out = {id for id, game in catalogue.items() if is_out(game, reviewed)}

    libraries = []
    for library, _ in records(f"{source}/wishlists.ndjson.gz"):
        library["items"] = [
            {"gameId": item["gameId"], "owned": True} for item in library["items"] if item["gameId"] in out]
        libraries.append(library)
        counts[library["userId"]] = counts.get(library["userId"], 0) + len(library["items"])
    players.update(player for player, count in counts.items() if count >= MINIMUM_ITEMS)

    shutil.rmtree(f"{target}/interactions", ignore_errors=True)
    rows, size = {}, 0

    def put(name, selected):
        nonlocal size
        if selected:
            rows[name] = len(selected)
            size += write(f"{target}/{name}.ndjson.gz", selected)

    games = set()
    for name, month in months.items():
        selected = [(event, line) for event, line in month if event["userId"] in players]
        games.update(event["gameId"] for event, _ in selected)
        put(f"interactions/{name}", [line for _, line in selected])
    libraries = [x for x in libraries if x["userId"] in players and x["items"]]
    games.update(item["gameId"] for x in libraries for item in x["items"])
    put("wishlists", [packed_line(x) for x in libraries])
    put("users", [line for user, line in records(f"{source}/users.ndjson.gz") if user["id"] in players])

    first_new = (AS_OF - datetime.timedelta(days=NEW_DAYS)).isoformat()
    end_announced = (AS_OF + datetime.timedelta(days=ANNOUNCED_DAYS)).isoformat()
    selected, studios, words = [], set(), set()
    new, announced, changed = 0, 0, 0
    for game, line in records(f"{source}/games.ndjson.gz"):
        if game["id"] not in catalogue:
            continue
        day = released(game)
        is_new = game["id"] in out and first_new <= day < as_of
        is_announced = game["id"] not in out and as_of <= day < end_announced
        if game["id"] in games or is_new or is_announced:
            selected.append(on_as_of(game, line, reviewed))
            new += is_new
            announced += is_announced
            changed += selected[-1] != line
            studios.add(game["developerId"])
            words.update(game["tags"])
    put("games", selected)
    developers = records(f"{source}/developers.ndjson.gz")
    put("developers", [line for developer, line in developers if developer["id"] in studios])
    put("tags", [line for tag, line in records(f"{source}/tags.ndjson.gz") if tag["id"] in words])

    for name in ("games", "developers", "tags", "users", "wishlists"):
        print(f"{name:12s}{rows[name]:8d}")
    events = [rows[name] for name in rows if name.startswith("interactions/")]
    print(f"{'interactions':12s}{sum(events):8d} in {len(events)} months")
    print(f"{sum(len(x['items']) for x in libraries)} library items; {new} games released since {first_new}; "
          f"{announced} announced before {end_announced}; {changed} changed lines of games; {size} bytes")


if __name__ == "__main__":
    main()
