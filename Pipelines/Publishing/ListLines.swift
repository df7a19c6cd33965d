import FindieFiles
import Foundation

/// The lines of a published list's file.
enum ListLines {
  /// Calls `take` with whole lines, several at a time, in order.
  ///
  /// - Throws: `FileFailure`, `DecodingFault`, and the errors of `take`.
  static func each(of url: URL, _ take: ([UInt8]) throws -> Void) throws {
    let file = try FileReader(url)
    let decoder = url.pathExtension == "zst" ? ZstdDecoder() : nil
    var decoded = [UInt8](repeating: 0, count: decoder == nil ? 0 : chunk)
    var (lines, offset) = ([UInt8](), 0)
    while true {
      let block = try file.bytes(chunk, at: offset)
      offset += block.count
      if let decoder {
        var consumed = 0
        while true {
          let step = try decoder.decode(
            block, consumed..<block.count, into: &decoded, 0..<decoded.count)
          consumed += step.consumed
          lines += decoded[..<step.produced]
          if step.consumed + step.produced == 0 { break }
        }
      } else {
        lines += block
      }
      if let end = lines.lastIndex(of: UInt8(ascii: "\n")) {
        try take(Array(lines[...end]))
        lines.removeSubrange(...end)
      }
      if block.isEmpty { break }
    }
    if !lines.isEmpty { try take(lines) }
  }

  private static let chunk = 4 << 20
}
