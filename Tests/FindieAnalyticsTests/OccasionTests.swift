import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Foundation
import Testing

/// What changed from price drops and annotations, in an app that is the same every day.
@Suite struct OccasionTests {
  private let night = day(210)
  private let games = ["a", "a", "b", "c", "d"].enumerated().map { number, studio in
    Game(id: "g\(number)", title: "", developerId: studio)
  }

  /// Each game has 10 skips on each of the days from 110 on; game 0 has 30 from `rise` to the next
  /// day but six.
  private func impacts(
    _ annotations: [Annotation] = [], prices: [PriceSeries] = [], rise: Int = 170,
    of indices: [Int] = [0, 1]
  ) -> [Impact] {
    let cards = (110..<210).flatMap { on in
      games.indices.flatMap { game in
        [Swipe](
          repeating: Swipe(user: "u", game: "g\(game)", action: .skip, day: day(on)),
          count: game == 0 && (rise..<rise + 7).contains(on) ? 30 : 10)
      }
    }
    let counting = StudioCounting(
      EventsByGame([EventTable(cards), EventTable([Log]())]), games: games, night: night,
      workers: Workers(threads: 1))
    return counting.numbers(
      ofGames: indices, followers: nil, occasions: Occasions(annotations, prices: prices, .utc)
    ).impacts
  }

  private func series(_ points: [(day: Int, hour: Int64, price: Decimal?)]) -> PriceSeries {
    PriceSeries(
      gameId: "g0", shop: "steam", country: "US", currency: "USD",
      items: points.map { point in
        PricePoint(
          at: Timestamp(
            milliseconds: day(point.day).start.milliseconds + 3_600_000 * point.hour),
          price: point.price)
      })
  }

  private func note(
    _ on: Int, game: String? = nil, studio: String? = nil, isActive: Bool = true
  ) -> Annotation {
    Annotation(
      id: "\(on)\(game ?? "")\(studio ?? "")", day: day(on), text: "Sale", gameId: game,
      developerId: studio, isActive: isActive)
  }

  @Test func `a price drop is compared like a release`() throws {
    let impact = try #require(impacts(prices: [series([(100, 0, 20), (170, 9, 18)])]).first)
    #expect(impact.occasion.kind == .priceDrop && impact.occasion.game == 0)
    #expect(impact.occasion.day == day(170))
    #expect(impact.daysBefore == 28)
    let effect = try #require(impact.effects.first)
    #expect(effect.count == 210 && effect.before == 280)
    // (30 / 30) / (10 / 30). The listed days begin on day 118: five weeks have 14 days before, and
    // 2.57… is the 97.5 % quantile of t with five degrees.
    #expect(abs(effect.change.ratio - 3) < 1e-12)
    let half = 2.570581835636314 * sqrt(1 / 210.0 + 1 / 280.0)
    #expect(abs(effect.change.lower - 3 * exp(-half)) < 1e-9)
    #expect(impact.isClear)
  }

  /// By 9.95%; back on the same day; not for sale before; free; without a price before; without
  /// seven days from it.
  static let otherChanges: [[(Int, Int64, Decimal?)]] = [
    [(100, 0, 20), (170, 9, Decimal(string: "18.01"))],
    [(100, 0, 20), (170, 9, 10), (170, 10, 20)],
    [(100, 0, 20), (160, 0, nil), (170, 9, 10)],
    [(100, 0, 0), (170, 9, 0)], [(170, 9, 10)], [(100, 0, 20), (209, 0, 10)],
  ]

  @Test(arguments: otherChanges.indices)
  func `other price changes are no price drops`(index: Int) {
    let points = Self.otherChanges[index].map { (day: $0.0, hour: $0.1, price: $0.2) }
    #expect(impacts(prices: [series(points)]) == [])
  }

  @Test func `a price may fall in steps within a day, and in several shops`() {
    var other = series([(100, 0, 30), (170, 3, 5)])
    other.shop = "itchio"
    let drops = impacts(prices: [
      series([(100, 0, 20), (170, 9, 19), (170, 10, 18)]), other,
    ])
    #expect(drops.map(\.occasion.day) == [day(170)])
  }

  @Test func `a studio sees annotations about itself and its games only`() {
    let notes = [
      note(170, game: "g0"), note(170, studio: "a"), note(170, studio: "b"), note(170),
      note(170, game: "g2"), note(170, game: "unknown"), note(170, game: "g1"),
    ]
    let occasions = impacts(notes).map(\.occasion)
    #expect(occasions.map(\.game) == [0, 1, nil])
    #expect(occasions.allSatisfy { $0.kind == .annotation("Sale") && $0.day == day(170) })
    // Both games: 40 a day, and 20 a day before.
    let all = impacts(notes).last?.effects.first
    #expect(all?.count == 280 && all?.before == 560)
  }

  @Test func `days from another occasion are left out of the days before`() throws {
    let drop = series([(100, 0, 20), (169, 0, 10)])
    let impact = try #require(impacts([note(184, game: "g0")], prices: [drop], rise: 184).last)
    #expect(impact.daysBefore == 21 && impact.effects.first?.before == 210)
    // A rise from an earlier occasion is not part of the days before.
    let after = try #require(impacts([note(190, game: "g0"), note(170, game: "g0")]).last)
    #expect(after.effects.first.map { abs($0.change.ratio - 1) < 1e-12 } == true)
  }

  @Test(arguments: 1...7)
  func `the days from an occasion end before the next one`(later: Int) {
    for next in [note(170 + later, game: "g0"), note(170 + later, studio: "a")] {
      // All of the rise is from the second on.
      let found = impacts([note(170, game: "g0"), next], rise: 170 + later)
      let first = found.first { $0.occasion.day == day(170) && $0.occasion.game == 0 }
      #expect(first?.days == (later < 3 ? nil : later))
      #expect(first.map { abs($0.effects[0].change.ratio - 1) < 1e-12 } != false)
      // The second is within the days of the first.
      #expect(found.contains { $0.occasion.day == day(170 + later) } == (later == 7))
    }
    #expect(impacts([note(170, game: "g0"), note(170 + later, game: "g1")]).count == 2)
  }

  @Test func `fewer than 14 days before, or three weeks with as many, are too few`() {
    let notes = [149, 163, 170, 177, 184].map { note($0, game: "g0") }
    // Day 149 has the weeks from day 142 and 135 only; day 177 has 7 days of 28.
    #expect(
      impacts(notes).map { [$0.occasion.day.days(since: day(0)), $0.daysBefore] }
        == [[163, 21], [170, 14]])
  }
}
