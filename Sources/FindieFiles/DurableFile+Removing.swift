package import Foundation
import Glibc

// The rule for every removal: the program removes only what it made. A file's name says whether it
// did, so a removal takes one file or a test of names. A symbolic link below a folder is removed or
// left, never followed.

extension DurableFile {
  /// Removes a file, an empty folder, or a symbolic link but not its target; no error if there is
  /// nothing at `url`.
  ///
  /// - Throws: also if it is a folder with content.
  package static func remove(_ url: URL) throws(FileFailure) {
    if unsafe unlink(url.path) == 0 || errno == ENOENT || errno == ENOTDIR { return }
    guard errno == EISDIR || errno == EPERM else { throw FileFailure(last: .remove, url) }
    let code = errno
    if unsafe rmdir(url.path) == 0 || errno == ENOENT { return }
    throw FileFailure(.remove, url, code: errno == ENOTDIR ? code : errno)
  }

  /// Removes the files below a folder for which `isOwn` is true, then the empty folders. Other
  /// files stay, and a link to a folder is not followed.
  ///
  /// - Parameter isOwn: whether the program made the file at a path relative to `folder`.
  package static func removeFiles(
    in folder: URL, where isOwn: (_ path: String) -> Bool
  ) throws(FileFailure) {
    guard isFolderItself(folder) else { return }
    for entry in try entries(of: folder) where entry.isFolder {
      let name = entry.url.lastPathComponent
      try removeFiles(in: entry.url) { isOwn("\(name)/\($0)") }
    }
    for entry in try entries(of: folder)
    where !entry.isFolder && isOwn(entry.url.lastPathComponent) {
      try remove(entry.url)
    }
    if unsafe rmdir(folder.path) == 0 || [ENOTEMPTY, EEXIST, ENOENT].contains(errno) { return }
    throw FileFailure(last: .remove, folder)
  }

  /// Removes a folder and its content. For temporary folders with the program's own names, to which
  /// nothing else writes.
  package static func removeTemporary(_ folder: URL) throws(FileFailure) {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      guard exists(folder) else { return }
      throw FileFailure(.remove, folder, code: error.posixCode)
    }
  }

  /// Removes the files below a folder for which `isOwn` is true, so that a reader sees all or none.
  /// An interrupted removal leaves them under a hidden name. Other files stay in the folder.
  package static func removeWhole(
    _ folder: URL, where isOwn: (_ path: String) -> Bool
  ) throws(FileFailure) {
    guard isFolderItself(folder) else { return }
    let parent = folder.deletingLastPathComponent()
    if try otherFiles(than: isOwn, in: folder).isEmpty {
      let old = parent.appending(path: ".\(folder.lastPathComponent).old")
      try removeTemporary(old)
      try move(folder, to: old)
      return try removeTemporary(old)
    }
    let partial = parent.appending(path: ".\(folder.lastPathComponent).partial")
    try removeTemporary(partial)
    try createFolder(partial)
    try replaceFolder(folder, with: partial, where: isOwn)
  }

  /// Links or copies the files of a folder that the program did not make into `other`, unless it
  /// has files with those names.
  static func keepOtherFiles(
    of folder: URL, in other: URL, where isOwn: (_ path: String) -> Bool
  ) throws(FileFailure) {
    for path in try otherFiles(than: isOwn, in: folder) {
      let url = other.appending(path: path)
      if FileStatus(ofItself: url) != nil { continue }
      try createFolder(url.deletingLastPathComponent())
      try linkOrCopy(folder.appending(path: path), to: url)
    }
  }

  /// The paths of all files and links below a folder for which `isOwn` is false, hidden ones too.
  package static func otherFiles(
    than isOwn: (_ path: String) -> Bool, in folder: URL
  ) throws(FileFailure) -> [String] {
    guard isFolderItself(folder) else { return [] }
    return try files(below: folder).filter { !isOwn($0) }
  }

  /// The paths of all files and links below a folder, hidden ones too, sorted.
  package static func files(below folder: URL) throws(FileFailure) -> [String] {
    var paths: [String] = []
    for entry in try entries(of: folder) {
      let name = entry.url.lastPathComponent
      if entry.isFolder {
        paths += try files(below: entry.url).map { "\(name)/\($0)" }
      } else {
        paths.append(name)
      }
    }
    return paths.sortedByBytes
  }
}
