import FindieFiles
package import FindieWorkspace
package import Foundation

extension Forgetting.Player {
  private struct Line: Decodable {
    let userId: String
    let anonymousId: String?
  }

  /// Players in a file of lines `{"userId":"…"}`, as `findie sync auth` writes, with an optional
  /// `anonymousId`. Blank lines are skipped.
  ///
  /// - Throws: `FileFailure`; `BadPlayerLine`.
  package static func players(in file: URL) throws -> [Forgetting.Player] {
    var players: [Forgetting.Player] = []
    let lines = try DurableFile.receive(file)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() where bytes.contains(where: { $0 > 32 }) {
      do {
        let line = try JSONDecoder().decode(Line.self, from: Data(bytes))
        guard !line.userId.isEmpty else { throw BadPlayerLine(path: file.path, line: index + 1) }
        players.append(
          Forgetting.Player(userId: line.userId, analyticsId: line.anonymousId))
      } catch is DecodingError {
        throw BadPlayerLine(path: file.path, line: index + 1)
      }
    }
    return players
  }
}

struct BadPlayerLine: KnownFailure, CustomStringConvertible {
  let path: String
  let line: Int

  var failureKind: FailureKind { .badData }

  var description: String {
    "\(path), line \(line), is not {\"userId\":\"…\"}. No request was stored. Correct the line and run the "
      + "command again."
  }
}
