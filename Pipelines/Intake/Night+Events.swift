package import FindieDomain
package import FindieHistory
package import FindieIngest
import FindieText
import FindieWorkers
import FindieWorkspace
import Foundation

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

extension Night {
  /// Reads new and changed input files of events into the history; every line is accounted for.
  ///
  /// A file is identified by path, size and modification time. When a file changed, the files with
  /// duplicates of its events are read again too: it may no longer have those events.
  ///
  /// - Parameters:
  ///   - progress: takes the number of bytes to read; the closure it returns is called with the
  ///     number that was read, and throws to stop.
  ///   - declare: called with the night's day before anything can fail.
  ///   - warn: called with each warning.
  package func ingestEvents(
    of folder: InputFolder, progress: (_ bytes: Int) -> @Sendable (Int) throws -> Void,
    declare: (Day) -> Void = { _ in }, warn: (String) -> Void
  ) throws -> IngestedEvents {
    let ledger = try workspace.history.ledger()
    let sources = folder.sources.filter { $0.collection.events != nil }
    let tasks = options.tasks.map { IntakeTasks(self, $0) }
    let found = unreadSources(folder, ledger)
    let parts = try tasks?.planned(found)
    let unread = parts.map { $0.flatMap { $0 } } ?? found
    let paths = Set(unread.map { ExactText($0.path) })
    let result = try workspace.history.withStaging(unread.map(\.path)) { staging in
      let advanced = progress(unread.reduce(0) { $0 + Int($1.size) })
      let files =
        try tasks?.read(parts ?? [], ledger, into: staging)
        ?? read(unread, into: staging, progress: advanced)
      let results = try tasks?.update(parts ?? [], ledger)
      let update = try workspace.history.update(
        from: staging, files.map(\.source), tasks: results, workers: workers)
      let day = update.ledger.nightDay(date, now: clock.now)
      declare(day)
      try checkDay(in: update.ledger)
      try quarantineRejected(files.map { FileIntake($0) }, on: day)
      let limit = parameters.ingest.badShareLimit
      if let breach = limit.breach(by: update, reading: paths) { throw breach }
      try checkRemovals(by: update, on: day, warn: warn)
      try checkVolume(of: update.ledger, before: day, warn: warn)
      try update.ledger.checkBalance()
      if !files.isEmpty { try workspace.history.write(update) }
      if let results { try workspace.daysByGame.take(results) }
      return IngestedEvents(
        day: day, ledger: update.ledger,
        read: update.ledger.sources.filter { paths.contains(ExactText($0.path)) },
        skipped: sources.filter { !paths.contains(ExactText($0.path)) },
        changedDays: update.ledger.daysThatDiffer(from: ledger), conflicts: update.conflicts)
    }
    if parameters.ingest.badShareLimit.isNotable(conflicts: result.conflicts) {
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
    for outliers in TimestampOutliers.all(in: result.ledger, today: clock.now.day) {
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
    return result
  }

  /// Reads files of events with this night's settings.
  package func read(
    _ sources: [InputSource], into staging: Staging,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> [ReadEvents] {
    let reader = EventReader(
      limits: parameters.ingest.limits, now: clock.now, contract: contract.events,
      forgotten: forgotten?.contain, badShareLimit: parameters.ingest.badShareLimit)
    var files = try reader.read(sources, into: staging, workers: workers, progress: progress)
    for index in files.indices {
      files[index].source.readBy = readerIdentity(of: files[index].source.counts)
    }
    return files
  }

  /// Checks that the night can be built for its requested day. A published night was built, so its
  /// reproduction is not checked.
  func checkDay(in ledger: Ledger) throws(NightRefusal) {
    if recipe == nil { try ledger.checkNight(of: date, now: clock.now) }
  }

  /// Identifies what decides which lines are rejected and which events a line has: the program, its
  /// limits and the contract; and the clock's day, if a file has events from the future, which are
  /// accepted once their time has come.
  ///
  /// - Parameter counts: of the file's lines.
  fileprivate func readerIdentity(of counts: LineCounts) -> String {
    counts.hasEventsFromTheFuture
      ? Ledger.Source.reader("\(readerDescription) on \(clock.now.day)")
      : Ledger.Source.reader(readerDescription)
  }

  var readerDescription: String {
    "\(Versions.program) \(canonicalJSON(parameters.ingest.limits)) \(canonicalJSON(contract.events))"
  }
}

extension Night {
  /// The new and changed files of events, by path.
  package func unreadFiles(_ folder: InputFolder, _ ledger: Ledger) -> [String] {
    unreadSources(folder, ledger).map(\.path)
  }

  func unreadSources(_ folder: InputFolder, _ ledger: Ledger) -> [InputSource] {
    let sources = folder.sources.filter { $0.collection.events != nil }
    return options.rereadsInput ? sources : sources.unread(ledger, reader: readerIdentity)
  }
}

extension [InputSource] {
  /// The files that are new or must be read again.
  ///
  /// - Parameter reader: how a file with these lines is read. A file that was read in another way
  ///   counts as changed.
  fileprivate func unread(
    _ ledger: Ledger, reader: (LineCounts) -> String
  ) -> [InputSource] {
    let known = Dictionary(ledger.sources.map { (ExactText($0.path), $0) }) { _, last in last }
    let changed = filter { source in
      guard let entry = known[ExactText(source.path)] else { return true }
      return entry.size != source.size || entry.modifiedNanoseconds != source.modifiedNanoseconds
        || entry.readBy != reader(entry.counts)
    }
    let paths = Set(changed.map { ExactText($0.path) })
    let all = paths.union(ledger.pathsToReadAgain(changed: paths))
    return filter { all.contains(ExactText($0.path)) }
  }
}

extension LineCounts {
  fileprivate var hasEventsFromTheFuture: Bool {
    let reason = RejectionReason.fromTheFuture.rawValue
    return rejectedByReason[reason] != nil || warnings.keys.contains { $0.hasSuffix(reason) }
  }
}

extension FileIntake {
  init(_ file: ReadEvents) {
    self.init(
      path: file.source.path, collection: InputCollection(file.source.collection),
      counts: file.source.counts, rejected: file.rejected, names: file.names)
  }
}

extension Ledger {
  /// The day after the newest accepted event; nil without events. Events that were removed with a
  /// forgotten player count: otherwise the next night could be older than the published one.
  package var dayAfterNewest: FindieDomain.Day? {
    (days.map(\.day) + [lastForgottenDay].compactMap(\.self)).max()?.adding(days: 1)
  }

  /// Checks that every line is accounted for.
  ///
  /// - Throws: `NightRefusal`: a bug in findie.
  package func checkBalance() throws {
    for source in sources where !source.counts.isBalanced {
      throw NightRefusal.lostLines(source.path, source.counts)
    }
  }
}

/// One input file with the counts of its lines and the rejected lines.
package struct FileIntake {
  package let path: String
  package let collection: InputCollection
  package let counts: LineCounts
  package let rejected: [RejectedLine]
  /// The names that the file has for fields.
  package let names: FieldNames

  package init(
    path: String, collection: InputCollection, counts: LineCounts, rejected: [RejectedLine],
    names: FieldNames
  ) {
    self.path = path
    self.collection = collection
    self.counts = counts
    self.rejected = rejected
    self.names = names
  }

  package init(_ file: ReadFile) {
    self.init(
      path: file.source.path, collection: file.source.collection, counts: file.counts,
      rejected: file.rejected, names: file.names)
  }
}

extension Night {
  /// Writes the rejected lines of some files to the quarantine, and checks their share.
  ///
  /// - Throws: `TooManyBadLines` for the first file, by path, with too large a share of bad lines.
  func quarantineRejected(_ files: [FileIntake], on day: Day) throws {
    for file in files {
      try workspace.quarantine.write(
        QuarantineFile(
          of: file.path, file.collection, stored: file.rejected, rejected: file.counts.rejected,
          limits: parameters.ingest.limits),
        day: day)
    }
    let limit = parameters.ingest.badShareLimit
    for file in files {
      let breach = limit.breach(
        by: file.counts, of: file.path,
        quarantine: workspace.quarantine.url(of: file.path, day: day).path)
      if let breach { throw breach }
    }
  }
}

extension IngestParameters {
  package var badShareLimit: BadShareLimit {
    var limit = BadShareLimit()
    limit.share = maximumBadShare
    return limit
  }
}

extension Night {
  /// Warns of stored events that changed files no longer have.
  ///
  /// Call it before anything is written.
  ///
  /// - Throws: `NightRefusal` if a file was replaced rather than corrected.
  private func checkRemovals(
    by update: History.Update, on day: Day, warn: (String) -> Void
  ) throws(NightRefusal) {
    if let refusal = NightRefusal.replacedFiles(update.removed, on: day) {
      guard publishing == .anyway else { throw refusal }
      warn("\(refusal.finding), and --publish anyway accepts it")
    }
    if let warning = NightRefusal.corrections(update.removed) { warn(warning) }
  }

  /// Warns of recent days with far fewer events than expected.
  ///
  /// Call it before anything is written.
  ///
  /// - Throws: `NightRefusal` if the contract stops the run.
  func checkVolume(of ledger: Ledger, before day: Day, warn: (String) -> Void) throws {
    let findings = contract.volume.findings(in: ledger.days, before: day)
    if let refusal = contract.refusal(of: findings) { throw refusal }
    for finding in findings { warn("\(finding)") }
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

/// The settings that the intake depends on.
struct IntakeSettings: Codable, Sendable {
  let ingest: IngestParameters
  let contract: DataContract

  init(_ night: Night) {
    ingest = night.parameters.ingest
    contract = night.contract
  }
}
