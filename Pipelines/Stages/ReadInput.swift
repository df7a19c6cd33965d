import FindieWorkers
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

  package var content: Fingerprint? {
    // A file that was only touched says what it said.
    var untimed = ledger
    for index in untimed.sources.indices { untimed.sources[index].modifiedNanoseconds = 0 }
    return Fingerprint(of: "\(day)\n" + canonicalJSON(untimed))
  }
}

extension Stage<Intake> {
  /// Takes the events of new and changed input files into the history, line by line accounted for.
  ///
  /// A file is known by path, size and modification time. Where a known one changed, the files that
  /// had lost events to it are read again too: it may not hold them any more.
  package static func readInput(_ night: Night) -> Stage {
    Stage("intake", parameters: IntakeSettings(night)) { context in
      let folder = try InputFolder(scanning: night.input)
      let ledger = try night.history.ledger()
      let sources = folder.sources.filter { $0.collection.events != nil }
      let unread =
        night.rehash ? sources : sources.unread(ledger, reader: night.readerDescription)
      let (day, taken) = try night.history.withStaging(unread.map(\.path)) { staging in
        let files = try night.read(unread, into: staging, context: context)
        let update = try night.history.update(
          from: staging, files.map(\.source), workers: night.workers)
        let day = night.date ?? update.ledger.dayAfterNewest ?? night.now.day
        context.declare(day: day.description)
        try night.accept(files.map { FileIntake($0) }, on: day)
        try night.judgeVolume(of: update.ledger, before: day, context)
        try update.ledger.checkBalance()
        if !files.isEmpty { try night.history.write(update) }
        return (day, update.ledger)
      }
      for ignored in folder.ignored {
        context.warn("\(ignored.path) is not read: \(ignored.why.rawValue)")
      }
      return Intake(
        day: day, ledger: taken, ignoredNames: folder.ignored.map(\.path))
    }
  }
}

extension [InputSource] {
  /// The files that the history has to read, and to read again.
  ///
  /// - Parameter reader: how files are read tonight; one that was read otherwise counts as changed.
  fileprivate func unread(_ ledger: Ledger, reader: String) -> [InputSource] {
    let known = Dictionary(ledger.sources.map { (ExactText($0.path), $0) }) { _, last in last }
    let changed = filter { source in
      guard let entry = known[ExactText(source.path)] else { return true }
      return entry.size != source.size || entry.modifiedNanoseconds != source.modifiedNanoseconds
        || entry.readBy != reader
    }
    let paths = Set(changed.map { ExactText($0.path) })
    let all = paths.union(ledger.pathsToReadAgain(changed: paths))
    return filter { all.contains(ExactText($0.path)) }
  }
}

extension Night {
  /// What decides which lines are bad: the program, its limits, and the contract.
  fileprivate var readerDescription: String {
    "findie \(Versions.findie) \(canonicalJSON(parameters.ingest.limits)) "
      + canonicalJSON(contract.events)
  }
}

extension FileIntake {
  init(_ file: ReadEvents) {
    self.init(path: file.source.path, counts: file.source.counts, rejected: file.rejected)
  }
}

extension Night {
  fileprivate func read(
    _ sources: [InputSource], into staging: Staging, context: StageContext
  ) throws -> [ReadEvents] {
    let reader = EventReader(
      limits: parameters.ingest.limits, now: now, contract: contract.events)
    let progress = context.progress(
      total: sources.reduce(0) { $0 + Int($1.size) }, unit: "bytes")
    var files = try reader.read(sources, into: staging, workers: workers, progress: progress)
    for index in files.indices { files[index].source.readBy = readerDescription }
    return files
  }
}

extension Ledger {
  /// The day after the newest accepted event; nil without events.
  var dayAfterNewest: FindieDomain.Day? {
    days.map(\.day).max()?.adding(days: 1)
  }

  /// Sees that no line was lost.
  ///
  /// - Throws: `LostLines`, which is a bug of ours.
  fileprivate func checkBalance() throws {
    for source in sources where !source.counts.isBalanced {
      throw LostLines(path: source.path, counts: source.counts)
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
