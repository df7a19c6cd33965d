package import FindieDomain
import FindieFiles
import FindieWorkers
package import Foundation
import Synchronization

/// Events that were read and are not yet in the history: sorted pieces of days in a folder next to
/// the history.
///
/// The next staging removes the folder. Each staging has a unique name, so a run that lost its lock
/// finds its folder removed and never writes into another run's.
///
/// A class, since the threads that read files fill one staging together.
package final class Staging: Sendable {
  let folder: URL
  /// The history's ledger when the staging was created; it must not change until the update.
  let ledger: Ledger
  /// The paths of all input files in the order of their bytes; an event's origin is an index into
  /// them.
  package let paths: [String]
  /// The newest day of each collection in the history.
  let newestDays: [EventCollection: Day]
  private let state = Mutex(State())

  private struct State {
    var runs: [StagedRun] = []
    var nextRun = 0
    var duplicates = Duplicates()
    var rows: [UInt32: Int] = [:]
    var late: [UInt32: Int] = [:]
    var writtenBytes = 0
    /// Written files whose pages may be in the cache, the oldest first.
    var cached: [URL] = []
  }

  /// The number of staged bytes that may stay in the page cache: most are read again soon.
  private static let cachedBytes = 64 << 20
  /// A number of files after which the oldest is usually on disk.
  private static let cachedFiles = 12

  private static let count = Atomic(0)

  /// A name that no other active staging has, on any host.
  private static var nextName: String {
    let process = ProcessInfo.processInfo
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(process.hostName)-\(process.processIdentifier)-\(number)"
  }

  /// - Parameter read: the paths of the files that are read.
  init(in history: History, read: [String]) throws {
    folder = history.folder.appending(path: "\(History.stagingName)-\(Staging.nextName)")
    ledger = try history.ledger()
    paths = ledger.paths(with: read)
    newestDays = ledger.newestDays
    for left in try history.stagings() { try History.removeStaging(left) }
    // A run without new files does not touch the history's folder.
    guard !read.isEmpty else { return }
    for folder in [history.folder, folder] {
      try DurableFile.createFolder(folder, access: .ownerOnly)
    }
  }

  /// The staging of a task, outside of the history, which it only reads.
  package init(of history: History, read: [String], in folder: URL) throws {
    self.folder = folder
    ledger = try history.ledger()
    paths = ledger.paths(with: read)
    newestDays = ledger.newestDays
  }

  /// A staging of some files, outside of a history.
  ///
  /// - Parameters:
  ///   - folder: a new folder.
  ///   - newestDays: the newest day of each collection in the history.
  init(of paths: [String], newestDays: [EventCollection: Day], in folder: URL) throws {
    self.folder = folder
    self.newestDays = newestDays
    ledger = Ledger()
    self.paths = ledger.paths(with: paths)
    try DurableFile.createFolder(folder, access: .ownerOnly)
  }

  /// The index of a file in `paths`.
  package func file(_ path: String) -> UInt32 {
    var (low, high) = (0, paths.count)
    while low < high {
      let middle = (low + high) / 2
      if ExactText(paths[middle]) < ExactText(path) { low = middle + 1 } else { high = middle }
    }
    precondition(low < paths.count && paths[low] == path, "\(path) is not among the files")
    return UInt32(low)
  }

  func nextRun() -> Int {
    state.withLock { state in
      state.nextRun += 1
      return state.nextRun - 1
    }
  }

  /// Notes that a file was written, and drops an older one from the page cache if much is staged:
  /// reused pages are faster than new ones, and other programs keep theirs.
  func didWrite(_ url: URL, bytes: Int) throws(FileFailure) {
    let old = state.withLock { state -> URL? in
      state.writtenBytes += bytes
      state.cached.append(url)
      guard state.writtenBytes > Staging.cachedBytes,
        state.cached.count > Staging.cachedFiles
      else { return nil }
      return state.cached.removeFirst()
    }
    if let old { try DurableFile.evict(old) }
  }

  func add(
    _ run: StagedRun, _ duplicates: Duplicates, rows: [UInt32: Int], late: [UInt32: Int]
  ) {
    state.withLock { state in
      state.runs.append(run)
      state.duplicates += duplicates
      state.rows.merge(rows, uniquingKeysWith: +)
      state.late.merge(late, uniquingKeysWith: +)
    }
  }

  /// What was staged, by run.
  var runs: [StagedRun] { state.withLock { $0.runs.sorted { $0.number < $1.number } } }

  /// Rows of one day with equal ids, found when the day's pieces were written.
  var duplicates: Duplicates { state.withLock { $0.duplicates } }

  /// The number of events of each file, including duplicates.
  var rowsByFile: [UInt32: Int] { state.withLock { $0.rows } }

  /// The number of events, including duplicates, of days that the history already has.
  var lateByFile: [UInt32: Int] { state.withLock { $0.late } }

  /// The URL of a piece, of a run's ids, or of a rebuilt day.
  func url(_ name: String) -> URL { folder.appending(path: name) }
}

/// The events that one thread staged at one time: a piece for each day, and their ids.
struct StagedRun: Codable, Sendable {
  var number: Int
  let collection: EventCollection
  let pieces: [Piece]
  /// The name of the file with the entries of the index, by bucket, in any order within a bucket.
  let ids: String
  let fences: [Int]
  /// The folder of the files; it is not encoded.
  var folder = URL(filePath: ".")

  private enum CodingKeys: CodingKey {
    case number, collection, pieces, ids, fences
  }

  struct Piece: Codable, Sendable {
    let day: Day
    /// The name of the file.
    let name: String
    let checksum: String
    let content: String
    let rows: Int
    let origins: [String]
  }

