package import FindieDomain

/// One row of games of a player while it is built.
struct PlayerRow: Equatable {
  let key: RecommendationList.Row.Key
  /// The game or the term; 0 if the key is about none.
  let subject: UInt32
  let games: [UInt32]
}

/// The rows of games of all players, in columns.
package struct RowTable: Sendable, Equatable {
  /// Player i's rows are at `offsets[i]..<offsets[i + 1]`.
  package private(set) var offsets = [0]
  /// For each row, the index in `RecommendationList.Row.Key.allCases`.
  package private(set) var keys: [UInt8] = []
  /// For each row, its game or the index of its term in `terms`; 0 if the key is about none.
  package private(set) var subjects: [UInt32] = []
  /// Row i's games are at `gameOffsets[i]..<gameOffsets[i + 1]` of `games`.
  package private(set) var gameOffsets = [0]
  package private(set) var games: [UInt32] = []
  /// As `ContentModel.names`.
  package private(set) var terms: [String]

  /// - Parameter terms: `ContentModel.names` of the games; empty for a table without rows.
  package init(terms: [String] = []) { self.terms = terms }

  /// The table of players without rows.
  init(players: Int) {
    self.init()
    offsets = [Int](repeating: 0, count: players + 1)
  }

  /// The table of these columns; nil if they are inconsistent.
  package init?(
    offsets: [Int], keys: [UInt8], subjects: [UInt32], gameOffsets: [Int], games: [UInt32],
    terms: [String]
  ) {
    guard offsets.first == 0, offsets.last == keys.count,
      zip(offsets, offsets.dropFirst()).allSatisfy({ $0 <= $1 }),
      keys.allSatisfy({ $0 < RecommendationList.Row.Key.allCases.count }),
      subjects.count == keys.count, gameOffsets.count == keys.count + 1, gameOffsets.first == 0,
      gameOffsets.last == games.count,
      zip(gameOffsets, gameOffsets.dropFirst()).allSatisfy({ $0 <= $1 }),
      zip(keys, subjects).allSatisfy({ !Self.key($0).namesTerm || $1 < terms.count })
    else { return nil }
    self.offsets = offsets
    self.keys = keys
    self.subjects = subjects
    self.gameOffsets = gameOffsets
    self.games = games
    self.terms = terms
  }

  /// The number of players with a row.
  package var players: Int { zip(offsets, offsets.dropFirst()).count { $0 < $1 } }

  package func rows(ofPlayer player: Int) -> Range<Int> { offsets[player]..<offsets[player + 1] }

  package func key(ofRow row: Int) -> RecommendationList.Row.Key { Self.key(keys[row]) }

  private static func key(_ index: UInt8) -> RecommendationList.Row.Key {
    RecommendationList.Row.Key.allCases[Int(index)]
  }

  package func games(ofRow row: Int) -> ArraySlice<UInt32> {
    games[gameOffsets[row]..<gameOffsets[row + 1]]
  }

  /// The games of all rows of a player.
  package func games(ofPlayer player: Int) -> ArraySlice<UInt32> {
    games[gameOffsets[offsets[player]]..<gameOffsets[offsets[player + 1]]]
  }

  /// The same, the first game of each row before the second ones.
  package func gamesInTurn(ofPlayer player: Int) -> [UInt32] {
    let rows = rows(ofPlayer: player).map { Array(games(ofRow: $0)) }
    return (0..<(rows.map(\.count).max() ?? 0)).flatMap { rank in
      rows.compactMap { rank < $0.count ? $0[rank] : nil }
    }
  }

  /// The name of a row's tag or genre.
  package func term(ofRow row: Int) -> String {
    // A name may begin with a mark that forms one character with the colon.
    let name = terms[Int(subjects[row])].utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
    return String(decoding: name, as: UTF8.self)
  }

  /// A player's rows as the app reads them.
  package func rows(ofPlayer player: Int, games catalogue: [Game]) -> [RecommendationList.Row] {
    rows(ofPlayer: player).map { row in
      let key = key(ofRow: row)
      return RecommendationList.Row(
        key: key,
        subject: key.namesGame
          ? catalogue[Int(subjects[row])].id : key.namesTerm ? term(ofRow: row) : nil,
        gameIds: games(ofRow: row).map { catalogue[Int($0)].id })
    }
  }

  /// Appends the rows of the next player.
  mutating func append(_ rows: [PlayerRow]) {
    for row in rows {
      keys.append(UInt8(RecommendationList.Row.Key.allCases.firstIndex(of: row.key) ?? 0))
      subjects.append(row.subject)
      games += row.games
      gameOffsets.append(games.count)
    }
    offsets.append(keys.count)
  }

  /// Appends the rows of the players of another table of the same games.
  mutating func append(_ other: RowTable, players: Range<Int>? = nil) {
    if terms.isEmpty { terms = other.terms }
    let players = players ?? 0..<other.offsets.count - 1
    let rows = other.offsets[players.lowerBound]..<other.offsets[players.upperBound]
    let row = keys.count - rows.lowerBound
    let game = games.count - other.gameOffsets[rows.lowerBound]
    offsets += other.offsets[players.lowerBound + 1..<players.upperBound + 1].map { $0 + row }
    keys += other.keys[rows]
    subjects += other.subjects[rows]
    games +=
      other.games[
        other.gameOffsets[rows.lowerBound]..<other.gameOffsets[rows.upperBound]]
    gameOffsets += other.gameOffsets[rows.lowerBound + 1..<rows.upperBound + 1].map { $0 + game }
  }
}

extension RecommendationList.Row.Key {
  /// Whether a row is about a game.
  package var namesGame: Bool {
    [.becauseYouLiked, .becauseYouWished, .becauseYouOwn].contains(self)
  }

  /// Whether a row is about a tag or a genre.
  package var namesTerm: Bool { [.moreOfTag, .moreOfGenre].contains(self) }
}
