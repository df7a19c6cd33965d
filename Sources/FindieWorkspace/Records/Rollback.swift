import FindieDomain
import FindieFiles
package import Foundation

/// An earlier night that became the current one again. `run.json` of that night has all of them.
package struct Rollback: Codable, Sendable, Equatable {
  /// ISO 8601.
  package let at: String
  /// The night that readers saw before.
  package let from: String
  /// How many players and games were removed from the night's lists.
  package var players: Int
  package var games: Int

  package init(at: String, from: String, players: Int, games: Int) {
    (self.at, self.from, self.players, self.games) = (at, from, players, games)
  }

  /// What was removed from a published night, in its folder: its models still have these players,
  /// and its lists are not those that were computed. Nil if nothing was removed.
  ///
  /// - Parameter folder: of the night.
  package init?(removedFrom folder: URL) throws {
    let file = Self.file(in: folder)
    guard DurableFile.exists(file) else { return nil }
    self = try JSONDecoder().decode(Self.self, from: Data(DurableFile.read(file)))
  }

  /// - Parameter folder: the night's new folder.
  package func writePlainly(to folder: URL) throws {
    try DurableFile.writePlainly(canonicalLine(self).utf8, to: Self.file(in: folder))
  }

  private static func file(in folder: URL) -> URL {
    folder.appending(path: OwnFiles.rollbackName)
  }
}
