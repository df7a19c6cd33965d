extension CutCounts {
  /// The players of each value in some weeks (one bit per week), P[values]; `without`: of all other values.
  func players(in weeks: UInt32, without: Bool = false) -> [Int] {
    var counts = values.indices.map { value in
      (0..<self.weeks).reduce(0) { sum, week in
        guard weeks & 1 << UInt32(week) != 0 else { return sum }
        let own = once[value * self.weeks + week]
        return sum + (without ? onceInAll[week] - own : own)
      }
    }
    for player in 0..<starts.count - 1 {
      let pairs = starts[player]..<starts[player + 1]
      if cut.addsUp && !without {
        for pair in pairs where masks[pair] & weeks != 0 { counts[Int(playerValues[pair])] += 1 }
        continue
      }
      for value in values.indices
      where pairs.contains(where: { has(value, $0) != without && masks[$0] & weeks != 0 }) {
        counts[value] += 1
      }
    }
    return counts
  }

  /// The players of some values together in some weeks, for a cut that adds up.
  func players(ofAny isMember: [Bool], in weeks: UInt32) -> Int {
    var count = 0
    for value in values.indices where isMember[value] {
      for week in 0..<self.weeks where weeks & 1 << UInt32(week) != 0 {
        count += once[value * self.weeks + week]
      }
    }
    for player in 0..<starts.count - 1 {
      let pairs = starts[player]..<starts[player + 1]
      if pairs.contains(where: { isMember[Int(playerValues[$0])] && masks[$0] & weeks != 0 }) {
        count += 1
      }
    }
    return count
  }

  /// The players with events of several values in some weeks, for a cut that does not add up.
  func playersOfSeveral(in weeks: UInt32) -> Int {
    (0..<self.weeks).reduce(0) { weeks & 1 << UInt32($1) != 0 ? $0 + onceInSeveral[$1] : $0 }
      + (0..<starts.count - 1).count { player in
        (starts[player]..<starts[player + 1]).contains {
          playerValues[$0].nonzeroBitCount > 1 && masks[$0] & weeks != 0
        }
      }
  }

  private func has(_ value: Int, _ pair: Int) -> Bool {
    cut.addsUp ? Int(playerValues[pair]) == value : playerValues[pair] & 1 << UInt32(value) != 0
  }
}
