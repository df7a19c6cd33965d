package import FindieDomain
package import FindieModels

extension Split {
  /// Evidence before a day trains and is the profile; positives on games that a player had not seen
  /// before that day, or had only skipped, are held out. A look at the details is not tested.
  ///
  /// Evidence without a date is part of both matrices, so it trains.
  ///
  /// - Parameters:
  ///   - past: the matrix of the split's day.
  ///   - present: the matrix of a later day, of the same games.
  ///   - days: from the split's day to the one before the later day.
  package static func byTime(
    _ past: InteractionMatrix, _ present: InteractionMatrix, over days: DayRange, isOut: [Bool]
  ) -> Split {
    precondition(past.games == present.games, "matrices of other games")
    let isTested = present.testedPositives
    var heldOut = [[UInt32]](repeating: [], count: past.players.count)
    var withoutProfile = 0
    for row in 0..<present.players.count {
      let player = past.players.index(of: present.players[row])
      let new = present.observed.range(ofRow: row).filter { isTested[$0] }
        .map { present.observed.columnIndices[$0] }.filter { game in
          guard isOut[Int(game)] else { return false }
          guard let player else { return true }
          return !past.seen.contains(row: player, column: game)
            || past.skips.contains(row: player, column: game)
        }
      guard !new.isEmpty else { continue }
      if let player, past.observed.count(ofRow: player) > 0 {
        heldOut[player] = new
      } else {
        withoutProfile += 1
      }
    }
    return Split(
      SplitDesign(
        .byTime(days),
        notes: withoutProfile > 0
          ? [.withoutEvidence(players: withoutProfile, before: days.first)] : []),
      train: past, heldOut: heldOut, isOut: isOut)
  }
}
