import FindieDomain

/// The events of one game by a cut, with its published cells.
///
/// A class: all periods and the studio read it, and a copy of a struct would count references for
/// every array.
final class PublishedCut: Sendable {
  let counts: CutCounts
  let disclosures: [CutDisclosure]

  init(counts: CutCounts, disclosures: [CutDisclosure]) {
    self.counts = counts
    self.disclosures = disclosures
  }

  /// The weeks of a window in which a value is published. Weeks that are published together are
  /// either all in the window or not in it.
  fileprivate func published(_ value: Int, in window: UInt32) -> UInt32 {
    disclosures.reduce(0) { published, disclosure in
      disclosure.isPublished[value] && disclosure.weeks & ~window == 0
        ? published | disclosure.weeks : published
    }
  }
}

/// The published events of a value in all games.
private struct CellSum {
  let value: String
  var tally = Tally()
  /// The games with suppressed cells of whose value the cell has every suppressed week.
  var wholeGames = 0
}

extension Suppression {
  /// Removes cells, those with the fewest events first, until the exact total tells no small count.
  ///
  /// Each of n parts has at most k − 1 events more than published. If the total has n (k − 1) more
  /// than all parts, each of them has k − 1 more, and a part that is published as 0 has k − 1.
  fileprivate func join(_ sums: inout [CellSum], of total: Tally, hasRest: Bool) {
    func tellsFew(_ cells: [CellSum], _ hasRest: Bool) -> Bool {
      let rest = cells.reduce(total) { $0 - $1.tally }
      let parts = cells.map(\.tally) + (hasRest ? [rest] : [])
      return Measure.allCases.contains { measure in
        let missing = parts.map { $0[measure] % minimumPlayers }
        return parts.contains { (1..<minimumPlayers).contains($0[measure]) }
          && missing.allSatisfy { $0 == minimumPlayers - 1 }
      }
    }
    var hasRest = hasRest
    // A cell without a number to show is part of the rest.
    func cells() -> [CellSum] { sums.filter { !rounded($0.tally).isEmpty } }
    while tellsFew(cells(), hasRest || cells().count < sums.count) {
      // Two parts become one: a cell and the rest, or two cells.
      for _ in 0..<(hasRest ? 1 : 2) {
        guard
          let fewest = sums.indices.min(by: {
            (sums[$0].tally.sum, ExactText(sums[$0].value))
              < (sums[$1].tally.sum, ExactText(sums[$1].value))
          })
        else { return }
        sums.remove(at: fewest)
      }
      hasRest = true
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
    var sums: [CellSum] = []
    // Of several games: the index of each value's sum.
    var indices: [Int: Int] = [:]
    var gamesWithRest = 0
    var own: [(sum: Int, weeks: UInt32)] = []
    for game in games {
      total += game.counts.total(in: window)
      var suppressed: UInt32 = 0
      own.removeAll(keepingCapacity: true)
      for index in game.counts.values.indices {
        let weeks = game.counts.weeks(of: index) & window
        guard weeks != 0 else { continue }
        let published = game.published(index, in: window)
        suppressed |= weeks & ~published
        guard weeks & published != 0 else { continue }
        let value = game.counts.values[index]
        var sum = sums.count
        if games.count > 1 {
          sum = indices[value.number] ?? sum
          indices[value.number] = sum
        }
        if sum == sums.count { sums.append(CellSum(value: value.name)) }
        sums[sum].tally += game.counts.tally(of: index, in: published)
        own.append((sum, published))
      }
      guard suppressed != 0 else { continue }
      gamesWithRest += 1
      for (sum, weeks) in own where suppressed & ~weeks == 0 { sums[sum].wholeGames += 1 }
    }
    guard !total.isEmpty else { return nil }
    cut = first.counts.cut
    source = first.counts.source
    self.range = range
    let count = sums.count
    if cut.addsUp { suppression.join(&sums, of: total, hasRest: gamesWithRest > 0) }
    var rest = total
    var cells: [Cell] = []
    cells.reserveCapacity(count)
    for sum in sums {
      let rounded = suppression.rounded(sum.tally)
      guard !rounded.isEmpty else { continue }
      rest = rest - sum.tally
      cells.append(
        Cell(value: sum.value, tally: rounded, isAtLeast: sum.wholeGames < gamesWithRest))
    }
    isSuppressed = cells.count < count || gamesWithRest > 0
    self.cells = cells.sorted { left, right in
      let (a, b) = (left.tally, right.tally)
      if a[.impressions] != b[.impressions] { return a[.impressions] > b[.impressions] }
      if a.sum != b.sum { return a.sum > b.sum }
      return precedesByBytes(left.value, right.value)
    }
    // Genres overlap, so there is no number of remaining events.
    suppressed = cut.addsUp ? suppression.rounded(rest) : Tally()
    self.total = total
  }

  /// A breakdown without cells.
  init(without cut: Cut, of source: EventSource, over range: DayRange) {
    (self.cut, self.source, self.range) = (cut, source, range)
    (cells, suppressed, isSuppressed, total) = ([], Tally(), true, Tally())
  }

  /// This breakdown with the total of all events of its record in these weeks, including those of
  /// forgotten players.
  ///
  /// - Parameter effect: the design effect of the whole like rate, for those of the cells.
  func of(_ events: Tally, effect: Double) -> Breakdown {
    var own = self
    for cell in cells.indices { own.cells[cell].tally.designEffect = effect }
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
