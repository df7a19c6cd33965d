import FindieBatch
import FindieFiles
package import Foundation

/// The players who asked to be forgotten, `forgotten.json` in the workspace.
///
/// It stores a keyed hash of each id: with the key one can test an id; without it nobody can find one.
///
/// ```
/// {"check":…,"checksum":…,"formatVersion":1,
///  "players":[{"analytics":…,"requestedAt":…,"removedOn":…,"proof":…}]}
/// ```
///
/// Grain: one entry per player who asked.
package struct Tombstones: Codable, Sendable, Equatable {
  static let formatVersion = 1

  struct Player: Codable, Sendable, Equatable {
    /// HMAC-SHA-256 of the id with its own prefix. It differs from the `anonymousUserId`, so that it does
    /// not identify the player's events in an anonymous export.
    let proof: String
    /// The same of the player's id in analytics events.
    let analytics: String
    /// ISO 8601.
    let requestedAt: String
    /// The day of the run that removed the player; nil while the request is pending.
    var removedOn: String?
  }

  var formatVersion = Tombstones.formatVersion
  /// A keyed hash of a constant, which identifies the key.
  let check: String
  /// The checksum of `check` and the players.
  private var checksum = ""
  var players: [Player] = []

  init(_ key: PlayerKey) { check = key.check }

  /// The file and its copy: requests are stored nowhere else, and a request in either file counts.
  private static let names = ["forgotten.json", ".forgotten.json"]

  /// - Throws: `Unreadable` if neither the file nor its copy can be read.
  init?(in workspace: Workspace) throws {
    let files = try Tombstones.names.map { try File(workspace.folder.appending(path: $0)) }
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

  /// Adds the players of the other file; a player whom only one file marks as removed is pending.
  private mutating func add(_ others: [Player]) {
    for other in others {
      let known = players.firstIndex { $0.proof == other.proof && $0.analytics == other.analytics }
      guard let known else {
        players.append(other)
        continue
      }
      if players[known].removedOn != other.removedOn { players[known].removedOn = nil }
    }
    players.sort { ($0.proof, $0.analytics) < ($1.proof, $1.analytics) }
  }

  /// The damaged files of the two, each with its problem.
  package static func problems(in workspace: Workspace) throws -> [(url: URL, problem: String)] {
    let files = try names.map { try File(workspace.folder.appending(path: $0)) }
    guard files.contains(where: { $0.tombstones != nil || $0.unreadable != nil }) else { return [] }
    var problems = files.compactMap { file -> (url: URL, problem: String)? in
      if let unreadable = file.unreadable { return (file.url, unreadable.why) }
      return file.tombstones == nil ? (file.url, "The file is missing.") : nil
    }
    if problems.isEmpty, files[0].tombstones?.players != files[1].tombstones?.players {
      problems = [(files[0].url, "It differs from its copy \(names[1]).")]
    }
    return problems
  }

  /// Writes both files again if one is damaged.
  static func repair(in workspace: Workspace) throws {
    guard try !problems(in: workspace).isEmpty else { return }
    try Tombstones(in: workspace)?.write(to: workspace)
  }

  /// Nil if the file is missing.
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
      throw Unreadable(path: url.path, why: "Format \(formatVersion) is unknown.", isDamaged: false)
    }
    guard checksum == contentChecksum else {
      throw Unreadable(path: url.path, why: "The checksum differs.")
    }
  }

  /// Writes the copy first: if a run stops between the two, the file is still complete.
  func write(to workspace: Workspace) throws(FileFailure) {
    var sealed = self
    sealed.checksum = contentChecksum
    for name in Self.names.reversed() {
      try DurableFile.write(
        canonicalLine(sealed), to: workspace.folder.appending(path: name), access: .ownerOnly)
    }
  }

  private var contentChecksum: String {
    Fingerprint(of: check + canonicalJSON(players)).hexadecimal
  }

  /// Whether a player is not removed yet.
  var hasPending: Bool { players.contains { $0.removedOn == nil } }

  /// The requests cannot be read.
  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    let why: String
    var isDamaged = true

    var description: String {
      "Cannot read \(path), the list of forgotten players: \(why) Restore it from a backup. Without it, "
        + "forgotten players would reappear."
    }
  }
}
