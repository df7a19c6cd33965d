#!/usr/bin/env python3
"""Compares the views and tables of a published findie.sqlite with the NDJSON files beside it.

  Tests/Oracles/published_store.py FOLDER

Every entry of every list is compared: numbers by their six significant digits. The ids of lists are computed
again. Exit status 1 and the first differences if anything differs.
"""

import hashlib
import json
import pathlib
import sqlite3
import sys


def digits(number):
    return float(format(number, ".6g"))


def without_none(record):
    return {key: value for key, value in record.items() if value is not None}


def reason(kind, subject, weight):
    key = "genre" if kind == "favoriteGenre" else "gameId"
    return without_none({"kind": kind, key: subject, "weight": weight})


class Comparison:
    def __init__(self, folder):
        self.folder = folder
        self.store = sqlite3.connect(
            f"{(folder / 'findie.sqlite').resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        self.compared = 0
        self.differences = []

    def lines(self, name):
        with open(self.folder / f"{name}.ndjson", encoding="utf-8") as file:
            return [line.rstrip("\n") for line in file]

    def equal(self, what, published, stored):
        self.compared += 1
        if published != stored:
            self.differences.append(f"{what}: {published} in the file, {stored} in the store")

    def rows(self, sql, *values):
        return self.store.execute(sql, values).fetchall()

    def recommendations(self):
        sql = ("SELECT rank, game_id, score, reason1, subject1, weight1, reason2, subject2, weight2,"
               " probability, source, list_id FROM recommendations WHERE user_id = ? ORDER BY rank")
        (plan,) = [row[3] for row in self.rows(f"EXPLAIN QUERY PLAN {sql}", "") if "user_id" in row[3]]
        self.equal("the query by player", "SEARCH", plan.split()[0])
        lines = self.lines("recommendations")
        users = [row[0] for row in self.rows("SELECT user_id FROM recommendation_lists ORDER BY rowid")]
        self.equal("players", [json.loads(line)["userId"] for line in lines], users)
        for line in lines:
            one = json.loads(line)
            user, list_id = one["userId"], one["listId"]
            content = line.replace(f',"listId":"{list_id}"', "", 1)
            self.equal(f"id of {user}", list_id, hashlib.sha256(content.encode()).hexdigest()[:16])
            games = []
            for row in self.rows(sql, user):
                rank, game, score, *reasons, probability, source, stored_id = row
                self.equal(f"source and id of {user}", [one["source"], list_id], [source, stored_id])
                games.append(without_none({
                    "gameId": game, "rank": rank, "score": digits(score),
                    "reasons": [reason(*reasons[at:at + 3]) for at in (0, 3) if reasons[at]],
                    "slot": None if probability is None else "exploration",
                    "probability": None if probability is None else digits(probability)}))
            self.equal(f"list of {user}", one["games"], games)

    def rows_of_games(self):
        sql = "SELECT position, key, subject, rank, game_id FROM row_games WHERE user_id = ? ORDER BY position, rank"
        stored = {user for user, in self.rows("SELECT DISTINCT user_id FROM row_games")}
        lines = [json.loads(line) for line in self.lines("rows")]
        self.equal("players with rows", {line["userId"] for line in lines}, stored)
        for line in lines:
            games = [
                (position, row["key"], row.get("subject"), rank, game)
                for position, row in enumerate(line["rows"], 1) for rank, game in enumerate(row["games"], 1)]
            self.equal(f"rows of {line['userId']}", games, self.rows(sql, line["userId"]))

    def similar(self):
        sql = ("SELECT similar_game_id, rank, score, carried_by FROM similar_games"
               " WHERE game_id = ? ORDER BY rank")
        for line in self.lines("similar"):
            one = json.loads(line)
            games = [
                {"gameId": game, "rank": rank, "score": digits(score), "carriedBy": carrier}
                for game, rank, score, carrier in self.rows(sql, one["gameId"])]
            self.equal(f"similar to {one['gameId']}", one["games"], games)

    def trending(self):
        sql = ("SELECT game_id, rank, lift, lower_bound, events, flags FROM trending_games"
               " WHERE genre IS ? ORDER BY rank")
        for line in self.lines("trending"):
            one = json.loads(line)
            games = [
                without_none({
                    "gameId": game, "rank": rank, "lift": digits(lift), "lowerBound": digits(low),
                    "events": events, "flags": json.loads(flags) or None})
                for game, rank, lift, low, events, flags in self.rows(sql, one["genre"])]
            self.equal(f"trending in {one['genre']}", one["games"], games)

    def popular(self):
        sql = "SELECT game_id, rank, players, days FROM popular_games WHERE genre IS ? ORDER BY rank"
        for line in self.lines("popular"):
            one = json.loads(line)
            rows = self.rows(sql, one["genre"])
            games = [{"gameId": game, "rank": rank, "players": players} for game, rank, players, _ in rows]
            self.equal(f"popular in {one['genre']}", one["games"], games)
            self.equal(f"days of {one['genre']}", {one["days"]} if rows else set(), {row[3] for row in rows})

    def releases(self):
        stored = [
            {"gameId": game, "rank": rank, "releaseDate": day, "status": status, "score": digits(score)}
            for game, rank, day, status, score in self.rows(
                "SELECT game_id, rank, release_date, status, score FROM new_releases ORDER BY rank")]
        self.equal("new releases", [json.loads(line) for line in self.lines("new-releases")], stored)
        stored = [
            {"gameId": game, "rank": rank, "releaseDate": day, "status": status}
            for game, rank, day, status in self.rows(
                "SELECT game_id, rank, release_date, status FROM announced_games ORDER BY rank")]
        self.equal("announced", [json.loads(line) for line in self.lines("announced")], stored)

    def night(self):
        ((date, *counts),) = self.rows(
            "SELECT date, recommendations, similar, trending, new_releases, announced, popular FROM night")
        self.equal("day", json.loads((self.folder / "model/model.json").read_text())["day"], date)
        names = ["recommendations", "similar", "trending", "new-releases", "announced", "popular"]
        self.equal("counts", [len(self.lines(name)) for name in names], counts)


def main():
    comparison = Comparison(pathlib.Path(sys.argv[1]).resolve())
    for part in (
            comparison.recommendations, comparison.rows_of_games, comparison.similar, comparison.trending, comparison.popular,
            comparison.releases, comparison.night):
        part()
    print(f"compared {comparison.compared}, differing {len(comparison.differences)}")
    print("\n".join(comparison.differences[:20]))
    sys.exit(1 if comparison.differences else 0)


main()
