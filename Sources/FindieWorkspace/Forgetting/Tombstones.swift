import FindieDomain
import FindieFiles
import Foundation

/// The players who asked to be forgotten, `forgotten.json`. It lies in several folders
/// (`RequestCopies`).
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

  struct Player: Codable, Sendable, Hashable {
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

    /// Whether a run carried out some of the request.
    var hasBegun: Bool { removedOn != nil || hiddenOn != nil }

    /// Makes the request pending.
    ///
    /// - Parameter isUrgent: whether it is due at once.
    mutating func begin(isUrgent: Bool) {
      (removedOn, hiddenOn) = (nil, nil)
      if isUrgent { isDeferred = nil }
    }

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

  /// Stores requests. If a player was removed before, everything is searched again.
  ///
  /// - Returns: the number of players who already had a request.
  mutating func store(_ requests: [Player]) -> Int {
    var (places, known) = (places, 0)
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

  /// Adds the players of another copy. A newer request counts, and the more urgent one.
  mutating func add(_ others: [Player]) {
    var places = places
    for other in others {
      guard let known = places[other.ids] else {
        places[other.ids] = players.count
        players.append(other)
        continue
      }
      if other.requestedAt > players[known].requestedAt {
        players[known] = other
      } else if other.requestedAt == players[known].requestedAt, other.isDeferred == nil {
        players[known].isDeferred = nil
      }
    }
    players.sort { ($0.proof, $0.analytics) < ($1.proof, $1.analytics) }
  }

  /// Makes requests pending that not all lists say were carried out; without lists, all are due at
  /// once.
  mutating func agree(with lists: [[Player]]) {
    if lists.isEmpty { return repeatAll() }
    for list in Set(lists) {
      let states = Self.byIds(list)
      for index in players.indices {
        let (player, other) = (players[index], states[players[index].ids])
        guard let other, other.requestedAt == player.requestedAt else {
          players[index].begin(isUrgent: other == nil && player.hasBegun)
          continue
        }
        if other.removedOn != player.removedOn { players[index].removedOn = nil }
        if other.hiddenOn != player.hiddenOn { players[index].hiddenOn = nil }
      }
    }
  }

  /// The requests, of which those were carried out that a list says were.
  func carriedOut(asIn list: [Player]) -> Tombstones {
    let states = Self.byIds(list)
    var requests = self
    for index in requests.players.indices {
      let other = states[requests.players[index].ids]
      let isSame = other?.requestedAt == requests.players[index].requestedAt
      requests.players[index].removedOn = isSame ? other?.removedOn : nil
      requests.players[index].hiddenOn = isSame ? other?.hiddenOn : nil
    }
    return requests
  }

  private static func byIds(_ list: [Player]) -> [[String]: Player] {
    Dictionary(list.map { ($0.ids, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private var places: [[String]: Int] {
    Dictionary(
      players.enumerated().map { ($1.ids, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The stored requests, as other files name them: the first eight digits of each player's proof.
  package var knownRequests: [String] { players.map { String($0.proof.prefix(8)) } }

  /// The proofs of all ids.
  var all: Set<String> { Set(players.flatMap(\.ids)) }

  /// The ids that history and lists must not have: those of requests that a run carried out.
  var carriedOut: Set<String> {
    Set(players.filter { $0.removedOn != nil || $0.hiddenOn != nil }.flatMap(\.ids))
  }

  /// The ids of players who were removed everywhere.
  var removed: Set<String> { Set(players.filter { $0.removedOn != nil }.flatMap(\.ids)) }

  /// Makes all requests due again, since a part of the workspace has removed players again.
  package mutating func repeatAll() {
    for index in players.indices { players[index].begin(isUrgent: true) }
  }

  /// - Throws: `WorkspaceFailure.unreadableRequests`.
  init(_ bytes: [UInt8], of file: URL) throws(WorkspaceFailure) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    } catch {
      throw .unreadableRequests(path: file.path, why: "\(error)")
    }
    guard Self.formatVersions.contains(formatVersion) else {
      throw .unreadableRequests(
        path: file.path, why: "Format \(formatVersion) is unknown.", isDamaged: false)
    }
    guard checksum == contentChecksum else {
      throw .unreadableRequests(path: file.path, why: "The checksum differs.")
    }
  }

  /// The list as it is written to the file.
  package var sealed: Tombstones {
    var sealed = self
    sealed.checksum = contentChecksum
    sealed.formatVersion = players.contains { $0.isDeferred ?? false } ? 2 : 1
    return sealed
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
  ///
  /// - Parameter proofs: those of the players whom the run knew.
  mutating func finish(_ step: ForgettingStep, on day: Day, of proofs: Set<String>) {
    for index in players.indices
    where players[index].removedOn == nil && proofs.contains(players[index].proof) {
      if step == .complete {
        players[index].removedOn = day.description
      } else if players[index].hiddenOn == nil {
        players[index].hiddenOn = day.description
      }
    }
  }
}
