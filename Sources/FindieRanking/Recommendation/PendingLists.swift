/// Players' lists before top positions are distributed.
package struct PendingLists: Sendable {
  /// Without promoted games, by rank.
  package private(set) var table = RecommendationTable()
  /// By row of the table.
  package private(set) var promoted = PromotedLists()

  /// - Parameter terms: as of `RecommendationTable`.
  init(terms: [String] = []) { table = RecommendationTable(terms: terms) }

  /// The lists that a task computed.
  package init(_ table: RecommendationTable, _ promoted: PromotedLists) {
    self.table = table
    self.promoted = promoted
  }

  /// The lists of several tasks, in the order of their players.
  package init(joining parts: [PendingLists]) {
    reserve(
      lists: parts.reduce(0) { $0 + $1.table.count },
      entries: parts.reduce(0) { $0 + $1.table.games.count })
    for part in parts { append(part) }
  }

  mutating func append(_ list: PlayerList, _ drawn: [ExplorationSlot]) {
    promoted.append(list.promoted, ofPlayer: table.count)
    table.append(list, drawn)
  }

  /// One of the lists.
  func list(ofPlayer player: Int) -> PendingLists {
    var list = PendingLists(terms: table.rows.terms)
    list.table.append(listOf: player, from: table)
    list.promoted.append(promoted.entries(ofPlayer: player), ofPlayer: 0)
    return list
  }

  /// Reserves capacity, so that appending does not reallocate.
  mutating func reserve(lists: Int, entries: Int) {
    table.reserve(lists: lists, entries: entries)
  }

  mutating func append(_ other: PendingLists) {
    promoted.append(other.promoted, from: table.count)
    table.append(other.table)
  }

  /// The first entries of a list that were not drawn.
  private func head(ofList list: Int, _ count: Int) -> [RankedCandidate] {
    var head: [RankedCandidate] = []
    var draws = table.drawnIndices(ofPlayer: list)
    for entry in table.offsets[list]..<table.offsets[list + 1] where head.count < count {
      if let draw = draws.first, table.drawnEntries[draw] == entry {
        draws.removeFirst()
      } else {
        head.append(RankedCandidate(game: table.games[entry], relevance: table.scores[entry]))
      }
    }
    return head
  }

  /// The lists with top positions distributed over the games, and with promoted games.
  ///
  /// - Parameters:
  ///   - ids: the players' ids, in the order of the lists.
  ///   - studios: of the games.
  consuming func placed(
    of ids: [String], studios: [UInt32], parameters: RecommendationParameters
  ) -> RecommendationTable {
    let first = TopPositions(of: ids, games: studios.count, parameters: parameters.topPositions) {
      head(ofList: $0, parameters.topPositions.searchDepth)
    }
    for player in 0..<table.count {
      table.putFirst(Int(first.positions[player]), ofPlayer: player)
    }
    guard !promoted.isEmpty else { return table }
    return ListPromotion(table, promoted, studios: studios, parameters: parameters)
      .lists(of: ids, cap: first.cap)
  }
}

/// The lists of all players, from parts that end in any order. A part is joined as soon as all
/// before it are, so that few lists are in memory twice.
struct JoinedLists: Sendable {
  private(set) var lists = PendingLists()
  /// By the first player of each.
  private var waiting: [Int: PendingLists] = [:]

  init(players: Int, listLength: Int) {
    // Memory is taken where lists are written.
    lists.reserve(lists: players, entries: players * listLength)
  }

  mutating func add(_ part: PendingLists, ofPlayersFrom first: Int) {
    waiting[first] = part
    while let next = waiting.removeValue(forKey: lists.table.count) { lists.append(next) }
  }
}
