package import FindieDomain
import FindieBatch
import FindieFiles
import FindieHistory
import FindieRecommender
import FindieStore
package import FindieWorkers
package import Foundation

/// What is different in the players' lists of two published nights, and why; the parts add up.
package struct NightDiff: Codable, Sendable, Equatable {
  package struct Player: Codable, Sendable, Equatable {
    package let userId: String
    package let changes: [ListChange]
  }

  package let from: Day
  package let to: Day
  /// Players that have a list on either night.
  package let players: Int
  /// Entries of the later night's lists.
  package let entries: Int
  package let changed: Int
  /// By cause and kind, such as `filter` and `left`; their sum is `changed`.
  package let causes: [String: [String: Int]]
  /// The player that was asked about, with every change; nil for all players.
  package let player: Player?
}

extension NightDiff {
  /// - Parameters:
  ///   - first: the earlier night.
  ///   - user: one player; nil for all.
  /// - Throws: `NothingPublished` where a night or the player is not there.
  package init(
    of first: Day, and second: Day, user: String?, workspace: URL, workers: Workers
  ) throws {
    let night = Night(workspace: workspace, workers: workers, now: Timestamp(milliseconds: 0))
    let (before, after) = (
      try PublishedSide(of: first, night), try PublishedSide(of: second, night)
    )
    let actions = PlayerActions(
      try night.history.events(.interactions, before: second, workers: workers), from: first)
    let old = try before.lists(of: user, workers: workers)
    let new = try after.lists(of: user, workers: workers)
    if let user, old.isEmpty, new.isEmpty {
      throw NothingPublished(
        "there is no list for the player '\(user)' in the nights of \(first) and \(second); check "
          + "the id")
    }
    let users = Set(old.keys).union(new.keys).sorted()
    let parts = Workers.ranges(of: users.count, size: 256)
    let changes = workers.map(parts.count) { part in
      parts[part].map { place -> [ListChange] in
        let user = users[place]
        return ListChange.changes(
          from: old[user] ?? [], to: new[user] ?? [], hasActed: actions.hasActed(user)
        ) { game in
          var facts = ChangeFacts()
          (facts.wasOut, facts.wasAllowed) = before.allows(game, to: user)
          (facts.isOut, facts.isAllowed) = after.allows(game, to: user)
          facts.wasSeen = actions.hasSeen(user, game, since: false)
          let (owned, owns) = (before.owns(user, game), after.owns(user, game))
          facts.isSeenSince = actions.hasSeen(user, game, since: true) || (owns && !owned)
          facts.isTakenBack = owned && !owns
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
  /// Where the nights' own models were not looked at, this is to be known of the parts.
  private static let caveat =
    "Where a player did something between the nights, what that and the new models changed is not "
    + "told apart and counts as interactions."

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
      From the night of \(from) to that of \(to): \(changed) changes in the lists of \(players) \
      player\(players == 1 ? "" : "s"), which hold \(entries) entries.

      \(table.text)

      \(NightDiff.caveat)
      """
    if let player, !player.changes.isEmpty {
      var changes = TextTable(
        ("game", .left), ("", .left), ("from", .right), ("to", .right), ("cause", .left),
        ("why", .left))
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
