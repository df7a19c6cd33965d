package import FindieDomain
import Foundation

/// Makes a workspace forget a player.
///
/// ```
/// findie forget U           forgotten.json gets a keyed hash of the id; lists do not change yet
/// the next nightly run      removes U from history, index of ids, store and quarantine
///                           ignores lines and records of U in the input
///                           rebuilds matrix, models, lists and reports, since their inputs changed
///                           removes published nights with U after it has published its own
/// ```
///
/// After `findie forget --deferred`, the next run still uses earlier nights' outputs and does not
/// remove them. A run within a week does so for all deferred requests together.
///
/// Each step can be interrupted and is repeated by the next run. The player counts as forgotten
/// only when all steps are done.
package struct Forgetting {
  /// What was stored, and the published nights that still have the players.
  package struct Request: Codable, Sendable {
    /// The keyed hashes that are stored, one per player.
    package let proofs: [String]
    /// The number of players for whom a request was already stored.
    package let known: Int
    package let isDeferred: Bool
    /// Whether all requests are known again that a restore could not know.
    package let isComplete: Bool
    /// The published nights with one of the players.
    package let publishedNights: [Day]
    /// The folders of backups to which the requests could not be added.
    package let unreachedBackups: [String]
  }

  private let workspace: Workspace

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// A player's ids.
  package struct Player: Sendable {
    let userId: String
    let analyticsId: String?

    /// - Parameter analyticsId: the id in analytics events; nil if it is the `anonymousUserId`
    ///   under the key of the request.
    package init(userId: String, analyticsId: String? = nil) {
      (self.userId, self.analyticsId) = (userId, analyticsId)
    }
  }

  /// Stores the requests to forget some players.
  ///
  /// - Parameters:
  ///   - isDeferred: whether models and earlier nights may have the players for at most seven days.
  ///     A request that is already stored does not become less urgent.
  ///   - isComplete: whether no request is missing any more that a restore could not know.
  ///   - key: the environment's `FINDIE_KEY`.
  ///   - now: the current time.
  /// - Throws: `WorkspaceFailure.missingKey`; `NotFound`.
  package func request(
    for players: [Player], isDeferred: Bool = false, isComplete: Bool = false, key text: String?,
    now: Timestamp
  ) throws -> Request {
    try workspace.checkExists()
    let lock = try WorkspaceLock(workspace: workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    var unreached: [String] = []
    var (proofs, known): ([String], Int) = ([], 0)
    if !players.isEmpty {
      (proofs, known, unreached) = try store(players, isDeferred: isDeferred, key: text, at: now)
    }
    if isComplete {
      try WorkspaceIdentity.change(in: workspace) { $0.requestsMissingSince = nil }
    }
    let ids = Set(players.map { ExactText($0.userId) })
    return Request(
      proofs: proofs, known: known, isDeferred: isDeferred, isComplete: isComplete,
      publishedNights: try PublishedNights(workspace).holding { ids.contains(ExactText($0)) },
      unreachedBackups: unreached)
  }

  /// - Returns: the keyed hashes of the players, the number of players who already had a request,
  ///   and the folders of backups that cannot be reached.
  private func store(
    _ players: [Player], isDeferred: Bool, key text: String?, at now: Timestamp
  ) throws -> (proofs: [String], known: Int, unreached: [String]) {
    var stored: Tombstones?
    do {
      stored = try Tombstones(in: workspace)
    } catch WorkspaceFailure.unreadableRequests(_, _, isDamaged: true) {
      // No copy can be read. The requests that other files name are still asked for.
    }
    let purpose = "findie forget"
    let key =
      try stored?.key(text, for: purpose) ?? PlayerKey(text, for: purpose, mayBeNew: true)
    var tombstones = stored ?? Tombstones(key)
    let requests = players.map { player in
      Tombstones.Player(
        proof: key.proof(of: player.userId),
        analytics: key.proof(of: player.analyticsId ?? key.anonymousId(of: player.userId)),
        requestedAt: now.description, isDeferred: isDeferred ? true : nil)
    }
    let known = tombstones.store(requests)
    try tombstones.write(to: workspace)
    let unreached = try tombstones.writeToBackups(of: workspace)
    return (requests.map(\.proof), known, unreached)
  }
}

/// What a run does for the players who asked to be forgotten.
package enum ForgettingStep: Sendable {
  /// All requests are done, or wait for a later run.
  case nothing
  /// Removes the players from history, store and quarantine, thus from new lists, models, reports.
  case hide
  /// Also removes earlier nights with these players, and uses no output of an earlier night.
  case complete
}
