package import FindieDomain
import FindieHistory
package import FindieText
package import FindieWorkers
package import FindieWorkspace

/// The changes between the players' lists of two published nights, with their causes.
package struct NightDiff: Codable, Sendable, Equatable {
  package struct Player: Codable, Sendable, Equatable {
    package let userId: String
    package let changes: [ListChange]
  }

  package let from: Day
  package let to: Day
  /// The number of players with a list on either night.
  package let players: Int
  /// The number of entries in the later night's lists.
  package let entries: Int
  package let changed: Int
  /// By cause and kind, such as `filter` and `left`; their sum is `changed`.
  package let causes: [String: [String: Int]]
  /// One player with every change; nil for all players.
  package let player: Player?
}

extension NightDiff {
  /// - Parameters:
  ///   - first: the earlier night.
  ///   - user: one player; nil for all.
  /// - Throws: `NotFound`.
  package init(
    of first: Day, and second: Day, user: String?, in workspace: Workspace, workers: Workers
  ) throws {
    let (before, after) = (
      try PublishedSide(of: first, workspace), try PublishedSide(of: second, workspace)
    )
    let actions = PlayerActions(
      try workspace.history.events(.interactions, before: second, workers: workers), from: first)
    let (old, new) = (try before.lists(of: user), try after.lists(of: user))
    if let user, old.isEmpty, new.isEmpty {
      throw NotFound(
        "The player '\(user)' has no list in the nights of \(first) and \(second). "
          + NotFound.newPlayer)
    }
    let users = Set(old.keys).union(new.keys).sorted()
    let parts = Workers.ranges(of: users.count, size: 256)
    let changes = workers.map(parts.count) { part in
      parts[part].map { index -> [ListChange] in
        let user = users[index]
        return ListChange.changes(
          from: old[user] ?? [], to: new[user] ?? [], hasActed: actions.hasActed(user)
        ) { game in
          var facts = ChangeFacts()
          (facts.wasOut, facts.wasAllowed) = before.allows(game, to: user)
          (facts.isOut, facts.isAllowed) = after.allows(game, to: user)
          facts.wasSeen = actions.hasSeen(user, game, since: false)
          let (owned, owns) = (before.owns(user, game), after.owns(user, game))
          facts.isSeenSince = actions.hasSeen(user, game, since: true) || (owns && !owned)
          facts.isRemovedFromWishlist = owned && !owns
          return facts
        }
      }
    }.flatMap { $0 }
    var causes: [String: [String: Int]] = [:]
    for change in changes.joined() {
      causes[change.cause.rawValue, default: [:]][change.kind.rawValue, default: 0] += 1
    }
    self.init(
      from: first, to: second, players: users.count,
      entries: new.values.reduce(0) { $0 + $1.count },
      changed: changes.reduce(0) { $0 + $1.count }, causes: causes,
      player: user.map { Player(userId: $0, changes: changes.first ?? []) })
  }
}

extension NightDiff {
  private static let caveat =
    "If a player acted between the nights, the effects of these actions and of the new models "
    + "cannot be separated and count as interactions."

  package var answer: Answer {
    var table = TextTable(
      ("cause", .left), ("entered", .right), ("left", .right), ("moved", .right), ("sum", .right))
    for cause in ChangeCause.allCases {
      let kinds = causes[cause.rawValue] ?? [:]
      table.add(
        cause.rawValue, "\(kinds["entered"] ?? 0)", "\(kinds["left"] ?? 0)",
        "\(kinds["moved"] ?? 0)", "\(kinds.values.reduce(0, +))")
    }
    var text = """
      From \(from) to \(to): \(changed) changes in the lists of \(players.counted("player")), \
      which have \(entries) entries.

      \(table.text)

      \(Self.caveat)
      """
    if let player, !player.changes.isEmpty {
      var changes = TextTable(
        ("game", .left), ("change", .left), ("from", .right), ("to", .right), ("cause", .left),
        ("reason", .left))
      for change in player.changes {
        changes.add(
          change.gameId, change.kind.rawValue, change.from.map { "\($0)" } ?? "",
          change.to.map { "\($0)" } ?? "", change.cause.rawValue, change.why)
      }
      text += "\n\n" + changes.text
    }
    return Answer(text: text, json: canonicalJSON(self) + "\n")
  }
}
