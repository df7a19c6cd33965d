package import Foundation
import Glibc

/// The temporary file of an atomic write, `.name.partial` beside the file `name`.
///
/// It is locked with flock(2), so that only one process or thread at a time writes a file. Its name
/// is fixed: the next write reuses what a killed process left.
///
/// Not copyable, since it owns a descriptor.
struct PartialFile: ~Copyable {
  let url: URL
  /// Of an empty file.
  let descriptor: CInt
  /// Of the file that it replaces, which may be more private than a new one; nil if there is none.
  private let mode: mode_t?

  /// The maximum number of tries: another process may rename or remove the file before it is
  /// locked, and then a new one is opened.
  private static let attempts = 10_000

  /// Waits until no other process writes `url`.
  init(of url: URL, _ access: FileAccess) throws(FileFailure) {
    self.url = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).partial")
    try DurableFile.createFolder(url.deletingLastPathComponent())
    descriptor = try Self.lock(self.url, access)
    mode =
      access == .shared ? DurableFile.mode(of: url) : nil
    // The next write must be able to open what a killed process leaves.
    if let mode { fchmod(descriptor, mode | S_IWUSR) }
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
    guard let opened = FileStatus(descriptor: descriptor) else { return false }
    return opened.identity == FileStatus(url)?.identity
  }

  /// Syncs the written file and renames it to `file`, which it replaces.
  func replace(_ file: URL) throws(FileFailure) {
    keepMode()
    guard fsync(descriptor) == 0 else { throw FileFailure(last: .sync, url) }
    try DurableFile.rename(url, to: file)
  }

  /// Gives the written file the mode of the one that it replaces.
  func keepMode() { if let mode { fchmod(descriptor, mode) } }

  func remove() { unsafe unlink(url.path) }

}

extension DurableFile {
  /// Replaces a file's bytes, nil if there is no file, by the result of `body`. Only one process at
  /// a time updates a file, so that no change is lost.
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
  package static func isBeingWritten(_ url: URL) -> Bool {
    let descriptor = unsafe Glibc.open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
