/// One game's cut, or that of several together, with what is told of it.
struct ToldCut: Sendable {
  let counts: CutCounts
  let telling: CutTelling

  init(_ counts: CutCounts, _ segments: PeriodSegments, _ withholding: Withholding) {
    self.counts = counts
    telling = withholding.telling(counts, segments)
  }

  /// The told cells of a range, and all others together.
  fileprivate func parts(
    _ range: Int, _ mask: UInt32
  ) -> (cells: [(String, Tally)], withheld: Tally) {
    var cells: [(String, Tally)] = []
    var withheld = Tally()
    for (value, name) in counts.values.enumerated() {
      let tally = counts.tally(of: value, in: mask)
      guard !tally.isEmpty else { continue }
      if telling.tells(in: range), telling.isTold[value] {
        cells.append((name, tally))
      } else {
        withheld += tally
      }
    }
    return (cells, withheld)
  }
}

extension Breakdown {
  /// What is told of one or more disjoint scopes of a cut in a range, put together.
  ///
  /// - Parameter record: all events of the cut's record in the range, by scope.
  init?(
    _ scopes: [ToldCut], range: Int, mask: UInt32, total: Tally
  ) {
    guard let first = scopes.first else { return nil }
    var sums: [String: Tally] = [:]
    var withheld = Tally()
    for scope in scopes {
      let parts = scope.parts(range, mask)
      for (name, tally) in parts.cells { sums[name, default: Tally()] += tally }
      withheld += parts.withheld
    }
    guard !sums.isEmpty || !withheld.isEmpty else { return nil }
    cut = first.counts.cut
    source = first.counts.source
    isWithheld = !withheld.isEmpty
    let isAtLeast = isWithheld && scopes.count > 1
    cells = sums.map { Cell(value: $0.key, tally: $0.value, isAtLeast: isAtLeast) }
      .sorted { left, right in
        let (a, b) = (left.tally, right.tally)
        if a[.impressions] != b[.impressions] { return a[.impressions] > b[.impressions] }
        if a.sum != b.sum { return a.sum > b.sum }
        return precedesByBytes(left.value, right.value)
      }
    // Genres overlap, so their rest is no number of events.
    self.withheld = first.counts.cut.addsUp ? withheld : Tally()
    self.total = total
  }
}

extension Tally {
  fileprivate var sum: Int { Measure.allCases.reduce(0) { $0 + self[$1] } }
}
