package import FindieDomain
import FindieFiles
package import Foundation

/// What players did since a night: a file with a JSON object a line, as interactions come to a night.
///
///     {"userId":"u1","gameId":"g7","action":"like","timestamp":"2026-03-01T08:15:00Z"}
///
/// Other fields are ignored. The next night reads the same lines with all checks.
package struct NewInteractions: Sendable {
  package let interactions: [SwipeInteraction]

  private struct Line: Decodable {
    let id: String?
    let userId: String
    let gameId: String
    let action: SwipeAction
    let timestamp: Timestamp
  }

  /// - Throws: `Unreadable` with the first line that is none, or what keeps the file from being read.
  package init(_ url: URL) throws {
    let decoder = JSONDecoder()
    let lines = try DurableFile.read(url).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    interactions = try lines.enumerated().compactMap { number, bytes in
      if bytes.isEmpty { return nil }
      do {
        let line = try decoder.decode(Line.self, from: Data(bytes))
        return SwipeInteraction(
          id: line.id ?? "\(number + 1)", userId: line.userId, gameId: line.gameId,
          action: line.action, timestamp: line.timestamp, sessionId: "")
      } catch {
        throw Unreadable(
          description: "\(url.path), line \(number + 1): not an interaction such as "
            + #"{"userId":"u1","gameId":"g7","action":"like","timestamp":"2026-03-01T08:15:00Z"}; "#
            + "mend the line, or leave it out")
      }
    }
  }

  /// A line is no interaction.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }
}
