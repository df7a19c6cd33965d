extension ExplorationPool {
  /// The probability that a game is drawn next; nil if it cannot be drawn.
  ///
  /// - Parameter gone: games that cannot be drawn, in any order: seen ones, and those of the list's
  ///   earlier slots.
  package func probability(
    of game: UInt32, excluding gone: [UInt32]
  ) -> Double? {
    let index = Int(exploration.newIndices[Int(game)])
    let gone = removedIndices(gone)
    guard index >= 0, mass(index) > 0, !gone.contains(index) else { return nil }
    return Double(mass(index)) / Double(rest(without: gone))
  }

  /// The expected value for the next draw; 0 if nothing can be drawn.
  ///
  /// - Parameter values: by new game.
  package func mean(of values: [Double], excluding gone: [UInt32]) -> Double {
    let gone = removedIndices(gone)
    let rest = rest(without: gone)
    guard rest > 0 else { return 0 }
    let all = values.indices.reduce(0.0) { $0 + Double(mass($1)) * values[$1] }
    return (all - gone.reduce(0.0) { $0 + Double(mass($1)) * values[$1] }) / Double(rest)
  }
}
