/// The cells of a cut that are told of some whole weeks together.
struct CutTelling: Sendable, Equatable {
  /// A bit a week.
  let weeks: UInt32
  /// By value; the others are one rest.
  let isTold: [Bool]
}

extension Withholding {
  /// What is told of a cut: of each block's weeks as few together as tell anything.
  ///
  /// A week's cells are told alone where some may be; else they wait for the next week of the block, and
  /// what no four weeks allow is never told. So a week is told once, in one way, whatever the night.
  ///
  /// - Complexity: O(values + players with several), for each week.
  func tellings(_ cut: CutCounts, _ weeks: CutWeeks) -> [CutTelling] {
    weeks.blocks.flatMap { block in
      var open: UInt32 = 0
      return block.compactMap { week -> CutTelling? in
        open |= 1 << UInt32(week)
        guard let telling = telling(cut, of: open) else { return nil }
        open = 0
        return telling
      }
    }
  }

  /// What may be told of some weeks together; nil for nothing.
  ///
  /// A value with 1 to k - 1 players (in all weeks, or in these) goes into the rest; then those with the fewest players join it until
  /// the rest too has 0 or at least k. Where values do not add up there is no rest: a value is told if it
  /// and all else are enough players, and not all are told where few players have several, whose events
  /// are what the cells have above the total. One value alone is not told: whatever few players did on
  /// one of the days would be known to be of it.
  func telling(_ cut: CutCounts, of weeks: UInt32) -> CutTelling? {
    let players = cut.players(in: weeks)
    // Whom nobody met says nothing, wherever it stands.
    var isTold = players.map { $0 > 0 && mayTell($0) }
    if let rare = cut.rare { isTold[rare] = false }
    guard isTold.contains(true), players.count(where: { $0 > 0 }) > 1 else { return nil }
    func withholdFewest() {
      let fewest = isTold.indices.filter { isTold[$0] }
        .min { (players[$0], $0) < (players[$1], $1) }
      if let fewest { isTold[fewest] = false }
    }
    if cut.cut.addsUp {
      while isTold.contains(true), !mayTell(cut.players(ofAny: isTold.map { !$0 }, in: weeks)) {
        withholdFewest()
      }
    } else {
      let others = cut.players(in: weeks, without: true)
      for value in isTold.indices where !mayTell(others[value]) { isTold[value] = false }
      let tellsAll = isTold.indices.allSatisfy { isTold[$0] || players[$0] == 0 }
      if tellsAll, !mayTell(cut.playersOfSeveral(in: weeks)) { withholdFewest() }
    }
    return isTold.contains(true) ? CutTelling(weeks: weeks, isTold: isTold) : nil
  }
}
