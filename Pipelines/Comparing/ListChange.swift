import FindieDomain

/// Why an entry of a list is not as it was on an earlier night.
package enum ChangeCause: String, Codable, CaseIterable, Sendable {
  /// The player did something since.
  case interactions
  /// The models and the ranker, or what others did.
  case model
  /// The game came into the catalogue or out, or left it.
  case catalogue
  /// It may not be shown to the player any more, or may be again.
  case filter
  /// It was drawn for exploration, on the one night or on the other.
  case exploration
}

/// One entry of a player's list that is not as it was.
package struct ListChange: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case entered, left, moved
  }

  package let gameId: String
  package let kind: Kind
  /// The rank on the earlier night; nil where it entered.
  package let from: Int?
  /// The rank on the later night; nil where it left.
  package let to: Int?
  package let cause: ChangeCause
  /// In a few words, such as "seen since".
  package let why: String
}

/// One entry of a list, as far as changes are concerned.
package struct ListedEntry: Sendable, Equatable {
  package let gameId: String
  package let isDrawn: Bool

  package init(_ gameId: String, isDrawn: Bool = false) {
    self.gameId = gameId
    self.isDrawn = isDrawn
  }
}

/// What is known of one player and game on the two nights.
package struct ChangeFacts: Sendable, Equatable {
  /// Whether the game was out on the earlier night, and on the later one.
  package var wasOut = true
  package var isOut = true
  /// Whether the player's price range, platforms and muted genres allowed it.
  package var wasAllowed = true
  package var isAllowed = true
  /// Whether the player had come across it before the earlier night, and whether since.
  package var wasSeen = false
  package var isSeenSince = false
  /// Whether it was on the player's wishlist and is not any more.
  package var isTakenBack = false

  package init() {}
}

extension ListChange {
  /// All changes from one list to another, each with its cause; as many as entries that are not as they
  /// were.
  ///
  /// An entry that only moved up or down since others left or entered above it has the cause that most of
  /// those have, of as many the first in the order of `ChangeCause`.
  ///
  /// - Parameter hasActed: whether the player did anything between the nights. What the player's own
  ///   actions and the new models changed cannot be told apart by the lists: it then counts as
  ///   `interactions`.
  package static func changes(
    from before: [ListedEntry], to after: [ListedEntry], hasActed: Bool,
    facts: (String) -> ChangeFacts
  ) -> [ListChange] {
    let old = ranks(before)
    let new = ranks(after)
    let learned: (ChangeCause, String) =
      hasActed
      ? (.interactions, "the player did something since")
      : (.model, "the models changed, or what others did")
    var changes: [ListChange] = []
    for entry in before where new[entry.key] == nil {
      let (cause, why) = causeOfLeaving(entry, facts(entry.gameId)) ?? learned
      changes.append(
        ListChange(
          gameId: entry.gameId, kind: .left, from: old[entry.key], to: nil, cause: cause,
          why: why))
    }
    for entry in after where old[entry.key] == nil {
      let (cause, why) = causeOfEntering(entry, facts(entry.gameId)) ?? learned
      changes.append(
        ListChange(
          gameId: entry.gameId, kind: .entered, from: nil, to: new[entry.key], cause: cause,
          why: why))
    }
    let others = changes
    let stayed = before.map(\.key).filter { new[$0] != nil }
    let placeBefore = Dictionary(uniqueKeysWithValues: stayed.enumerated().map { ($1, $0) })
    for (place, entry) in after.filter({ old[$0.key] != nil }).enumerated() {
      guard let from = old[entry.key], let to = new[entry.key], from != to else { continue }
      let (cause, why): (ChangeCause, String) =
        if entry.isDrawn || before[from - 1].isDrawn {
          (.exploration, "its slot for exploration was drawn elsewhere")
        } else if placeBefore[entry.key] == place, let cause = mostFrequent(others, from, to) {
          (cause, "others left or entered above it")
        } else {
          learned
        }
      changes.append(
        ListChange(gameId: entry.gameId, kind: .moved, from: from, to: to, cause: cause, why: why))
    }
    return changes
  }

  private static func ranks(_ list: [ListedEntry]) -> [ExactText: Int] {
    Dictionary(
      list.enumerated().map { ($1.key, $0 + 1) }, uniquingKeysWith: { first, _ in first })
  }

  private static func causeOfLeaving(
    _ entry: ListedEntry, _ facts: ChangeFacts
  ) -> (ChangeCause, String)? {
    if facts.isSeenSince { return (.filter, "seen since") }
    if !facts.isOut { return (.catalogue, "not out any more") }
    if !facts.isAllowed {
      return (
        .filter,
        "not in the player's price range, on none of the player's platforms, or of a muted genre"
      )
    }
    return entry.isDrawn ? (.exploration, "it had been drawn") : nil
  }

  private static func causeOfEntering(
    _ entry: ListedEntry, _ facts: ChangeFacts
  ) -> (ChangeCause, String)? {
    if entry.isDrawn { return (.exploration, "drawn") }
    if !facts.wasOut { return (.catalogue, "new in the catalogue, or out since") }
    if !facts.wasAllowed {
      return (
        .filter,
        "now in the player's price range, on one of the player's platforms, or of no muted genre"
      )
    }
    if facts.isTakenBack { return (.filter, "not on the player's wishlist any more") }
    return facts.wasSeen ? (.filter, "seen long enough ago to return") : nil
  }

  /// The cause of most of what left or entered above an entry.
  private static func mostFrequent(
    _ others: [ListChange], _ from: Int, _ to: Int
  ) -> ChangeCause? {
    var counts: [ChangeCause: Int] = [:]
    for other in others where other.from ?? .max < from || other.to ?? .max < to {
      counts[other.cause, default: 0] += 1
    }
    return ChangeCause.allCases.reduce(nil as ChangeCause?) { best, cause in
      counts[cause, default: 0] > best.map { counts[$0, default: 0] } ?? 0 ? cause : best
    }
  }
}

extension ListedEntry {
  /// Ids are compared byte by byte.
  fileprivate var key: ExactText { ExactText(gameId) }
}
