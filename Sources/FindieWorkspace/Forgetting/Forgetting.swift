import FindieBatch
package import FindieDomain

/// Makes a workspace forget a player.
///
/// ```
/// findie forget --user U    forgotten.json gets a keyed hash of the id; published lists do not change yet
/// the next nightly run      removes U from history, index of ids, store and quarantine
///                           ignores lines and records of U in the input
///                           rebuilds matrix, models, lists and reports, since their inputs changed
///                           removes published nights with U after it has published its own
/// ```
///
/// Each step can be interrupted and is repeated by the next run. The player counts as forgotten only when
/// all steps are done.
package struct Forgetting {
  /// A request, and the published nights that still have the player.
  package struct Request: Codable, Sendable {
    /// The keyed hash that is stored.
    package let proof: String
    /// Whether the request was already stored.
    package let wasKnown: Bool
    /// The published nights with the player.
    package let publishedNights: [Day]
  }

  private let workspace: Workspace

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Stores the request to forget a player.
  ///
  /// - Parameters:
  ///   - analyticsId: the player's id in analytics events; nil if it is the `anonymousUserId` under
  ///     the same key.
  ///   - key: the environment's `FINDIE_KEY`.
  ///   - now: the current time.
  /// - Throws: `MissingKey`; `NotFound`.
  package func request(
    for userId: String, analyticsId: String? = nil, key text: String?, now: Timestamp
  ) throws -> Request {
    let key = try PlayerKey(text, for: "findie forget")
    try workspace.checkExists()
    let lock = try WorkspaceLock(workspace: workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    var tombstones = try Tombstones(in: workspace) ?? Tombstones(key)
    guard tombstones.check == key.check else {
      throw MissingKey(purpose: "findie forget", why: .different)
    }
    let proof = key.proof(of: userId)
    let analytics = key.proof(of: analyticsId ?? key.anonymousId(of: userId))
    let known = tombstones.players.firstIndex { $0.proof == proof && $0.analytics == analytics }
    if let known {
      // A repeated request searches everything again.
      tombstones.players[known].removedOn = nil
    } else {
      tombstones.players.append(
        Tombstones.Player(
          proof: proof, analytics: analytics, requestedAt: now.description))
      tombstones.players.sort { ($0.proof, $0.analytics) < ($1.proof, $1.analytics) }
    }
    try tombstones.write(to: workspace)
    return Request(
      proof: proof, wasKnown: known != nil,
      publishedNights: try PublishedNights(workspace).holding { $0 == userId })
  }
}
