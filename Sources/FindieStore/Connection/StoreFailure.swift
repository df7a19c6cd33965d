import Foundation
import GRDB
import Glibc

/// An error of a store. Its description ends with what to do about it.
public enum StoreFailure: Error, Hashable, Sendable {
  /// The file does not exist.
  case missing(path: String)
  /// The store contains no lists, since no night was published into it.
  case unpublished(path: String)
  /// An earlier version of Findie wrote the store, without an index of games.
  case notSearchable(path: String)
  /// This user cannot open or write the file or its folder.
  case notPermitted(path: String, detail: String)
  /// Another process held the store for longer than the lock timeout.
  case locked(path: String)
  /// There is no space left on the disk.
  case diskFull(path: String)
  /// A write failed. SQLite does not report whether the disk is full.
  case cannotWrite(path: String, detail: String)
  /// The file is not a complete SQLite database, or contains invalid values.
  case damaged(path: String, detail: String)
  /// The file is a database of another program.
  case foreign(path: String)
  /// The store has another format than this version of Findie supports.
  case otherFormat(path: String, found: Int, supported: Int)
  /// Any other error of SQLite, with its extended result code.
  case failed(path: String, code: Int32, detail: String)
}

extension StoreFailure: CustomStringConvertible {
  /// What happened, to which file, and what to do about it.
  public var description: String {
    switch self {
    case .missing(let path):
      "there is no store at \(path). Check the path, or run a night to create one."
    case .unpublished(let path):
      "\(path) contains no published night. Run a night first."
    case .notSearchable(let path):
      "\(path) was published by an earlier version of findie, which made no index of games. "
        + "Search again after the next night."
    case .notPermitted(let path, let detail):
      "cannot open or write \(path): \(detail). "
        + "Create its folder and give this user write access, or choose another path."
    case .locked(let path):
      "\(path) is in use by another process. Wait until it ends, then run the command again."
    case .diskFull(let path):
      "the disk of \(path) is full; the store is unchanged. "
        + "Free some space on that disk, then run the command again."
    case .cannotWrite(let path, let detail):
      "cannot write \(path): \(detail); the store is unchanged. "
        + "Check that disk and its free space, then run the command again."
    case .damaged(let path, let detail):
      "\(path) is damaged: \(detail). Move it away together with its -wal and -shm files. Then "
        + "copy the findie.sqlite of a published night to its place, or let the next night rebuild "
        + "it from the input."
    case .foreign(let path):
      "\(path) is a database of another program. Choose another path."
    case .otherFormat(let path, let found, let supported):
      "\(path) has format \(found), but this findie supports only format \(supported). "
        + "Use the findie that wrote it, or move the file away and let the next night "
        + "rebuild it from the input."
    case .failed(let path, let code, let detail):
      "SQLite error \(code) on \(path): \(detail). "
        + "Check the disk, then run the command again. If the error persists, report it."
    }
  }
}

extension StoreFailure {
  /// Whether the cause is the file itself, and not permissions, other processes or the disk.
  package var concernsFile: Bool {
    switch self {
    case .notPermitted, .locked, .diskFull, .cannotWrite: false
    case .missing, .unpublished, .notSearchable, .damaged, .foreign, .otherFormat, .failed: true
    }
  }

  /// Whether a write failed.
  var isOfWriting: Bool {
    switch self {
    case .diskFull, .cannotWrite: true
    default: false
    }
  }

  /// The same error with another path, for errors of a copy of that file.
  package func replacing(path: String) -> StoreFailure {
    switch self {
    case .missing: .missing(path: path)
    case .unpublished: .unpublished(path: path)
    case .notSearchable: .notSearchable(path: path)
    case .notPermitted(_, let detail): .notPermitted(path: path, detail: detail)
    case .locked: .locked(path: path)
    case .diskFull: .diskFull(path: path)
    case .cannotWrite(_, let detail): .cannotWrite(path: path, detail: detail)
    case .damaged(_, let detail): .damaged(path: path, detail: detail)
    case .foreign: .foreign(path: path)
    case .otherFormat(_, let found, let supported):
      .otherFormat(path: path, found: found, supported: supported)
    case .failed(_, let code, let detail): .failed(path: path, code: code, detail: detail)
    }
  }
}

extension StoreFailure {
  /// The failure of the store at `path` for an error. Nil if it is not an error of the database.
  init?(_ error: any Error, path: String) {
    if let failure = error as? StoreFailure {
      self = failure
      return
    }
    guard let error = error as? DatabaseError else { return nil }
    let detail = error.message ?? "no details"
    switch error.resultCode {
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path, detail: detail)
    // The -shm file of a WAL could not grow.
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      self = .diskFull(path: path)
    case .SQLITE_IOERR where Self.writeErrors.contains(error.extendedResultCode):
      self = .cannotWrite(path: path, detail: detail)
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHORT_READ:
      self = .damaged(path: path, detail: detail)
    case .SQLITE_CANTOPEN where Self.areTooManyFilesOpen:
      self = .failed(
        path: path, code: error.extendedResultCode.rawValue,
        detail: "too many files are open. Raise their limit (`ulimit -n`, LimitNOFILE of systemd)")
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
      self = .notPermitted(path: path, detail: detail)
    default:
      self = .failed(path: path, code: error.extendedResultCode.rawValue, detail: detail)
    }
  }

  /// Whether the process may not open as many files as a store needs. SQLite does not report why it
  /// cannot open one.
  private static var areTooManyFilesOpen: Bool {
    // The store, its WAL, the index of the WAL, and its folder.
    let descriptors = (0..<4).map { _ in unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }
    return descriptors.contains { $0 < 0 }
  }

  /// The result codes of writing and synchronizing.
  private static let writeErrors: [ResultCode] = [
    .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
    .SQLITE_IOERR_DELETE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMMAP,
  ]
}
