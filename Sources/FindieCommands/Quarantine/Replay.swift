import FindieAnalytics
package import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
package import FindieNight
import FindieWorkers
import FindieWorkspace
import Foundation

/// Reads repaired lines of the quarantine into the history.
///
/// It writes first the history, then the list of replayed lines, then the quarantine without them,
/// so that it can be interrupted anywhere and repeated. The lines of a file become their own
/// source, `quarantine/<day>/<file>-<hash of the lines>.ndjson`. Replaying the same lines replaces
/// that source; other lines make a new one.
package struct Replay {
  private var night: Night

  /// - Parameter night: only its workspace, parameters, contract, workers and clock are used.
  package init(_ night: Night) {
    self.night = night
  }

  /// - Parameter isDryRun: whether nothing is written.
  /// - Throws: `NotFound`.
  package func run(_ selection: QuarantineSelection, isDryRun: Bool) throws -> ReplayResult {
    // Before the lock, which would create the workspace.
    try night.workspace.checkExists()
    _ = try selection.read(night.workspace.quarantine)
    let lock = try WorkspaceLock(workspace: night.workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    var replay = self
    try replay.night.checkWorkspace()
    try replay.night.loadForgottenPlayers()
    try replay.night.repairIds { _ in }
    return try replay.replayed(selection, isDryRun: isDryRun)
  }

  private func replayed(_ selection: QuarantineSelection, isDryRun: Bool) throws -> ReplayResult {
    let found = try selection.read(night.workspace.quarantine)
    let folder = night.workspace.quarantine.folder.appending(path: Quarantine.replayName)
    try DurableFile.removeFiles(in: folder, where: Quarantine.isReplayed)
    let result = Swift.Result { () throws -> ReplayResult in
      try DurableFile.createFolder(folder, access: .ownerOnly)
      var batches = found.map { ReplayBatch($0) }
      try check(&batches, in: folder)
      return try take(batches, in: folder, isDryRun: isDryRun)
    }
    try DurableFile.removeFiles(in: folder, where: Quarantine.isReplayed)
    return try result.get()
  }

  /// Finds the valid lines: reads all lines as a run would, and discards the result.
  private func check(_ batches: inout [ReplayBatch], in folder: URL) throws {
    var (indices, sources): ([Int], [InputSource]) = ([], [])
    for index in batches.indices {
      guard
        let source = try batches[index].source(in: folder, path: { _ in "quarantine/\(index)" })
      else { continue }
      indices.append(index)
      sources.append(source)
    }
    var reader = night
    reader.parameters.ingest.limits.storedLines = .max
    reader.parameters.ingest.limits.storedBytesPerFile = .max
    let read = try night.workspace.history.withStaging(sources.map(\.path)) { staging in
      try reader.read(sources, into: staging)
    }
    for (index, file) in zip(indices, read) { batches[index].reject(file.rejected) }
  }

  private func take(
    _ batches: [ReplayBatch], in folder: URL, isDryRun: Bool
  ) throws -> ReplayResult {
    let sources = try batches.map { batch in
      try batch.source(in: folder) { batch.path(ofLinesWithHash: $0) }
    }
    let (ledger, changes) = try night.workspace.history.withStaging(sources.compactMap { $0?.path })
    {
      staging -> (Ledger, [DayChange]) in
      let read = try night.read(sources.compactMap(\.self), into: staging)
      for file in read {
        precondition(file.rejected.isEmpty, "valid lines of \(file.source.path) are rejected")
      }
      let update = try night.workspace.history.update(
        from: staging, read.map(\.source), workers: night.workers)
      try update.ledger.checkBalance()
      let changes = try DayChange.changes(
        by: update, in: night.workspace.history, workers: night.workers)
      if !isDryRun, !read.isEmpty { try night.workspace.history.write(update) }
      return (update.ledger, changes)
    }
    if !isDryRun { try updateQuarantine(batches, sources) }
    return ReplayResult(
      isDryRun: isDryRun,
      files: zip(batches, sources).filter { !$0.0.file.isEmpty }.map { batch, source in
        ReplayResult.File(
          batch, source: source?.path,
          ledger.sources.first { $0.path == source?.path }?.counts ?? LineCounts())
      }, days: changes)
  }

  /// Removes replayed lines from the quarantine, and updates the reasons of the others.
  private func updateQuarantine(_ batches: [ReplayBatch], _ sources: [InputSource?]) throws {
    var replayed = try night.workspace.quarantine.replayed()
    for (batch, source) in zip(batches, sources) {
      guard let source else { continue }
      for entry in batch.valid { replayed.insert(entry, in: source.path) }
    }
    if !replayed.isEmpty { try night.workspace.quarantine.write(replayed) }
    for batch in batches where batch.isChanged {
      try night.workspace.quarantine.write(batch.rest, to: batch.url)
    }
  }
}

/// The main figures of one day.
package struct DayFigures: Codable, Sendable, Equatable {
  /// The number of events in both collections.
  package let events: Int
  package let players: Int
  package let impressions: Int
  /// Likes and super-likes.
  package let likes: Int
  /// Likes per impression; nil if it is not defined.
  package let likeRate: Double?
  package let wishlistAdds: Int
}

/// One day before and after a change of the history.
package struct DayChange: Codable, Sendable, Equatable {
  package let day: Day
  package let before: DayFigures
  package let after: DayFigures

  /// The days whose figures an update changes.
  static func changes(
    by update: History.Update, in history: History, workers: Workers
  ) throws -> [DayChange] {
    let days = update.changedDays
    let before = try DayFigures.figures(of: history, on: days, workers: workers)
    let after = try DayFigures.figures(of: history, on: days, after: update, workers: workers)
    return zip(days.sorted(), zip(before, after)).map { day, figures in
      DayChange(day: day, before: figures.0, after: figures.1)
    }.filter { $0.before != $0.after }
  }
}

extension DayFigures {
  /// The figures of some days, in order; no other day is read.
  fileprivate static func figures(
    of history: History, on days: Set<Day>, after update: History.Update? = nil, workers: Workers
  ) throws -> [DayFigures] {
    guard let first = days.min(), let last = days.max() else { return [] }
    let tables = try [EventCollection.interactions, .analytics].map {
      try history.events($0, on: days, after: update, workers: workers)
    }
    var events: [Day: Int] = [:]
    for table in tables {
      for row in 0..<table.count { events[table.day(row), default: 0] += 1 }
    }
    // Figures are sums over all games, so the catalogue does not matter.
    let activity = Activity(
      interactions: tables[0], analytics: tables[1], games: [], night: last.adding(days: 1),
      workers: workers)
    let recorded = activity.recordedMeasures()
    let kpis = activity.teamKPIs(over: DayRange(first: first, last: last), users: [], games: [])
    return kpis.days.filter { days.contains($0.day) }.map { day in
      DayFigures(
        events: events[day.day] ?? 0, players: day.dailyActive,
        impressions: day.tally[.impressions], likes: day.tally.positives,
        likeRate: day.tally.rate(.likeRate, in: recorded)?.estimate,
        wishlistAdds: day.tally[.wishlistAdds])
    }
  }
}

/// One file of the quarantine that is replayed, with the lines that are valid now.
struct ReplayBatch {
  let day: Day
  let url: URL
  let file: QuarantineFile
  private let omitsReplayedLines: Bool
  /// The indices, among the file's items, of lines without a known fault.
  private var candidates: [Int] = []
  /// The faults of other lines, by index.
  private var faults: [Int: Fault] = [:]
  /// Lines that are stored only in part.
  private(set) var truncated = 0
  private(set) var unreadable = 0

  struct Fault {
    let reason: String
    let detail: String
  }

  init(_ found: QuarantineSelection.File) {
    day = found.day
    url = found.url
    file = found.file
    omitsReplayedLines = found.omitsReplayedLines
    guard !isOfCatalogue else { return }
    for (index, item) in file.items.enumerated() {
      switch item {
      case .unreadable: unreadable += 1
      case .entry(let entry) where entry.isCut: truncated += 1
      case .entry(let entry):
        if let fault = Self.fault(ofLine: entry.bytes) {
          faults[index] = fault
        } else {
          candidates.append(index)
        }
      }
    }
  }

  /// Lines of the catalogue are not replayed: every run reads its files.
  var isOfCatalogue: Bool { file.collection.map { $0.events == nil } ?? false }

  /// Why an edited text is not exactly one line.
  private static func fault(ofLine bytes: [UInt8]) -> Fault? {
    if bytes.contains(0x0A) {
      return Fault(
        reason: RejectionReason.notJSON.rawValue, detail: "the text contains a line end")
    }
    guard bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) else { return nil }
    return Fault(reason: RejectionReason.notJSON.rawValue, detail: "the text is blank")
  }

  /// The valid lines as an input file; nil if there are none.
  ///
  /// - Parameter path: gives the file's path, from the hash of its lines.
  func source(in folder: URL, path: (String) -> String) throws -> InputSource? {
    guard let collection = file.collection, !candidates.isEmpty else { return nil }
    // Because of the blank first line, no other line can start with a byte order mark.
    let bytes = valid.reduce(into: [0x0A] as [UInt8]) { $0 += $1.bytes + [0x0A] }
    let path = path(String(hash64(of: bytes.span), radix: 16))
    let url = folder.appending(path: Quarantine.safeName(of: path) + ".ndjson")
    try DurableFile.writePlainly(bytes, to: url)
    return try InputSource(url, as: collection, path: path)
  }

  /// The path of the lines in the history, unique to these lines.
  func path(ofLinesWithHash hash: String) -> String {
    "quarantine/\(day)/\(Quarantine.safeName(of: file.file))-\(hash).ndjson"
  }

  /// Removes lines that were rejected again from the valid lines.
  ///
  /// - Parameter lines: the rejected lines of the file that `source` wrote.
  mutating func reject(_ lines: [RejectedLine]) {
    for line in lines {
      // Lines count from 1, and the first one is blank.
      faults[candidates[line.line - 2]] = Fault(reason: line.reason.rawValue, detail: line.detail)
    }
    candidates.removeAll { faults[$0] != nil }
  }

  var valid: [QuarantineEntry] {
    candidates.compactMap { index in
      guard case .entry(let entry) = file.items[index] else { return nil }
      return entry
    }
  }

  /// The number of lines that are still invalid, by reason.
  var invalid: [String: Int] {
    faults.values.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 }
  }

  /// The quarantine without the valid lines, with the current faults of the others.
  var rest: QuarantineFile {
    let valid = Set(candidates)
    var rest = file
    rest.replace(
      file.items.enumerated().filter { !valid.contains($0.offset) }.map { index, item in
        guard case .entry(var entry) = item, let fault = faults[index] else { return item }
        entry.reason = fault.reason
        entry.detail = fault.detail
        return .entry(entry)
      })
    return rest
  }

  /// Whether `rest` differs from the stored file.
  var isChanged: Bool {
    guard candidates.isEmpty, !omitsReplayedLines else { return true }
    return faults.contains { index, fault in
      guard case .entry(let entry) = file.items[index] else { return false }
      return entry.reason != fault.reason || entry.detail != fault.detail
    }
  }
}
