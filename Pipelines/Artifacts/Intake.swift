package import FindieDomain
package import FindieHistory
import FindieIngest
package import FindieWorkspace

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

extension Intake {
  /// The number of events of the history before a day.
  func events(before day: Day) -> Int {
    ledger.days.lazy.filter { $0.day < day }.reduce(0) { $0 + $1.rows }
  }
}
