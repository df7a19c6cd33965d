/// One game's cut, or that of several together, with what is told of it.
struct ToldCut: Sendable {
  let counts: CutCounts
  let telling: CutTelling

  init(_ counts: CutCounts, _ segments: PeriodSegments, _ withholding: Withholding) {
    self.counts = counts
    telling = withholding.telling(counts, segments)
  }
}

extension Breakdown {
  /// What is told of one or more disjoint scopes of a cut in a range, put together.
  ///
  /// - Parameter total: all events of the cut's record in the range.
  init?(_ scopes: [ToldCut], range: Int, mask: UInt32, total: Tally) {
    guard let first = scopes.first, !total.isEmpty else { return nil }
    var sums: [Int: (name: String, tally: Tally)] = [:]
    var isWithheld = false
    for scope in scopes {
      guard scope.telling.tells(in: range) else {
        isWithheld =
          isWithheld
          || scope.counts.values.indices.contains {
            scope.counts.has($0, in: mask)
          }
        continue
      }
      for (place, value) in scope.counts.values.enumerated() where scope.counts.has(place, in: mask)
      {
        guard scope.telling.isTold[place] else {
          isWithheld = true
          continue
        }
        sums[value.number, default: (value.name, Tally())].tally +=
          scope.counts.tally(of: place, in: mask)
      }
    }
    guard !sums.isEmpty || isWithheld else { return nil }
    cut = first.counts.cut
    source = first.counts.source
    self.isWithheld = isWithheld
    let isAtLeast = isWithheld && scopes.count > 1
    cells = sums.values.map { Cell(value: $0.name, tally: $0.tally, isAtLeast: isAtLeast) }
      .sorted { left, right in
        let (a, b) = (left.tally, right.tally)
        if a[.impressions] != b[.impressions] { return a[.impressions] > b[.impressions] }
        if a.sum != b.sum { return a.sum > b.sum }
        return precedesByBytes(left.value, right.value)
      }
    // Genres overlap, so their rest is no number of events.
    withheld = cut.addsUp ? sums.values.reduce(total) { $0 - $1.tally } : Tally()
    self.total = total
  }
}

extension Tally {
  fileprivate var sum: Int { Measure.allCases.reduce(0) { $0 + self[$1] } }
}
