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

  /// Nothing else remembers that a player asked: there is a copy, and who stands in either is forgotten.
  private static let names = ["forgotten.json", ".forgotten.json"]

  /// - Throws: `Unreadable` where neither the file nor its copy can be read, or a newer findie wrote one.
  init?(workspace: URL) throws {
    let files = try Tombstones.names.map { try File(workspace.appending(path: $0)) }
    let whole = files.compactMap(\.tombstones)
    guard var all = whole.first else {
      if let unreadable = files.compactMap(\.unreadable).first { throw unreadable }
      return nil
    }
    for other in whole.dropFirst() where other.check == all.check { all.add(other.players) }
    self = all
  }

  /// One of the two files.
  private struct File {
    let url: URL
    var tombstones: Tombstones?
    var unreadable: Unreadable?

    init(_ url: URL) throws {
      self.url = url
      do {
        tombstones = try Tombstones(at: url)
      } catch let unreadable as Unreadable where unreadable.isDamaged {
        self.unreadable = unreadable
      }
    }
  }

  /// Adds players of the other file; of one who is gone by one file only, nothing is taken for done.
  private mutating func add(_ others: [Player]) {
    for other in others {
      let known = players.firstIndex { $0.proof == other.proof && $0.analytics == other.analytics }
      guard let known else {
        players.append(other)
        continue
      }
      if players[known].goneOn != other.goneOn { players[known].goneOn = nil }
    }
    players.sort { ($0.proof, $0.analytics) < ($1.proof, $1.analytics) }
  }

  /// Which of the two files is not as it was written, and how.
  static func problems(in workspace: URL) throws -> [(url: URL, problem: String)] {
    let files = try names.map { try File(workspace.appending(path: $0)) }
    guard files.contains(where: { $0.tombstones != nil || $0.unreadable != nil }) else { return [] }
    var problems = files.compactMap { file -> (url: URL, problem: String)? in
      if let unreadable = file.unreadable { return (file.url, unreadable.why) }
      return file.tombstones == nil ? (file.url, "it is gone") : nil
    }
    if problems.isEmpty, files[0].tombstones?.players != files[1].tombstones?.players {
      problems = [(files[0].url, "it does not say the same as its copy \(names[1])")]
    }
    return problems
  }

  /// Writes both files again where one is not as it was written.
  static func mend(in workspace: URL) throws {
    guard try !problems(in: workspace).isEmpty else { return }
    try Tombstones(workspace: workspace)?.write(to: workspace)
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
      throw Unreadable(path: url.path, why: "it has format \(formatVersion)", isDamaged: false)
    }
    if let checksum, checksum != contentChecksum {
      throw Unreadable(path: url.path, why: "its checksum is another")
    }
  }

  /// Writes the copy first: where a run is cut off between the two, the file is still whole.
  func write(to workspace: URL) throws(FileFailure) {
    var sealed = self
    sealed.checksum = contentChecksum
    for name in Self.names.reversed() {
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
    var isDamaged = true

    var description: String {
      "\(path), which says who is to be forgotten, cannot be read: \(why). Restore it from a backup: "
        + "without it players who asked to be forgotten would come back."
    }
  }
}
