package import Foundation

/// A file of lines, plain or compressed.
package struct TextFile {
  private let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  /// Calls `body` with the number, from 1, and the bytes of each line that is not blank, in bounded
  /// memory.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes of a line.
  ///   - body: is called without bytes for a longer line.
  /// - Throws: `IngestFailure`, also for a compressed file that is cut off, and what `body` throws.
  package func eachLine(limit: Int, _ body: (_ number: Int, _ line: [UInt8]?) throws -> Void) throws
  {
    var lines = try LineReader(
      OpenFile(url, named: InputSource.compression(of: url.lastPathComponent)), limit: limit)
    while let line = try lines.next() {
      switch line.fault {
      case nil: try body(line.number, Array(lines.buffer[line.range]))
      case .tooLong: try body(line.number, nil)
      default: throw IngestFailure.damagedFile(path: url.path, why: "it ends in the middle")
      }
    }
  }
}
