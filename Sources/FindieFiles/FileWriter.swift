import CLinuxFiles
package import Foundation
import Glibc

/// Writes a new file piece by piece, in place.
///
/// For a file that `DurableFile.move` renames when it is complete. Not copyable, since it owns a
/// descriptor.
package struct FileWriter: ~Copyable {
  private let url: URL
  private let descriptor: Int32

  package init(_ url: URL, access: FileAccess = .shared) throws(FileFailure) {
    self.url = url
    descriptor = access.open(url.path, O_TRUNC)
    guard descriptor >= 0 else { throw FileFailure(last: .create, url) }
  }

  deinit { close(descriptor) }

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
