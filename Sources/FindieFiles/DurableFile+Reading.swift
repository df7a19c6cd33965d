package import Foundation
import Glibc
import Synchronization

extension DurableFile {
  /// All bytes of a regular file. It never waits: a pipe or a device under a file's name is an
  /// error.
  ///
  /// - Parameter limit: the maximum number of bytes that are read; nil for all.
  package static func read(_ url: URL, limit: Int? = nil) throws(FileFailure) -> [UInt8] {
    try read(open(reading: url), of: url, limit)
  }

  /// All bytes at a path that a user named: of a file, or of a pipe, waiting for its end.
  ///
  /// - Parameter limit: the maximum number of bytes that are read; nil for all.
  package static func receive(_ url: URL, limit: Int? = nil) throws(FileFailure) -> [UInt8] {
    let descriptor = unsafe Glibc.open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(last: .read, url) }
    return try read(descriptor, of: url, limit)
  }

  /// Reads a descriptor to its end, and closes it.
  private static func read(
    _ descriptor: CInt, of url: URL, _ limit: Int?
  ) throws(FileFailure) -> [UInt8] {
    defer { close(descriptor) }
    // One extra byte shows where the file ends.
    let size = FileStatus(descriptor: descriptor).map { Int($0.size) + 1 } ?? 0
    var bytes: [UInt8] = []
    var filled = 0
    while filled < limit ?? .max {
      if filled == bytes.count {
        let more = filled == 0 ? max(size, 1 << 14) : filled
        bytes += [UInt8](repeating: 0, count: more)
      }
      let count = min(bytes.count, limit ?? .max) - filled
      // The bytes are read between `filled` and the array's end.
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress.unsafelyUnwrapped + filled, count)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw FileFailure(last: .read, url) }
      if read == 0 { break }
      filled += read
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Opens a regular file to read it, without waiting.
  ///
  /// - Throws: also if it is a folder, a pipe, a socket or a device.
  static func open(reading url: URL) throws(FileFailure) -> CInt {
    // Without O_NONBLOCK, the call waits until another process writes to a pipe.
    let descriptor = unsafe Glibc.open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileFailure(last: .read, url) }
    if let code = notRegular(descriptor) {
      close(descriptor)
      throw FileFailure(.read, url, code: code)
    }
    return descriptor
  }

  /// The names of all entries of a folder, in any order. Invalid UTF-8 in them is replaced by
  /// U+FFFD.
  package static func list(_ folder: URL) throws(FileFailure) -> [String] {
    guard let stream = unsafe opendir(folder.path) else {
      throw FileFailure(last: .list, folder)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw FileFailure(last: .list, folder) }
        return names
      }
      // The name ends with a zero byte inside the entry, which is valid until the next call.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe String(
          cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }
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

  /// All entries of a folder by name, hidden ones too. Entries that are removed during the call are
  /// left out.
  package static func entries(of folder: URL) throws(FileFailure) -> [Entry] {
    try list(folder).sortedByBytes.compactMap { entry(at: folder.appending(path: $0)) }
  }

  private static func entry(at url: URL) -> Entry? {
    FileStatus(ofItself: url).map { status in
      let isFolder = status.kind == .folder
      return Entry(url: url, isFolder: isFolder, size: isFolder ? 0 : Int(status.size))
    }
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
  /// The names sorted by bytes. `String.<` does not order two names that differ only in their
  /// Unicode normal form.
  var sortedByBytes: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension DurableFile {
  /// Creates an empty file. If several processes call this for the same path, one succeeds.
  ///
  /// - Returns: false if something has that name already.
  package static func createNew(
    _ url: URL, access: FileAccess = .shared
  ) throws(FileFailure) -> Bool {
    let folder = url.deletingLastPathComponent()
    try createFolder(folder)
    let descriptor = access.open(url.path, O_EXCL)
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw FileFailure(last: .create, url)
    }
    close(descriptor)
    try syncFolder(folder)
    return true
  }
}

extension DurableFile {
  private static let temporaryFolders = Mutex<Set<URL>>([])

  /// Passes a new folder in the system's temporary folder to `body`, then removes it. Only its
  /// owner may read it.
  package static func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let parent = FileManager.default.temporaryDirectory
    var number = ProcessInfo.processInfo.processIdentifier
    while try !createNewFolder(parent.appending(path: "findie-\(number)")) { number += 1 }
    let folder = parent.appending(path: "findie-\(number)")
    temporaryFolders.withLock { _ = $0.insert(folder) }
    defer { temporaryFolders.withLock { _ = $0.remove(folder) } }
    let result = Swift.Result { try body(folder) }
    try removeTemporary(folder)
    return try result.get()
  }

  /// Removes the folders of all running calls of `withTemporaryFolder`: before the process ends
  /// without their return.
  package static func removeTemporaryFolders() {
    for folder in temporaryFolders.withLock({ $0 }) {
      // Another thread may be adding a file.
      for _ in 0..<100 where isFolderItself(folder) { _ = Result { try removeTemporary(folder) } }
    }
  }
}

extension DurableFile {
  /// Overwrites the content of an open file with `bytes` and syncs it. An interrupted write leaves
  /// a mix of old and new: use it only for a file that must keep its identity.
  package static func rewrite(
    _ descriptor: Int32, of url: URL, _ bytes: [UInt8]
  ) throws(FileFailure) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileFailure(last: .write, url) }
    // Bytes have no padding.
    try writeAll(unsafe bytes.span.bytes, to: descriptor, of: url)
    guard ftruncate(descriptor, off_t(bytes.count)) == 0 else {
      throw FileFailure(last: .write, url)
    }
    guard fsync(descriptor) == 0 else { throw FileFailure(last: .sync, url) }
  }

  /// Removes a temporary file or folder that a killed process left. A file that is being written
  /// stays.
  package static func removeLeftover(_ partial: URL) throws(FileFailure) {
    let descriptor = unsafe Glibc.open(partial.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    // The lock is held until it is removed, so that nobody uses it until then.
    if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return }
    try removeTemporary(partial)
  }
}
