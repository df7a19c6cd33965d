package import Foundation
import Glibc

/// A file that is read at any of its places. A class, since its end closes the file.
package final class PiecewiseFile: Sendable {
  private let descriptor: CInt
  private let url: URL

  package init(_ url: URL) throws(FileFailure) {
    self.url = url
    descriptor = unsafe open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(last: .read, url) }
  }

  deinit {
    close(descriptor)
  }

  /// As many bytes as asked for; fewer only at the file's end.
  package func bytes(_ count: Int, at offset: Int) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let missing = count - bytes.count
      var piece = [UInt8](repeating: 0, count: missing)
      // The call fills at most the bytes of the array that it is given.
      let read = unsafe piece.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(offset + bytes.count))
      }
      if read < 0 {
        if errno == EINTR { continue }
        throw FileFailure(last: .read, url)
      }
      if read == 0 { break }
      bytes += piece.prefix(read)
    }
    return bytes
  }
}
