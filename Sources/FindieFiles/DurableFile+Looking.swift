package import Foundation
import Glibc

/// What a file is, whatever its names.
package struct FileIdentity: Hashable, Sendable {
  let disk: UInt64
  let number: UInt64
}

extension DurableFile {
  /// Something in a folder.
  package struct Entry: Sendable {
    package let url: URL
    /// Not where it is a link to one.
    package let isFolder: Bool
    /// In bytes; 0 of a folder.
    package let size: Int
  }

  /// What a file is on its disk; nil where there is none. A link is what it leads to.
  package static func identity(of url: URL) -> FileIdentity? {
    status(of: url).map {
      FileIdentity(disk: UInt64($0.st_dev), number: UInt64($0.st_ino))
    }
  }

  /// What the system says of what lies at `url`; nil where there is nothing. A link is what it leads to.
  static func status(of url: URL) -> stat? {
    var status = stat()
    // The call fills the struct it is given.
    return unsafe stat(url.path, &status) == 0 ? status : nil
  }

  /// All that is in a folder, hidden ones too, by name; what is removed meanwhile is left out.
  package static func entries(of folder: URL) throws(FileFailure) -> [Entry] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    } catch {
      throw FileFailure(.list, folder, code: error.posixCode)
    }
    return names.sorted().compactMap { entry(at: folder.appending(path: $0)) }
  }

  private static func entry(at url: URL) -> Entry? {
    var status = stat()
    // The call fills the struct it is given.
    guard unsafe lstat(url.path, &status) == 0 else { return nil }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    return Entry(url: url, isFolder: isFolder, size: isFolder ? 0 : Int(status.st_size))
  }

  /// The number of the disk of `url`, or of the nearest folder above it that exists.
  package static func disk(near url: URL) -> UInt64? {
    var folder = url.standardizedFileURL
    while !exists(folder), folder.pathComponents.count > 1 { folder.deleteLastPathComponent() }
    return status(of: folder).map { UInt64($0.st_dev) }
  }

  /// The bytes of a file, or of all files below a folder; 0 where there is nothing.
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
