import FindieBatch
import FindieFiles
import Foundation

/// The players who asked to be forgotten, `forgotten.json` in the workspace: a keyed hash of each id,
/// so that whoever has the key can tell that an id is one of them, and nobody can tell which they are.
///
/// ```
/// {"check":…,"checksum":…,"formatVersion":1,"players":[{"analytics":…,"askedAt":…,"goneOn":…,"proof":…}]}
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
  /// Of the key's check and the players; nil in files of before it was kept.
  private var checksum: String?
  var players: [Player] = []

  init(_ key: PlayerKey) { check = key.check }

  static let fileName = "forgotten.json"
  /// Nothing else remembers that a player asked: where the file is lost, its copy serves.
  static let copyName = ".forgotten.json"

  /// - Throws: `Unreadable` where neither the file nor its copy can be read.
  init?(workspace: URL) throws {
    do {
      if let file = try Tombstones(at: workspace.appending(path: Self.fileName)) {
        self = file
        return
      }
    } catch let unreadable as Unreadable {
      guard let copy = try Tombstones(at: workspace.appending(path: Self.copyName)) else {
        throw unreadable
      }
      self = copy
      return
    }
    guard let copy = try Tombstones(at: workspace.appending(path: Self.copyName)) else {
      return nil
    }
    self = copy
  }

  /// Nil where there is no such file.
  private init?(at url: URL) throws {
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
    if let checksum, checksum != contentChecksum {
      throw Unreadable(path: url.path, why: "its checksum is another")
    }
  }

  /// Sees that the file is there and whole where it should be.
  ///
  /// - Throws: `Unreadable`, `Lost`.
  static func verify(in workspace: URL) throws {
    if try Tombstones(at: workspace.appending(path: fileName)) != nil { return }
    if DurableFile.exists(workspace.appending(path: copyName)) { throw Lost() }
  }

  /// Writes the copy first: where a run is cut off between the two, the file is still whole.
  func write(to workspace: URL) throws(FileFailure) {
    var sealed = self
    sealed.checksum = contentChecksum
    for name in [Self.copyName, Self.fileName] {
      try DurableFile.write(canonicalLine(sealed), to: workspace.appending(path: name))
    }
  }

  private var contentChecksum: String {
    Fingerprint(of: check + canonicalJSON(players)).hexadecimal
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

  /// The file is gone, and the copy says that there was one.
  struct Lost: Error, CustomStringConvertible {
    var description: String { "it is gone" }
  }
}
