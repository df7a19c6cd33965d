package import FindieDomain
package import FindieFiles
package import Foundation

// How the history is updated:
//
//   try history.withStaging(paths) { staging in      an empty folder next to the history
//     … EventBuffers write a piece for each day …
//     let update = try history.update(from: staging, files, by: .threads(workers))
//     try history.write(update)                      changes the history in one step
//   }

extension History {
  /// Passes an empty staging for the events of files with these paths to `body`, then removes it.
  package func withStaging<Result>(
    _ paths: [String], _ body: (Staging) throws -> Result
  ) throws -> Result {
    let staging = try Staging(in: self, read: paths)
    // Files that an interrupted run left.
    if DurableFile.exists(ledgerURL) { try removeUnnamed(staging.ledger) }
    let result = Swift.Result { try body(staging) }
    try Self.removeStaging(staging.folder)
    return try result.get()
  }

  static let stagingName = "staging"

  /// Removes the files of a staging, and its folder if it is empty then.
  package static func removeStaging(_ folder: URL) throws(FileFailure) {
    try DurableFile.removeFiles(in: folder, where: EventCollection.isStagedFile)
  }

  /// The folders of stagings, which are leftovers if no run is active.
  package func stagings() throws -> [URL] {
    guard DurableFile.exists(folder) else { return [] }
    return try DurableFile.names(in: folder).filter { $0.hasPrefix(Self.stagingName) }
      .map { folder.appending(path: $0) }.filter { staging in
        guard DurableFile.isFolderItself(staging) else { return false }
        let paths = try DurableFile.files(below: staging)
        return paths.isEmpty || paths.contains(where: EventCollection.isStagedFile)
      }
  }

  /// The changes that staged events make. They take effect with `write`.
  package struct Update: Sendable {
    package let ledger: Ledger
    /// The days whose files are rebuilt; a rebuilt day may have the same events as before.
    package let changedDays: Set<Day>
    /// The number of conflicts that were found: contents of events that are not stored since
    /// another content has their id.
    package let conflicts: Int
    /// What changed files no longer have, and no other file that was read either.
    package var removed: [RemovedEvents] = []
    let staging: URL
    /// The files of the staging that become files of the history.
    let moves: [(from: URL, to: URL)]
    /// Files of rebuilt days that are sorted by game already.
    var byGame: [(file: URL, day: Ledger.Day)] = []
  }

  /// The update for files that are new, or that replace what was read from their path before.
  ///
  /// Earlier events of the paths in `files` are retracted; `Ledger.pathsToReadAgain` names the
  /// other files that must be read with changed ones. Days without retracted or new events are not
  /// read.
  ///
  /// - Parameters:
  ///   - files: the staged files, with all counts but `accepted`, `duplicate` and `late`.
  package func update(
    from staging: Staging, _ files: [Ledger.Source], by executor: UpdateExecutor
  ) throws -> Update {
    // The ledger of a reproduction has a count of conflicts, but not the conflicts to count again.
    guard !files.isEmpty else {
      return Update(
        ledger: staging.ledger, changedDays: [], conflicts: 0, staging: staging.folder, moves: [])
    }
    let start = UpdateStart(from: staging, files)
    var ledger = start.ledger
    var notLate = staging.duplicates.notLateByFile
    var contents = staging.duplicates.contents
    var readAgain: [FoundDuplicates.FileDay: Int] = [:]
    var moves: [(from: URL, to: URL)] = []
    var changedDays = Set<Day>()
    for collection in EventCollection.allCases {
      let (found, segment) = try duplicates(of: collection, start, staging: staging, executor)
      ledger.count(found.duplicates, replacements: found.replacements, paths: staging.paths)
      notLate.merge(found.duplicates.notLateByFile, uniquingKeysWith: +)
      contents += found.duplicates.contents
      readAgain.merge(found.readAgain, uniquingKeysWith: +)
      let rebuild = DayRebuild(
        collection, in: self, ledger, staging: staging, retracted: start.retracted, found.dropped)
      let rebuilt = try executor.files(of: rebuild, collection, staging: staging)
      let changed = Set(rebuild.days)
      changedDays.formUnion(changed)
      ledger.days.removeAll { $0.collection == collection && changed.contains($0.day) }
      for day in rebuilt.compactMap(\.self) {
        ledger.days.append(day.entry)
        moves.append((day.url, url(day.entry)))
      }
      if let segment {
        moves += try ledger.add(segment, of: collection, in: self, staging)
      }
    }
    for index in ledger.sources.indices {
      let path = ledger.sources[index].path
      guard start.before[ExactText(path)] == nil else { continue }
      ledger.sources[index].late -= notLate[staging.file(path)] ?? 0
    }
    ledger.count(contents, paths: staging.paths)
    ledger.sort()
    ledger.recordRemovals(since: staging.ledger)
    ledger.beginState(since: staging.ledger)
    return Update(
      ledger: ledger, changedDays: changedDays, conflicts: contents.count,
      removed: try removedEvents(files, replacing: start.before, staging, except: readAgain),
      staging: staging.folder, moves: moves, byGame: executor.byGame)
  }

