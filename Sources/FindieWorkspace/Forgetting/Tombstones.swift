import FindieDomain
package import FindieFiles
package import Foundation

/// The players who asked to be forgotten, `forgotten.json` in the workspace.
///
/// It stores a keyed hash of each id, so that an id can be tested with the key, but nobody can find
/// an id without the key.
///
/// ```
/// {"check":…,"checksum":…,"formatVersion":1,
///  "players":[{"analytics":…,"requestedAt":…,"removedOn":…,"proof":…,
///   "isDeferred":…,"hiddenOn":…}]}
/// ```
///
/// Grain: one entry per player who asked.
package struct Tombstones: Codable, Sendable, Equatable {
  /// Version 2 has deferred requests, which a program that knows only version 1 must not read.
  private static let formatVersions = 1...2

  struct Player: Codable, Sendable, Equatable {
    /// HMAC-SHA-256 of the id with its own prefix. It differs from the `anonymousUserId`, so that
    /// it does not identify the player's events in an anonymous export.
    let proof: String
    /// The same for the player's id in analytics events.
    let analytics: String
    /// ISO 8601.
    let requestedAt: String
    /// The day of the run that removed the player everywhere; nil while the request is pending.
    var removedOn: String?
    /// Whether models and earlier nights may have the player for some more days. Nil means no.
    var isDeferred: Bool?
    /// The day of the run after which only models and earlier nights still have the player.
    var hiddenOn: String?

    var ids: [String] { [proof, analytics] }

    /// Whether the next run has to remove the player everywhere.
    func isDue(on today: Day) -> Bool {
      guard isDeferred ?? false, let requested = Timestamp(iso8601: requestedAt)?.day else {
        return true
      }
      // A request in the future comes from a wrong clock.
      return !(0..<Tombstones.longestDelayInDays).contains(today.days(since: requested))
    }
  }

  private var formatVersion = 1
  /// A keyed hash of a constant, which identifies the key.
  let check: String
  /// The checksum of `check` and the players.
  private var checksum = ""
  var players: [Player] = []
  /// The id of the workspace; nil if no run has named it yet.
  package var workspace: String?

  init(_ key: PlayerKey) { check = key.check }

  /// The key that the requests were written with.
  ///
  /// - Parameter text: the environment's `FINDIE_KEY`.
  /// - Throws: `WorkspaceFailure.missingKey` if the environment has none, or a different one.
  func key(_ text: String?, for purpose: String) throws(WorkspaceFailure) -> PlayerKey {
    let key = try PlayerKey(text, for: purpose, mayBeNew: false)
    guard key.check == check else {
      throw .missingKey(.different, purpose: purpose, mayBeNew: false)
    }
    return key
  }

  /// The file and its copy: requests are stored nowhere else, and a request in either file counts.
  private static let names = ["forgotten.json", ".forgotten.json"]

  /// - Throws: `WorkspaceFailure.unreadableRequests` if neither the file nor its copy can be read.
  package init?(in workspace: Workspace) throws {
    let files = try Self.names.map { try File(workspace.folder.appending(path: $0)) }
    let whole = files.compactMap(\.tombstones)
    guard var all = whole.first else {
      for file in files {
        guard let why = file.damage else { continue }
        throw WorkspaceFailure.unreadableRequests(path: file.url.path, why: why)
      }
      return nil
    }
    for other in whole.dropFirst() where other.check == all.check { all.add(other.players) }
    self = all
  }

  /// One of the two files.
  private struct File {
    let url: URL
    var tombstones: Tombstones?
    /// Why it cannot be read, as a sentence.
    var damage: String?

    init(_ url: URL) throws {
      self.url = url
      do {
        tombstones = try Tombstones(at: url)
      } catch WorkspaceFailure.unreadableRequests(_, let why, isDamaged: true) {
        damage = why
      }
    }
  }

  /// Stores requests. If a player was removed before, everything is searched again.
  ///
  /// - Returns: the number of players who already had a request.
  mutating func store(_ requests: [Player]) -> Int {
    var places = Dictionary(
      players.enumerated().map { ($1.ids, $0) }, uniquingKeysWith: { first, _ in first })
    var known = 0
    for request in requests {
      guard let place = places[request.ids] else {
        places[request.ids] = players.count
        players.append(request)
        continue
      }
      known += 1
      if players[place].removedOn != nil {
        players[place] = request
      } else if request.isDeferred == nil {
        players[place].isDeferred = nil
      }
    }
    players.sort { ($0.proof, $0.analytics) < ($1.proof, $1.analytics) }
    return known
  }

  /// Adds the other file's players. A player whom only one file marks as removed is pending.
  private mutating func add(_ others: [Player]) {
    for other in others {
      let known = players.firstIndex { $0.proof == other.proof && $0.analytics == other.analytics }
      guard let known else {
        players.append(other)
        continue
      }
      if players[known].removedOn != other.removedOn { players[known].removedOn = nil }
      if players[known].hiddenOn != other.hiddenOn { players[known].hiddenOn = nil }
      if other.isDeferred == nil { players[known].isDeferred = nil }
    }
    players.sort { ($0.proof, $0.analytics) < ($1.proof, $1.analytics) }
  }

  /// The stored requests, for a night's recipe: the first eight digits of each player's proof.
  package var knownRequests: [String] { players.map { String($0.proof.prefix(8)) } }

  /// The proofs of all ids.
  var all: Set<String> { Set(players.flatMap(\.ids)) }

  /// The ids that history and lists must not have: those of requests that a run carried out.
  var carriedOut: Set<String> {
    Set(players.filter { $0.removedOn != nil || $0.hiddenOn != nil }.flatMap(\.ids))
  }

  /// Makes all requests due again, since a part of the workspace has removed players again.
  package mutating func repeatAll() {
    for index in players.indices {
      players[index].removedOn = nil
      players[index].hiddenOn = nil
      players[index].isDeferred = nil
    }
  }

  /// Names the workspace, in both files.
  package mutating func claim(for id: String, in workspace: Workspace) throws(FileFailure) {
    self.workspace = id
    try write(to: workspace)
  }

  /// The damaged ones of the two files, each with its problem.
  package static func problems(in workspace: Workspace) throws -> [(url: URL, problem: String)] {
    let files = try names.map { try File(workspace.folder.appending(path: $0)) }
    guard files.contains(where: { $0.tombstones != nil || $0.damage != nil }) else { return [] }
    var problems = files.compactMap { file -> (url: URL, problem: String)? in
      if let damage = file.damage { return (file.url, damage) }
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
      throw WorkspaceFailure.unreadableRequests(path: url.path, why: "\(error)")
    }
    guard Self.formatVersions.contains(formatVersion) else {
      throw WorkspaceFailure.unreadableRequests(
        path: url.path, why: "Format \(formatVersion) is unknown.", isDamaged: false)
    }
    guard checksum == contentChecksum else {
      throw WorkspaceFailure.unreadableRequests(path: url.path, why: "The checksum differs.")
    }
  }

  /// The list as it is written to the file.
  package var sealed: Tombstones {
    var sealed = self
    sealed.checksum = contentChecksum
    sealed.formatVersion = players.contains { $0.isDeferred ?? false } ? 2 : 1
    return sealed
  }

  /// The requests of both lists. If they were written with different keys, `other` is ignored.
  package func merged(with other: Tombstones?) -> Tombstones {
    var merged = self
    if let other, other.check == check { merged.add(other.players) }
    return merged
  }

  /// Adds the requests to those stored beside backups.
  ///
  /// - Throws: `NotFound` if the folder does not exist, such as a disk that is not mounted;
  ///   `FileFailure`.
  package func add(toBackupsIn folder: URL) throws {
    let backups = Workspace(folder)
    try backups.checkExists()
    try merged(with: Tombstones(in: backups)).write(to: backups)
  }

  /// Writes the copy first: if a run stops between the two, the file is still complete.
  package func write(to workspace: Workspace) throws(FileFailure) {
    let sealed = sealed
    for name in Self.names.reversed() {
      try DurableFile.write(
        canonicalLine(sealed), to: workspace.folder.appending(path: name), access: .ownerOnly)
    }
  }

  private var contentChecksum: String {
    Fingerprint(of: check + canonicalJSON(players)).hexadecimal
  }

  /// The first run this many days after a deferred request completes it, so within a week.
  static let longestDelayInDays = 6

  /// The first day on which a player of a pending request was hidden; nil if none is.
  var firstHiddenDay: Day? {
    players.filter { $0.removedOn == nil }.compactMap { $0.hiddenOn.flatMap { Day($0) } }.min()
  }

  /// What today's run does.
  func step(on today: Day) -> ForgettingStep {
    let pending = players.filter { $0.removedOn == nil }
    if pending.contains(where: { $0.isDue(on: today) }) { return .complete }
    return pending.contains { $0.hiddenOn == nil } ? .hide : .nothing
  }

  /// Marks the requests that a run of `day` carried out as done.
  mutating func finish(_ step: ForgettingStep, on day: Day) {
    for index in players.indices where players[index].removedOn == nil {
      if step == .complete {
        players[index].removedOn = day.description
      } else if players[index].hiddenOn == nil {
        players[index].hiddenOn = day.description
      }
    }
  }
}
