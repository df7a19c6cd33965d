package import FindieWorkspace
package import FindieDomain
package import FindieHistory
import FindieIngest

/// The input files that were read, and the history's ledger with their events.
package struct Intake: TransientArtifact {
  package static var grain: String { "one row per input file and one per stored day" }
  package static var isIdentifiedByContent: Bool { true }

  /// The night's as-of day.
  package let day: Day
  package let ledger: Ledger
  /// Names in the input folder that were ignored.
  package let ignoredNames: [String]

  package var counts: [String: Int] {
    var sum = LineCounts()
    for collection in EventCollection.allCases { sum += ledger.counts(of: collection) }
    return [
      "files": ledger.sources.count, "read": sum.read, "accepted": sum.accepted,
      "duplicate": sum.duplicate, "rejected": sum.rejected, "ignored": sum.ignored,
      "conflicts": ledger.conflictCount,
    ]
  }

  package var night: String? { day.description }

  package var content: Fingerprint? {
    // A new modification time alone does not change the content.
    var untimed = ledger
    for index in untimed.sources.indices { untimed.sources[index].modifiedNanoseconds = 0 }
    return Fingerprint(of: "\(day)\n" + canonicalJSON(untimed))
  }
}

/// The history as of a day: all events before it.
package struct HistorySnapshot: TransientArtifact {
  package static var grain: String { "one row per day of events" }
  package static var countOfGrain: String? { "days" }
  package static var isIdentifiedByContent: Bool { true }

  /// The day of the night (exclusive).
  package let day: Day
  package let days: Int
  package let rows: Int
  private let hash: UInt64

  init(of intake: Intake, _ history: History) {
    let days = intake.ledger.days.filter { $0.day < intake.day }
    day = intake.day
    self.days = days.count
    rows = days.reduce(0) { $0 + $1.rows }
    hash = history.contentHash(of: intake.ledger, before: intake.day)
  }

  package var counts: [String: Int] { ["days": days, "events": rows] }

  package var content: Fingerprint? { Fingerprint(of: "\(day) \(hash)") }
}

extension Intake {
  /// The number of events of the history before a day.
  func events(before day: Day) -> Int {
    ledger.days.lazy.filter { $0.day < day }.reduce(0) { $0 + $1.rows }
  }
}

/// The interactions of a history: who did what with which game, and when.
package struct Interactions: TransientArtifact {
  package static var grain: String { "one row per interaction" }
  package static var countOfGrain: String? { "interactions" }

  package let table: EventTable

  package var counts: [String: Int] { ["interactions": table.count] }
}

/// The events of a history, each day sorted by game. They are the source of activity and of the
/// studios' numbers.
package struct HistoryByGame: TransientArtifact {
  package static var grain: String { "one row per event, one file per day" }

  package let events: EventsByGame
  /// The number of days that were sorted in this run.
  let sorted: Int

  package var counts: [String: Int] {
    ["days": events.days.count, "sorted": sorted, "events": events.count]
  }
}
