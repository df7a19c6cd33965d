import FindieDomain
package import FindieText
import GRDB

extension PublishedStore {
  /// The rows about a player: whole if they are the player's own; of rows that only name the
  /// player, such as the records of friends, the key and the columns that do.
  ///
  /// - Returns: the table of each row, and its columns as members.
  /// - Complexity: one pass over all tables.
  package func rows(about player: String) throws(StoreFailure) -> [(table: String, row: JSONLine)] {
    let id = DatabaseValue(exactly: player)
    var quoted: [UInt8] = []
    quoted.append(json: player)
    let name = String(decoding: quoted, as: UTF8.self).databaseValue
    return try connection.read { database in
      var rows: [(table: String, row: JSONLine)] = []
      func add(_ table: String, where condition: String, _ values: [DatabaseValue]) throws {
        let sql = "SELECT * FROM \(table) WHERE \(condition)"
        let cursor = try Row.fetchCursor(database, sql: sql, arguments: StatementArguments(values))
        while let row = try cursor.next() {
          rows.append((table, JSONLine(row, about: id, quoted: name)))
        }
      }
      for table in try Self.tableNames(database) where !Self.withoutPlayers.contains(table) {
        let columns = try database.columns(in: table).map(\.name.quotedDatabaseIdentifier)
        let names = columns.map { "\($0) IS ?1 OR \($0) LIKE '[%' AND instr(\($0), ?2) > 0" }
        try add(table, where: names.joined(separator: " OR "), [id, name])
      }
      try add("recommendations", where: "user_id = ?", [id])
      try add("row_games", where: "user_id = ?", [id])
      try add(
        "wishlist_items", where: "wishlistId IN (SELECT id FROM wishlists WHERE userId = ?)", [id])
      return rows
    }
  }

  /// Tables that no row of a player is in, or that a view shows in a readable form.
  private static let withoutPlayers = [
    "recommendation_lists", "wishlist_items", "list_texts", "reason_kinds", "games", "game_genres",
    "game_tags",
    "tags", "similar_lists", "searched_games", "game_search", "game_search_data",
    "game_search_idx", "game_search_docsize", "game_search_config",
  ]
}

extension JSONLine {
  /// The members of a row, or those that name the player if it is not the player's own.
  fileprivate init(_ row: Row, about id: DatabaseValue, quoted: DatabaseValue) {
    self.init()
    // Items of wishlists are only selected by their owner.
    let isOwn =
      row.hasColumn("wishlistId")
      || ["id", "userId", "user_id"].contains { column in
        row.hasColumn(column) && row[column] as DatabaseValue == id
      }
    for (index, (column, value)) in row.enumerated() {
      let names =
        value == id
        || (String.fromDatabaseValue(value)?.contains(
          String.fromDatabaseValue(quoted) ?? "") ?? false)
      guard isOwn || names || index == 0 else { continue }
      switch value.storage {
      case .null: continue
      case .int64(let number): add(column, Int(number))
      case .double(let number): add(column, sixDigits: number)
      case .string, .blob: add(column, isOwn || !names || value == id ? value.exactText ?? "" : "")
      }
    }
  }
}
