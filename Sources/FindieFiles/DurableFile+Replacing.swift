package import Foundation
import Glibc

extension DurableFile {
  /// Puts `bytes` in the place of all that an open file holds, and brings them to the disk. Cut off, it
  /// holds some of both: for a file that must stay the one that it is.
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

  /// Removes a folder so that nobody finds a part of it: it loses its name first. Cut off, it lies there
  /// under a hidden name.
  package static func removeWhole(_ folder: URL) throws(FileFailure) {
    guard exists(folder) else { return }
    let old = folder.deletingLastPathComponent().appending(
      path: ".\(folder.lastPathComponent).old")
    try remove(old)
    try move(folder, to: old)
    try remove(old)
  }
}
