package import FindieDomain

/// The nights that stay: the served one and the one before it, the newest, the last of each of the newest months, and those
/// whose models made the lists of one that stays.
package struct KeptNights: Equatable {
  package let days: Set<Day>
  /// What is of this day or later is not old; nil where nothing is old, since there are few nights.
  package let recent: Day?

  /// - Parameters:
  ///   - modelsOf: the earlier night whose models made a night's lists; nil for its own.
  package init(
    of published: [Day], served: Day?, _ keep: KeepParameters,
    modelsOf: (Day) -> Day? = { _ in nil }
  ) {
    let newestFirst = published.sorted(by: >)
    var days = Set(newestFirst.prefix(keep.nights))
    var months = Set<Substring>()
    for day in newestFirst where months.count < keep.monthly {
      if months.insert("\(day)".prefix(7)).inserted { days.insert(day) }
    }
    if let served {
      days.insert(served)
      // It was compared with that one: run again without it, it would be another night.
      if let before = newestFirst.first(where: { $0 < served }) { days.insert(before) }
    }
    // Those nights had models of their own, or of nights before them.
    var unseen = Array(days)
    while let day = unseen.popLast() {
      if let other = modelsOf(day), days.insert(other).inserted { unseen.append(other) }
    }
    self.days = days
    recent = newestFirst.count < keep.nights ? nil : newestFirst[keep.nights - 1]
  }

  package func holds(_ day: Day) -> Bool {
    days.contains(day) || recent.map { day >= $0 } ?? true
  }
}
