import FindieDomain

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

  /// The number of a group's players, as far as it is told.
  func players(_ range: Int, _ group: PlayerGroup, _ withholding: Withholding) -> PlayerCount {
    if let count = told(range, group) { return .exactly(count) }
    return withholding.mayTell(counts[range, group])
      ? .withheld : .fewerThan(withholding.playersToTell)
  }

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
  ///   - ranges: the periods, then those before them.
  /// - Complexity: O(games × ranges²) for each pair of groups.
  func tellings(
    studio: PlayerCounts, games: [PlayerCounts], ranges: [DayRange]
  ) -> (studio: PlayerTelling, games: [PlayerTelling]) {
    // Scope 0 is the studio, and holds all others.
    var scopes = ([studio] + games).map { PlayerTelling($0) }
    let counts = [studio] + games
    let isWithin = ranges.map { inner in
      ranges.map { $0.first <= inner.first && inner.last <= $0.last }
    }
    let steps: [[PlayerGroup]] = [[.all], [.new, .returning], [.details], [.wishlist], [.shop]]
    for groups in steps {
      for range in Self.order(of: ranges.count / 2)
      where !groups.contains(.new) || ranges[range].last == ranges[0].last {
        for scope in scopes.indices {
          let others = scope == 0 ? scopes.indices : 0..<1
          let isSafe = groups.allSatisfy { group in
            let count = counts[scope][range, group]
            func differs(from other: PlayerTelling, _ isInner: Bool, _ isOuter: Bool) -> Bool {
              PlayerGroup.allCases.allSatisfy { otherGroup in
                ranges.indices.allSatisfy { otherRange in
                  guard let told = other.told(otherRange, otherGroup) else { return true }
                  // Who returns to a period may be new in a longer one.
                  let isSame = range == otherRange || group != .returning
                  let isHeld =
                    isInner && isWithin[range][otherRange] && group.isWithin(otherGroup)
                    && (isSame || otherGroup != .returning)
                  let holds =
                    isOuter && isWithin[otherRange][range] && otherGroup.isWithin(group)
                    && (isSame || otherGroup != .returning)
                  return !(isHeld || holds) || mayTell(abs(count - told))
                }
              }
            }
            return mayTell(count) && differs(from: scopes[scope], true, true)
              && others.allSatisfy { other in
                other == scope || differs(from: scopes[other], scope != 0, scope == 0)
              }
          }
          guard isSafe else { continue }
          for group in groups { scopes[scope].tell(range, group) }
        }
      }
    }
    withholdOverlaps(&scopes, counts)
    return (scopes[0], Array(scopes.dropFirst()))
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
