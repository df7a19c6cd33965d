import FindieHistory
import Foundation
import Glibc

/// An open file, read block by block, with a hash of what was read.
///
/// The hash is `hash64` over blocks of 64 KiB, each seeded with the hash of the one before: the same
/// for the same bytes, whatever the disk hands out at a time. It tells accidents apart, not attackers.
///
/// Not copyable, since it owns a descriptor.
struct StoredFile: ~Copyable {
  static let blockBytes = 1 << 16

  let path: String
  private let descriptor: Int32
  /// The bytes read last stand in its first `filled` places.
  private(set) var block = [UInt8](repeating: 0, count: StoredFile.blockBytes)
  private(set) var filled = 0
  private(set) var hash: UInt64 = 0

  /// - Throws: `unreadableFile` or `notAFile`; never waits, not even for a pipe.
  init(_ url: URL) throws(IngestFailure) {
    path = url.path
    descriptor = unsafe open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadableFile(path: url.path, code: errno) }
    guard FileStatus(descriptor: descriptor)?.kind == .file else {
      throw .notAFile(path: url.path)
    }
  }

  deinit { close(descriptor) }

  /// Reads the next block, of fewer bytes than `blockBytes` only at the file's end; false there.
  mutating func readBlock() throws(IngestFailure) -> Bool {
    filled = 0
    while filled < block.count {
      // The range is inside the block.
      let count = unsafe block.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor, bytes.baseAddress! + filled, bytes.count - filled)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadableFile(path: path, code: errno)
      }
      if count == 0 { break }
      filled += count
    }
    if filled > 0 { hash = hash64(of: block.span.extracting(0..<filled), seed: hash) }
    return filled > 0
  }
}
