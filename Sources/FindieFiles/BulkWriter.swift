import CLinuxFiles
package import Foundation
import Glibc

/// Writes a new file of gigabytes that nobody reads soon, in place: past the system's copy in memory,
/// where the disk can.
///
/// Through that copy each page is made, filled and brought to the disk later by a sync that then takes
/// long; past it, the bytes lie on the disk when `finish` returns, and only what the disk itself holds
/// back is left to the sync of the folder. See open(2), O_DIRECT: addresses, lengths and places are
/// multiples of a block, so that what is over at the end goes the usual way.
///
/// A class, since it owns a descriptor and is kept in collections.
@safe package final class BulkWriter {
  private let url: URL
  private let descriptor: Int32
  private let memory: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var isDirect: Bool

  private static let memoryInBytes = 4 << 20
  /// No disk's block is larger.
  private static let blockInBytes = 4096

  package init(_ url: URL) throws(FileFailure) {
    let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileFailure(last: .create, url) }
    self.url = url
    self.descriptor = descriptor
    // Not touched before it is filled: a small file takes no more than its bytes.
    unsafe memory = .allocate(
      byteCount: BulkWriter.memoryInBytes, alignment: BulkWriter.blockInBytes)
    isDirect = findie_set_direct(descriptor, 1) == 0
  }

  deinit {
    close(descriptor)
    unsafe memory.deallocate()
  }

  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    var written = 0
    while written < bytes.count {
      let count = min(bytes.count - written, BulkWriter.memoryInBytes - filled)
      // Both ranges lie in their buffers by the minimum above.
      unsafe bytes.withUnsafeBytes { source in
        let piece = unsafe UnsafeRawBufferPointer(rebasing: source[written..<written + count])
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
        unsafe free.copyMemory(from: piece)
      }
      written += count
      filled += count
      if filled == BulkWriter.memoryInBytes { try flush() }
    }
  }

  /// Writes what is left; no more may be written after it.
  package func finish() throws(FileFailure) {
    try flush()
  }

  private func flush() throws(FileFailure) {
    let whole = filled - filled % BulkWriter.blockInBytes
    try flush(0..<whole)
    guard whole < filled else { return filled = 0 }
    useMemory()
    try flush(whole..<filled)
    filled = 0
  }

  private func flush(_ range: Range<Int>) throws(FileFailure) {
    var written = range.lowerBound
    while written < range.upperBound {
      // The memory is allocated until the end of this object's life.
      let count = unsafe Glibc.write(
        descriptor, memory.baseAddress?.advanced(by: written), range.upperBound - written)
      if count >= 0 {
        written += count
        // What was cut off within a block is no block's beginning.
        if written % BulkWriter.blockInBytes != 0 { useMemory() }
        continue
      }
      switch errno {
      case EINTR: continue
      // A disk of larger blocks, or one that took the flag and does not know it.
      case EINVAL where isDirect: useMemory()
      default: throw FileFailure(last: .write, url)
      }
    }
  }

  /// Goes on through the system's copy in memory.
  private func useMemory() {
    guard isDirect else { return }
    isDirect = false
    _ = findie_set_direct(descriptor, 0)
  }
}
