import FindieFiles
package import Foundation

/// An earlier night that became the current one again. `run.json` of that night has all of them.
package struct Rollback: Codable, Sendable, Equatable {
  /// ISO 8601.
  package let at: String
  /// The night that readers saw before.
  package let from: String
  /// How many forgotten players, refused lists and withdrawn games were removed from the night.
  package let players: Int
  package let refusals: Int
  package let games: Int

  package init(at: String, from: String, players: Int, refusals: Int, games: Int) {
    (self.at, self.from) = (at, from)
    (self.players, self.refusals, self.games) = (players, refusals, games)
  }
}

/// What rollbacks removed from a published night, `.removed.json` in its folder: its lists are not
/// those that were computed, and its models still have the removed players.
package struct RemovedFromNight: Codable, Sendable {
  /// Whether forgotten players were removed.
  package let hasPlayers: Bool
  /// The SHA-256 of the folder's `SHA256SUMS`, which differs from the one in the recipe.
  package let published: Fingerprint

  package init(hasPlayers: Bool, published: Fingerprint) {
    (self.hasPlayers, self.published) = (hasPlayers, published)
  }

  /// Nil if nothing was removed.
  ///
  /// - Parameter folder: of the night.
  package init?(of folder: URL) throws {
    let file = folder.appending(path: OwnFiles.removedName)
    guard DurableFile.exists(file) else { return nil }
    self = try JSONDecoder().decode(Self.self, from: Data(DurableFile.read(file)))
  }

  /// - Parameter folder: the night's new folder.
  package func writePlainly(to folder: URL) throws {
    try DurableFile.writePlainly(
      canonicalLine(self).utf8, to: folder.appending(path: OwnFiles.removedName))
  }
}
