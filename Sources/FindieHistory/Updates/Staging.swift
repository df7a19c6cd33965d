package import FindieDomain
import FindieFiles
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
    let index = paths.indices.partitionPoint { ExactText(paths[$0]) < ExactText(path) }
    precondition(index < paths.count && paths[index] == path, "\(path) is not among the files")
    return UInt32(index)
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
    /// The name of the file.
    let name: String
    /// The entry of the ledger, if the day has no other events.
    let entry: Ledger.Day

    var day: Day { entry.day }
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
