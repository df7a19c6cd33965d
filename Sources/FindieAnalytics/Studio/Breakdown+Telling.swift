import FindieDomain

/// The events of one game by a cut, with what is told of them.
struct ToldCut: Sendable {
  let counts: CutCounts
  let tellings: [CutTelling]

  /// The weeks of a window in which a value is told. Weeks that are told together stand in it all or not
  /// at all.
  fileprivate func told(_ value: Int, in window: UInt32) -> UInt32 {
    tellings.reduce(0) { told, telling in
      telling.isTold[value] && telling.weeks & ~window == 0 ? told | telling.weeks : told
    }
  }
}

extension Breakdown {
  /// What is told of a cut of one or more games, put together; nil without events.
  ///
  /// - Parameters:
  ///   - window: the weeks, a bit a week.
  ///   - range: their days.
  init?(_ games: [ToldCut], window: UInt32, range: DayRange) {
    guard let first = games.first else { return nil }
    var total = Tally()
    var sums: [Int: (name: String, tally: Tally)] = [:]
    /// By game: the weeks in which something is withheld, and those in which each value is told.
    var weeks: [(withheld: UInt32, told: [Int: UInt32])] = []
    for game in games {
      let counts = game.counts
      total += counts.total(in: window)
      var (withheld, toldWeeks) = (UInt32(0), [Int: UInt32]())
      for (place, value) in counts.values.enumerated() {
        let told = game.told(place, in: window)
        withheld |= counts.weeks(of: place) & window & ~told
        guard counts.weeks(of: place) & told != 0 else { continue }
        toldWeeks[value.number] = told
        sums[value.number, default: (value.name, Tally())].tally += counts.tally(
          of: place, in: told)
      }
      weeks.append((withheld, toldWeeks))
    }
    guard !total.isEmpty else { return nil }
    cut = first.counts.cut
    source = first.counts.source
    self.range = range
    isWithheld = weeks.contains { $0.withheld != 0 }
    cells = sums.map { number, sum in
      Cell(
        value: sum.name, tally: sum.tally,
        isAtLeast: weeks.contains { $0.withheld & ~($0.told[number] ?? 0) != 0 })
    }.sorted { left, right in
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
