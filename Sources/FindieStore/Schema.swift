import GRDB

/// The tables of the store and their version.
///
/// - Every list of a record (genres, tags, friends, …) is a JSON array in a column, which keeps its
///   order exactly. Where the app asks by a list's member (genre, tag), triggers keep an index table
///   beside it, which therefore cannot drift.
/// - A wishlist's items are rows: they have prices and dates of their own.
/// - Times are INTEGER milliseconds since 1970, days INTEGER days since 1970, prices TEXT decimals.
/// - Text that contains a NUL is a BLOB of its UTF-8, since SQLite's text functions end at a NUL.
/// - Catalogue tables are WITHOUT ROWID: they lie in the order of their ids whatever the order of
///   the nights, so that equal rows give equal snapshots. The lists are written anew each night.
/// - The lists of players and games are BLOBs (see `ListEncoder`), one row a list.
/// - No foreign keys between the collections: they come from different files and may name what the
///   others lack; rules warn of that, the store does not refuse it.
enum Schema {
  /// What `PRAGMA user_version` says of a store that this code writes.
  static let version = 3

  /// The first version that this code reads as it is: its tables are those of today.
  static let oldestRead = 2

  /// "Find" in ASCII, in the file's header: tells our databases from others.
  static let applicationId = 0x4669_6e64

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(sql: catalogue)
      try database.execute(sql: indexes)
      try database.execute(sql: lists)
      try database.execute(sql: "PRAGMA application_id = \(applicationId)")
      try database.execute(sql: "PRAGMA user_version = 1")
    }
    // Trending entries have flags, announced games a list, and players genres that they muted. What the last night published stands
    // in its snapshot; the lists here are written anew tonight.
    migrator.registerMigration("2") { database in
      for table in ["recommendations", "similar_games", "trending_games", "new_releases"] {
        try database.execute(sql: "DELETE FROM \(table)")
      }
      try database.execute(
        sql: """
          DELETE FROM list_texts; DROP TABLE night; \(night); \(announced);
          ALTER TABLE users ADD COLUMN mutedGenres TEXT NOT NULL DEFAULT '[]'
          """)
      try database.execute(sql: "PRAGMA user_version = 2")
    }
    // Players' lists may be of the encoder's second format, which earlier versions do not read. A
    // night's lists stand in its snapshot now: those here would be copied into the next one's.
    migrator.registerMigration("3") { database in
      try LivingStore.removeLists(in: database)
      try database.execute(sql: "PRAGMA user_version = 3")
    }
    return migrator
  }

  private static let catalogue = """
    CREATE TABLE games (
      id TEXT PRIMARY KEY, title TEXT NOT NULL, subtitle TEXT, description TEXT,
      shortDescription TEXT, iconURL TEXT, coverImageURL TEXT, screenshotURLs TEXT,
      trailerURL TEXT, developerId TEXT NOT NULL, developerName TEXT, studioName TEXT,
      genres TEXT NOT NULL, tags TEXT NOT NULL, platforms TEXT NOT NULL, releaseDate INTEGER,
      releaseStatus TEXT NOT NULL, price TEXT, currency TEXT, isFree INTEGER NOT NULL,
      createdAt INTEGER, updatedAt INTEGER, isActive INTEGER NOT NULL, steamURL TEXT,
      itchioURL TEXT, officialWebsiteURL TEXT, discordURL TEXT, searchText TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE developers (
      id TEXT PRIMARY KEY, userId TEXT, studioName TEXT NOT NULL, displayName TEXT, bio TEXT,
      website TEXT, location TEXT, foundedYear INTEGER, publishedGameIds TEXT NOT NULL,
      isVerified INTEGER NOT NULL, followerCount INTEGER, joinedDate INTEGER, updatedAt INTEGER,
      isActive INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE tags (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, category TEXT, usageCount INTEGER,
      isOfficial INTEGER NOT NULL, createdAt INTEGER, updatedAt INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE users (
      id TEXT PRIMARY KEY, username TEXT, displayName TEXT, favoriteGenres TEXT NOT NULL,
      preferredPlatforms TEXT NOT NULL, priceRange TEXT NOT NULL, accountType TEXT NOT NULL,
      joinedDate INTEGER, lastActiveDate INTEGER, updatedAt INTEGER, friendIds TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE wishlists (
      id TEXT PRIMARY KEY, userId TEXT NOT NULL, updatedAt INTEGER,
      steamSyncEnabled INTEGER NOT NULL, steamLastSynced INTEGER,
      itchioSyncEnabled INTEGER NOT NULL, itchioLastSynced INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE wishlist_items (
      wishlistId TEXT NOT NULL REFERENCES wishlists(id) ON DELETE CASCADE,
      position INTEGER NOT NULL, gameId TEXT NOT NULL, gameTitle TEXT, addedDate INTEGER,
      priority TEXT, notifyOnRelease INTEGER NOT NULL, notifyOnDiscount INTEGER NOT NULL,
      steamAppId TEXT, itchioGameId TEXT, priceAtAdd TEXT,
      PRIMARY KEY (wishlistId, position)
    ) WITHOUT ROWID;
    """

  private static let indexes =
    index(of: "genres", table: "game_genres", member: "genre")
    + index(of: "tags", table: "game_tags", member: "tag")

  /// A table from the members of a list column of `games` to the games, and what keeps it right.
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

  private static let lists = """
    CREATE TABLE night (
      one INTEGER PRIMARY KEY CHECK (one = 1), day INTEGER NOT NULL,
      recommendations INTEGER NOT NULL, similar INTEGER NOT NULL, trending INTEGER NOT NULL,
      newReleases INTEGER NOT NULL
    );
    CREATE TABLE list_texts (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE recommendations (
      userId TEXT NOT NULL UNIQUE, source TEXT NOT NULL, entries BLOB NOT NULL
    );
    CREATE TABLE similar_games (gameId TEXT NOT NULL UNIQUE, entries BLOB NOT NULL);
    CREATE TABLE trending_games (genre TEXT NOT NULL UNIQUE, entries BLOB NOT NULL);
    CREATE TABLE new_releases (
      place INTEGER PRIMARY KEY, gameId TEXT NOT NULL, rank INTEGER NOT NULL,
      releaseDay INTEGER NOT NULL, status TEXT NOT NULL, score REAL NOT NULL
    );
    """

  private static let night = """
    CREATE TABLE night (
      one INTEGER PRIMARY KEY CHECK (one = 1), day INTEGER NOT NULL,
      recommendations INTEGER NOT NULL, similar INTEGER NOT NULL, trending INTEGER NOT NULL,
      newReleases INTEGER NOT NULL, announced INTEGER NOT NULL
    )
    """

  private static let announced = """
    CREATE TABLE announced_games (
      place INTEGER PRIMARY KEY, gameId TEXT NOT NULL, rank INTEGER NOT NULL,
      releaseDay INTEGER, status TEXT NOT NULL
    )
    """
}