  /// The duplicates of a collection, and the index of its staged events, a file in the staging; nil
  /// if none are staged.
  private func duplicates(
    of collection: EventCollection, _ start: UpdateStart, staging: Staging,
    _ executor: UpdateExecutor
  ) throws -> (FoundDuplicates, segment: (url: URL, count: Int, checksum: String)?) {
    guard staging.runs.contains(where: { $0.collection == collection }) else {
      return (FoundDuplicates(), nil)
    }
    let url = staging.url("\(collection.rawValue).index")
    var writer = try IdSegmentWriter(url)
    let found = try executor.duplicates(of: collection, in: self, start, staging: staging) {
      try writer.append($0)
    }
    let (count, checksum) = try writer.finish()
    return (found, (url, count, checksum))
  }

  /// Writes an update: first its files, then the ledger that names them. Then it removes the files
  /// that the ledger does not name.
  package func write(_ update: Update) throws {
    // If there is a ledger, days that it does not name are leftovers of an interrupted run.
    if !DurableFile.exists(ledgerURL) { try write(Ledger()) }
    for collection in EventCollection.allCases {
      try DurableFile.createFolder(folder(collection), access: .ownerOnly)
    }
    try DurableFile.createFolder(idFolder, access: .ownerOnly)
    if !update.moves.isEmpty { try DurableFile.syncFileSystem(of: update.staging) }
    for move in update.moves { try DurableFile.move(move.from, to: move.to) }
    try DurableFile.syncFileSystem(of: folder)
    try write(update.ledger)
    try removeUnnamed(update.ledger)
  }

  /// Removes the files of days, ids and counts that a ledger does not name. Files with other names
  /// stay.
  private func removeUnnamed(_ ledger: Ledger) throws {
    let named = Set(
      (ledger.days.map { url($0) } + ledger.idSegments.map { url($0) }).map(\.lastPathComponent))
    for folder in EventCollection.allCases.map({ folder($0) }) + [idFolder]
    where DurableFile.exists(folder) {
      for name in try DurableFile.names(in: folder) where !named.contains(name) {
        guard folder == idFolder ? EventCollection.isIdFile(name) : EventCollection.isDayFile(name)
        else { continue }
        try DurableFile.remove(folder.appending(path: name))
      }
    }
    try removeUnnamedForgotten(ledger)
  }

  /// Names the workspace that the history belongs to, also before the first event.
  package func claim(for workspace: String) throws {
    var ledger = try ledger()
    ledger.workspace = workspace
    try DurableFile.createFolder(folder, access: .ownerOnly)
    try write(ledger)
  }

  /// Notes the requests to forget players, if there is a history.
  package func note(requests: [String]) throws {
    guard DurableFile.exists(ledgerURL) else { return }
    var ledger = try ledger()
    let all = Set(ledger.requests ?? []).union(requests).sorted()
    guard ledger.requests != all else { return }
    ledger.requests = all
    try write(ledger)
  }

  func write(_ ledger: Ledger) throws {
    let bytes = try ledger.sealed()
    try DurableFile.write(bytes, to: ledgerURL, access: .ownerOnly)
    Self.ledgers.hold(ledger, of: bytes)
  }
}

/// An update before the search for duplicates: the ledger with the counts of the staged files.
struct UpdateStart {
  private(set) var ledger: Ledger
  /// The staged files, whose earlier events are removed.
  let retracted: Set<ExactText>
  /// The sources of the ledger before the update, by path.
  let before: [ExactText: Ledger.Source]
  let storedInConflicts: Set<Duplicates.Location>

