import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// Cohorts of players by the week of their first wish, against the definition and by hand.
@Suite struct WishCohortTests {
  private static let k = 10

  /// The players of a cohort and the week after it in which each first clicked.
  private func counted(_ logs: [Log], _ week: DayRange) -> [String: Int] {
    var found: [String: Int] = [:]
    for (_, own) in Dictionary(grouping: logs, by: { [$0.user, $0.game] }) {
      let wishes = own.filter { $0.type == .gameWishlist }.map(\.day)
      guard let first = wishes.filter({ week.contains($0) }).min(),
        !wishes.contains(where: { $0 < week.first && $0 >= week.first.adding(days: -91) })
      else { continue }
      let clicks = own.filter { $0.type == .externalLinkClick && $0.day >= first }
        .map { $0.day.days(since: week.first) / 7 }
      found[own[0].user] = min(found[own[0].user] ?? .max, clicks.min() ?? .max)
    }
    return found
  }

  /// The same numbers on every night: no comparison of nights shows more than one of them.
  @Test(arguments: DisclosureAttackTests.tried)
  func `each number is the true one, rounded down, on every night`(index: Int) {
    let world = DisclosureAttackTests.world(index)
    var known: [DayRange: WishCohort] = [:]
    for night in DisclosureAttackTests.nights {
      let logs = world.logs.filter { $0.day < night.monday }
      let cohorts = world.numbers(on: night).wishCohorts
      #expect(cohorts.isEmpty || cohorts.count == 13)
      for (number, cohort) in cohorts.enumerated() {
        let players = counted(logs, cohort.range)
        #expect(cohort.clicked.count == min(5, 13 - number))
        let counts =
          [(cohort.wished, players.count)]
          + cohort.clicked.enumerated().map { after, own in
            (own, players.values.count { $0 <= after })
          }
        for (published, count) in counts {
          switch published {
          case .atLeast(let own): #expect(own == count / Self.k * Self.k && (own > 0 || count == 0))
          case .suppressed: #expect(count < Self.k)
          }
        }
        if let other = known[cohort.range] {
          let both = min(other.clicked.count, cohort.clicked.count)
          #expect(other.wished == cohort.wished)
          #expect(other.clicked.prefix(both) == cohort.clicked.prefix(both))
        }
        known[cohort.range] = cohort
      }
    }
  }

  @Test func `the compared worlds have cohorts with clicks`() {
    let cohorts = DisclosureAttackTests.tried.flatMap {
      DisclosureAttackTests.world($0).numbers.wishCohorts
    }
    #expect(cohorts.count { $0.wished.count ?? 0 > 0 } > 20)
    #expect(cohorts.joinedClicks.contains { $0.count ?? 0 > 0 })
    #expect(cohorts.joinedClicks.contains(.suppressed))
  }

  /// Thirty players wish for a game on a Tuesday; ten of them go to its shop.
  private func cohorts(
    wishes: [Int] = [140], clicks: [Int], clicksOf game: String = "g0", players: Int = 30
  ) -> [WishCohort] {
    let logs = (0..<players).flatMap { player -> [Log] in
      let own = wishes.map {
        Log(user: "h\(player)", game: "g0", type: .gameWishlist, day: day($0))
      }
      return own
        + (player < 10 ? clicks : []).map {
          Log(user: "h\(player)", game: game, type: .externalLinkClick, day: day($0))
        }
    }
    return StudioCounting(
      EventsByGame([EventTable([Swipe]()), EventTable(logs)]),
      games: games("g0", "g1"), night: day(210), workers: Workers(threads: 1)
    ).numbers(ofGames: [0, 1], followers: nil).wishCohorts
  }

  private func cohort(of cohorts: [WishCohort], on number: Int) -> WishCohort? {
    cohorts.first { $0.range.contains(day(number)) }
  }

  @Test func `clicks count from the day of the wish, to the end of each week`() throws {
    let monday = day(140).monday.days(since: day(0))
    for (click, weeks) in [
      (140, 0), (monday + 6, 0), (monday + 7, 1), (monday + 27, 3), (monday + 34, 4),
      (monday + 35, 5), (monday, 5),
    ] {
      let own = try #require(cohort(of: cohorts(clicks: [click]), on: 140))
      #expect(own.wished == .atLeast(30))
      // Without any click in the weeks, the totals show that there is none.
      let none: PlayerCount = click == monday ? .suppressed : .atLeast(0)
      #expect(own.clicked == (0...4).map { $0 >= weeks ? .atLeast(10) : none }, "\(click)")
    }
  }

  @Test func `clicks of another game do not count`() throws {
    let own = try #require(cohort(of: cohorts(clicks: [140], clicksOf: "g1"), on: 140))
    #expect(own.clicked == [PlayerCount](repeating: .suppressed, count: 5))
  }

  @Test func `only the first wish of 13 weeks counts`() throws {
    let monday = day(140).monday.days(since: day(0))
    let again = cohorts(wishes: [140, 150], clicks: [150])
    #expect(cohort(of: again, on: 150)?.wished == .suppressed)
    #expect(cohort(of: again, on: 140)?.clicked.first == .atLeast(0))
    #expect(cohort(of: cohorts(wishes: [monday - 91, 140], clicks: []), on: 140) == nil)
    #expect(
      cohort(of: cohorts(wishes: [monday - 92, 140], clicks: []), on: 140)?.wished == .atLeast(30))
  }

  @Test func `there are no cohorts of too few players`() {
    #expect(cohorts(clicks: [140], players: 9) == [])
  }
}

extension [WishCohort] {
  fileprivate var joinedClicks: [PlayerCount] { flatMap(\.clicked) }
}