  var idsURL: URL { folder.appending(path: ids) }

  /// The bytes of the entries of some buckets in the file of ids.
  func rangeOfIds(in buckets: Range<Int>) -> Range<Int> {
    IdEntry.bytes(of: fences[buckets.lowerBound]..<fences[buckets.upperBound])
  }

  func url(_ piece: Piece) -> URL { folder.appending(path: piece.name) }
}

extension Ledger {
  /// The paths of its files and of others, in the order of their bytes.
  fileprivate func paths(with read: [String]) -> [String] {
    Set((read + sources.map(\.path)).map { ExactText($0) }).sorted().map(\.text)
  }

  /// The newest day of each collection.
  package var newestDays: [EventCollection: FindieDomain.Day] {
    Dictionary(days.map { ($0.collection, $0.day) }, uniquingKeysWith: max)
  }
}

/// Rebuilds the files of the days that staged events, retracted files and duplicates change.
struct DayRebuild {
  private let collection: EventCollection
  private let history: History
  private let staging: Staging
  private let retracted: Set<ExactText>
  private let dropped: [FoundDuplicates.Piece: [UInt32]]
  private let pieces: [Day: [(run: StagedRun, piece: StagedRun.Piece)]]
  private let existing: [Day: Ledger.Day]
  /// The days that change, in order.
  let days: [Day]

  /// A day's new file, in the staging.
  struct RebuiltDay: Sendable {
    let entry: Ledger.Day
    let url: URL
  }

  init(
    _ collection: EventCollection, in history: History, _ ledger: Ledger, staging: Staging,
    retracted: Set<ExactText>, _ dropped: [FoundDuplicates.Piece: [UInt32]]
  ) {
    self.collection = collection
    self.history = history
    self.staging = staging
    self.retracted = retracted
    self.dropped = dropped
    var pieces: [Day: [(run: StagedRun, piece: StagedRun.Piece)]] = [:]
    for run in staging.runs where run.collection == collection {
      for piece in run.pieces { pieces[piece.day, default: []].append((run, piece)) }
    }
    self.pieces = pieces
    existing = ledger.daysByDate(of: collection)
    var touched = Set(pieces.keys).union(dropped.keys.map(\.day))
    for (day, entry) in existing
    where entry.origins.contains(where: { retracted.contains(ExactText($0)) }) {
      touched.insert(day)
    }
    days = touched.sorted()
  }

  /// The file of each of `days`; nil if the day has no events any more.
  func rebuild(workers: Workers) throws -> [RebuiltDay?] {
    try workers.map(days.count) { try rebuild(days[$0]) }
  }

  /// The number of a day's events, with duplicates.
  func rows(of day: Day) -> Int {
    (existing[day]?.rows ?? 0) + (pieces[day] ?? []).reduce(0) { $0 + $1.piece.rows }
  }

  /// The files of a day's events.
  func files(of day: Day) -> [URL] {
    (existing[day].map { [history.url($0)] } ?? [])
      + (pieces[day] ?? []).map { $0.run.url($0.piece) }
  }

  func rebuild(_ day: Day) throws -> RebuiltDay? {
    let pieces = pieces[day] ?? []
    if existing[day] == nil, pieces.count == 1,
      dropped[.init(run: pieces[0].run.number, day: day)] == nil
    {
      let (run, piece) = pieces[0]
      return RebuiltDay(
        entry: Ledger.Day(
          collection: collection, day: day, rows: piece.rows, checksum: piece.checksum,
          content: piece.content, origins: piece.origins), url: run.url(piece))
    }
    var sources: [MergedRows.Piece] = []
    if let entry = existing[day] {
      let url = history.url(entry)
      sources.append(
        try History.naming(url) { try source(history.file(of: entry), .init(run: nil, day: day)) })
    }
    for (run, piece) in pieces {
      do {
        sources.append(
          try source(
            PartitionFile(run.url(piece)), FoundDuplicates.Piece(run: run.number, day: day)))
      } catch let damage as HistoryDamage {
        throw History.Failure.damagedStaging(path: run.url(piece).path, reason: "\(damage)")
      }
    }
    let url = staging.url("\(collection.rawValue)-\(day)")
    guard let written = try write(day, sources, to: url) else { return nil }
    try staging.didWrite(url, bytes: written.bytes)
    return RebuiltDay(
      entry: Ledger.Day(
        collection: collection, day: day, rows: written.rows, checksum: written.checksum,
        content: written.content, origins: written.origins), url: url)
  }

  /// Writes the rows of some files to one; nil if there are none.
  ///
  /// - Throws: `History.Failure.damagedFile`, `FileFailure`.
  private func write(
    _ day: Day, _ sources: [MergedRows.Piece], to url: URL
  ) throws -> WrittenDay? {
    do {
      let rows = try MergedRows(collection, day, sources)
      return rows.count > 0 ? try Partition.write(rows, to: url) : nil
    } catch HistoryDamage.repeatedId {
      throw History.Failure.damagedIndex(
        path: history.idFolder.path, reason: "it lacks ids of \(day)")
    } catch let damage as HistoryDamage {
      // The columns of all files are read together. The check of each finds the damaged one.
      if let entry = existing[day] {
        try History.naming(history.url(entry)) { try history.file(of: entry).check() }
      }
      // Else it is a piece that this run wrote.
      throw History.Failure.damagedStaging(path: staging.folder.path, reason: "\(damage)")
    }
  }

  private func source(
    _ file: PartitionFile, _ key: FoundDuplicates.Piece
  ) throws -> MergedRows.Piece {
    try MergedRows.Piece(file, dropped: dropped[key]?.sorted() ?? []) {
      key.run == nil && retracted.contains(ExactText($0))
    }
  }
}
