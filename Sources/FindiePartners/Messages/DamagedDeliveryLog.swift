package import FindieWorkspace
import FindieFiles
import Foundation

/// A delivery log has a line that no run of findie wrote. It may lack messages that were sent.
package struct DamagedDeliveryLog: Error, Hashable, CustomStringConvertible {
  package let path: String
  /// From 1.
  package let line: Int

  package var description: String {
    "\(path) is damaged in line \(line). Restore it from a backup. If you delete it, messages that "
      + "were sent may be sent again."
  }

  /// The lines of a delivery log. A line that a kill cut off has the same beginning as all lines,
  /// and is skipped.
  ///
  /// Each append starts with a line break. Everything before the first empty line was written as a
  /// whole file, so nothing is cut off there.
  ///
  /// - Throws: `DamagedDeliveryLog`, `FileFailure`.
  static func lines<Line: Decodable>(of file: URL, as type: Line.Type) throws -> [Line] {
    guard DurableFile.exists(file) else { return [] }
    let start = Array("{\"at\":\"".utf8)
    let decoder = JSONDecoder()
    var lines: [Line] = []
    let texts = try DurableFile.read(file)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var isWhole = true
    for (index, text) in texts.enumerated() {
      if text.isEmpty {
        isWhole = false
        continue
      }
      do {
        lines.append(try decoder.decode(Line.self, from: Data(text)))
      } catch {
        let isCutOff = text.starts(with: start) || start.starts(with: text)
        guard !isWhole, isCutOff, text.last != UInt8(ascii: "}") else {
          throw DamagedDeliveryLog(path: file.path, line: index + 1)
        }
      }
    }
    return lines
  }
}

extension DamagedDeliveryLog: KnownFailure {
  package var failureKind: FailureKind { .badData }
}
