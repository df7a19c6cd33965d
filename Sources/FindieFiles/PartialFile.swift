import CLinuxFiles
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

/// Writes a new file piece by piece: in place, for `DurableFile.move` to rename, or to replace
/// another file.
///
/// Not copyable, since it owns a descriptor.
package struct FileWriter: ~Copyable {
  private let url: URL
  private let descriptor: Int32
  /// Owns the descriptor of a file that replaces another one; nil when writing in place.
  private let partial: PartialFile?
  /// The file to be replaced.
  private var replaced: URL?

  package init(_ url: URL, access: FileAccess = .shared) throws(FileFailure) {
    self.url = url
    partial = nil
    descriptor = access.open(url.path, O_TRUNC)
    guard descriptor >= 0 else { throw FileFailure(last: .create, url) }
  }

  /// Writes under a temporary name until `replace` is called. Without that call, no file is left.
  ///
  /// Waits until no other process writes `url` in this way.
  package init(replacing url: URL, access: FileAccess = .shared) throws(FileFailure) {
    let partial = try PartialFile(of: url, access)
    self.url = partial.url
    descriptor = partial.descriptor
    replaced = url
    self.partial = consume partial
  }

  deinit {
    if replaced != nil { unsafe unlink(url.path) }
    if partial == nil { close(descriptor) }
  }

  /// Renames the complete file without waiting for the disk; nothing may be written after it.
  package mutating func replace() throws(FileFailure) {
    guard let replaced else { preconditionFailure("\(url.path) replaces no file") }
    partial?.keepMode()
    try DurableFile.move(url, to: replaced)
    self.replaced = nil
  }

  package mutating func write(_ bytes: RawSpan) throws(FileFailure) {
    try DurableFile.writeAll(bytes, to: descriptor, of: url)
  }

  /// Overwrites some of the bytes that were written.
  package mutating func rewrite(_ bytes: [UInt8], at offset: Int) throws(FileFailure) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw FileFailure(last: .write, url)
    }
    try write(bytes)
    guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw FileFailure(last: .write, url) }
  }

  /// Starts writing the file back to disk, without waiting.
  package func startSync() {
    // A hint: if it fails, the later sync has more to write.
    _ = findie_start_sync(descriptor)
  }

  package mutating func write(_ bytes: [UInt8]) throws(FileFailure) {
    // Bytes have no padding.
    try write(unsafe bytes.span.bytes)
  }
}

/// Who may open a new file or folder.
package enum FileAccess: Sendable {
  /// The users that the umask allows.
  case shared
  /// Only the user who creates it: for what players did and who asked to be forgotten.
  case ownerOnly

  var fileMode: mode_t {
    switch self {
    case .shared: 0o666
    case .ownerOnly: 0o600
    }
  }

  var folderMode: mode_t {
    switch self {
    case .shared: 0o777
    case .ownerOnly: 0o700
    }
  }

  /// Opens a file to write it, and creates it if there is none. A symbolic link is not followed,
  /// and a pipe that no process reads is an error.
  ///
  /// - Returns: a descriptor; negative on failure, as for open(2).
  func open(_ path: String, _ flags: CInt) -> CInt {
    let descriptor = unsafe Glibc.open(
      path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | flags, fileMode)
    // The file may be left over from another program.
    if descriptor >= 0, self == .ownerOnly { fchmod(descriptor, fileMode) }
    return descriptor
  }
}

/// Reads parts of a file of the workspace, in any order and from several threads.
///
/// With a mapping, every touched page and the pages next to it would count as memory of the
/// process. This type needs memory only for what it returns.
///
/// A class, since it owns the descriptor and several threads share it.
package final class FileReader: Sendable {
  private let url: URL
  private let descriptor: Int32

  package init(_ url: URL) throws(FileFailure) {
    self.url = url
    descriptor = try DurableFile.open(reading: url)
  }

  deinit { close(descriptor) }

  /// The file's status; nil if the system cannot tell.
  package var status: FileStatus? { FileStatus(descriptor: descriptor) }

  /// The requested number of bytes; fewer only at the file's end.
  package func bytes(_ count: Int, at offset: Int) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    bytes.removeLast(count - (try read(into: &bytes, 0..<count, from: offset)))
    return bytes
  }

  /// Fills a part of `bytes` with the file's bytes from `offset` on.
  ///
  /// - Returns: the number of bytes; less than the range only at the file's end.
  package func read(
    into bytes: inout [UInt8], _ range: Range<Int>, from offset: Int
  ) throws(FileFailure) -> Int {
    // The range is checked, and the buffer is used inside the closure.
    try unsafe bytes.withUnsafeMutableBufferPointer { buffer throws(FileFailure) in
      let part = unsafe UnsafeMutableBufferPointer(rebasing: buffer[range])
      return unsafe try read(UnsafeMutableRawBufferPointer(part), from: offset)
    }
  }

  /// Appends the elements in `range`, counted from the file's beginning, to `elements`.
  ///
  /// - Throws: if the file cannot be read, or ends inside the range.
  package func append<Element: BitwiseCopyable>(
    _ range: Range<Int>, to elements: inout [Element]
  ) throws(FileFailure) {
    let stride = MemoryLayout<Element>.stride
    try elements.append(addingCapacity: range.count) { output throws(FileFailure) in
      // Any bit pattern is an element. If reading fails, nothing is appended.
      try unsafe output.withUnsafeMutableBufferPointer { elements, count throws(FileFailure) in
        let bytes = UnsafeMutableRawBufferPointer(elements)
        guard unsafe try read(bytes, from: range.lowerBound * stride) == bytes.count else {
          throw FileFailure(.read, url, code: EIO)
        }
        count = range.count
      }
    }
  }

  /// Fills `buffer` with the file's bytes from `offset` on; returns their number.
  private func read(
    _ buffer: UnsafeMutableRawBufferPointer, from offset: Int
  ) throws(FileFailure) -> Int {
    var filled = 0
    while filled < buffer.count {
      // The bytes are read between `filled` and the buffer's end.
      let read = unsafe pread(
        descriptor, buffer.baseAddress.unsafelyUnwrapped + filled, buffer.count - filled,
        off_t(offset + filled))
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw FileFailure(last: .read, url) }
      if read == 0 { break }
      filled += read
    }
    return filled
  }
}
