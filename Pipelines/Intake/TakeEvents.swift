import FindieBatch
import FindieDomain
import FindieHistory
import FindieIngest
import FindieWorkers

/// What the history made of an input folder's files of events.
struct TakenEvents {
  /// The night's as-of day.
  let day: Day
  /// As it stands after them.
  let ledger: Ledger
  /// The files that were read, with all their counts.
  let read: [Ledger.Source]
  /// The files that the history knew already.
  let skipped: [InputSource]
  /// The days that have other events than before.
  let changedDays: Set<Day>
}

extension Night {
  /// Takes the events of new and changed input files into the history, line by line accounted for.
  ///
  /// A file is known by path, size and modification time. Where a known one changed, the files that
  /// had lost events to it are read again too: it may not hold them any more.
  ///
  /// - Parameters:
  ///   - progress: makes of the bytes to be read what is told of those that were; may throw to stop.
  ///   - declare: told the night's day, before anything can stop it.
  ///   - warn: told what whoever reads the run should know.
  func takeEvents(
    of folder: InputFolder, progress: (_ bytes: Int) -> @Sendable (Int) throws -> Void,
    declare: (Day) -> Void = { _ in }, warn: (String) -> Void
  ) throws -> TakenEvents {
    let ledger = try history.ledger()
    let sources = folder.sources.filter { $0.collection.events != nil }
    let unread = rehash ? sources : sources.unread(ledger, reader: readerDescription)
    let paths = Set(unread.map { ExactText($0.path) })
    let taken = try history.withStaging(unread.map(\.path)) { staging in
      let advanced = progress(unread.reduce(0) { $0 + Int($1.size) })
      let files = try read(unread, into: staging) { bytes in
        // What is staged may be another's, too, where this run slept and lost the workspace.
        try checkLock()
        try advanced(bytes)
      }
      let update = try history.update(from: staging, files.map(\.source), workers: workers)
      let day = date ?? update.ledger.dayAfterNewest ?? now.day
      declare(day)
      try update.ledger.checkNight(of: date, now: now)
      try accept(files.map { FileIntake($0) }, on: day)
      try judgeVolume(of: update.ledger, before: day, warn: warn)
      try update.ledger.checkBalance()
      try checkLock()
      if !files.isEmpty { try history.write(update) }
      return TakenEvents(
        day: day, ledger: update.ledger,
        read: update.ledger.sources.filter { paths.contains(ExactText($0.path)) },
        skipped: sources.filter { !paths.contains(ExactText($0.path)) },
        changedDays: update.ledger.daysThatDiffer(from: ledger))
    }
    for (breach, count) in taken.ledger.contractWarnings.sorted(by: { $0.key < $1.key }) {
      warn("the history holds \(count) events that break the contract: \(breach)")
    }
    for stray in StrayEvents.all(in: taken.ledger) { warn("\(stray)") }
    for ignored in folder.ignored { warn("\(ignored.path) is not read: \(ignored.why.rawValue)") }
    return taken
  }

  /// Reads files of events as this night does.
  func read(
    _ sources: [InputSource], into staging: Staging,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> [ReadEvents] {
    let reader = EventReader(
      limits: parameters.ingest.limits, now: now, contract: contract.events,
      forgotten: forgotten?.contain)
    var files = try reader.read(sources, into: staging, workers: workers, progress: progress)
    for index in files.indices { files[index].source.readBy = readerDescription }
    return files
  }

  /// What decides which lines are bad: the program, its limits, and the contract.
  private var readerDescription: String {
    "findie \(Versions.findie) \(canonicalJSON(parameters.ingest.limits)) "
      + canonicalJSON(contract.events)
  }
}

extension Night {
  /// What the intake would find, as far as it can be told without reading a file of events.
  func foreseenIntake() throws -> Foreseen<Intake> {
    if forgotten?.arePending == true {
      return .changed(nil, because: "a player who asked for it is to be forgotten")
    }
    let (folder, ledger) = (try inputFolder(), try history.ledger())
    let unread = unreadFiles(folder, ledger)
    guard unread.isEmpty else {
      let names = unread.prefix(3).joined(separator: ", ") + (unread.count > 3 ? ", …" : "")
      return .changed(
        nil, because: "\(unread.count) file\(unread.count == 1 ? "" : "s") to read: \(names)")
    }
    try ledger.checkNight(of: date, now: now)
    return .unchanged(
      Intake(
        day: date ?? ledger.dayAfterNewest ?? now.day, ledger: ledger,
        ignoredNames: folder.ignored.map(\.path)))
  }

  /// The new and changed files of events, by path.
  func unreadFiles(_ folder: InputFolder, _ ledger: Ledger) -> [String] {
    let sources = folder.sources.filter { $0.collection.events != nil }
    return (rehash ? sources : sources.unread(ledger, reader: readerDescription)).map(\.path)
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

extension FileIntake {
  init(_ file: ReadEvents) {
    self.init(
      path: file.source.path, collection: InputCollection(file.source.collection),
      counts: file.source.counts, rejected: file.rejected)
  }
}

extension Ledger {
  /// The day after the newest accepted event; nil without events.
  var dayAfterNewest: FindieDomain.Day? {
    days.map(\.day).max()?.adding(days: 1)
  }

  /// The days of which one of two ledgers keeps other events than the other.
  fileprivate func daysThatDiffer(from other: Ledger) -> Set<FindieDomain.Day> {
    func contents(_ ledger: Ledger) -> Set<DayContent> {
      Set(ledger.days.map { DayContent(day: $0.day, collection: $0.collection, $0.checksum) })
    }
    return Set(contents(self).symmetricDifference(contents(other)).map(\.day))
  }

  /// Sees that no line was lost.
  ///
  /// - Throws: `LostLines`, which is a bug of ours.
  func checkBalance() throws {
    for source in sources where !source.counts.isBalanced {
      throw LostLines(path: source.path, counts: source.counts)
    }
  }
}

/// What a ledger says of one day of one collection, to compare by.
private struct DayContent: Hashable {
  let day: Day
  let collection: EventCollection
  let checksum: String

  init(day: Day, collection: EventCollection, _ checksum: String) {
    self.day = day
    self.collection = collection
    self.checksum = checksum
  }
}
