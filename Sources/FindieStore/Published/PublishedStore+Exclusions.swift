package import FindieDomain
package import Foundation
import GRDB

extension PublishedStore {
  /// Removes players and games from the file of a published store, with their bytes. Excluded games
  /// stay in its catalogue, as withdrawn ones: models refer to them. Players who refuse personal
  /// lists get their new records.
  ///
  /// The file is not synced, and damaged if this fails: pass a copy.
  ///
  /// - Parameter listIds: the new ids of lists with other games than before, by player.
  /// - Throws: `StoreFailure`.
  package static func remove(
    _ exclusions: ListExclusions, listIds: [ExactText: String], from url: URL
  ) throws {
    let connection = try StoreConnection(path: url.path, configuration: .unjournaled)
    try connection.write { database in
      let state = try SchemaState(database)
      if state.isOlder { try Schema.upgrade(database, from: state.version) }
      try WorkspaceStore.forget(
        { exclusions.players.contains(ExactText($0)) }, in: database, path: url.path)
      for id in exclusions.players {
        try database.execute(
          sql: "DELETE FROM recommendation_lists WHERE user_id = ?",
          arguments: [DatabaseValue(exactly: id.text)])
      }
      for user in exclusions.refusals {
        try database.execute(
          sql: "DELETE FROM recommendation_lists WHERE user_id = ? AND source <> ?",
          arguments: [DatabaseValue(exactly: user.id), RecommendationList.Source.popular.rawValue])
      }
      try CatalogueTable<User>(database, path: url.path).save(PackedRecords(exclusions.refusals))
      try removeGames(exclusions.games, from: database)
      for (player, id) in listIds {
        try database.execute(
          sql: "UPDATE recommendation_lists SET list_id = ? WHERE user_id = ?",
          arguments: [id, DatabaseValue(exactly: player.text)])
      }
      try database.execute(
        sql: """
          UPDATE night SET
            recommendations = (SELECT count(*) FROM recommendation_lists),
            similar = (SELECT count(*) FROM similar_lists),
            new_releases = (SELECT count(*) FROM new_releases),
            announced = (SELECT count(*) FROM announced_games)
          """)
    }
    try connection.close()
  }

  private static func removeGames(_ games: Set<ExactText>, from database: Database) throws {
    guard !games.isEmpty else { return }
    try database.execute(
      sql: """
        PRAGMA temp_store = MEMORY;
        CREATE TEMP TABLE excluded (id TEXT PRIMARY KEY);
        CREATE TEMP TABLE excluded_texts (number INTEGER PRIMARY KEY);
        """)
    for game in games {
      try database.execute(
        sql: "INSERT INTO excluded VALUES (?)", arguments: [DatabaseValue(exactly: game.text)])
    }
    try database.execute(
      sql: """
        INSERT INTO excluded_texts
        SELECT number FROM list_texts WHERE text IN (SELECT id FROM excluded);
        UPDATE games SET isActive = 0 WHERE id IN (SELECT id FROM excluded);
        DELETE FROM searched_games WHERE game_id IN (SELECT id FROM excluded);
        DELETE FROM similar_lists WHERE game_id IN (SELECT id FROM excluded);
        """)
    for table in ["recommendation_lists", "similar_lists"] {
      try database.execute(
        sql: """
          UPDATE \(table) SET entries = (
            SELECT json_group_array(json(value)) FROM json_each(entries)
            WHERE json_extract(value, '$[0]') NOT IN excluded_texts)
          WHERE EXISTS (
            SELECT 1 FROM json_each(entries) WHERE json_extract(value, '$[0]') IN excluded_texts)
          """)
    }
    // A row of games is `[key, subject, game, …]`. Those about an excluded game go.
    try database.execute(
      sql: """
        UPDATE recommendation_lists SET rows = nullif((
          SELECT json_group_array(json(row)) FROM (
            SELECT (
              SELECT json_group_array(value) FROM json_each(line.value)
              WHERE key < 2 OR value NOT IN excluded_texts) AS row
            FROM json_each(recommendation_lists.rows) AS line
            WHERE json_extract(line.value, '$[1]') NOT IN excluded_texts
              OR json_extract(line.value, '$[0]') NOT IN (
                SELECT number FROM list_texts WHERE text LIKE 'because-%'))
          WHERE json_array_length(row) > 2), '[]')
        WHERE rows IS NOT NULL
        """)
    // A list of each genre, or one list.
    for (table, list) in [
      ("trending_games", "genre"), ("popular_games", "genre"), ("new_releases", "1"),
      ("announced_games", "1"),
    ] {
      try database.execute(
        sql: """
          DELETE FROM \(table) WHERE game_id IN (SELECT id FROM excluded);
          WITH ranked AS (
            SELECT position, row_number() OVER (PARTITION BY \(list) ORDER BY position) AS rank
            FROM \(table))
          UPDATE \(table) SET rank = ranked.rank FROM ranked
          WHERE ranked.position = \(table).position;
          """)
    }
    try database.execute(sql: "DROP TABLE excluded; DROP TABLE excluded_texts")
  }
}
