import FindieBatch
import FindieFiles
import Foundation

/// The players who asked to be forgotten, `forgotten.json` in the workspace: a keyed hash of each id,
/// so that whoever has the key can tell that an id is one of them, and nobody can tell which they are.
///
/// ```
/// {"check":…,"formatVersion":1,"players":[{"analytics":…,"askedAt":…,"goneOn":…,"proof":…}]}
/// ```
///
/// Grain: one entry per player who asked.
struct Tombstones: Codable, Sendable, Equatable {
  static let formatVersion = 1

  struct Player: Codable, Sendable, Equatable {
    /// HMAC-SHA-256 of the id, in a domain of its own: it is not the `anonymousUserId`, and so does
    /// not tell which events of an anonymous export were the player's.
    let proof: String
    /// The same of the `anonymousUserId` under which analytics events know the player.
    let analytics: String
    /// ISO 8601.
    let askedAt: String
    /// The night that took the player out; nil where none has yet.
    var goneOn: String?
  }

  var formatVersion = Tombstones.formatVersion
  /// A keyed hash of a constant: tells another key from the one that the proofs were made with.
  let check: String
  var players: [Player] = []

  init(_ key: PlayerKey) { check = key.check }

  /// - Throws: `Unreadable` where the file is damaged or of another format.
  init?(workspace: URL) throws {
    let url = Tombstones.url(workspace)
    guard DurableFile.exists(url) else { return nil }
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(DurableFile.read(url)))
    } catch let failure as FileFailure {
      throw failure
    } catch {
      throw Unreadable(path: url.path, why: "\(error)")
    }
    guard formatVersion == Tombstones.formatVersion else {
      throw Unreadable(path: url.path, why: "it has format \(formatVersion)")
    }
  }

  private static func url(_ workspace: URL) -> URL { workspace.appending(path: "forgotten.json") }

  func write(to workspace: URL) throws(FileFailure) {
    try DurableFile.write(canonicalLine(self), to: Tombstones.url(workspace))
  }

  /// Whether some player is still to be taken out.
  var arePending: Bool { players.contains { $0.goneOn == nil } }

  /// Who cannot be told from the rest of the players, nobody is taken for.
  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    let why: String

    var description: String {
      "\(path), which says who is to be forgotten, cannot be read: \(why). Restore it from a backup: "
        + "without it players who asked to be forgotten would come back."
    }
  }
}
