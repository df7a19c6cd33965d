/// Players' lists before first places are shared.
struct UnplacedLists: Sendable {
  private(set) var table = RecommendationTable()
  private(set) var heads = ListHeads()
  private let parameters: FirstPlaceParameters

  init(_ parameters: FirstPlaceParameters) {
    self.parameters = parameters
  }

  mutating func append(_ list: PlayerList, _ drawn: [ExplorationSlot]) {
    table.append(list, drawn)
    heads.append(
      list.entries.prefix(min(parameters.reach, list.entries.count - drawn.count))
        .lazy.map { RankedCandidate(game: $0.game, relevance: $0.score) })
  }

  /// Makes room for some others, so that nothing is copied when they are appended.
  mutating func reserve(_ others: [UnplacedLists]) {
    table.reserve(
      lists: others.reduce(0) { $0 + $1.table.count },
      entries: others.reduce(0) { $0 + $1.table.games.count })
  }

  mutating func append(_ other: UnplacedLists) {
    table.append(other.table)
    heads.append(other.heads)
  }

  /// The lists with first places shared among the games.
  ///
  /// - Parameter ids: the players', in the order of the lists.
  consuming func placed(of ids: [String], games: Int) -> RecommendationTable {
    let first = FirstPlaces(heads, of: ids, games: games, parameters: parameters)
    for player in 0..<table.count {
      table.putFirst(Int(first.places[player]), ofPlayer: player)
    }
    return table
  }
}
