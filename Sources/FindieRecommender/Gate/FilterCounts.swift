package import FindieDomain
package import FindieLinearAlgebra
package import FindieWorkers

/// What keeps games off players' lists: of all pairs of a player and a game, how many each filter takes,
/// counted once, by the first that does.
package struct FilterCounts: Sendable, Equatable, Codable {
  /// Not released, cancelled, inactive, or dated later.
  package private(set) var notOut = 0
  /// Another edition of a game that stands for it.
  package private(set) var otherEdition = 0
  package private(set) var price = 0
  package private(set) var platform = 0
  package private(set) var mutedGenre = 0
  /// In the player's library or wishlist, or swiped: liked, disliked, or skipped lately.
  package private(set) var seen = 0
  /// What no filter takes.
  package private(set) var left = 0

  package init() {}

  /// - Parameters:
  ///   - seen: what is not listed again [players, games].
  ///   - isListed: by game, whether lists may hold it at all, as of several editions one.
  ///   - users: by player; nil where nothing is known of one.
  /// - Complexity: games for each distinct set of players' own bounds, and the elements of `seen`.
  package init(
    seen: SparseRows, eligibility: Eligibility, isListed: [Bool], users: [User?], workers: Workers
  ) {
    precondition(seen.rows == users.count && seen.columns == isListed.count, "seen of others")
    let preferences = users.map { Eligibility.Preferences($0) }
    var players: [Eligibility.Preferences: Int] = [:]
    for own in preferences { players[own, default: 0] += 1 }
    let distinct = Array(players)
    let counts = workers.map(distinct.count) { place in
      var counts = FilterCounts()
      for game in isListed.indices {
        counts.add(
          eligibility.refusal(of: game, for: distinct[place].key), isListed: isListed[game],
          times: distinct[place].value)
      }
      return counts
    }
    self = counts.reduce(into: FilterCounts()) { $0.add($1) }
    let parts = Workers.ranges(of: users.count, size: 4096)
    let ofPlayers = workers.map(parts.count) { part in
      parts[part].reduce(0) { sum, player in
        sum
          + seen.columns(ofRow: player).count {
            isListed[Int($0)] && eligibility.allows(Int($0), for: preferences[player])
          }
      }
    }
    self.seen = ofPlayers.reduce(0, +)
    left -= self.seen
  }

  private mutating func add(_ refusal: Eligibility.Refusal?, isListed: Bool, times count: Int) {
    switch refusal {
    case .notOut: notOut += count
    case _ where !isListed: otherEdition += count
    case .price: price += count
    case .platform: platform += count
    case .mutedGenre: mutedGenre += count
    case nil: left += count
    }
  }

  private mutating func add(_ other: FilterCounts) {
    notOut += other.notOut
    otherEdition += other.otherEdition
    price += other.price
    platform += other.platform
    mutedGenre += other.mutedGenre
    left += other.left
  }
}
