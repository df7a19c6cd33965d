import FindieAnalytics
import FindieDomain

/// What an attacker can conclude from the published numbers of many nights: a range for each
/// number, narrowed by what is known of the sets until nothing changes.
///
/// A number has one range per state of its events' totals, which are published exactly: nights with
/// the same totals tell of the same players.
package struct IntervalAttack {
  /// How the attacker reads a published number.
  package enum Reading {
    case rounded
    /// As if numbers of k or more players were published as they are.
    case exact
  }

  private struct State: Hashable {
    let key: ManyNights.Key
    let totals: [Int]
  }

  private struct Range {
    var low = 0
    var high = Int.max / 4
  }

  private enum Relation {
    /// The first set is part of the second.
    case part(Int, Int)
    /// The first two sets divide the third.
    case sum(Int, Int, Int)
    /// The first set is part of the union of the others.
    case union(Int, [Int])
    /// The number of a set on two nights, which differ by at most some players.
    case near(Int, Int, Int)
  }

  private static let k = ManyNights.k
  private var indices: [State: Int] = [:]
  private var ranges: [Range] = []
  private var truths: [Set<Int32>] = []
  private var relations: [Relation] = []
  /// Pairs of a part and a whole.
  private var pairs = Set<[Int]>()
  package private(set) var contradictions = 0

  package var variables: Int { ranges.count }
  package var relationCount: Int { relations.count }
  package var groups: Int { ranges.count + pairs.count }

  /// - Parameters:
  ///   - numbers: of one studio.
  ///   - usesTotals: whether totals of events bound numbers of players, and their changes those of
  ///     players.
  package init(_ numbers: [ManyNights.Number], _ reading: Reading, usesTotals: Bool = false) {
    var latest: [ManyNights.Key: (index: Int, totals: [Int])] = [:]
    var nights: [[Int]] = []
    var members: [[ManyNights.Key: Int]] = []
    for number in numbers {
      while nights.count <= number.night {
        nights.append([])
        members.append([:])
      }
      let state = State(key: number.key, totals: number.totals)
      let index = indices[state] ?? ranges.count
      if index == ranges.count {
        indices[state] = index
        ranges.append(Range())
        truths.append(number.truth)
      }
      let isPart = number.key.group == .new || number.key.group == .returning
      switch (number.published, reading) {
      case (.suppressed, _) where number.key.group.isOfCohort: narrow(index, 0, Self.k - 1)
      case (.suppressed, _): narrow(index, isPart ? 0 : 1, isPart ? .max / 4 : Self.k - 1)
      case (.atLeast(0), _): narrow(index, 0, 0)
      case (.atLeast(let count), .rounded): narrow(index, count, count + Self.k - 1)
      case (.atLeast, .exact): narrow(index, number.truth.count, number.truth.count)
      }
      if usesTotals, let source = number.key.source {
        let totals = ManyNights.totals(number.totals, of: source)
        narrow(index, 0, totals.reduce(0, +))
        if let (other, before) = latest[number.key], other != index {
          let changes = zip(totals, before).reduce(0) { $0 + abs($1.0 - $1.1) }
          relations.append(.near(index, other, changes))
        }
        latest[number.key] = (index, totals)
      }
      if members[number.night][number.key] == nil {
        members[number.night][number.key] = index
        nights[number.night].append(index)
      }
    }
    var seen = Set<[Int]>()
    for members in members { relate(members, &seen) }
  }

  private mutating func narrow(_ index: Int, _ low: Int, _ high: Int) {
    ranges[index].low = max(ranges[index].low, low)
    ranges[index].high = min(ranges[index].high, high)
  }

  /// Adds the relations of one night's numbers.
  private mutating func relate(_ members: [ManyNights.Key: Int], _ seen: inout Set<[Int]>) {
    func isWithin(_ group: ManyNights.Group, _ other: ManyNights.Group) -> Bool {
      switch (group, other) {
      case (_, .all), (.wishlist, .details), (.shop, .details), (.shop, .wishlist): true
      case (.wished, .details), (.wished, .wishlist), (.clicked, .details), (.clicked, .wishlist),
        (.clicked, .wished), (.clicked(weeksLater: 0), .shop):
        true
      case (.clicked(let few), .clicked(let more)): few <= more
      default: group == other
      }
    }
    let entries = members.sorted { $0.value < $1.value }
    for (inner, index) in entries {
      for (outer, other) in entries
      where index != other && inner.source == outer.source && isWithin(inner.group, outer.group)
        && Set(inner.games).isSubset(of: outer.games) && outer.range.first <= inner.range.first
        && inner.range.last <= outer.range.last
      {
        // A player who returns to a period may be new in a longer one.
        if outer.group == .returning, inner.range != outer.range { continue }
        guard pairs.insert([index, other]).inserted else { continue }
        relations.append(.part(index, other))
      }
    }
    for (key, whole) in entries {
      func find(_ games: [Int], _ range: DayRange, _ group: ManyNights.Group) -> Int? {
        members[.init(games: games, range: range, group: group, source: key.source)]
      }
      func add(_ relation: Relation, _ name: [Int]) {
        if seen.insert(name).inserted { relations.append(relation) }
      }
      if key.group == .all, let new = find(key.games, key.range, .new),
        let returning = find(key.games, key.range, .returning)
      {
        add(.sum(new, returning, whole), [0, new, returning, whole])
      }
      if key.games.count > 1 {
        let parts = key.games.compactMap { find([$0], key.range, key.group) }
        if parts.count == key.games.count { add(.union(whole, parts), [1, whole] + parts) }
      }
      guard key.group != .returning else { continue }
      // The shortest published ranges that cover this one; a greedy cover, by days.
      let others = entries.filter { other in
        other.value != whole && other.key.games == key.games && other.key.group == key.group
          && other.key.source == key.source && other.key.range != key.range
      }
      for isLongest in [true, false] {
        var (day, parts) = (key.range.first, [Int]())
        while day <= key.range.last {
          let next = others.filter { $0.key.range.contains(day) }
            .max {
              isLongest
                ? $0.key.range.last < $1.key.range.last : $0.key.range.count > $1.key.range.count
            }
          guard let next else { break }
          parts.append(next.value)
          day = next.key.range.last.adding(days: 1)
        }
        if day > key.range.last { add(.union(whole, parts), [1, whole] + parts) }
      }
    }
  }

  /// Narrows all ranges until nothing changes.
  package mutating func propagate() {
    var isChanged = true
    while isChanged {
      let before = ranges.map { [$0.low, $0.high] }
      for relation in relations {
        switch relation {
        case .part(let part, let whole):
          narrow(part, 0, ranges[whole].high)
          narrow(whole, ranges[part].low, .max)
        case .sum(let a, let b, let whole):
          narrow(whole, ranges[a].low + ranges[b].low, ranges[a].high + ranges[b].high)
          narrow(a, ranges[whole].low - ranges[b].high, ranges[whole].high - ranges[b].low)
          narrow(b, ranges[whole].low - ranges[a].high, ranges[whole].high - ranges[a].low)
        case .near(let a, let b, let changes):
          narrow(a, ranges[b].low - changes, ranges[b].high + changes)
          narrow(b, ranges[a].low - changes, ranges[a].high + changes)
        case .union(let whole, let parts):
          let sum = parts.reduce(0) { min(.max / 4, $0 + ranges[$1].high) }
          narrow(whole, 0, sum)
          guard sum < .max / 4 else { continue }
          for part in parts {
            narrow(part, ranges[whole].low - (sum - ranges[part].high), .max)
          }
        }
      }
      isChanged = zip(before, ranges).contains { $0 != [$1.low, $1.high] }
      // Totals can stay the same although the players changed: such ranges have no number.
      for index in ranges.indices where ranges[index].low > ranges[index].high {
        contradictions += 1
        ranges[index] = Range()
        relations.removeAll { relation in
          switch relation {
          case .part(let a, let b): a == index || b == index
          case .near(let a, let b, _): a == index || b == index
          case .sum(let a, let b, let c): [a, b, c].contains(index)
          case .union(let a, let b): a == index || b.contains(index)
          }
        }
        pairs = pairs.filter { !$0.contains(index) }
        isChanged = true
      }
    }
  }

  /// The determined groups of 1 to k − 1 players: numbers, and what a set has more than one of its
  /// parts.
  package var determined: [String] {
    var found: [String] = []
    let few = 1..<Self.k
    for (index, range) in ranges.enumerated()
    where range.low == range.high && few.contains(range.low) && truths[index].count == range.low {
      found.append("number \(index): \(range.low)")
    }
    for pair in pairs {
      let (part, whole) = (ranges[pair[0]], ranges[pair[1]])
      let low = whole.low - part.high
      guard low == whole.high - part.low, few.contains(low),
        truths[pair[1]].count - truths[pair[0]].count == low
      else { continue }
      found.append("\(pair[1]) less \(pair[0]): \(low)")
    }
    return found
  }

  /// The smallest number of values that a number of k or more players may have.
  package var narrowest: Int {
    ranges.filter { $0.low >= Self.k && $0.high < .max / 4 }.map { $0.high - $0.low + 1 }.min() ?? 0
  }
}
