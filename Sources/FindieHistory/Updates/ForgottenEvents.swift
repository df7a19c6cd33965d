package import FindieDomain

/// The number of forgotten players' events, without anything about a player. Totals of events
/// include them; the history no longer does.
///
/// A total that was published before a player was forgotten stays the same, so that no difference
/// of two reports reveals an event of a forgotten player. There is no id, no time of day, no
/// session and no attribute of a player, and the counts of several players are merged.
///
/// ```
/// history/forgotten-<checksum>.json
/// {"counts":[{"collection":"interactions","day":"2016-09-18","events":2,"game":"g7","kind":0}],
///  "firstDay":"2016-09-18","sums":[{"game":"g7","lastDay":"2016-01-02","measures":{…}}]}
/// ```
package struct ForgottenEvents: Codable, Sendable, Equatable {
  /// The values by which events are counted together.
  package struct Key: Hashable, Sendable {
    package let game: String
    /// The UTC day.
    package let day: Day
    /// The day in the reports' time zone.
    package let reportDay: Day
    package let collection: EventCollection
    /// The code of a `SwipeAction` or of an `EventType`.
    package let kind: UInt8
    /// The bucket of the card's position, of a verdict; nil for other events and cards without one.
    package let position: Int?

    package init(
      game: String, day: Day, reportDay: Day, collection: EventCollection, kind: UInt8,
      position: Int?
    ) {
      self.game = game
      self.day = day
      self.reportDay = reportDay
      self.collection = collection
      self.kind = kind
      self.position = position
    }
  }

  /// The number of events of one key.
  package struct Count: Codable, Sendable, Equatable {
    private let game: String
    private let day: Day
    /// Nil if it is the UTC day.
    private let reportDay: Day?
    private let collection: EventCollection
    private let kind: UInt8
    private let position: Int?
    package let events: Int

    fileprivate init(_ key: Key, events: Int) {
      game = key.game
      day = key.day
      reportDay = key.reportDay == key.day ? nil : key.reportDay
      collection = key.collection
      kind = key.kind
      position = key.position
      self.events = events
    }

    package var key: Key {
      Key(
        game: game, day: day, reportDay: reportDay ?? day, collection: collection, kind: kind,
        position: position)
    }
  }

  /// The events of a game on days that no report shows any more.
  package struct Sum: Codable, Sendable, Equatable {
    package let game: String
    /// The last day in the reports' time zone.
    package var lastDay: Day
    /// By collection, then by measure, `cards` or `neutral`: how much more its total over all days
    /// is than the history's.
    package var measures: [String: [String: Int]]

    package init(game: String, lastDay: Day, measures: [String: [String: Int]] = [:]) {
      self.game = game
      self.lastDay = lastDay
      self.measures = measures
    }
  }

  /// How events are counted together.
  package struct Grain: Sendable {
    /// The day of an instant in the reports' time zone.
    let reportDay: @Sendable (_ milliseconds: Int64) -> Day
    let position: @Sendable (Float) -> Int?

    package init(
      reportDay: @escaping @Sendable (Int64) -> Day = { Timestamp(milliseconds: $0).day },
      position: @escaping @Sendable (Float) -> Int? = { _ in nil }
    ) {
      self.reportDay = reportDay
      self.position = position
    }
  }

  /// By game and day.
  package private(set) var counts: [Count] = []
  /// By game.
  package var sums: [Sum] = []
  /// The first day of an event in the reports' time zone; nil without events.
  package private(set) var firstDay: Day?

  package init() {}

  package var isEmpty: Bool { counts.isEmpty && sums.isEmpty }

  /// Adds numbers of events.
  package mutating func add(_ more: [Key: Int]) {
    var all = more
    for count in counts { all[count.key, default: 0] += count.events }
    counts = all.map { Count($0.key, events: $0.value) }.sorted {
      $0.key.precedes($1.key)
    }
    firstDay = (more.keys.map(\.reportDay) + [firstDay].compactMap(\.self)).min()
  }

  /// Removes and returns the counts of report days before `end`.
  package mutating func removeCounts(before end: Day) -> [Count] {
    let removed = counts.filter { $0.key.reportDay < end }
    counts.removeAll { $0.key.reportDay < end }
    return removed
  }

  /// The events before the as-of day of a night.
  func before(_ night: Day) -> ForgottenEvents {
    var own = self
    own.counts.removeAll { $0.key.day >= night }
    own.sums.removeAll { $0.lastDay >= night }
    if let first = firstDay, first >= night { own.firstDay = nil }
    return own
  }
}

extension ForgottenEvents.Key {
  /// The order of the file.
  fileprivate func precedes(_ other: Self) -> Bool {
    let (left, right) = (ExactText(game), ExactText(other.game))
    guard left == right else { return left < right }
    return (day, reportDay, collection.rawValue, kind, position ?? -1)
      < (other.day, other.reportDay, other.collection.rawValue, other.kind, other.position ?? -1)
  }
}
