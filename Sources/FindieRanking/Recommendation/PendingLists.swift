/// Players' lists before top positions are distributed.
struct PendingLists: Sendable {
  private(set) var table = RecommendationTable()
  private(set) var heads = ListHeads()
  private let parameters: TopPositionParameters

  init(_ parameters: TopPositionParameters) {
    self.parameters = parameters
  }

  mutating func append(_ list: PlayerList, _ drawn: [ExplorationSlot]) {
    table.append(list, drawn)
    heads.append(
      list.entries.prefix(min(parameters.searchDepth, list.entries.count - drawn.count))
        .lazy.map { RankedCandidate(game: $0.game, relevance: $0.score) })
  }

  /// Reserves capacity for some others, so that appending does not reallocate.
  mutating func reserve(_ others: [PendingLists]) {
    table.reserve(
      lists: others.reduce(0) { $0 + $1.table.count },
      entries: others.reduce(0) { $0 + $1.table.games.count })
  }

  mutating func append(_ other: PendingLists) {
    table.append(other.table)
    heads.append(other.heads)
  }

  /// The lists with top positions distributed over the games.
  ///
  /// - Parameter ids: the players', in the order of the lists.
  consuming func placed(of ids: [String], games: Int) -> RecommendationTable {
    let first = TopPositions(heads, of: ids, games: games, parameters: parameters)
    for player in 0..<table.count {
      table.putFirst(Int(first.positions[player]), ofPlayer: player)
    }
    return table
  }
}
