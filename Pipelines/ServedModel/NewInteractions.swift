package import FindieDomain
import FindieFiles
import FindieText
package import FindieWorkspace
package import Foundation

/// Interactions since a night: a file with one JSON object per line, as in the input.
///
///     {"userId":"u1","gameId":"g7","action":"like","timestamp":"2026-03-01T08:15:00Z"}
///
/// Other fields are ignored. The next run reads the same lines with all checks.
package struct NewInteractions: Sendable {
  package let interactions: [SwipeInteraction]

  private struct Line: Decodable {
    let id: String?
    let userId: String
    let gameId: String
    let action: SwipeAction
    let timestamp: Timestamp
  }

  /// The interactions of a player that a list of the night of `day` does not use, as a sentence;
  /// nil if it uses all of them.
  package func unused(of player: String, since day: Day) -> String? {
    let own = interactions.filter { ExactText($0.userId) == ExactText(player) }
    guard !own.isEmpty else { return "No line is about the player '\(player)'." }
    let older = own.count { $0.timestamp < day.start }
    guard older > 0 else { return nil }
    return
      "\(older.grouped) of \(own.count.counted("interaction")) of the player "
      + "\(older.verb("is")) older than the night of \(day) and not used: a night has "
      + "the events before its day, in UTC."
  }

  /// - Throws: `Unreadable` with the first bad line; `FileFailure`.
  package init(_ url: URL) throws {
    let decoder = JSONDecoder()
    let lines = try DurableFile.receive(url).split(
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
          description: "\(url.path), line \(number + 1): expected an interaction such as "
            + #"{"userId":"u1","gameId":"g7","action":"like","timestamp":"2026-03-01T08:15:00Z"}. "#
            + "Fix or remove the line.")
      }
    }
  }

  /// A line is not an interaction.
  package struct Unreadable: KnownFailure, CustomStringConvertible {
    package var failureKind: FailureKind { .badData }
    package let description: String
  }
}
