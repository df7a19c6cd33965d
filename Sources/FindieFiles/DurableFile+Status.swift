package import Foundation
import Glibc

/// The identity of a file, independent of its names.
package struct FileIdentity: Hashable, Sendable {
  let disk: UInt64
  let number: UInt64
}

extension DurableFile {
  /// An entry of a folder.
  package struct Entry: Sendable {
    package let url: URL
    /// False for a link to a folder.
    package let isFolder: Bool
    /// In bytes; 0 for a folder.
    package let size: Int
  }

  /// The identity of a file; nil if there is none. Links are followed.
  package static func identity(of url: URL) -> FileIdentity? {
    status(of: url).map {
      FileIdentity(disk: UInt64($0.st_dev), number: UInt64($0.st_ino))
    }
  }

  /// The status of the file at `url`; nil if there is none. Links are followed.
  static func status(of url: URL) -> stat? {
    var status = stat()
    // The call fills the struct it is given.
    return unsafe stat(url.path, &status) == 0 ? status : nil
  }

  /// When a file was last written, in nanoseconds since 1970 by the clock of the disk; nil if there is none.
  package static func modified(_ url: URL) -> Int64? {
    status(of: url).map {
      Int64($0.st_mtim.tv_sec) * 1_000_000_000 + Int64($0.st_mtim.tv_nsec)
    }
  }

  /// Whether `url` is a symbolic link to a file or to nothing, and not to a pipe or a device.
  package static func isLinkToFile(_ url: URL) -> Bool {
    var link = stat()
    // The call fills the struct it is given.
    guard unsafe lstat(url.path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK else { return false }
    return status(of: url).map { $0.st_mode & S_IFMT == S_IFREG } ?? true
  }

  /// All entries of a folder by name, hidden ones too. Entries that are removed during the call are left out.
  package static func entries(of folder: URL) throws(FileFailure) -> [Entry] {
    try list(folder).sortedByBytes.compactMap { entry(at: folder.appending(path: $0)) }
  }

  private static func entry(at url: URL) -> Entry? {
    var status = stat()
    // The call fills the struct it is given.
    guard unsafe lstat(url.path, &status) == 0 else { return nil }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    return Entry(url: url, isFolder: isFolder, size: isFolder ? 0 : Int(status.st_size))
  }

  /// The device number of `url`, or of the nearest existing folder above it.
  package static func disk(near url: URL) -> UInt64? {
    var folder = url.standardizedFileURL
    while !exists(folder), folder.pathComponents.count > 1 { folder.deleteLastPathComponent() }
    return status(of: folder).map { UInt64($0.st_dev) }
  }

  /// The size of a file, or of all files below a folder; 0 if there is none.
  package static func size(of url: URL) throws(FileFailure) -> Int {
    guard let entry = entry(at: url) else { return 0 }
    guard entry.isFolder else { return entry.size }
    var sum = 0
    for entry in try entries(of: url) {
      sum += entry.isFolder ? try size(of: entry.url) : entry.size
    }
    return sum
  }
}

extension [String] {
  /// The names in the order of their bytes. `String.<` gives two names no order that differ by the Unicode normal form
  /// only.
  var sortedByBytes: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
