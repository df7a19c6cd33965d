import FindieDomain
import FindieFiles
import Foundation
import Synchronization

/// Where events stand that are read but not yet taken in: pieces of days, sorted, in a folder beside
/// the history that the next staging removes.
///
/// Each has a name of its own: a run whose lock was taken while it slept finds its folder gone, and
/// writes into no other's.
///
/// A class, since the threads that read files fill one staging together.
package final class Staging: Sendable {
  let folder: URL
  /// The history as it stood when the staging was made; nobody else may change it meanwhile.
  let ledger: Ledger
  /// All input files by path, in the order of its bytes; an event's origin is a place here.
  package let paths: [String]
  private let state = Mutex(State())

  private struct State {
    var runs: [StagedRun] = []
    var nextRun = 0
    var duplicates = Duplicates()
    var rows: [UInt32: Int] = [:]
    var late: [UInt32: Int] = [:]
    var writtenBytes = 0
    /// Files on their way to the disk, the oldest first.
    var onTheWay: [URL] = []
  }

  /// Up to so many bytes the system may keep copies of what is staged: most will be read again soon.
  private static let cachedBytes = 64 << 20
  /// So many, that the oldest mostly is on the disk when it is waited for.
  private static let filesOnTheWay = 12

  private static let made = Atomic(0)

  /// No two stagings that are being filled have one name, on whatever host.
  private static var nextName: String {
    let process = ProcessInfo.processInfo
    let number = made.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(process.hostName)-\(process.processIdentifier)-\(number)"
  }

  /// - Parameter read: the paths of the files that are read.
  init(in history: History, read: [String]) throws {
    folder = history.folder.appending(path: "\(History.stagingName)-\(Staging.nextName)")
    ledger = try history.ledger()
    paths = Set((read + ledger.sources.map(\.path)).map { ExactText($0) }).sorted().map(\.text)
    for left in try history.stagings() { try DurableFile.remove(left) }
    // A night that finds nothing new leaves the history's folder untouched.
    if !read.isEmpty { try DurableFile.createFolder(folder) }
  }

  /// The place of a file in `paths`.
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

  /// Notes that a file was written, and has the system forget an older one where much is staged: memory
  /// that is used again is faster than memory that is new, and other programs keep theirs.
  func didWrite(_ url: URL, bytes: Int) throws(FileFailure) {
    let old = state.withLock { state -> URL? in
      state.writtenBytes += bytes
      state.onTheWay.append(url)
      guard state.writtenBytes > Staging.cachedBytes,
        state.onTheWay.count > Staging.filesOnTheWay
      else { return nil }
      return state.onTheWay.removeFirst()
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

  /// Rows of one day with one id, found when the day's pieces were made.
  var duplicates: Duplicates { state.withLock { $0.duplicates } }

  /// How many events each file brought, duplicates among them.
  var rowsByFile: [UInt32: Int] { state.withLock { $0.rows } }

  /// How many of them are of days that the history holds already, duplicates among them.
  var lateByFile: [UInt32: Int] { state.withLock { $0.late } }

  /// The name of a piece, of a run's ids, or of a day that is made of pieces.
  func url(_ name: String) -> URL { folder.appending(path: name) }
}

/// The events that one thread handed over at one time, a piece for each day, and their ids.
struct StagedRun: Sendable {
  let number: Int
  let collection: EventCollection
  let pieces: [Piece]
  /// Entries of the index, by bucket and within it in any order, in a file of their own.
  let ids: URL
  let fences: [Int]

  struct Piece: Sendable {
    let day: Day
    let url: URL
    let checksum: String
    let rows: Int
    let origins: [String]
  }
}
