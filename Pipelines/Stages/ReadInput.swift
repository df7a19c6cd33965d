package import FindieBatch
package import FindieDomain
package import FindieHistory
import FindieIngest

/// What the input folder holds and what the history made of it.
package struct Intake: TransientArtifact {
  package static var grain: String { "one entry per input file, and one per day kept" }
  package static var isKnownByContent: Bool { true }

  /// The night's as-of day.
  package let day: Day
  package let ledger: Ledger
  /// Names in the input folder that are not read.
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
    // A file that was only touched says what it said.
    var untimed = ledger
    for index in untimed.sources.indices { untimed.sources[index].modifiedNanoseconds = 0 }
    return Fingerprint(of: "\(day)\n" + canonicalJSON(untimed))
  }
}

extension Stage<Intake> {
  /// Takes the events of new and changed input files into the history.
  package static func readInput(_ night: Night) -> Stage {
    Stage(
      "intake", parameters: IntakeSettings(night), foreseen: { try night.foreseenIntake() }
    ) { context in
      let folder = try night.inputFolder()
      let taken = try night.takeEvents(
        of: folder, progress: { context.progress(total: $0, unit: "bytes") },
        declare: { context.declare(day: $0.description) }, warn: { context.warn($0) })
      return Intake(
        day: taken.day, ledger: taken.ledger, ignoredNames: folder.ignored.map(\.path))
    }
  }
}

/// Lines of a file that are neither accepted nor duplicate nor rejected: our bug.
package struct LostLines: Error, CustomStringConvertible {
  package let path: String
  package let counts: LineCounts

  package init(path: String, counts: LineCounts) {
    self.path = path
    self.counts = counts
  }

  package var description: String {
    """
    of \(path), \(counts.read) lines were read, but \(counts.accepted) accepted, \
    \(counts.duplicate) duplicate, \(counts.rejected) rejected and \(counts.ignored) ignored. This \
    is a bug in findie: please report it with that file. Nothing was changed.
    """
  }
}
