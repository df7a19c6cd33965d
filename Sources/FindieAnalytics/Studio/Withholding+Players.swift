/// What is told of the players of one game or studio.
struct PlayerTelling: Sendable {
  /// By range and group; nil where it is not told.
  private(set) var told: [Int?]
  private let counts: PlayerCounts

  fileprivate init(_ counts: PlayerCounts) {
    self.counts = counts
    told = [Int?](repeating: nil, count: counts.counts.count)
  }

  fileprivate func told(_ range: Int, _ group: PlayerGroup) -> Int? {
    told[range * PlayerGroup.allCases.count + group.rawValue]
  }

  fileprivate mutating func tell(_ range: Int, _ group: PlayerGroup, isTold: Bool = true) {
    told[range * PlayerGroup.allCases.count + group.rawValue] =
      isTold ? counts[range, group] : nil
  }

  /// The number of a group's players, as far as it is told. What is not told has one word: a second one
  /// would say whether it is fewer than k.
  func players(_ range: Int, _ group: PlayerGroup) -> PlayerCount {
    // Where nobody was there, which the events tell, nobody was new either.
    if counts[range, .all] == 0 { return .exactly(0) }
    return told(range, group).map { .exactly($0) } ?? .withheld
  }

  /// The number of a set, told or not.
  fileprivate func count(_ set: Int) -> Int { counts.counts[set] }

  func source(_ range: Int) -> EventSource? { counts.sources[range] }
}

extension Withholding {
  /// What is told of a studio's players and of each of its games'.
  ///
  /// New and returning players are told together or not at all, since one follows from the other, and
  /// only of periods that end together: a player is new on one day, so new players of periods that
  /// overlap add up to those of their pieces.
  ///
  /// - Parameters:
  ///   - studio: the players of all games together; the game's own where there is but one.
  ///   - tellsNew: the ranges of which new and returning players may be told: those that end together.
  /// - Complexity: O(games × pairs of sets that hold each other).
  func tellings(
    studio: PlayerCounts, games: [PlayerCounts], tellsNew: [Bool]
  ) -> (studio: PlayerTelling, games: [PlayerTelling]) {
    // Scope 0 is the studio, and holds all others.
    var scopes = ([studio] + games).map { PlayerTelling($0) }
    var known: [[UInt32]: PlayerNesting] = [:]
    let nestings = ([studio] + games).map { counts -> PlayerNesting in
      if let nesting = known[counts.active] { return nesting }
      let nesting = PlayerNesting(counts.active)
      known[counts.active] = nesting
      return nesting
    }
    let steps: [[PlayerGroup]] = [[.all], [.new, .returning], [.details], [.wishlist], [.shop]]
    for groups in steps {
      for range in Self.order(of: tellsNew.count / 2)
      where !groups.contains(.new) || tellsNew[range] {
        for scope in scopes.indices {
          let mayBeTold = groups.allSatisfy { group in
            isSafe(range * PlayerGroup.allCases.count + group.rawValue, of: scope, scopes, nestings)
          }
          guard mayBeTold else { continue }
          for group in groups { scopes[scope].tell(range, group) }
        }
      }
    }
    withholdOverlaps(&scopes, [studio] + games)
    return (scopes[0], Array(scopes.dropFirst()))
  }

  /// Whether a set may be told beside those that are: it differs from each that it holds, and from each
  /// that holds it, by nobody or by enough players.
  private func isSafe(
    _ set: Int, of scope: Int, _ scopes: [PlayerTelling], _ nestings: [PlayerNesting]
  ) -> Bool {
    let nesting = nestings[scope]
    let count = scopes[scope].count(set)
    guard mayTell(count) else { return false }
    func differs(_ other: Int, _ sets: [Int]) -> Bool {
      sets.allSatisfy { set in
        guard let told = scopes[other].told[set] else { return true }
        return mayTell(abs(count - told))
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

  /// Where all games are told, their sum less the studio's number tells how many met several games.
  private func withholdOverlaps(_ scopes: inout [PlayerTelling], _ counts: [PlayerCounts]) {
    guard scopes.count > 2 else { return }
    for range in counts[0].sources.indices {
      for group in PlayerGroup.allCases {
        let told = scopes.dropFirst().compactMap { $0.told(range, group) }
        guard let studio = scopes[0].told(range, group), told.count == scopes.count - 1,
          !mayTell(abs(told.reduce(0, +) - studio))
        else { continue }
        // What the studio is not told of one of these it shall not have from the others.
        for group in group == .new || group == .returning ? [.new, .returning] : [group] {
          scopes[0].tell(range, group, isTold: false)
        }
      }
    }
  }
}
