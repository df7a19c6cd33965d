#!/usr/bin/env python3
"""Attacks published lists: looks for what they say about the few players of a rarely played game.

    public_lists.py --input DIR --published DIR [--minimum K]
    public_lists.py --findie PROGRAM [--sample DIR] [--worlds N] [--minimum K]

The first form attacks one published night, with the app's files as the truth: what each finding would tell somebody who
has the lists only. K is `reports.minimumPlayers`.

- similar: entries carried by players although fewer than K players have both games, and how many of these are in the
  library of one player of a game that fewer than K players have;
- scores: new releases that fewer than K players saw, of which the score alone gives the numbers of likes and impressions,
  or differs from that of the others;
- announced: games of one date that are ordered by what fewer than K players wished for;
- trending: games that fewer than K players played, and numbers of player-days that are no multiples of K;
- popular: games that fewer than K players have, numbers of players that are not those of the list's days rounded down to
  multiples of K, and an order that these numbers do not give;
- reasons: entries of a game that fewer than K players have, or because of such a game, whose reason needs other players;
- friends: reasons of friends without two of them who know the game, where both name each other and share what they do.

The second form runs nights of the first N of three generated worlds, and of the sample, in a temporary folder and
attacks them: two nights of each world. Then it changes what one player did with each rarely played game: takes it away, or lets another player
like it. The lists of similar, popular, new and announced games must be the same bytes, and the trending games the same games. A
list of popular games is not compared if the ranker's validation chose other days for it.

Uses the standard library only, and no code of findie. Prints the numbers of things looked at and of findings; the exit
status is 1 if there is a finding.
"""

import argparse
import collections
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from exports import instant, records

DAY = 86_400_000
POSITIVE = {"like", "superLike", "wishlist", "share", "viewDetails", "neutral"}
LIKES = {"like", "superLike", "gameLike"}
SEEN = {"like", "superLike", "dislike", "skip", "gameView", "gameLike", "gameDislike"}
ACTIONS = {"liked", "superLiked", "wishlisted", "owned", "shared", "viewed"}
PUBLIC = ["similar", "new-releases", "announced"]