  init(from staging: Staging, _ files: [Ledger.Source]) {
    ledger = staging.ledger
    let before = Dictionary(
      ledger.sources.map { (ExactText($0.path), $0) }, uniquingKeysWith: { $1 })
    retracted = Set(files.map { ExactText($0.path) })
    // An unchanged file has the same events again.
    let changed = files.filter { file in
      guard let before = before[ExactText(file.path)] else { return true }
      return before.contentHash != file.contentHash || before.readBy != file.readBy
    }
    ledger.retract(retracted, changed: Set(changed.map { ExactText($0.path) }))
    let (rowsByFile, lateByFile) = (staging.rowsByFile, staging.lateByFile)
    for var file in files {
      // The events of a file that is read again are in the history already: its late events are
      // counted.
      file.late =
        before[ExactText(file.path)].map(\.late) ?? lateByFile[staging.file(file.path)] ?? 0
      file.counts.accepted = rowsByFile[staging.file(file.path)] ?? 0
      file.counts.duplicate = 0
      file.lostTo = []
      ledger.sources.append(file)
    }
    ledger.sources.sort { ExactText($0.path) < ExactText($1.path) }
    ledger.count(staging.duplicates, replacements: [:], paths: staging.paths)
    storedInConflicts = Set(
      ledger.conflicts.map {
        Duplicates.Location(file: staging.file($0.kept.file), offset: $0.kept.byteOffset)
      })
    self.before = before
  }
}

extension Ledger {
  /// Removes what was read of these files before, and the conflicts that only they have.
  fileprivate mutating func retract(_ files: Set<ExactText>, changed: Set<ExactText>) {
    conflicts = conflicts.compactMap { $0.without(changed, read: files) }
    conflictCount = conflicts.count
    sources.removeAll { files.contains(ExactText($0.path)) }
  }

  /// Counts the dropped duplicates of each file and lists the conflicts.
  ///
  /// - Parameter replacements: events that were stored before, and those that are stored instead.
  fileprivate mutating func count(
    _ duplicates: Duplicates, replacements: [Duplicates.Location: Duplicates.Location],
    paths: [String]
  ) {
    func location(_ location: Duplicates.Location) -> Conflict.Location {
      Conflict.Location(file: paths[Int(location.file)], byteOffset: location.offset)
    }
    var winners: [ExactText: Set<ExactText>] = [:]
    for loss in duplicates.losses {
      winners[ExactText(paths[Int(loss.loser)]), default: []]
        .insert(ExactText(paths[Int(loss.winner)]))
    }
    var dropped: [ExactText: Int] = [:]
    for (file, count) in duplicates.droppedByFile { dropped[ExactText(paths[Int(file)])] = count }
    for index in sources.indices {
      let path = ExactText(sources[index].path)
      sources[index].counts.accepted -= dropped[path] ?? 0
      sources[index].counts.duplicate += dropped[path] ?? 0
      guard let more = winners[path] else { continue }
      sources[index].lostTo = more.union(sources[index].lostTo.map { ExactText($0) }).sorted()
        .map(\.text)
    }
    let replaced = Dictionary(
      uniqueKeysWithValues: replacements.map { (location($0.key), location($0.value)) })
    for index in conflicts.indices {
      if let winner = replaced[conflicts[index].kept] { conflicts[index].kept = winner }
    }
    let found = duplicates.conflicts.map {
      Conflict(
        id: $0.id, kept: location($0.kept), dropped: $0.dropped.map(location),
        droppedContent: $0.content)
    }
    conflicts = Array(Conflict.merging(conflicts + found).prefix(Conflict.limit))
    conflictCount = conflicts.count
  }

  /// Counts the conflicts of each file, and all conflicts if they are too many for the list.
  fileprivate mutating func count(_ contents: ContentCount, paths: [String]) {
    let found = Dictionary(
      uniqueKeysWithValues: contents.byFile.map { (ExactText(paths[Int($0)]), $1) })
    for index in sources.indices {
      guard let more = found[ExactText(sources[index].path)] else { continue }
      sources[index].conflicts = (sources[index].conflicts ?? 0) + more
    }
    guard conflicts.count == Conflict.limit else { return }
    conflictCount = max(conflicts.count, sources.reduce(0) { $0 + ($1.conflicts ?? 0) })
  }

  /// Adds a segment to the index. It is merged with the segments that are not much larger, so that
  /// there are few and each entry is rarely rewritten.
  fileprivate mutating func add(
    _ segment: (url: URL, count: Int, checksum: String), of collection: EventCollection,
    in history: History, _ staging: Staging
  ) throws -> [(from: URL, to: URL)] {
    var (url, count, checksum) = segment
    guard count > 0 else { return [] }
    while let last = idSegments.last(where: { $0.collection == collection }),
      last.count < 4 * count
    {
      let merged = staging.url("\(collection.rawValue)-\(last.checksum).merged")
      (count, checksum) = try History.naming(history.url(last)) {
        try FindieHistory.IdSegment.merge(
          history.idSegment(last), FindieHistory.IdSegment(url), to: merged)
      }
      url = merged
      idSegments.removeAll { $0 == last }
    }
    let entry = IdSegment(collection: collection, count: count, checksum: checksum)
    idSegments.append(entry)
    sort()
    return [(url, history.url(entry))]
  }
}
