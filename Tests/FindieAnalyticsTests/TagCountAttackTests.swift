import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import Testing

/// Attacks on the numbers of players in suggestions of tags on sixty consecutive nights: no group
/// of 1 to k − 1 players is determined.
@Suite struct TagCountAttackTests {
  private static let world = TagNights(seed: 26)
  private static let k = TagNights.k

  private func rounded(_ count: Int) -> Int { count / Self.k * Self.k }

  @Test func `each number is the true one, rounded down, and each share is a true bound`() {
    for own in Self.world.published {
      let share = Double(own.truth.alsoLike.count) / Double(own.truth.likers.count)
      #expect(own.likers == rounded(own.truth.likers.count))
      #expect(own.share <= share && (share < own.share + 0.05 || own.share == 0.9))
      #expect(own.players == rounded(own.truth.players.count))
      #expect(abs(own.usual - own.truth.usual) < 0.005 + 1e-12)
    }
    let published = Self.world.published
    print("suggestions of tags: \(published.count) of \(Set(published.map(\.game)).count) games")
    #expect(published.count > 300 && Self.world.forgotten == 40)
  }

  /// A set of players whose number is published.
  private enum Group: Hashable {
    case players, likers
    /// Those of the likers who like a game with the tag.
    case alsoLike(String)
  }

  private struct Key: Hashable {
    let window: DayRange
    let group: Group
  }

  /// What a suggestion says of numbers of players, or the true ones.
  private func ranges(
    _ own: TagNights.Published, exact: Bool
  ) -> [(group: Group, range: ClosedRange<Int>)] {
    let truth = own.truth
    guard !exact else {
      let counts = [truth.players.count, truth.likers.count, truth.alsoLike.count]
      return zip([.players, .likers, .alsoLike(own.tag)], counts).map { ($0, $1...$1) }
    }
    let most = own.likers + Self.k - 1
    let isOpen = own.share == 0.9
    return [
      (.players, own.players...own.players + Self.k - 1), (.likers, own.likers...most),
      (
        .alsoLike(own.tag),
        Int(
          (own.share * Double(own.likers)).rounded(.up))...(isOpen
          ? most : Int((own.share + 0.05) * Double(most)))
      ),
    ]
  }

  /// The differences of two values of a game's numbers on any nights, and those of 1 to k − 1.
  private func differences(exact: Bool) -> (pairs: Int, few: Int) {
    var (pairs, few) = (0, 0)
    for own in Dictionary(grouping: Self.world.published, by: \.game).values {
      var values: [Key: Set<Int>] = [:]
      for suggestion in own {
        for (group, range) in ranges(suggestion, exact: exact) {
          if !exact, case .alsoLike = group { continue }
          values[Key(window: suggestion.window, group: group), default: []].insert(
            range.lowerBound)
        }
      }
      let all = values.values.flatMap(\.self)
      for (index, left) in all.enumerated() {
        for right in all[..<index] {
          pairs += 1
          if (1..<Self.k).contains(abs(left - right)) { few += 1 }
        }
      }
    }
    return (pairs, few)
  }

  @Test func `no difference of two published numbers is 1 to k − 1`() {
    let rounded = differences(exact: false)
    let exact = differences(exact: true)
    print("differences of tags: \(rounded.pairs), without rounding \(exact.few) of few players")
    #expect(rounded.pairs > 3000 && rounded.few == 0)
    #expect(exact.few > 1000)
  }

  /// Ranges of numbers of players, narrowed by what is known of the sets until nothing changes: the
  /// players who also like a tag are likers of the game, and these are players of the game. A
  /// game's likers are the same on nights with the same total of likes.
  private func recovered(exact: Bool) -> (relations: Int, groups: Int) {
    struct State: Hashable {
      let game: Int
      let window: DayRange
      let totalLikes: Int
    }
    var bounds: [ClosedRange<Int>] = []
    var truths: [Set<Int32>] = []
    var likers: [State: Int] = [:]
    var parts: [(part: Int, whole: Int)] = []
    func clamp(_ index: Int, to range: ClosedRange<Int>) -> Bool {
      let before = bounds[index]
      guard before.overlaps(range) else { return false }
      bounds[index] = before.clamped(to: range)
      return bounds[index] != before
    }
    for own in Self.world.published {
      let state = State(game: own.game, window: own.window, totalLikes: own.totalLikes)
      let found = ranges(own, exact: exact)
      let sets = [own.truth.players, own.truth.likers, own.truth.alsoLike]
      let indices = zip(found, sets).map { entry, truth -> Int in
        let range = entry.range
        if entry.group == .likers, let known = likers[state] {
          _ = clamp(known, to: range)
          return known
        }
        bounds.append(range)
        truths.append(truth)
        if entry.group == .likers { likers[state] = bounds.count - 1 }
        return bounds.count - 1
      }
      parts += [(indices[2], indices[1]), (indices[1], indices[0]), (indices[2], indices[0])]
    }
    var isChanged = true
    while isChanged {
      isChanged = false
      for (part, whole) in parts {
        let isNarrower = [
          clamp(part, to: 0...bounds[whole].upperBound),
          clamp(whole, to: bounds[part].lowerBound...Int.max),
        ]
        if isNarrower.contains(true) { isChanged = true }
      }
    }
    let few = 1..<Self.k
    let groups = parts.count { part, whole in
      let least = bounds[whole].lowerBound - bounds[part].upperBound
      let most = bounds[whole].upperBound - bounds[part].lowerBound
      return least == most && few.contains(least)
        && truths[whole].count - truths[part].count == least
    }
    return (parts.count, groups)
  }

  @Test func `inequalities determine no group of few players, and do without rounding`() {
    let rounded = recovered(exact: false)
    let exact = recovered(exact: true)
    print("relations of tags: \(rounded.relations), without rounding \(exact.groups) groups")
    #expect(rounded.relations > 1000)
    #expect(rounded.groups == 0)
    #expect(exact.groups > 100)
  }
}
