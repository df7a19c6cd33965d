public import FindieDomain
import Foundation
import GRDB

/// What can go wrong with a store. Every description ends in what to do about it.
public enum StoreFailure: Error, Hashable, Sendable {
  /// No file is there.
  case missing(path: String)
  /// A store of which no night was published yet, asked for a list.
  case unpublished(path: String)
  /// The file or its folder cannot be opened or written by this user.
  case notPermitted(path: String, detail: String)
  /// Another process held the store for longer than we were told to wait.
  case locked(path: String)
  case diskFull(path: String)
  /// The disk failed to take what was written; SQLite does not say whether it was full.
  case cannotWrite(path: String, detail: String)
  /// The file is not a whole SQLite database, or holds what no version of Findie writes.
  case damaged(path: String, detail: String)
  /// A database, but not one of Findie's.
  case foreign(path: String)
  /// The schema is of a later version of Findie.
  case newer(path: String, found: Int, known: Int)
  /// The schema is of an earlier version, and the store was opened only to read.
  case older(path: String, found: Int, known: Int)
  /// A model of another night than the store's, asked for a list.
  case otherNight(path: String, stored: Day, model: Day)
  /// Anything else that SQLite says, by its extended result code.
  case failed(path: String, code: Int32, detail: String)
}

extension StoreFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let path):
      "there is no store at \(path). Check the path; `findie run nightly` makes one."
    case .unpublished(let path):
      "no night was published into \(path) yet. Run `findie run nightly` first."
    case .notPermitted(let path, let detail):
      "cannot open or write \(path): \(detail). "
        + "Make its folder and give this user the right to write there, or name another place."
    case .locked(let path):
      "\(path) is in use by another process. Let that one end, then run the same command again."
    case .diskFull(let path):
      "the disk of \(path) is full; the store keeps what it held before. "
        + "Free some space on that disk, then run the same command again."
    case .cannotWrite(let path, let detail):
      "cannot write \(path): \(detail); the store keeps what it held before. "
        + "Check that disk and free some space on it, then run the same command again."
    case .damaged(let path, let detail):
      "\(path) is damaged: \(detail). Move it away with the -wal and -shm files beside it, then "
        + "put the findie.sqlite of a published night in its place, or let "
        + "`findie run nightly` make it again from the input."
    case .foreign(let path):
      "\(path) is a database, but not one of Findie's. Name another file."
    case .newer(let path, let found, let known):
      "\(path) has schema \(found), and this findie knows up to \(known). "
        + "Use the newer findie that wrote it."
    case .older(let path, let found, let known):
      "\(path) has schema \(found), and this findie reads \(known). "
        + "Publish a night again with this findie."
    case .otherNight(let path, let stored, let model):
      "\(path) is of the night of \(stored), the model that is to make a list of that of \(model). "
        + "Open both again from one folder of published nights."
    case .failed(let path, let code, let detail):
      "SQLite refused a request on \(path), code \(code): \(detail). "
        + "Check the disk, then run the same command again; if it stays, report it."
    }
  }
}

extension StoreFailure {
  /// Whether it says something of the file, and not of who looks at it or of the disk.
  package var isOfTheFile: Bool {
    switch self {
    case .notPermitted, .locked, .diskFull, .cannotWrite: false
    case .missing, .unpublished, .damaged, .foreign, .newer, .older, .otherNight, .failed: true
    }
  }

  /// The same of a store at another path, whose copy it was found in.
  package func naming(_ path: String) -> StoreFailure {
    switch self {
    case .missing: .missing(path: path)
    case .unpublished: .unpublished(path: path)
    case .notPermitted(_, let detail): .notPermitted(path: path, detail: detail)
    case .locked: .locked(path: path)
    case .diskFull: .diskFull(path: path)
    case .cannotWrite(_, let detail): .cannotWrite(path: path, detail: detail)
    case .damaged(_, let detail): .damaged(path: path, detail: detail)
    case .foreign: .foreign(path: path)
    case .newer(_, let found, let known): .newer(path: path, found: found, known: known)
    case .older(_, let found, let known): .older(path: path, found: found, known: known)
    case .otherNight(_, let stored, let model):
      .otherNight(path: path, stored: stored, model: model)
    case .failed(_, let code, let detail): .failed(path: path, code: code, detail: detail)
    }
  }
}

extension StoreFailure {
  /// `error` as a failure of the store at `path`, or nil where it is not the database's.
  init?(_ error: any Error, path: String) {
    if let failure = error as? StoreFailure {
      self = failure
      return
    }
    guard let error = error as? DatabaseError else { return nil }
    let detail = error.message ?? "no more is known"
    switch error.resultCode {
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path, detail: detail)
    // The -shm file of a WAL could not grow.
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      self = .diskFull(path: path)
    case .SQLITE_IOERR where StoreFailure.writing.contains(error.extendedResultCode):
      self = .cannotWrite(path: path, detail: detail)
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHORT_READ:
      self = .damaged(path: path, detail: detail)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
      self = .notPermitted(path: path, detail: detail)
    default:
      self = .failed(path: path, code: error.extendedResultCode.rawValue, detail: detail)
    }
  }

  /// What a write, and what brings it to the disk, can end in.
  private static let writing: [ResultCode] = [
    .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
    .SQLITE_IOERR_DELETE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMMAP,
  ]
}
