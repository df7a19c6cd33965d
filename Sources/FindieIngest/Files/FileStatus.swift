import Glibc

/// The file system's status of a path; links are followed.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Sendable {
    case file, folder, other
  }

  package let kind: Kind
  package let size: Int64
  package let modifiedNanoseconds: Int64
  /// Identifies a file independent of its names.
  package let identity: [UInt64]

  /// Nil if there is no file, or a broken link.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    size = Int64(status.st_size)
    modifiedNanoseconds =
      Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// The system's error number for a missing file.
  static let missing = ENOENT

  /// Whether the path is a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    // The call fills the struct it is given.
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The absolute path without symbolic links; nil if nothing is there.
  static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    // The text is copied before its memory is freed.
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Why this user may not read the path, an error number of the system; nil if nothing forbids it.
  static func faultOfReading(_ path: String) -> Int32? {
    unsafe access(path, R_OK) == 0 ? nil : errno
  }
}
