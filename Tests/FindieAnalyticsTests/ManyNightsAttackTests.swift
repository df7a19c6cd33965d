import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import Testing

/// Attacks on the reports of consecutive nights with late events, corrected events and
/// forgotten players: no group of 1 to k − 1 players is determined.
@Suite struct ManyNightsAttackTests {
  private static let world = ManyNights(seed: 24)
  private static let k = ManyNights.k

  @Test func `the world changes past periods`() {
    let world = Self.world
    #expect(world.late > 100)
    #expect(world.corrected > 100)
    #expect(world.forgotten == (1..<ManyNights.nights).count { $0 % 3 > 0 })
    var sizes: [ManyNights.Key: Set<Int>] = [:]
    for number in world.numbers.joined() {
      sizes[number.key, default: []].insert(number.truth.count)
    }
    #expect(sizes.values.count { $0.count > 1 } > 1000 * ManyNights.nights / 60)
  }

  @Test func `each published number is the true one, rounded down`() {
    var atLeast = 0
    for number in Self.world.numbers.joined() {
      let count = number.truth.count
      switch number.published {
      case .atLeast(let published):
        #expect(published == count / Self.k * Self.k && (count == 0 || published >= Self.k))
        atLeast += 1
      case .suppressed:
        // New players are suppressed with few returning ones, and the other way round.
        let isPart = number.key.group == .new || number.key.group == .returning
        #expect(
          isPart || (1..<Self.k).contains(count) || number.key.group.isOfCohort && count == 0)
      }
    }
    #expect(atLeast > 10_000)
    let clicked = Self.world.numbers.joined().filter {
      $0.key.group.isOfCohort && $0.key.group != .wished && $0.published.count ?? 0 > 0
    }
    #expect(clicked.count > 100)
  }

  /// Every value that each number and cell was published with on any night.
  private func values<Key: Hashable>(_ entries: [(key: Key, value: Int)]) -> [Key: Set<Int>] {
    entries.reduce(into: [:]) { $0[$1.key, default: []].insert($1.value) }
  }

  /// The differences of 1 to k − 1 of all pairs of values of a studio's numbers.
  private func differences(_ values: [Set<Int>]) -> (pairs: Int, few: Int) {
    // The number of sets and nights with each value.
    var counts: [Int: Int] = [:]
    for value in values.joined() { counts[value, default: 0] += 1 }
    var (pairs, few) = (0, 0)
    for (left, count) in counts {
      for (right, other) in counts where left <= right {
        let own = left == right ? count * (count - 1) / 2 : count * other
        pairs += own
        if (1..<Self.k).contains(right - left) { few += own }
      }
    }
    return (pairs, few)
  }

  @Test func `no difference of two published numbers is 1 to k − 1`() {
    var tried = 0
    for (numbers, cells) in zip(Self.world.numbers, Self.world.cells) {
      let players = values(numbers.compactMap { own in own.published.count.map { (own.key, $0) } })
      let (pairs, few) = differences(Array(players.values))
      #expect(few == 0)
      let events = values(cells.map { ($0.key, $0.published) })
      let (cellPairs, fewEvents) = differences(Array(events.values))
      #expect(fewEvents == 0)
      tried += pairs + cellPairs
      let exact = values(
        numbers.compactMap { own in own.published.count.map { _ in (own.key, own.truth.count) } })
      #expect(differences(Array(exact.values)).few > 1000 * ManyNights.nights / 60)
    }
    print("differences tried: \(tried)")
    #expect(tried > 900_000 * ManyNights.nights / 60)
  }

  @Test func `propagating inequalities determines no group of few players`() {
    var (variables, relations, groups, contradictions, narrowest) = (0, 0, 0, 0, Int.max)
    for numbers in Self.world.numbers {
      var attack = IntervalAttack(numbers, .rounded)
      variables += attack.variables
      relations += attack.relationCount
      groups += attack.groups
      attack.propagate()
      contradictions += attack.contradictions
      narrowest = min(narrowest, attack.narrowest)
      #expect(attack.determined == [])
    }
    print(
      "numbers \(variables), relations \(relations), groups \(groups), recovered 0, contradictions "
        + "\(contradictions), narrowest range \(narrowest)")
    #expect(variables > 10_000 && relations > 50_000)
  }

  /// Totals of events are published exactly: they bound numbers of players, and their changes from
  /// night to night bound those of players. A number at the end of its range is then known on a
  /// night when one event arrives. docs/PRIVACY.md names this limit.
  @Test func `exact totals add next to nothing to rounded numbers`() {
    var (rounded, exact) = (0, 0)
    for numbers in Self.world.numbers {
      var attack = IntervalAttack(numbers, .rounded, usesTotals: true)
      attack.propagate()
      rounded += attack.determined.count
      var other = IntervalAttack(numbers, .exact, usesTotals: true)
      other.propagate()
      exact += other.determined.count
    }
    print("recovered with totals: \(rounded) rounded, \(exact) without rounding")
    #expect(rounded * 100 < exact)
  }

  @Test func `the same attack finds groups without rounding`() {
    var found = 0
    for numbers in Self.world.numbers {
      var attack = IntervalAttack(numbers, .exact)
      attack.propagate()
      found += attack.determined.count
    }
    print("recovered without rounding: \(found)")
    #expect(found > 1000)
  }

  /// A breakdown's total is exact, so that its cells bound each other.
  @Test func `totals and cells of breakdowns determine no count of few events`() {
    struct State: Hashable {
      let key: ManyNights.CellKey
      let total: Int
    }
    var (states, found) = (0, [String]())
    for cells in Self.world.cells {
      var ranges: [State: (low: Int, high: Int)] = [:]
      for (night, own) in Dictionary(grouping: cells, by: \.night).sorted(by: { $0.key < $1.key }) {
        let breakdowns = Dictionary(grouping: own) {
          [
            $0.key.games.description, $0.key.range.first.description, $0.key.range.last.description,
            $0.key.cut.rawValue,
          ]
        }
        for breakdown in breakdowns.values {
          let sum = breakdown.reduce(0) { $0 + $1.published }
          for cell in breakdown {
            var (low, high) = (cell.published, cell.published + Self.k - 1)
            if cell.addsUp {
              let others = sum - cell.published
              low = max(low, cell.total - others - (breakdown.count - 1) * (Self.k - 1))
              high = min(high, cell.total - others)
            }
            #expect(low <= high, "night \(night)")
            let state = State(key: cell.key, total: cell.total)
            let known = ranges[state] ?? (low, high)
            ranges[state] = (max(known.low, low), min(known.high, high))
          }
        }
      }
      states += ranges.count
      for (part, own) in ranges {
        if own.low == own.high, (1..<Self.k).contains(own.low) { found.append("\(part)") }
      }
    }
    print("cells \(states)")
    #expect(states > 1000)
    #expect(found == [])
  }
}
