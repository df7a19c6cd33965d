package import FindieDomain

/// The nights that retention keeps: the current night and the one before it, the newest nights, the
/// last of each of the newest months, and nights whose models built the lists of a retained night.
package struct RetainedNights: Equatable {
  package let days: Set<Day>
  /// The oldest of the newest nights: this day and later days are retained without a published night.
  /// Nil if there are fewer nights than are retained; then everything is.
  package let recent: Day?

  /// - Parameters:
  ///   - current: the night that `published/current` names.
  ///   - modelsOf: the earlier night whose models built a night's lists; nil for its own.
  package init(
    of published: [Day], current: Day?, _ retention: RetentionParameters,
    modelsOf: (Day) -> Day? = { _ in nil }
  ) {
    let newestFirst = published.sorted(by: >)
    var days = Set(newestFirst.prefix(retention.nights))
    var months = Set<Substring>()
    for day in newestFirst where months.count < retention.monthly {
      if months.insert("\(day)".prefix(7)).inserted { days.insert(day) }
    }
    if let current {
      days.insert(current)
      // Its champion: without it, a second run of the current night would differ.
      if let before = newestFirst.first(where: { $0 < current }) { days.insert(before) }
    }
    var unseen = Array(days)
    while let day = unseen.popLast() {
      if let other = modelsOf(day), days.insert(other).inserted { unseen.append(other) }
    }
    self.days = days
    recent =
      newestFirst.count < retention.nights ? nil : newestFirst[retention.nights - 1]
  }

  package func contains(_ day: Day) -> Bool {
    days.contains(day) || recent.map { day >= $0 } ?? true
  }
}
