package import Foundation
import Glibc

/// Reads parts of a file of the workspace, in any order and from several threads.
///
/// With a mapping, every touched page and the pages next to it would count as memory of the process. This
/// type needs memory only for what it returns.
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

  /// The requested number of bytes; fewer only at the file's end.
  package func bytes(_ count: Int, at offset: Int) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      // The bytes are read between `filled` and the array's end.
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          descriptor, buffer.baseAddress.unsafelyUnwrapped + filled, buffer.count - filled,
          off_t(offset + filled))
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw FileFailure(last: .read, url) }
      if read == 0 { break }
      filled += read
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// Appends the elements in `range`, counted from the file's beginning, to `elements`.
  ///
  /// - Throws: if the file cannot be read, or ends before them.
  package func append<Element: BitwiseCopyable>(
    _ range: Range<Int>, to elements: inout [Element]
  ) throws(FileFailure) {
    let stride = MemoryLayout<Element>.stride
    let bytes = try bytes(range.count * stride, at: range.lowerBound * stride)
    guard bytes.count == range.count * stride else { throw FileFailure(.read, url, code: EIO) }
    // Any bits are an element, and the buffer has their bytes.
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe elements.append(contentsOf: buffer.bindMemory(to: Element.self))
    }
  }
}
