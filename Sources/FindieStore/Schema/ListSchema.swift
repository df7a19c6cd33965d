import FindieDomain

/// The tables and views of the lists. Their names and columns are documented in docs/DATA.md:
/// programs in other languages query them.
///
/// A player's or a game's list is one row, whose `entries` are JSON arrays of numbers. The views
/// compose their rows with `json_each`, which takes a tenth of a millisecond for fifty entries; a
/// row for each entry would make the file twice as large.
enum ListSchema {
  /// The tables, empty in a workspace store, as is the index of a search.
  static let tables = [
    "night", "reason_kinds", "list_texts", "recommendation_lists", "similar_lists",
    "trending_games", "popular_games", "new_releases", "announced_games",
  ]

  /// A reason of an entry is `reasonFactor` × the number of its game or genre (0 for none) + the
  /// code of its kind.
  static let reasonFactor = 20

  static let create = """
    CREATE TABLE night (
      one INTEGER PRIMARY KEY CHECK (one = 1), date TEXT NOT NULL,
      recommendations INTEGER NOT NULL, similar INTEGER NOT NULL, trending INTEGER NOT NULL,
      new_releases INTEGER NOT NULL, announced INTEGER NOT NULL, popular INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE reason_kinds (code INTEGER PRIMARY KEY, kind TEXT NOT NULL);
    CREATE TABLE list_texts (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE recommendation_lists (
      user_id TEXT PRIMARY KEY NOT NULL, list_id TEXT NOT NULL, source TEXT NOT NULL,
      entries TEXT NOT NULL, rows TEXT
    );
    CREATE TABLE similar_lists (game_id TEXT PRIMARY KEY NOT NULL, entries TEXT NOT NULL);
    CREATE TABLE trending_games (
      position INTEGER PRIMARY KEY, genre TEXT, rank INTEGER NOT NULL, game_id TEXT NOT NULL,
      lift REAL NOT NULL, lower_bound REAL NOT NULL, events INTEGER NOT NULL, flags TEXT NOT NULL
    );
    CREATE TABLE popular_games (
      position INTEGER PRIMARY KEY, genre TEXT, rank INTEGER NOT NULL, game_id TEXT NOT NULL,
      players INTEGER NOT NULL, days INTEGER
    );
    CREATE TABLE new_releases (
      position INTEGER PRIMARY KEY, rank INTEGER NOT NULL, game_id TEXT NOT NULL,
      release_date TEXT NOT NULL, status TEXT NOT NULL, score REAL NOT NULL
    );
    CREATE TABLE announced_games (
      position INTEGER PRIMARY KEY, rank INTEGER NOT NULL, game_id TEXT NOT NULL,
      release_date TEXT, status TEXT NOT NULL
    );
    CREATE VIEW recommendations AS
    SELECT
      list.user_id AS user_id,
      entry.key + 1 AS rank,
      \(text(ofNumber: member(0))) AS game_id,
      CAST(\(member(1)) AS REAL) AS score,
      \(reason(1, at: 2)),
      \(reason(2, at: 4)),
      \(member(6)) AS probability,
      list.source AS source,
      list.list_id AS list_id,
      CASE WHEN instr(list.list_id, '-') > 0
        THEN substr(list.list_id, instr(list.list_id, '-') + 1) END AS arm,
      coalesce(\(member(7)), 0) AS promoted
    FROM recommendation_lists AS list, json_each(list.entries) AS entry;
    CREATE VIEW \(rowGames);
    CREATE VIEW similar_games AS
    SELECT
      list.game_id AS game_id,
      entry.key + 1 AS rank,
      \(text(ofNumber: member(0))) AS similar_game_id,
      CAST(\(member(1)) AS REAL) AS score,
      \(text(ofNumber: member(2))) AS carried_by
    FROM similar_lists AS list, json_each(list.entries) AS entry;
    """

  /// The view of rows, without `CREATE VIEW`.
  static let rowGames = """
    row_games AS
    SELECT
      list.user_id AS user_id,
      line.key + 1 AS position,
      \(text(ofNumber: "json_extract(line.value, '$[0]')")) AS key,
      \(text(ofNumber: "json_extract(line.value, '$[1]')")) AS subject,
      game.key - 1 AS rank,
      \(text(ofNumber: "game.value")) AS game_id,
      list.list_id AS list_id
    FROM recommendation_lists AS list, json_each(list.rows) AS line, json_each(line.value) AS game
    WHERE game.key > 1
    """

  private static func member(_ index: Int) -> String { "json_extract(entry.value, '$[\(index)]')" }

  private static func text(ofNumber number: String) -> String {
    "(SELECT text FROM list_texts WHERE number = \(number))"
  }

  /// The columns of an entry's first or second reason, at `index`, and of its weight, after it.
  private static func reason(_ number: Int, at index: Int) -> String {
    let code = member(index)
    return """
      (SELECT kind FROM reason_kinds WHERE code = \(code) % \(reasonFactor)) AS reason\(number),
        \(text(ofNumber: "\(code) / \(reasonFactor)")) AS subject\(number),
        \(member(index + 1)) / 1000.0 AS weight\(number)
      """
  }
}
