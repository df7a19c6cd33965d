package import Foundation
import Glibc

extension DurableFile {
  /// Overwrites the content of an open file with `bytes` and syncs it. An interrupted write leaves
  /// a mix of both: use it only for a file that must keep its identity.
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

  /// Removes a temporary file or folder that a killed process left. A file that is being written stays.
  package static func removeLeftover(_ partial: URL) throws(FileFailure) {
    let descriptor = unsafe Glibc.open(partial.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    // Until it is removed, nobody uses it again.
    if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return }
    try removeTemporary(partial)
  }
}
