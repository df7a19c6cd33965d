import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// What like rates are of, and how often their intervals hold.
@Suite struct LikeRateTests {
  private let night = day(210)
  private let range = DayRange(lastDays: 28, before: day(210))

  private func tally(_ swipes: [Swipe], _ logs: [Log]) throws -> Tally {
    let games = [Game(id: "g", title: "g", developerId: "d", genres: [])]
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(logs), games: games, night: night,
      workers: Workers(threads: 1))
    return activity.tally(of: try #require(activity.index(of: "g")), in: range)
  }

  private func cards(_ likes: Int, of cards: Int, on date: Int) -> [Swipe] {
    (0..<cards).map {
      Swipe(user: "u\($0)", game: "g", action: $0 < likes ? .like : .skip, day: day(date))
    }
  }

  private func logs(_ type: EventType, _ count: Int, on date: Int) -> [Log] {
    (0..<count).map { Log(user: "h\($0)", game: "g", type: type, day: day(date)) }
  }

  @Test func `one view does not replace the verdicts of a day`() throws {
    let tally = try tally(cards(30, of: 100, on: 200), logs(.gameView, 1, on: 200))
    #expect(tally[.impressions] == 100 && tally.cards == 100)
    #expect(tally.sources(of: .impressions) == [.interactions])
    #expect(tally.likeRate == Proportion(30, of: 100))
  }

  @Test func `view events that begin change impressions, but no rate`() throws {
    let swipes =
      cards(30, of: 100, on: 200) + cards(30, of: 100, on: 201)
      + [Swipe(user: "u", game: "g", action: .viewDetails, day: day(201))]
    let (before, after) = (
      try tally(swipes, []), try tally(swipes, logs(.gameView, 140, on: 201))
    )
    #expect(before[.impressions] == 200 && after[.impressions] == 240)
    #expect(after.likeRate == before.likeRate && after.clickRate == before.clickRate)
    #expect(after.approval == before.approval)
  }

  @Test func `each day's cards are of the record of its likes`() throws {
    // Swipes with more views; views only, some of them answered; answers that are more than views.
    let tally = try tally(
      cards(30, of: 100, on: 200),
      logs(.gameView, 140, on: 200) + logs(.gameView, 50, on: 201) + logs(.gameLike, 20, on: 201)
        + logs(.gameView, 5, on: 202) + logs(.gameLike, 6, on: 202)
        + logs(.gameDislike, 4, on: 202))
    #expect(tally[.impressions] == 140 + 50 + 10)
    #expect(tally.likeRate == Proportion(30 + 20 + 6, of: 100 + 50 + 10))
  }

  // Origin: the analysis of variance, computed in Python with exact fractions.
  @Test func `the design effect is that of the correlation of a player's cards`() {
    var sums = RatioSums()
    for (likes, cards) in [(3, 4), (0, 6), (2, 2), (1, 5), (0, 3)] { sums.add(likes, of: cards) }
    #expect(abs(sums.designEffect - 4.500000) < 1e-3)
    var single = RatioSums()
    for like in [0, 1, 1, 0] { single.add(like, of: 1) }
    #expect(single.designEffect == 1)
    var alike = RatioSums()
    for _ in 0..<5 {
      for (likes, cards) in [(9, 10), (1, 12), (8, 9), (2, 15), (5, 7), (0, 4)] {
        alike.add(likes, of: cards)
      }
    }
    #expect(abs(alike.designEffect - 7.125225) < 1e-3)
    var many = RatioSums()
    for player in 0..<400 { many.add(player % 4 == 0 ? 2 : player % 2, of: 2 + player % 3) }
    #expect(abs(many.designEffect - 1.006551) < 1e-3)
  }

  /// Players with their own propensities, from beta(1.2, 2.8), and numbers of cards with a long
  /// tail: of independent cards, intervals would hold in half of the worlds.
  @Test(arguments: [(cards: 1.0, players: 60), (4.0, 60), (4.0, 400)])
  func `95 % intervals hold in 92 to 98 % of worlds with dependent cards`(
    of world: (cards: Double, players: Int)
  ) throws {
    var random = SeededGenerator(seed: 5)
    func uniform() -> Double { Double.random(in: 0x1p-53..<1, using: &random) }
    var (held, plain, changes, false_) = (0, 0, 0, 0)
    var before: Proportion?
    for _ in 0..<1000 {
      var sums = RatioSums()
      for _ in 0..<world.players {
        // The median of four uniform draws, and a Pareto number of cards.
        let draws = (0..<4).map { _ in uniform() }.sorted()
        let cards = min(200, Int(world.cards / pow(uniform(), 0.5)))
        sums.add((0..<cards).count { _ in uniform() < draws[1] }, of: cards)
      }
      // The second of four uniform draws has the mean 2/5.
      let rate = try #require(
        Proportion(sums.numerator, of: sums.denominator, effect: sums.designEffect))
      let old = try #require(Proportion(sums.numerator, of: sums.denominator))
      if rate.lower <= 0.4, 0.4 <= rate.upper { held += 1 }
      if old.lower <= 0.4, 0.4 <= old.upper { plain += 1 }
      if let earlier = before {
        changes += 1
        if try #require(Change(of: rate, since: earlier)).isSignificant { false_ += 1 }
        before = nil
      } else {
        before = rate
      }
    }
    #expect((920...980).contains(held), "\(held) of 1000")
    #expect(plain < held, "\(plain) of 1000 without the design effect")
    #expect(false_ * 100 <= 8 * changes, "\(false_) of \(changes) changes")
  }
}
