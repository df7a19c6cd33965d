import FindieDomain

/// The events of one game by a cut, with its published cells.
struct PublishedCut: Sendable {
  let counts: CutCounts
  let disclosures: [CutDisclosure]

  /// The weeks of a window in which a value is published. Weeks that are published together are
  /// either all in the window or not in it.
  fileprivate func published(_ value: Int, in window: UInt32) -> UInt32 {
    disclosures.reduce(0) { published, disclosure in
      disclosure.isPublished[value] && disclosure.weeks & ~window == 0
        ? published | disclosure.weeks : published
    }
  }
}

extension Breakdown {
  /// The published breakdown of one or more games together, with counts rounded down to multiples
  /// of k; nil without events. A cell with fewer than k events of every kind is part of the rest.
  ///
  /// - Parameters:
  ///   - window: one bit per week.
  ///   - range: the days of these weeks.
  init?(_ games: [PublishedCut], window: UInt32, range: DayRange, _ suppression: Suppression) {
    guard let first = games.first else { return nil }
    var total = Tally()
    var sums: [Int: (name: String, tally: Tally)] = [:]
    /// By game: the weeks with suppressed cells, and those in which each value is published.
    var weeks: [(suppressed: UInt32, published: [Int: UInt32])] = []
    for game in games {
      let counts = game.counts
      total += counts.total(in: window)
      var (suppressed, publishedWeeks) = (UInt32(0), [Int: UInt32]())
      for (index, value) in counts.values.enumerated() {
        let published = game.published(index, in: window)
        suppressed |= counts.weeks(of: index) & window & ~published
        guard counts.weeks(of: index) & published != 0 else { continue }
        publishedWeeks[value.number] = published
        sums[value.number, default: (value.name, Tally())].tally += counts.tally(
          of: index, in: published)
      }
      weeks.append((suppressed, publishedWeeks))
    }
    guard !total.isEmpty else { return nil }
    cut = first.counts.cut
    source = first.counts.source
    self.range = range
    let count = sums.count
    sums = sums.filter { !suppression.rounded($0.value.tally).isEmpty }
    isSuppressed = sums.count < count || weeks.contains { $0.suppressed != 0 }
    cells = sums.map { number, sum in
      Cell(
        value: sum.name, tally: suppression.rounded(sum.tally),
        isAtLeast: weeks.contains { $0.suppressed & ~($0.published[number] ?? 0) != 0 })
    }.sorted { left, right in
      let (a, b) = (left.tally, right.tally)
      if a[.impressions] != b[.impressions] { return a[.impressions] > b[.impressions] }
      if a.sum != b.sum { return a.sum > b.sum }
      return precedesByBytes(left.value, right.value)
    }
    // Genres overlap, so there is no number of remaining events.
    suppressed =
      cut.addsUp ? suppression.rounded(sums.values.reduce(total) { $0 - $1.tally }) : Tally()
    self.total = total
  }

  /// A breakdown without cells.
  init(without cut: Cut, of source: EventSource, over range: DayRange) {
    (self.cut, self.source, self.range) = (cut, source, range)
    (cells, suppressed, isSuppressed, total) = ([], Tally(), true, Tally())
  }

  /// This breakdown with the total of all events of its record in these weeks, including those of
  /// forgotten players.
  func of(_ events: Tally) -> Breakdown {
    var own = self
    own.total = cut.isOfClicks ? events.only(.externalClicks) : events
    return own
  }
}

extension Tally {
  fileprivate var sum: Int { Measure.allCases.reduce(0) { $0 + self[$1] } }

  fileprivate func only(_ measure: Measure) -> Tally {
    var own = Tally()
    for source in sources(of: measure).prefix(1) {
      own.add(self[measure], to: measure, from: source)
    }
    return own
  }
}
