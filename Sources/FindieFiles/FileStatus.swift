package import Foundation
import Glibc

/// The file system's status of a path or an open file.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Sendable {
    case file, folder, link, other
  }

  package let kind: Kind
  /// In bytes.
  package let size: Int64
  /// When it was last written, in nanoseconds since 1970 by the clock of the disk.
  package let modifiedNanoseconds: Int64
  /// Identifies a file independent of its names.
  package let identity: [UInt64]

  /// Nil if there is nothing, or a broken link; links are followed.
  package init?(_ url: URL) {
    var status = stat()
    // The call fills the struct it is given.
    guard unsafe stat(url.path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The status of a link itself, or of whatever else is at `url`.
  package init?(ofItself url: URL) {
    var status = stat()
    // The call fills the struct it is given.
    guard unsafe lstat(url.path, &status) == 0 else { return nil }
    self.init(status)
  }

  package init?(descriptor: Int32) {
    var status = stat()
    // The call fills the struct it is given.
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    size = Int64(status.st_size)
    modifiedNanoseconds =
      Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
  }
}

extension DurableFile {
  /// The permissions of a file; nil if there is none.
  static func mode(of url: URL) -> mode_t? {
    var status = stat()
    // The call fills the struct it is given.
    return unsafe stat(url.path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// Whether a folder is at `url`, and not a link to one.
  package static func isFolderItself(_ url: URL) -> Bool {
    FileStatus(ofItself: url)?.kind == .folder
  }

  /// Whether `url` is a symbolic link to a regular file, or a broken link.
  package static func isLinkToFile(_ url: URL) -> Bool {
    FileStatus(ofItself: url)?.kind == .link && FileStatus(url)?.kind ?? .file == .file
  }

  /// The device number of `url`, or of the nearest existing folder above it.
  package static func disk(near url: URL) -> UInt64? {
    FileStatus(existing(near: url))?.identity[0]
  }

  /// `url`, or the nearest existing folder above it.
  static func existing(near url: URL) -> URL {
    var folder = url.standardizedFileURL
    while !exists(folder), folder.pathComponents.count > 1 { folder.deleteLastPathComponent() }
    return folder
  }

  /// The error number for an open file that is not a regular one; nil for a regular one.
  package static func notRegular(_ descriptor: CInt) -> Int32? {
    switch FileStatus(descriptor: descriptor)?.kind {
    case .file: nil
    case .folder: EISDIR
    case .link, .other: FileFailure.special
    case nil: errno
    }
  }
}
