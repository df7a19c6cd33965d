import FindieDomain
import FindieFiles
package import FindieText
package import FindieWorkspace
package import Foundation

extension Forgetting.Request {
  package var answer: Answer {
    var lines = [stored, effect, nights]
    if proofs.isEmpty { lines = ["No player is named."] }
    if proofs.count == 1 { lines.append("Proof: \(proofs[0])") }
    if isComplete { lines.append("The next run no longer waits for requests since the backup.") }
    for folder in unreachedBackups {
      lines.append(
        "! The request could not be added to the backups in \(folder). When the folder can be "
          + "reached, the next run or `findie backup \(folder)` adds it. If these backups are gone, "
          + "remove the folder from \"backups\" in workspace.json."
      )
    }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }

  private var whom: String { proofs.count == 1 ? "this player" : "these players" }

  private var stored: String {
    switch (proofs.count, known) {
    case (1, 0): "The request is stored."
    case (1, _): "The request was stored before and is pending again."
    default:
      "\(proofs.count.counted("request")) stored; \(known.grouped) of them repeat earlier requests."
    }
  }

  private var effect: String {
    isDeferred
      ? "The next nightly run removes \(whom) from lists, store and reports. Models are rebuilt "
        + "and earlier nights are deleted within seven days."
      : "The next nightly run forgets \(whom)."
  }

  private var nights: String {
    guard !publishedNights.isEmpty else { return "No published night contains \(whom)." }
    let days = publishedNights.map(\.description).joined(separator: ", ")
    return isDeferred
      ? "These published nights contain \(whom). They are removed within seven days: \(days)"
      : "These published nights contain \(whom). The next nightly run removes them: \(days)"
  }
}

extension Forgetting.Player {
  private struct Line: Decodable {
    let userId: String
    let anonymousId: String?
  }

  /// Players in a file of lines `{"userId":"…"}`, as `findie sync auth` writes, with an optional
  /// `anonymousId`. Blank lines are skipped.
  ///
  /// - Throws: `FileFailure`; `CommandFailure`.
  package static func players(in file: URL) throws -> [Forgetting.Player] {
    var players: [Forgetting.Player] = []
    let lines = try DurableFile.receive(file)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() where bytes.contains(where: { $0 > 32 }) {
      do {
        let line = try JSONDecoder().decode(Line.self, from: Data(bytes))
        guard !line.userId.isEmpty else { throw unusable(file, line: index + 1) }
        players.append(
          Forgetting.Player(userId: line.userId, analyticsId: line.anonymousId))
      } catch is DecodingError {
        throw unusable(file, line: index + 1)
      }
    }
    return players
  }

  private static func unusable(_ file: URL, line: Int) -> CommandFailure {
    CommandFailure(
      .badData,
      "\(file.path), line \(line), is not {\"userId\":\"…\"}. No request was stored. Correct the line "
        + "and run the command again.")
  }
}
