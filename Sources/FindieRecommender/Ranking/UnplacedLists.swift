/// Players' lists before first places are shared and drawn games put in.
struct UnplacedLists: Sendable {
  /// Entries by rank, then the drawn ones.
  private(set) var table = RecommendationTable()
  /// The slots of each player's drawn entries, by place.
  private(set) var slots: [[ExplorationSlot]] = []
  private(set) var heads = ListHeads()

  mutating func append(_ list: PlayerList, _ drawn: [ExplorationSlot]) {
    table.append(list)
    slots.append(drawn)
    heads.append(
      list.entries.prefix(list.entries.count - drawn.count).prefix(UnplacedLists.reach)
        .map { RankedCandidate(game: $0.game, relevance: $0.score) })
  }

  mutating func append(_ other: UnplacedLists) {
    table.append(other.table)
    slots += other.slots
    heads.append(other.heads)
  }

  /// No parameter lets another first entry be looked for further down.
  static let reach = 100
}

extension RecommendationTable {
  /// The lists with first places shared among the games (`FirstPlaces`), and the drawn games at their
  /// slots.
  init(_ lists: UnplacedLists, games: Int, parameters: FirstPlaceParameters) {
    let first = FirstPlaces(lists.heads, games: games, parameters: parameters)
    self.init()
    for player in 0..<lists.table.count {
      let range = lists.table.offsets[player]..<lists.table.offsets[player + 1]
      let slots = lists.slots[player]
      var order = Array(range.dropLast(slots.count))
      if !order.isEmpty { order.swapAt(0, Int(first.places[player])) }
      for (slot, place) in zip(slots, range.suffix(slots.count)) {
        order.insert(place, at: min(slot.place, order.count))
      }
      append(
        order, of: lists.table, source: player,
        slots: Dictionary(
          uniqueKeysWithValues: zip(range.suffix(slots.count), slots.map(\.probability))))
    }
  }
}
