import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Whether impacts are right: their ratios, intervals, and the share of false ones.
@Suite struct ImpactTests {
  private let night = day(210)
  /// The listed days: 13 weeks, and a day since.
  private let first = 118

  /// The impacts of each studio of an app with one annotation on each of `occasions`.
  ///
  /// - Parameters:
  ///   - owners: by game: its studio.
  ///   - occasions: the game and day of each.
  ///   - count: the cards of a game on a day.
  private func impacts(
    _ owners: [Int], occasions: [(game: Int, day: Int)], count: (_ game: Int, _ on: Int) -> Int
  ) -> [[Impact]] {
    let games = owners.enumerated().map { number, studio in
      Game(id: "g\(number)", title: "", developerId: "s\(studio)")
    }
    let cards = (first..<210).flatMap { on in
      games.indices.flatMap { game in
        [Swipe](
          repeating: Swipe(user: "u", game: "g\(game)", action: .skip, day: day(on)),
          count: count(game, on))
      }
    }
    let counting = StudioCounting(
      EventsByGame([EventTable(cards), EventTable([Log]())]), games: games, night: night,
      workers: Workers(threads: 1))
    let notes = occasions.map { game, on in
      Annotation(
        id: "\(game) \(on)", day: day(on), text: "Sale", gameId: "g\(game)", developerId: nil,
        isActive: true)
    }
    return (0...(owners.max() ?? 0)).map { studio in
      counting.numbers(
        ofGames: owners.indices.filter { owners[$0] == studio }, followers: nil,
        occasions: Occasions(notes, prices: [], .utc)
      ).impacts
    }
  }

  @Test(arguments: [90, 3])
  func `a game that doubles has the ratio 2, whatever its share of the app`(cards: Int) throws {
    let impact = try #require(
      impacts([0, 1, 2], occasions: [(0, 190)]) { game, on in
        game > 0 ? 50 : (190..<197).contains(on) ? 2 * cards : cards
      }[0].first)
    #expect(impact.occasion.day == day(190) && impact.days == 7)
    #expect(abs(impact.effects[0].change.ratio - 2) < 1e-12)
    #expect(impact.isClear)
  }

  @Test func `other games of the studio are not part of the comparison`() throws {
    // Both double; with the second one in the comparison, the first would have less than 2.
    let own = impacts([0, 0, 1, 2], occasions: [(0, 190), (1, 190)]) { game, on in
      game < 2 && (190..<197).contains(on) ? 60 : 30
    }[0]
    #expect(own.count == 2)
    #expect(own.allSatisfy { abs($0.effects[0].change.ratio - 2) < 1e-12 })
  }

  @Test func `there is no impact if others have too few events`() {
    for others in [1, 3] {
      let found = impacts([0, 1, 2], occasions: [(0, 190)]) { game, _ in
        game == 0 ? 30 : others
      }[0]
      #expect(found.count == (others == 3 ? 1 : 0))
    }
  }

  @Test func `the interval is that of the same weekdays of the weeks before`() throws {
    var random = SeededGenerator(seed: 1)
    let counts = (0..<3).map { _ in (0..<210).map { _ in Int.random(in: 1...40, using: &random) } }
    let impact = try #require(
      impacts([0, 1, 2], occasions: [(0, 190)]) { counts[$0][$1] }[0].first)
    func ratio(_ day: Int, _ more: Double) -> (log: Double, poisson: Double) {
      func sum(_ days: Range<Int>, _ games: Range<Int>) -> Double {
        days.reduce(0) { sum, day in games.reduce(sum) { $0 + Double(counts[$1][day]) } }
      }
      let before = max(first, day - 28)..<day
      let (n, n0) = (sum(day..<day + 7, 0..<1) + more, sum(before, 0..<1) + more)
      return (
        log(n / sum(day..<day + 7, 1..<3)) - log(n0 / sum(before, 1..<3)), 1 / n + 1 / n0
      )
    }
    // Those from day 134 on have at least 14 days before.
    let placebos = (1...8).map { ratio(190 - 7 * $0, 0.5) }
    let excess = placebos.reduce(0) { $0 + $1.log * $1.log - $1.poisson } / 8
    let (own, poisson) = ratio(190, 0)
    #expect(excess > 0)
    // The 97.5 % quantile of t with 8 degrees.
    let half = 2.306004135204166 * (poisson + excess).squareRoot()
    let change = impact.effects[0].change
    #expect(abs(change.ratio - exp(own)) < 1e-12)
    #expect(abs(change.lower - exp(own - half)) < 1e-9)
    #expect(abs(change.upper - exp(own + half)) < 1e-9)
  }

  @Test func `intervals of several comparisons are wider`() throws {
    let own = impacts([0, 0, 1, 2], occasions: [(0, 190), (1, 190)]) { game, on in
      game == 0 && (190..<197).contains(on) ? 12 : 10
    }[0]
    // No finding among two: the level is 2.5 %. The 98.75 % quantile of t with 8 degrees.
    let half = 2.7515235961 * (1.0 / 84 + 1.0 / 280).squareRoot()
    #expect(own.map(\.isClear) == [false, false])
    #expect(abs(own[0].effects[0].change.upper - 1.2 * exp(half)) < 1e-7)
  }

  enum World: CaseIterable { case overdispersed, drifting, weekly, declining }

  /// 96 games of a studio each, with an occasion on a random day: every sixth game then doubles.
  @Test(arguments: World.allCases)
  func `intervals hold, with and without an effect, and a doubling is found`(world: World) {
    var random = SeededGenerator(seed: 59)
    func normal() -> Double {
      (-2 * log(Double.random(in: .leastNonzeroMagnitude...1, using: &random))).squareRoot()
        * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
    let occasions = (0..<96).map { (game: $0, day: Int.random(in: 175...203, using: &random)) }
    let counts = occasions.map { game, start in
      let weekend = Int.random(in: 0..<7, using: &random)
      var drift = 0.25 * normal()
      return (0..<210).map { on -> Int in
        drift = 0.9 * drift + 0.25 * (1 - 0.81).squareRoot() * normal()
        var level = on % 7 < 2 ? log(14) : log(10.0)
        switch world {
        case .overdispersed: level += 0.3 * normal()
        case .drifting: level += drift
        case .weekly: level += (on + weekend) % 7 < 2 ? 0.5 : -0.2
        case .declining: level -= 0.05 / 7 * Double(on - first) - 0.2
        }
        if game % 6 == 0, (start..<start + 7).contains(on) { level += log(2) }
        let mean = exp(level)
        // A Poisson count, by its mean and variance.
        return max(0, Int((mean + mean.squareRoot() * normal()).rounded()))
      }
    }
    let changes = impacts(Array(0..<96), occasions: occasions) { counts[$0][$1] }
      .map { $0.first?.effects.first?.change }
    let (doubled, others) = (
      changes.indices.filter { $0 % 6 == 0 }.compactMap { changes[$0] },
      changes.indices.filter { $0 % 6 > 0 }.compactMap { changes[$0] }
    )
    #expect(others.count > 72 && doubled.count > 13)
    // 5 % of 80 are 4, with a standard deviation of 2.
    let missed = others.count { $0.isSignificant }
    #expect(missed <= 10, "\(missed) of \(others.count)")
    #expect(doubled.count { $0.lower > 1 } > doubled.count / 3)
    #expect(doubled.count { $0.lower <= 2 && 2 <= $0.upper } >= doubled.count - 4)
  }
}
