import Glibc

/// What the file system says of a path, links followed.
package struct FileStatus {
  package enum Kind {
    case file, folder, other
  }

  package let kind: Kind
  package let size: Int64
  package let modifiedNanoseconds: Int64
  /// Names a folder even where links lead to it by several paths.
  package let identity: [UInt64]

  /// Nil where there is nothing, or a link that leads nowhere.
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

  /// The system's error numbers for what is not there, and for what may not be read.
  static let missing = ENOENT
  static let forbidden = EACCES

  /// Whether this user may read the path.
  static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }
}
