extension ExplorationPool {
  /// With which probability a game is drawn next; nil where it cannot be.
  ///
  /// - Parameter gone: games that cannot come, in any order: seen ones, and the list's earlier slots.
  package func probability(
    of game: UInt32, excluding gone: some Sequence<UInt32>
  ) -> Double? {
    let place = Int(exploration.places[Int(game)])
    let gone = gonePlaces(gone)
    guard place >= 0, mass(place) > 0, !gone.contains(place) else { return nil }
    return Double(mass(place)) / Double(rest(without: gone))
  }

  /// The mean of a value of what is drawn next; 0 where nothing can be.
  ///
  /// - Parameter values: by new game.
  func mean(of values: [Double], excluding gone: some Sequence<UInt32>) -> Double {
    let gone = gonePlaces(gone)
    let rest = rest(without: gone)
    guard rest > 0 else { return 0 }
    let all = values.indices.reduce(0.0) { $0 + Double(mass($1)) * values[$1] }
    return (all - gone.reduce(0.0) { $0 + Double(mass($1)) * values[$1] }) / Double(rest)
  }
}
