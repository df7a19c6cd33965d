/// The full-text index of games: an FTS5 table without a copy of the texts.
///
/// The rows of `game_search` are numbered by popularity, so that the most popular matches are
/// found first. `searched_games` has the id of each number. docs/SERVING.md has the statement of a
/// search.
enum SearchIndex {
  static let create = """
    CREATE TABLE searched_games (
      number INTEGER PRIMARY KEY, game_id TEXT NOT NULL, popularity REAL NOT NULL
    );
    CREATE VIRTUAL TABLE game_search USING fts5(
      title, studio, tags, description, content = '', prefix = '2 3',
      tokenize = 'unicode61 remove_diacritics 2'
    );
    INSERT INTO game_search (game_search, rank) VALUES ('rank', 'bm25(10.0, 5.0, 3.0, 1.0)');
    """

  /// Removes all rows.
  static let clear = """
    DELETE FROM searched_games;
    INSERT INTO game_search (game_search) VALUES ('delete-all');
    """

  /// The games that match the parameter `?1`, with `number` and `weight`: the best match has the
  /// smallest.
  ///
  /// - Parameter limit: how many of the most popular matches are compared; as many again that match
  ///   by title.
  static func matches(limit: Int) -> String {
    func most(_ match: String) -> String {
      """
      SELECT * FROM (
        SELECT rowid AS number, rank AS score FROM game_search
        WHERE game_search MATCH \(match) ORDER BY rowid LIMIT \(limit))
      """
    }
    return """
      SELECT game_id, number, min(score) * (1 + popularity) AS weight
      FROM (\(most("'title : (' || ?1 || ')'")) UNION ALL \(most("?1")))
      JOIN searched_games USING (number)
      GROUP BY number
      """
  }

  /// The FTS5 query of what a person typed: games with all words, the last of which may be the
  /// beginning of a word. Nil without a word.
  static func query(_ text: String) -> String? {
    // By scalars: a quotation mark and a combining mark after it are one Character.
    let words = text.unicodeScalars.split { $0.properties.isWhitespace }.prefix(maximumWords).map {
      word in
      var quoted = "\""
      for scalar in word {
        quoted.unicodeScalars.append(scalar == "\0" ? "\u{FFFD}" : scalar)
        if scalar == "\"" { quoted += "\"" }
      }
      return quoted + "\""
    }
    return words.isEmpty ? nil : words.joined(separator: " ") + "*"
  }

  /// Further words are ignored.
  private static let maximumWords = 16
}
