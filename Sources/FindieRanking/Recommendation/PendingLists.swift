/// Players' lists before top positions are distributed.
package struct PendingLists: Sendable {
  package private(set) var table = RecommendationTable()
  private(set) var heads = ListHeads()
  package private(set) var promoted = PromotedLists()
  private let parameters: TopPositionParameters

  init(_ parameters: TopPositionParameters) {
    self.parameters = parameters
  }

  /// The lists that a task computed.
  ///
  /// - Parameters:
  ///   - table: without promoted games, by rank.
  ///   - promoted: by row of the table.
  init(
    _ table: RecommendationTable, _ promoted: PromotedLists, _ parameters: TopPositionParameters
  ) {
    self.init(parameters)
    self.table = table
    self.promoted = promoted
    for list in 0..<table.count { heads.append(head(ofList: list)) }
  }

  mutating func append(_ list: PlayerList, _ drawn: [ExplorationSlot]) {
    promoted.append(list.promoted, ofPlayer: table.count)
    table.append(list, drawn)
    heads.append(
      list.entries.prefix(min(parameters.searchDepth, list.entries.count - drawn.count))
        .lazy.map { RankedCandidate(game: $0.game, relevance: $0.score) })
  }

  /// Reserves capacity for other lists, so that appending does not reallocate.
  mutating func reserve(_ others: [PendingLists]) {
    table.reserve(
      lists: others.reduce(0) { $0 + $1.table.count },
      entries: others.reduce(0) { $0 + $1.table.games.count })
  }

  /// The first entries of a list that were not drawn.
  private func head(ofList list: Int) -> [RankedCandidate] {
    var head: [RankedCandidate] = []
    var draws = table.drawnIndices(ofPlayer: list).makeIterator()
    var draw = draws.next()
    for entry in table.offsets[list]..<table.offsets[list + 1]
    where head.count < parameters.searchDepth {
      if let index = draw, table.drawnEntries[index] == entry {
        draw = draws.next()
      } else {
        head.append(RankedCandidate(game: table.games[entry], relevance: table.scores[entry]))
      }
    }
    return head
  }

  mutating func append(_ other: PendingLists) {
    promoted.append(other.promoted, from: table.count)
    table.append(other.table)
    heads.append(other.heads)
  }

  /// The lists with top positions distributed over the games, and with promoted games.
  ///
  /// - Parameters:
  ///   - ids: the players' ids, in the order of the lists.
  ///   - studios: of the games.
  consuming func placed(
    of ids: [String], studios: [UInt32], parameters: RecommendationParameters
  ) -> RecommendationTable {
    let first = TopPositions(
      heads, of: ids, games: studios.count, parameters: parameters.topPositions)
    for player in 0..<table.count {
      table.putFirst(Int(first.positions[player]), ofPlayer: player)
    }
    guard !promoted.isEmpty else { return table }
    return ListPromotion(table, promoted, studios: studios, parameters: parameters)
      .lists(of: ids, cap: first.cap)
  }
}
