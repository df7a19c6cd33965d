import CLinuxFiles
package import Foundation
import Glibc

/// Writes a large new file that is not read soon, bypassing the page cache if the disk supports
/// that.
///
/// A write through the page cache allocates and fills pages that a later, slow sync writes to disk.
/// With O_DIRECT, the bytes are on the disk when `finish` returns. See open(2): addresses, lengths
/// and offsets are multiples of a block, so the remainder at the end is written through the page
/// cache.
///
/// A class, since it owns a descriptor and is stored in collections.
@safe package final class BulkWriter {
  private let url: URL
  private let descriptor: Int32
  private let memory: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var isDirect: Bool

  private static let memoryInBytes = 4 << 20
  /// A multiple of the block size of every disk.
  private static let blockInBytes = 4096

  package init(_ url: URL) throws(FileFailure) {
    let descriptor = FileAccess.shared.open(url.path, O_TRUNC)
    guard descriptor >= 0 else { throw FileFailure(last: .create, url) }
    self.url = url
    self.descriptor = descriptor
    // Pages are touched only when filled, so a small file needs no more memory than its bytes.
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
      // Both ranges are inside their buffers by the minimum above.
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

  /// Writes the remaining bytes; nothing may be written afterwards.
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
      // The memory stays allocated for the lifetime of this object.
      let count = unsafe Glibc.write(
        descriptor, memory.baseAddress?.advanced(by: written), range.upperBound - written)
      if count >= 0 {
        written += count
        // After a partial write inside a block, the offset is not aligned.
        if written % BulkWriter.blockInBytes != 0 { useMemory() }
        continue
      }
      switch errno {
      case EINTR: continue
      // The disk has larger blocks, or accepted the flag without supporting it.
      case EINVAL where isDirect: useMemory()
      default: throw FileFailure(last: .write, url)
      }
    }
  }

  /// Continues through the page cache.
  private func useMemory() {
    guard isDirect else { return }
    isDirect = false
    _ = findie_set_direct(descriptor, 0)
  }
}
