package import FindieDomain
package import FindieHistory
package import FindieIngest
import FindieText
import FindieWorkspace

/// The result of reading the event files of an input folder into the history.
package struct IngestedEvents {
  /// The night's as-of day.
  package let day: Day
  /// The history's ledger afterwards.
  package let ledger: Ledger
  /// The files that were read, with their counts.
  package let read: [Ledger.Source]
  /// The files that were read before.
  package let skipped: [InputSource]
  /// The days whose events changed.
  package let changedDays: [Day]
  /// The number of event versions in the files read that are not stored, because another version
  /// has the same id.
  package let conflicts: Int
}

/// Reads new and changed input files of events into the history; every line is accounted for.
///
/// A file is identified by path, size and modification time. When a file changed, the files with
/// duplicates of its events are read again too: it may no longer have those events.
package struct IntakeRun {
  private let night: Night
  private let folder: InputFolder
  private let warn: (String) -> Void

  /// - Parameter warn: called with each warning.
  package init(of folder: InputFolder, _ night: Night, warn: @escaping (String) -> Void) {
    self.night = night
    self.folder = folder
    self.warn = warn
  }

  /// - Parameters:
  ///   - progress: takes the number of bytes to read; the closure it returns is called with the
  ///     number that was read, and throws to stop.
  ///   - declare: called with the night's day before anything can fail.
  package func run(
    progress: (_ bytes: Int) -> @Sendable (Int) throws -> Void, declare: (Day) -> Void = { _ in }
  ) throws -> IngestedEvents {
    let history = night.workspace.history
    let before = try history.ledger()
    let executor = night.options.executor
    let unread = try executor.files(of: night.unreadSources(folder, before))
    let paths = Set(unread.map { ExactText($0.path) })
    let result = try history.withStaging(unread.map(\.path)) { staging in
      let (files, rest) = try executor.read(
        unread, of: night, before, into: staging,
        progress: progress(unread.reduce(0) { $0 + Int($1.size) }))
      let update = try history.update(from: staging, files.map(\.source), by: rest)
      let day = update.ledger.nightDay(night.date, now: night.clock.now)
      declare(day)
      try check(update, of: files, on: day)
      if !files.isEmpty { try history.write(update) }
      try night.workspace.daysByGame.take(update)
      return IngestedEvents(
        day: day, ledger: update.ledger,
        read: update.ledger.sources.filter { paths.contains(ExactText($0.path)) },
        skipped: folder.sources.filter {
          $0.collection.events != nil && !paths.contains(ExactText($0.path))
        }, changedDays: update.ledger.daysThatDiffer(from: before), conflicts: update.conflicts)
    }
    warnOf(result)
    return result
  }

  /// Writes the quarantine, and refuses an update that must not be written.
  private func check(_ update: History.Update, of files: [ReadEvents], on day: Day) throws {
    try night.checkDay(in: update.ledger)
    try night.quarantineRejected(files.map { FileIntake($0) }, on: day)
    let limit = night.parameters.ingest.badShareLimit
    let paths = Set(files.map { ExactText($0.source.path) })
    if let breach = limit.breach(by: update, reading: paths) { throw breach }
    // Stored events that changed files no longer have.
    if let refusal = NightRefusal.replacedFiles(update.removed, on: day) {
      guard night.publishing == .anyway else { throw refusal }
      warn("\(refusal.finding), and --publish anyway accepts it")
    }
    if let warning = NightRefusal.corrections(update.removed) { warn(warning) }
    let findings = night.contract.volume.findings(in: update.ledger.days, before: day)
    if let refusal = night.contract.refusal(of: findings) { throw refusal }
    for finding in findings { warn("\(finding)") }
    try update.ledger.checkBalance()
  }

  private func warnOf(_ result: IngestedEvents) {
    if night.parameters.ingest.badShareLimit.isNotable(conflicts: result.conflicts) {
      warn(
        "Of the events that were read, \(result.conflicts) differ from an event with the same id "
          + "and are not in the history, which stores the earliest event of each id. Check that "
          + "ids are unique."
      )
    }
    for (breach, count) in result.ledger.contractWarnings.sorted(by: { $0.key < $1.key }) {
      warn(
        ruleSentences[breach].map {
          "The history has \(count.counted("event")) of CSV files: \($0)."
        }
          ?? "Events in the history that break the contract: \(count.grouped) (\(breach)).")
    }
    for collection in EventCollection.allCases {
      let counts = result.read.filter { $0.collection == collection }.map(\.counts).sum
      for sentence in counts.noteSentences { warn("\(collection.rawValue): \(sentence)") }
      if let events = counts.ignoredEvents, counts.byShape[LineShape.ga4.rawValue] == nil {
        warn(
          "No event of Google Analytics was used: the names are \(events). Map them in ga4.events "
            + "of the data contract.")
      }
    }
    for sentence in result.ledger.placeholderSentences { warn(sentence) }
    for outliers in TimestampOutliers.all(in: result.ledger, today: night.clock.now.day) {
      warn("\(outliers)")
    }
    let warned = folder.ignored.filter { $0.why != .notData }
    for (why, ignored) in Dictionary(grouping: warned, by: \.why.rawValue)
      .sorted(by: { $0.key < $1.key })
    {
      let more = ignored.count > 3 ? " and \(ignored.count - 3) more" : ""
      warn(
        "\(ignored.count.counted("file")) ignored (\(why)): "
          + ignored.prefix(3).map(\.path).joined(separator: ", ") + more)
    }
  }
}

extension Ledger {
  /// Checks that every line is accounted for.
  ///
  /// - Throws: `NightRefusal`: a bug in findie.
  package func checkBalance() throws {
    for source in sources where !source.counts.isBalanced {
      throw NightRefusal.lostLines(source.path, source.counts)
    }
  }
}

extension NightRefusal {
  /// The counts of a file's lines do not add up.
  package static func lostLines(_ path: String, _ counts: LineCounts) -> NightRefusal {
    NightRefusal(
      .bug,
      """
      \(path): \(counts.read) lines were read, but \(counts.accepted) accepted, \
      \(counts.duplicate) duplicate, \(counts.rejected) rejected and \(counts.ignored) ignored. \
      This is a bug in findie: please report it with the file. Nothing was changed.
      """)
  }
}