def lines(published, name):
    with open(published / f"{name}.ndjson", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class Truth:
    """Who did what with each game before a day."""

    def __init__(self, folder, day):
        self.end = end = instant(day)
        # By game and player, the time of the newest positive action.
        self.newest = collections.defaultdict(dict)
        # By game: the players of whom it may be a positive, who saw it by record, and who wished for it by record.
        self.positives = collections.defaultdict(set)
        self.seen = collections.defaultdict(lambda: (set(), set()))
        self.wished = collections.defaultdict(lambda: (set(), set()))
        self.verdicts = collections.defaultdict(lambda: [0, 0])
        ids = set()
        for record, (collection, player, kind, key) in enumerate((
                ("interactions", "userId", "action", "id"),
                ("analytics", "anonymousUserId", "eventType", "eventId"))):
            for event in records(folder, collection):
                if instant(event["timestamp"]) >= end or (record, event[key]) in ids:
                    continue
                ids.add((record, event[key]))
                game, who, what = event["gameId"], event[player], event[kind]
                if what in POSITIVE:
                    self.positives[game].add(who)
                    self.newest[game][who] = max(self.newest[game].get(who, 0), instant(event["timestamp"]))
                if what in SEEN:
                    self.seen[game][record].add(who)
                    if record == 0:
                        self.verdicts[game][0] += what in LIKES
                        self.verdicts[game][1] += 1
                if what in ("wishlist", "gameWishlist"):
                    self.wished[game][record].add(who)
        for wishlist in records(folder, "wishlists"):
            for item in wishlist.get("items") or []:
                self.positives[item["gameId"]].add(wishlist["userId"])
        self.users = {user["id"]: user for user in records(folder, "users")}
        self.games = {game["id"]: game for game in records(folder, "games")}
        self.library = collections.defaultdict(set)
        for game, players in self.positives.items():
            for player in players:
                self.library[player].add(game)

    def terms(self, game):
        record = self.games[game]
        return {("genre", term) for term in record.get("genres") or []} | {
            ("tag", term) for term in record.get("tags") or []}

    def friends(self, player):
        """Those who name the player too, and who share what they do."""
        own = self.users.get(player, {}).get("friendIds") or []
        return [friend for friend in set(own) - {player} if friend in self.users
                and player in (self.users[friend].get("friendIds") or [])
                and self.users[friend].get("sharesActivityWithFriends") is not False]


def most(sets):
    return max(len(part) for part in sets)


def attack(folder, published, k):
    """The findings and the numbers of things looked at, by attack."""
    truth = Truth(folder, json.loads((published / "model/model.json").read_text())["day"])
    found, looked, notes = collections.Counter(), collections.Counter(), collections.Counter()

    def players(game):
        return len(truth.positives[game])

    for similar in lines(published, "similar"):
        game = similar["gameId"]
        for entry in similar["games"]:
            rare = min((game, entry["gameId"]), key=players)
            both = truth.positives[game] & truth.positives[entry["gameId"]]
            if len(both) >= k:
                continue
            looked["similar"] += 1
            if entry["carriedBy"] == "players":
                found["similar"] += 1
                notes["in the library of a player"] += bool(both)
                notes["of a game with one player"] += players(rare) == 1

    releases = lines(published, "new-releases")
    # The score of the games that nobody saw is p.
    prior = collections.Counter(release["score"] for release in releases
                                if most(truth.seen[release["gameId"]]) < k).most_common(1)
    for release in releases:
        game = release["gameId"]
        if not 0 < most(truth.seen[game]) < k:
            continue
        looked["scores"] += 1
        pairs = [(likes, impressions) for impressions in range(1, 200) for likes in range(impressions + 1)
                 if abs((likes + 20 * prior[0][0]) / (impressions + 20) - release["score"]) < 2e-6]
        # Of several solutions, the one with the fewest events is the best guess.
        isInverted = bool(pairs) and list(pairs[0]) == truth.verdicts[game]
        found["scores"] += isInverted or release["score"] != prior[0][0]
        notes["scores of which the counts are known"] += isInverted

    announced = lines(published, "announced")
    for one, other in zip(announced, announced[1:]):
        games = one["gameId"], other["gameId"]
        if one["releaseDate"] == other["releaseDate"] and all(most(truth.wished[game]) < k for game in games):
            looked["announced"] += 1
            found["announced"] += games[0].encode() > games[1].encode()

    for trending in lines(published, "trending"):
        for entry in trending["games"]:
            looked["trending"] += 1
            game = entry["gameId"]
            found["trending"] += entry["events"] % k > 0 or max(
                players(game), most(truth.seen[game]), most(truth.wished[game])) < k

    for popular in lines(published, "popular"):
        ranks = []
        for entry in popular["games"]:
            looked["popular"] += 1
            game, liked = entry["gameId"], entry["players"]
            # Whoever disliked a game later is no longer a positive, but was one of the last days.
            recent = players(game) if popular["days"] is None else sum(
                time >= truth.end - popular["days"] * DAY for time in truth.newest[game].values())
            # Rounded down, at random to the next lower multiple.
            isRounded = liked % k == 0 and k <= liked <= recent and (
                popular["days"] is None or recent < liked + 2 * k)
            found["popular"] += not isRounded
            release = truth.games[game].get("releaseDate")
            ranks.append((-liked, -(instant(release) // DAY) if release else DAY, game.encode()))
        found["popular"] += ranks != sorted(ranks)

    for recommended in lines(published, "recommendations"):
        player = recommended["userId"]
        for entry in recommended["games"]:
            game = entry["gameId"]
            for reason in entry["reasons"]:
                kind = reason["kind"]
                if kind.startswith("friend"):
                    looked["friends"] += 1
                    knowing = sum(game in truth.library[friend] for friend in truth.friends(player))
                    found["friends"] += knowing < 2
                    notes["friend reasons of players with one friend"] += len(
                        truth.users[player].get("friendIds") or []) == 1
                rare = [one for one in (game, reason.get("gameId")) if one and players(one) < k]
                if not rare:
                    continue
                looked["reasons"] += 1
                found["reasons"] += kind in ("popular", "genrePlayers") or (
                    kind in ACTIONS and not truth.terms(game) & truth.terms(reason["gameId"]))
    return found, looked, notes


def say(name, result):
    found, looked, notes = result
    print(f"{name}: " + ", ".join(f"{kind} {found[kind]} of {looked[kind]}" for kind in sorted(looked)))
    for note, count in sorted(notes.items()):
        print(f"  {note}: {count}")
    return sum(found.values()), sum(looked.values())


def rewrite(folder, collection, change):
    """Replaces the records of a collection's files by those that `change` yields."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()
             and path.relative_to(folder).parts[0].split(".")[0] == collection]
    kept = list(change(records(folder, collection)))
    for path in paths:
        path.unlink()
    target = folder / f"{collection}.ndjson"
    target.write_text("".join(json.dumps(record) + "\n" for record in kept))


def change_rare(folder, day, k, seed):
    """One player of each rarely played game forgets it, or another one likes it. Returns the number of changes."""
    draw = random.Random(seed)
    truth = Truth(folder, day)
    gone, new, changes = set(), [], 0
    players = sorted(truth.users)
    for game in sorted(truth.games):
        people = [truth.positives[game], *truth.seen[game], *truth.wished[game]]
        own = sorted(truth.positives[game] | truth.seen[game][0] | truth.wished[game][0])
        if max(len(own), *(len(part) for part in people)) >= k - 1:
            continue
        changes += 1
        anonymous = sorted(truth.seen[game][1] | truth.wished[game][1])
        if own and draw.random() < 0.6:
            gone.add((draw.choice(own), game))
            if anonymous:
                gone.add((draw.choice(anonymous), game))
        else:
            other = draw.choice(players)
            if other not in own:
                new += [(other, game, action) for action in ("like", "wishlist")]
    # Just before the night, at a time when there are events anyway.
    moment = max(instant(event["timestamp"]) for event in records(folder, "interactions")
                 if instant(event["timestamp"]) < instant(day))

    def interactions(events):
        yield from (event for event in events if (event["userId"], event["gameId"]) not in gone)
        for number, (player, game, action) in enumerate(new):
            yield {"id": f"changed-{number}", "userId": player, "gameId": game, "action": action,
                   "timestamp": moment}

    def analytics(events):
        return (event for event in events if (event["anonymousUserId"], event["gameId"]) not in gone)

    def wishlists(all_lists):
        for one in all_lists:
            one["items"] = [item for item in one.get("items") or []
                            if (one["userId"], item["gameId"]) not in gone]
            yield one
    rewrite(folder, "interactions", interactions)
    if any(records(folder, "analytics")):
        rewrite(folder, "analytics", analytics)
    rewrite(folder, "wishlists", wishlists)
    return changes


def night(program, folder, data, k, date=None):
    """Runs a night in a workspace; returns the published folder."""
    folder.mkdir(exist_ok=True)
    parameters = folder / "night.yaml"
    parameters.write_text(
        f"tuning: off\nals: {{rank: 4, iterations: 2}}\nreports: {{minimumPlayers: {k}}}\n")
    command = [program, "run", "nightly", "--input", data, "--workspace", folder / "workspace",
               "--reports", folder / "reports", "--parameters", parameters]
    subprocess.run(command + (["--date", date] if date else []), check=True, stdout=subprocess.DEVNULL)
    return folder / "workspace/published/current"


def compare(name, before, after, k, data):
    """The number of public files in which the changes show."""
    differing = [file for file in PUBLIC
                 if (before / f"{file}.ndjson").read_bytes() != (after / f"{file}.ndjson").read_bytes()]
    games = [[[entry["gameId"] for entry in one["games"]] for one in lines(folder, "trending")]
             for folder in (before, after)]
    if {game for one in games[0] for game in one} != {game for one in games[1] for game in one}:
        differing.append("trending")
    popular = [lines(folder, "popular") for folder in (before, after)]
    if any(one != other for one, other in zip(*popular) if one["days"] == other["days"]):
        differing.append("popular")
    print(f"  changed: {', '.join(differing) or 'no public list'}")
    return len(differing)


def worlds(program, sample, count, k):
    findings, looked, changes = 0, 0, 0

    def both(name, data, scratch, nights):
        nonlocal findings, looked, changes
        for date in nights:
            published = night(program, scratch / "first", data, k, date)
            date = json.loads((published / "model/model.json").read_text())["day"]
            counts = say(f"{name}, night {date}", attack(data, published, k))
            findings, looked = findings + counts[0], looked + counts[1]
        other = scratch / "data"
        shutil.copytree(data, other)
        changed = change_rare(other, date, k, name)
        print(f"  {changed} rarely played games changed")
        changes += changed
        findings += compare(name, published, night(program, scratch / "second", other, k, date), k, data)

    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for seed, players, games in ((1, 150, 250), (2, 400, 300), (3, 60, 120))[:count]:
            folder = scratch / f"world-{seed}"
            folder.mkdir()
            subprocess.run([f"{program}-lab", "generate", "--output", folder / "input", "--players", str(players),
                            "--games", str(games), "--developers", "40", "--days", "42", "--seed", str(seed)],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            (folder / "input/truth.json").unlink()
            # The generated events are of 2025-07-03 to 2025-08-13.
            both(f"world {seed}", folder / "input", folder, ["2025-08-13", "2025-08-14"])
        if sample:
            folder = scratch / "sample"
            folder.mkdir()
            shutil.copytree(sample, folder / "input", ignore=shutil.ignore_patterns("*.md"))
            both("sample", folder / "input", folder, [None])
    print(f"{looked} looked at, {changes} games changed, {findings} findings")
    return findings


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--input", type=pathlib.Path)
    parser.add_argument("--published", type=pathlib.Path)
    parser.add_argument("--findie")
    parser.add_argument("--sample", type=pathlib.Path)
    parser.add_argument("--worlds", type=int, default=3)
    parser.add_argument("--minimum", type=int, default=10)
    given = parser.parse_args()
    if given.findie:
        return worlds(given.findie, given.sample, given.worlds, given.minimum) > 0
    return say("lists", attack(given.input, given.published, given.minimum))[0] > 0


if __name__ == "__main__":
    sys.exit(main())
