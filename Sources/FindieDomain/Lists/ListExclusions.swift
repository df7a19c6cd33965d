/// Whom and what the lists of an earlier night must not show again.
package struct ListExclusions: Sendable {
  /// Players without lists and records.
  package var players: Set<ExactText> = []
  /// The records of players without lists made of their actions or preferences.
  package var refusals: [User] = []
  /// Games that are in no list.
  package var games: Set<ExactText> = []

  package init() {}

  package var isEmpty: Bool { players.isEmpty && refusals.isEmpty && games.isEmpty }
}
