package import FindieDomain

/// Which published nights are retained when newer ones are published.
package struct RetentionParameters: Codable, Sendable, Equatable {
  /// The number of newest nights.
  package var nights = 30
  /// The number of newest months whose last night is retained.
  package var monthly = 12

  package init() {}
}

/// The nights that retention keeps: the current night and the one before it, the newest nights, and
/// the last night of each of the newest months. A night needs no other one: what it took from
/// earlier nights is in its folder.
package struct RetainedNights: Equatable {
  package let days: Set<Day>
  /// The oldest of the newest nights: from this day on, days are retained even without a published
  /// night. Nil if there are fewer nights than are retained; then all days are retained.
  package let recent: Day?

  /// - Parameters:
  ///   - current: the night that `published/current` names.
  ///   - rolledBack: the nights that no other is compared with.
  package init(
    of published: [Day], current: Day?, rolledBack: Set<Day> = [], _ retention: RetentionParameters
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
      let before = newestFirst.first { $0 < current && !rolledBack.contains($0) }
      if let before { days.insert(before) }
    }
    self.days = days
    recent =
      newestFirst.count < retention.nights ? nil : newestFirst[retention.nights - 1]
  }

  package func contains(_ day: Day) -> Bool {
    days.contains(day) || recent.map { day >= $0 } ?? true
  }
}
