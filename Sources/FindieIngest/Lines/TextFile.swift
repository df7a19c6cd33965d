package import Foundation

/// A file of lines, compressed if its name ends in `.gz` or `.zst`.
package struct TextFile {
  private let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  /// Calls `body` with the number, from 1, and the bytes of each line that is not blank, in bounded memory.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes of a line.
  ///   - body: is called without bytes for a longer line.
  /// - Throws: `IngestFailure`, also for a compressed file that is cut off, and what `body` throws.
  package func eachLine(limit: Int, _ body: (_ number: Int, _ line: [UInt8]?) throws -> Void) throws
  {
    let compression: Compression =
      switch url.pathExtension {
      case "gz": .gzip
      case "zst": .zstd
      default: .none
      }
    var lines = try LineReader(url, compression, limit: limit)
    while let line = try lines.next() {
      switch line.state {
      case .whole: try body(line.number, Array(lines.buffer[line.range]))
      case .tooLong: try body(line.number, nil)
      case .cut: throw IngestFailure.damagedFile(path: url.path, why: "it is cut off")
      }
    }
  }
}
