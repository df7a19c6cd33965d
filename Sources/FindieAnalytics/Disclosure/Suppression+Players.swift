/// The published numbers of players of one game or studio.
struct PlayerDisclosure: Sendable {
  /// By range and group; nil if it is suppressed.
  private(set) var published: [Int?]
  private let counts: PlayerCounts

  fileprivate init(_ counts: PlayerCounts) {
    self.counts = counts
    published = [Int?](repeating: nil, count: counts.counts.count)
  }

  fileprivate func published(_ range: Int, _ group: PlayerGroup) -> Int? {
    published[range * PlayerGroup.allCases.count + group.rawValue]
  }

  fileprivate mutating func publish(_ range: Int, _ group: PlayerGroup, isPublished: Bool = true) {
    published[range * PlayerGroup.allCases.count + group.rawValue] =
      isPublished ? counts[range, group] : nil
  }

  /// The number of players of a group. There is one case for all suppressed numbers: several cases
  /// would reveal whether the number is below k.
  func players(_ range: Int, _ group: PlayerGroup) -> PlayerCount {
    // The events show that there were no players, so there were no new ones either.
    if counts[range, .all] == 0 { return .exactly(0) }
    return published(range, group).map { .exactly($0) } ?? .suppressed
  }

  /// The number of players of a set, published or not.
  fileprivate func count(_ set: Int) -> Int { counts.counts[set] }

  func source(_ range: Int) -> EventSource? { counts.sources[range] }
}

extension Suppression {
  /// The published numbers of players of a studio and of each of its games.
  ///
  /// New and returning players are published together or not at all, since each follows from the other. They
  /// are published only for periods that end together: a player is new on one day, so the new players of
  /// overlapping periods add up to those of their parts.
  ///
  /// - Parameters:
  ///   - studio: the players of all games together; the game's own if there is only one.
  ///   - publishesNew: the ranges that may have new and returning players: those that end together.
  /// - Complexity: O(games × pairs of sets that contain each other).
  func disclosures(
    studio: PlayerCounts, games: [PlayerCounts], publishesNew: [Bool]
  ) -> (studio: PlayerDisclosure, games: [PlayerDisclosure]) {
    // Scope 0 is the studio and contains all others.
    var scopes = ([studio] + games).map { PlayerDisclosure($0) }
    var known: [[UInt32]: PlayerNesting] = [:]
    let nestings = ([studio] + games).map { counts -> PlayerNesting in
      if let nesting = known[counts.active] { return nesting }
      let nesting = PlayerNesting(counts.active)
      known[counts.active] = nesting
      return nesting
    }
    let steps: [[PlayerGroup]] = [[.all], [.new, .returning], [.details], [.wishlist], [.shop]]
    for groups in steps {
      for range in Self.order(of: publishesNew.count / 2)
      where !groups.contains(.new) || publishesNew[range] {
        for scope in scopes.indices {
          let mayBeTold = groups.allSatisfy { group in
            isSafe(range * PlayerGroup.allCases.count + group.rawValue, of: scope, scopes, nestings)
          }
          guard mayBeTold else { continue }
          for group in groups { scopes[scope].publish(range, group) }
        }
      }
    }
    suppressOverlaps(&scopes, [studio] + games)
    return (scopes[0], Array(scopes.dropFirst()))
  }

  /// Whether a set may be published next to those that are: its count differs by 0 or at least k from that of
  /// each set that contains it or that it contains.
  private func isSafe(
    _ set: Int, of scope: Int, _ scopes: [PlayerDisclosure], _ nestings: [PlayerNesting]
  ) -> Bool {
    let nesting = nestings[scope]
    let count = scopes[scope].count(set)
    guard mayPublish(count) else { return false }
    func differs(_ other: Int, _ sets: [Int]) -> Bool {
      sets.allSatisfy { set in
        guard let published = scopes[other].published[set] else { return true }
        return mayPublish(abs(count - published))
      }
    }
    guard differs(scope, nesting.holders[set]), differs(scope, nesting.held[set]) else {
      return false
    }
    if scope > 0 { return differs(0, nesting.holders[set]) && differs(0, [set]) }
    return scopes.indices.dropFirst().allSatisfy {
      differs($0, nestings[$0].held[set]) && differs($0, [set])
    }
  }

  /// If all games are published, their sum minus the studio's number is the number of players of several
  /// games.
  private func suppressOverlaps(_ scopes: inout [PlayerDisclosure], _ counts: [PlayerCounts]) {
    guard scopes.count > 2 else { return }
    for range in counts[0].sources.indices {
      for group in PlayerGroup.allCases {
        let published = scopes.dropFirst().compactMap { $0.published(range, group) }
        guard let studio = scopes[0].published(range, group), published.count == scopes.count - 1,
          !mayPublish(abs(published.reduce(0, +) - studio))
        else { continue }
        // A number that the studio's total suppresses must not follow from the others.
        for group in group == .new || group == .returning ? [.new, .returning] : [group] {
          scopes[0].publish(range, group, isPublished: false)
        }
      }
    }
  }
}
