import FindieDomain

/// Why an entry of a list changed.
package enum ChangeCause: String, Codable, CaseIterable, Sendable {
  /// What the player did since.
  case interactions
  /// The models, the ranker, or what other players did.
  case model
  /// The game was added, released or withdrawn.
  case catalogue
  /// A filter of the player's list.
  case filter
  /// It was drawn for exploration on one of the nights.
  case exploration
}

/// One changed entry of a player's list.
package struct ListChange: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case entered, left, moved
  }

  package let gameId: String
  package let kind: Kind
  /// The rank on the earlier night; nil if it entered.
  package let from: Int?
  /// The rank on the later night; nil if it left.
  package let to: Int?
  package let cause: ChangeCause
  /// The reason, such as "seen since".
  package let why: String
}

/// One entry of a list.
package struct ListedEntry: Sendable, Equatable {
  package let gameId: String
  package let isDrawn: Bool

  package init(_ gameId: String, isDrawn: Bool = false) {
    self.gameId = gameId
    self.isDrawn = isDrawn
  }
}

/// The state of one player and game on the two nights.
package struct ChangeFacts: Sendable, Equatable {
  /// Whether the game was out on the earlier night, and whether on the later one.
  package var wasOut = true
  package var isOut = true
  /// Whether the player's price range, platforms and muted genres allowed it, on each night.
  package var wasAllowed = true
  package var isAllowed = true
  /// Whether the player had seen it before the earlier night, and whether since.
  package var wasSeen = false
  package var isSeenSince = false
  /// Whether it was removed from the player's wishlist or library.
  package var isRemovedFromWishlist = false

  package init() {}
}

extension ListChange {
  /// All changes from one list to another, each with its cause.
  ///
  /// An entry that moved because others left or entered above it gets the most frequent cause of
  /// those changes; in a tie, the first in `ChangeCause`.
  ///
  /// - Parameter hasActed: whether the player did anything between the nights. The lists do not
  ///   separate the effects of the player's actions and of the new models; both then count as
  ///   `interactions`.
  package static func changes(
    from before: [ListedEntry], to after: [ListedEntry], hasActed: Bool,
    facts: (String) -> ChangeFacts
  ) -> [ListChange] {
    let old = ranks(before)
    let new = ranks(after)
    let otherwise: (ChangeCause, String) =
      hasActed
      ? (.interactions, "the player's actions since")
      : (.model, "the models, or the actions of others")
    var changes: [ListChange] = []
    for entry in before where new[entry.key] == nil {
      let (cause, why) = causeOfLeaving(entry, facts(entry.gameId)) ?? otherwise
      changes.append(
        ListChange(
          gameId: entry.gameId, kind: .left, from: old[entry.key], to: nil, cause: cause,
          why: why))
    }
    for entry in after where old[entry.key] == nil {
      let (cause, why) = causeOfEntering(entry, facts(entry.gameId)) ?? otherwise
      changes.append(
        ListChange(
          gameId: entry.gameId, kind: .entered, from: nil, to: new[entry.key], cause: cause,
          why: why))
    }
    let others = changes
    let stayed = before.map(\.key).filter { new[$0] != nil }
    let positionBefore = Dictionary(uniqueKeysWithValues: stayed.enumerated().map { ($1, $0) })
    for (position, entry) in after.filter({ old[$0.key] != nil }).enumerated() {
      guard let from = old[entry.key], let to = new[entry.key], from != to else { continue }
      let (cause, why): (ChangeCause, String) =
        if entry.isDrawn || before[from - 1].isDrawn {
          (.exploration, "the exploration slot has another position")
        } else if positionBefore[entry.key] == position,
          let cause = mostFrequent(others, above: from, to)
        {
          (cause, "others left or entered above it")
        } else {
          otherwise
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
    if !facts.isOut { return (.catalogue, "no longer available") }
    if !facts.isAllowed {
      return (
        .filter,
        "outside the player's price range or platforms, of a muted genre, or not eligible any more"
      )
    }
    return entry.isDrawn ? (.exploration, "it was drawn before") : nil
  }

  private static func causeOfEntering(
    _ entry: ListedEntry, _ facts: ChangeFacts
  ) -> (ChangeCause, String)? {
    if entry.isDrawn { return (.exploration, "drawn") }
    if !facts.wasOut { return (.catalogue, "new in the catalogue, or released since") }
    if !facts.wasAllowed {
      return (
        .filter,
        "now eligible, and within the player's price range, platforms and genres"
      )
    }
    if facts.isRemovedFromWishlist {
      return (.filter, "removed from the player's wishlist or library")
    }
    return facts.wasSeen ? (.filter, "no longer excluded as seen") : nil
  }

  /// The most frequent cause of the entries that left or entered above this one.
  private static func mostFrequent(
    _ others: [ListChange], above from: Int, _ to: Int
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
