import FindieDomain
import GRDB

/// The tables of a store.
///
/// - The columns of the catalogue's tables are the fields of the records (see `TableLayout`).
/// - A list of texts (genres, tags, friends, …) is a JSON array in a column, which preserves its
///   order. Triggers maintain index tables for the lists that queries filter by (genres, tags).
/// - Times are INTEGER milliseconds since 1970, days INTEGER days since 1970, prices TEXT decimals.
/// - Text that contains a NUL is a BLOB of its UTF-8, since SQLite's text functions end at a NUL.
/// - The catalogue's tables are WITHOUT ROWID: their rows are in the order of the ids, so that
///   equal rows give equal files. The tables of lists are empty in a workspace store.
/// - `ListSchema` describes the lists, `SearchIndex` the search.
/// - There are no foreign keys between collections: they come from different files and may refer to
///   records that the others lack. Validation rules report that.
enum Schema {
  /// The value of `PRAGMA user_version`. Versions 11 and 12 are opened too: they lack rows,
  /// uncounted accounts and columns of `addedColumns`. Version 11 also lacks vectors and the
  /// search, and has a column `searchText` of games. A store of any other version is not opened.
  static let version = 13
  static let olderVersions = 11...12

  /// The columns that versions before one lack, by table.
  private static let addedColumns = [
    (12, "games", ["isMature INTEGER"]),
    (
      12, "users",
      ["mutedTags TEXT", "showsMatureGames INTEGER", "personalization INTEGER"]
    ),
    (13, "users", ["counts INTEGER", "countsUntil INTEGER"]),
  ]

  /// The columns that a version lacks, by table.
  private static func columns(since version: Int) -> [(table: String, columns: [String])] {
    let added = addedColumns.filter { $0.0 > version }
    return Set(added.map(\.1)).sorted().map { table in
      (table, added.filter { $0.1 == table }.flatMap(\.2))
    }
  }

  /// "Find" in ASCII: the value of `PRAGMA application_id`, which identifies Findie's databases.
  static let applicationId = 0x4669_6e64

  /// Creates the tables in an empty database.
  static func create(in database: Database) throws {
    for sql in [
      Game.layout.create, Developer.layout.create, Tag.layout.create, User.layout.create,
      Wishlist.layout.create, PriceSeries.layout.create, PartnerStatus.layout.create,
      PartnerMetric.layout.create, Annotation.layout.create, Promotion.layout.create,
      GameVector.layout.create, UncountedPlayer.layout.create,
      index(of: "genres", table: "game_genres", member: "genre"),
      index(of: "tags", table: "game_tags", member: "tag"), ListSchema.create,
      SearchIndex.create,
      "PRAGMA application_id = \(applicationId)", "PRAGMA user_version = \(version)",
    ] {
      try database.execute(sql: sql)
    }
  }

  /// Makes a store of an older version one of the current version.
  static func upgrade(_ database: Database, from older: Int) throws {
    for (table, columns) in columns(since: older) {
      for column in columns {
        try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column)")
      }
    }
    if older < 12 {
      try database.execute(
        sql: """
          ALTER TABLE games DROP COLUMN searchText;
          \(GameVector.layout.create)
          \(SearchIndex.create)
          """)
    }
    try database.execute(
      sql: """
        \(UncountedPlayer.layout.create)
        ALTER TABLE recommendation_lists ADD COLUMN rows TEXT;
        CREATE VIEW \(ListSchema.rowGames);
        PRAGMA user_version = \(version);
        """)
  }

  /// Lets a connection read a store of an older version as one of the current one; the file is
  /// unchanged. A temporary view hides the table of the same name. Version 11 has no search.
  static func showUpgraded(_ database: Database, from older: Int) throws {
    try database.execute(
      sql: """
        PRAGMA temp_store = MEMORY;
        \(UncountedPlayer.layout.createEmptyView)
        CREATE TEMP VIEW recommendation_lists AS
        SELECT *, NULL AS rows FROM main.recommendation_lists;
        CREATE TEMP VIEW \(ListSchema.rowGames);
        """)
    if older < 12 { try database.execute(sql: GameVector.layout.createEmptyView) }
    for (table, columns) in columns(since: older) {
      let added = columns.map { "NULL AS \($0.prefix { $0 != " " })" }.joined(separator: ", ")
      try database.execute(
        sql: "CREATE TEMP VIEW \(table) AS SELECT *, \(added) FROM main.\(table)")
    }
  }

  /// An index table from the members of a list column of `games`, and the triggers that maintain
  /// it.
  private static func index(of column: String, table: String, member: String) -> String {
    let insert = """
      INSERT OR IGNORE INTO \(table) SELECT value, new.id FROM json_each(new.\(column));
      """
    let delete = """
      DELETE FROM \(table)
      WHERE \(member) IN (SELECT value FROM json_each(old.\(column))) AND gameId = old.id;
      """
    return """
      CREATE TABLE \(table) (
        \(member) TEXT NOT NULL, gameId TEXT NOT NULL, PRIMARY KEY (\(member), gameId)
      ) WITHOUT ROWID;
      CREATE TRIGGER \(table)_insert AFTER INSERT ON games BEGIN \(insert) END;
      CREATE TRIGGER \(table)_delete AFTER DELETE ON games BEGIN \(delete) END;
      CREATE TRIGGER \(table)_update AFTER UPDATE ON games
      WHEN old.\(column) IS NOT new.\(column) BEGIN \(delete) \(insert) END;
      """
  }
}

/// The schema that a file declares.
struct SchemaState {
  let isEmpty: Bool
  private let applicationId: Int
  let version: Int

  init(_ database: Database) throws {
    applicationId = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
  }

  /// Whether it is an older version that is opened too.
  var isOlder: Bool { Schema.olderVersions.contains(version) }

  /// Why a file with tables cannot be used, or nil.
  func failure(path: String) -> StoreFailure? {
    if applicationId != Schema.applicationId { return .foreign(path: path) }
    guard version == Schema.version || isOlder else {
      return .otherFormat(path: path, found: version, supported: Schema.version)
    }
    return nil
  }
}
