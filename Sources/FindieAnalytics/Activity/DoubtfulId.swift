package import FindieHistory

/// The id of a player or a session that probably stands for several of them, such as `0` or
/// `guest`.
package struct DoubtfulId: Hashable, Sendable {
  package let collection: EventCollection
  package let why: Why
  package let id: String
  /// The events with this id, and with any id.
  package let events: Int
  package let total: Int

  package enum Why: Hashable, Sendable {
    /// The id has far more events than the next one, which has `next`.
    case player(next: Int)
    case session(next: Int)
    /// Sessions longer than a day have `events`; this id has the most of them.
    case longSessions(events: Int)
  }

  /// The id must have a tenth of the events, and at least 50.
  private static let minimumEvents = 50
  /// The id must have at least this multiple of the mean of all ids: among few, a tenth is normal.
  private static let minimumOfMean = 5
  /// The id must have at least this multiple of the events of each normal id.
  private static let minimumOfNext = 3

  /// Whether events are enough to tell, and a tenth of all.
  static func areMany(_ events: Int, of total: Int) -> Bool {
    events >= minimumEvents && 10 * events >= total
  }

  /// The codes with far more events than the others, the most first, and the events of the next.
  ///
  /// - Parameter events: by code; 0 for codes that do not count.
  static func frequent(_ events: [Int]) -> [(code: Int, next: Int)] {
    let total = events.reduce(0, +)
    let many = events.indices.filter { areMany(events[$0], of: total) }
      .sorted { (events[$1], $0) < (events[$0], $1) }
    guard !many.isEmpty else { return [] }
    let ids = events.count { $0 > 0 }
    let next = events.lazy.filter { !areMany($0, of: total) }.max() ?? 0
    return many.filter {
      events[$0] * ids >= minimumOfMean * total && events[$0] >= minimumOfNext * next
    }.map { ($0, next) }
  }
}

extension Activity {
  /// The ids of players and sessions that probably stand for several of them.
  package var doubtfulIds: [DoubtfulId] {
    EventSource.allCases.flatMap { presence[$0]?.doubtfulIds ?? [] }
  }
}
