package import Foundation
import Glibc

/// A failed call of the file system: the operation, the path, the reason and the remedy.
package struct FileFailure: Error, CustomStringConvertible {
  package enum Operation: String, Sendable {
    case create, write, sync, rename, read, list, remove, link
  }

  package let operation: Operation
  package let path: String
  /// The system's error number.
  package let code: Int32

  package init(_ operation: Operation, _ url: URL, code: Int32) {
    self.operation = operation
    self.path = url.path
    self.code = code
  }

  /// The failure of a call that has just returned an error.
  init(last operation: Operation, _ url: URL) {
    self.init(operation, url, code: errno)
  }

  /// The system's error number for a symbolic link that is not followed.
  package static let link = ELOOP

  /// The error number for a pipe, a socket or a device where a file is expected: the one that
  /// open(2) returns for a socket.
  package static let special = ENXIO

  /// A file does not exist.
  package init(missing url: URL) { self.init(.read, url, code: ENOENT) }

  package var isMissing: Bool { code == ENOENT }

  /// Whether it is a folder, a pipe, a socket or a device.
  package var isNoFile: Bool { code == EISDIR || code == Self.special }

  /// Whether writing there is forbidden to this user or to everyone.
  package var isForbidden: Bool { [EACCES, EPERM, EROFS].contains(code) }

  package var description: String { "cannot \(operation.rawValue) \(path): \(reason). \(remedy)" }

  /// The system's message, such as `No such file or directory`.
  package var reason: String { Self.reason(of: code) }

  /// The system's message for an error number.
  package static func reason(of code: Int32) -> String {
    // The text is copied before any other call can change it.
    code == special ? "It is a pipe, a socket or a device" : unsafe String(cString: strerror(code))
  }

  private var remedy: String {
    if let remedy = Self.remedyOfLimit(code) { return remedy }
    return switch code {
    case ENOSPC, EDQUOT: "Free some space on that disk, then run the same command again."
    case EACCES, EPERM, EROFS: "Give this user the permission, or choose another path."
    case ENOENT: "Check the path."
    case ELOOP: "It is a symbolic link. Remove it, or name the file that it points to."
    case EISDIR, ENOTDIR, Self.special: "Move it away, then run the same command again."
    case ENOTEMPTY, EEXIST:
      "It has files that findie did not write. Move them to another folder, then run the same "
        + "command again."
    default: "Check the disk and the path, then run the same command again."
    }
  }

  /// The remedy if a limit of the process was reached; nil for other errors.
  package static func remedyOfLimit(_ code: Int32) -> String? {
    switch code {
    case EMFILE: "Raise the limit of open files (`ulimit -n`, LimitNOFILE of systemd)."
    case ENFILE: "Raise the system's limit of open files (`sysctl fs.file-max`)."
    case ENOMEM: "Raise the limit of memory (`ulimit -v`, MemoryMax of systemd)."
    case EFBIG: "Raise the limit of a file's size (`ulimit -f`, LimitFSIZE of systemd)."
    default: nil
    }
  }
}
