package import Foundation
import Glibc

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
