package import FindieDomain

/// The first day of each record that KPIs are computed from; nil for what the data lacks.
package struct RecordedData: Sendable {
  /// By measure with events, the first day of the records that have it.
  package let measures: [Measure: Day]
  /// The first day with an event.
  package let events: Day?
  let sessions: Day?
  let signUps: Day?
  let steamSyncs: Day?
  let itchioSyncs: Day?

  /// That of likes or super-likes.
  var likes: Day? {
    [measures[.likes], measures[.superLikes]].compactMap(\.self).min()
  }

  /// The first day of both records; nil if the data lacks one.
  static func both(_ one: Day?, _ other: Day?) -> Day? {
    one.flatMap { day in other.map { max(day, $0) } }
  }
}

extension Activity {
  /// - Parameters:
  ///   - users: all known users; only their sign-up days are read.
  ///   - wishlists: all known wishlists; only their sync times are read.
  package func recordedData(users: PackedRecords<User>, wishlists: PackedRecords<Wishlist> = [])
    -> RecordedData
  {
    let starts = Dictionary(
      uniqueKeysWithValues: EventSource.allCases.map { ($0, firstDay(of: $0)) })
    // Of a collection as a whole: from its first day or that of the events, so that days without
    // one between them are zeros.
    func start(_ days: some Sequence<Day>) -> Day? {
      days.min().map { min($0, firstDay ?? $0) }
    }
    return RecordedData(
      measures: Dictionary(
        uniqueKeysWithValues: Measure.allCases.compactMap { measure in
          total.sources(of: measure).compactMap { starts[$0] ?? nil }.min().map { (measure, $0) }
        }),
      events: firstDay,
      sessions: presence.values.compactMap(\.firstDayWithSession).min(),
      signUps: start(users.lazy.compactMap { $0.joinedDate?.day }),
      steamSyncs: start(wishlists.lazy.compactMap { $0.steamLastSynced?.day }),
      itchioSyncs: start(wishlists.lazy.compactMap { $0.itchioLastSynced?.day }))
  }

  /// The first day with an event of a record.
  private func firstDay(of source: EventSource) -> Day? {
    let kinds = (0..<EventKind.count).filter { EventKind.bits(of: source) & 1 << UInt16($0) != 0 }
    var first: Int32?
    for row in days.indices where days[row] < first ?? .max {
      if kinds.contains(where: { counts[row][$0] > 0 }) { first = days[row] }
    }
    return first.map { Day(daysSinceEpoch: $0) }
  }
}
