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

  @Test func `each number is the true one, rounded down, and the usual share is of such numbers`() {
    for own in Self.world.published {
      #expect(own.likers == rounded(own.truth.likers.count))
      #expect(own.alsoLike == rounded(own.truth.alsoLike.count))
      #expect(own.players == rounded(own.truth.players.count))
      #expect(abs(own.usual - own.truth.usual) < 1e-12)
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

  /// The numbers of a suggestion: those that are published, or the true ones.
  private func numbers(_ own: TagNights.Published, exact: Bool) -> [(group: Group, count: Int)] {
    let truth = own.truth
    return [
      (.players, exact ? truth.players.count : own.players),
      (.likers, exact ? truth.likers.count : own.likers),
      (.alsoLike(own.tag), exact ? truth.alsoLike.count : own.alsoLike),
    ]
  }

  /// The differences of two values of a game's numbers on any nights, and those of 1 to k − 1.
  private func differences(exact: Bool) -> (pairs: Int, few: Int) {
    var (pairs, few) = (0, 0)
    for own in Dictionary(grouping: Self.world.published, by: \.game).values {
      var values: [Key: Set<Int>] = [:]
      for suggestion in own {
        for (group, count) in numbers(suggestion, exact: exact) {
          values[Key(window: suggestion.window, group: group), default: []].insert(count)
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
    #expect(rounded.pairs > 5000 && rounded.few == 0)
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
    var ranges: [ClosedRange<Int>] = []
    var truths: [Set<Int32>] = []
    var likers: [State: Int] = [:]
    var parts: [(part: Int, whole: Int)] = []
    func clamp(_ index: Int, to range: ClosedRange<Int>) -> Bool {
      let before = ranges[index]
      guard before.overlaps(range) else { return false }
      ranges[index] = before.clamped(to: range)
      return ranges[index] != before
    }
    for own in Self.world.published {
      let state = State(game: own.game, window: own.window, totalLikes: own.totalLikes)
      let found = numbers(own, exact: exact)
      let sets = [own.truth.players, own.truth.likers, own.truth.alsoLike]
      let indices = zip(found, sets).map { entry, truth -> Int in
        let range = entry.count...(entry.count + (exact ? 0 : Self.k - 1))
        if entry.group == .likers, let known = likers[state] {
          _ = clamp(known, to: range)
          return known
        }
        ranges.append(range)
        truths.append(truth)
        if entry.group == .likers { likers[state] = ranges.count - 1 }
        return ranges.count - 1
      }
      parts += [(indices[2], indices[1]), (indices[1], indices[0]), (indices[2], indices[0])]
    }
    var isChanged = true
    while isChanged {
      isChanged = false
      for (part, whole) in parts {
        let isNarrower = [
          clamp(part, to: 0...ranges[whole].upperBound),
          clamp(whole, to: ranges[part].lowerBound...Int.max),
        ]
        if isNarrower.contains(true) { isChanged = true }
      }
    }
    let few = 1..<Self.k
    let groups = parts.count { part, whole in
      let least = ranges[whole].lowerBound - ranges[part].upperBound
      let most = ranges[whole].upperBound - ranges[part].lowerBound
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
