package import Foundation
import Glibc

/// The temporary file of an atomic write, `.name.partial` beside the file `name`.
///
/// It is locked with flock(2), so that of several processes and threads that write one file, one at a time does. Its
/// name is fixed: the next write uses what a killed process left. Not copyable, since it owns a descriptor.
struct PartialFile: ~Copyable {
  let url: URL
  /// Of an empty file.
  let descriptor: CInt

  /// Another process may have renamed or removed a file before it is locked. Then there is a new one.
  private static let attempts = 10_000

  /// Waits until no other process writes `url`.
  init(of url: URL, _ access: FileAccess) throws(FileFailure) {
    self.url = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).partial")
    try DurableFile.createFolder(url.deletingLastPathComponent())
    descriptor = try PartialFile.lock(self.url, access)
  }

  /// Opens and empties the file, and locks it.
  private static func lock(_ url: URL, _ access: FileAccess) throws(FileFailure) -> CInt {
    for _ in 0..<attempts {
      let descriptor = access.open(url.path, 0)
      guard descriptor >= 0 else { throw FileFailure(last: .create, url) }
      // On a disk without locks, only one process may write a file.
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      if isFile(descriptor, at: url) {
        if ftruncate(descriptor, 0) == 0 { return descriptor }
        let failure = FileFailure(last: .write, url)
        close(descriptor)
        throw failure
      }
      close(descriptor)
    }
    throw FileFailure(.create, url, code: EBUSY)
  }

  deinit { close(descriptor) }

  private static func isFile(_ descriptor: CInt, at url: URL) -> Bool {
    var opened = stat()
    // The call fills the struct it is given.
    guard unsafe fstat(descriptor, &opened) == 0, let named = DurableFile.status(of: url) else {
      return false
    }
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// Renames the file, which was written, to the one that it replaces.
  func replace(_ file: URL) throws(FileFailure) {
    guard fsync(descriptor) == 0 else { throw FileFailure(last: .sync, url) }
    try DurableFile.rename(url, to: file)
  }

  func remove() { unsafe unlink(url.path) }

  /// Whether a process is writing the partial file at `url`.
  static func isLocked(_ url: URL) -> Bool {
    let descriptor = unsafe open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}

extension DurableFile {
  /// Replaces a file by what `body` makes of its bytes, which are nil if there is no file. Of several processes that
  /// call this for one file, one at a time does, so that no change is lost.
  ///
  /// - Parameter body: returns nil to leave the file as it is.
  /// - Throws: `FileFailure`, and what `body` throws.
  package static func update(
    _ url: URL, access: FileAccess = .shared, _ body: ([UInt8]?) throws -> [UInt8]?
  ) throws {
    let partial = try PartialFile(of: url, access)
    do {
      guard let bytes = try body(exists(url) ? read(url) : nil) else { return partial.remove() }
      // Bytes have no padding.
      try writeAll(unsafe bytes.span.bytes, to: partial.descriptor, of: partial.url)
      try partial.replace(url)
    } catch {
      partial.remove()
      throw error
    }
  }

  /// Whether a process is writing the temporary file at `url`, to replace another file with it.
  package static func isBeingWritten(_ url: URL) -> Bool { PartialFile.isLocked(url) }
}
