import FindieDomain
import FindieLab
import Foundation
import Testing

/// Null worlds vary as they are asked to, and in no other way. The seeds are fixed; the bounds are
/// at least three standard errors wide.
struct NullWorldTests {
  private static func parameters(
    players: Int = 500, _ change: (inout NullWorld) -> Void
  ) -> WorldParameters {
    var parameters = WorldParameters()
    parameters.seed = 5
    parameters.players = players
    parameters.games = 60
    parameters.days = 98
    parameters.writesAnalytics = false
    var null = NullWorld()
    null.daySpread = 0
    change(&null)
    parameters.null = null
    return parameters
  }

  /// The interactions of each day.
  private static func counts(_ change: (inout NullWorld) -> Void) throws -> [Double] {
    let parameters = parameters(players: 1500, change)
    let truth = try World(parameters).write { _, _ in }
    return parameters.range.days.map { Double(truth.lines["interactions/\($0).ndjson"] ?? 0) }
  }

  private static func mean(_ values: some Collection<Double>) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  /// The standard deviation of the days' logarithms and their correlation with the day before.
  private static func variation(_ counts: [Double]) -> (spread: Double, correlation: Double) {
    let logs = counts.map { PortableMath.log($0) }
    let center = mean(logs)
    let rests = logs.map { $0 - center }
    let variance = mean(rests.map { $0 * $0 })
    let product = mean(zip(rests, rests.dropFirst()).map { $0 * $1 })
    return (variance.squareRoot(), product / variance)
  }

  @Test func `days vary by the spread, and no more without one`() throws {
    // 67 sessions a day of nine cards, both with a variance of their own: √(2 / 67) = 0.17.
    let none = Self.variation(try Self.counts { $0.weekdayStrength = 0 })
    #expect((0.12...0.24).contains(none.spread))
    #expect(abs(none.correlation) < 0.3)
    let some = Self.variation(
      try Self.counts {
        $0.weekdayStrength = 0
        $0.daySpread = 0.6
        $0.dayCorrelation = 0
      })
    #expect((0.48...0.78).contains(some.spread))
    #expect(abs(some.correlation) < 0.3)
  }

  @Test func `days depend on the day before by the correlation`() throws {
    let some = Self.variation(
      try Self.counts {
        $0.weekdayStrength = 0
        $0.daySpread = 0.6
        $0.dayCorrelation = 0.8
      })
    #expect((0.5...0.95).contains(some.correlation))
  }

  @Test(arguments: [(0.0, 0.85...1.18), (1, 1.2...1.75), (3, 2.2...4)])
  func `weekends are busier by the power of the pattern`(
    strength: Double, expected: ClosedRange<Double>
  ) throws {
    let counts = try Self.counts { $0.weekdayStrength = strength }
    let weekdays = Self.parameters { _ in }.range.days.map(\.weekday)
    func mean(_ wanted: Set<Day.Weekday>) -> Double {
      Self.mean(zip(counts, weekdays).filter { wanted.contains($1) }.map(\.0))
    }
    // The factors' ratio is 1.44.
    #expect(expected.contains(mean([.saturday, .sunday]) / mean([.tuesday, .wednesday])))
  }

  @Test(arguments: [(0.0, 0.72...1.38), (0.02, 2.9...5.7), (-0.02, 0.17...0.35)])
  func `activity grows by the rate, and without one is the same on all days`(
    growth: Double, expected: ClosedRange<Double>
  ) throws {
    let counts = try Self.counts { $0.growth = growth }
    // The first and the last four weeks are 70 days apart: e^1.4 = 4.06. A few players have most
    // sessions, so that the logarithm of the ratio has a standard error of 0.1.
    #expect(expected.contains(Self.mean(counts.suffix(28)) / Self.mean(counts.prefix(28))))
  }

  /// Pearson's X² / df of the groups' likes around the share of all.
  private static func dispersion(_ groups: some Collection<[SwipeInteraction]>) -> Double {
    let all = groups.joined()
    let share = Double(all.count { $0.action.isLike }) / Double(all.count)
    let squares = groups.map { cards in
      let expected = Double(cards.count) * share
      let excess = Double(cards.count { $0.action.isLike }) - expected
      return excess * excess / (expected * (1 - share))
    }
    return squares.reduce(0, +) / Double(groups.count - 1)
  }

  private static func verdicts(_ parameters: WorldParameters) throws -> [SwipeInteraction] {
    let world = try MemoryWorld(parameters)
    return try world.paths(in: "interactions")
      .flatMap { try world.records(SwipeInteraction.self, $0) }.filter(\.action.isVerdict)
  }

  @Test func `a player's cards depend on each other by the spread, a game's do not`() throws {
    func groups(_ spread: Double) throws -> (players: Double, games: Double) {
      let verdicts = try Self.verdicts(Self.parameters { $0.playerSpread = spread })
      return (
        Self.dispersion(Dictionary(grouping: verdicts, by: \.userId).values),
        Self.dispersion(Dictionary(grouping: verdicts, by: \.gameId).values)
      )
    }
    let none = try groups(0)
    #expect((0.85...1.15).contains(none.players))
    #expect((0.6...1.5).contains(none.games))
    let some = try groups(1.2)
    #expect(some.players > 2)
  }

  @Test func `each game has the same share of the cards all the time`() throws {
    let parameters = Self.parameters { $0.growth = 0.01 }
    let verdicts = try Self.verdicts(parameters)
    let middle = parameters.firstDay.adding(days: 60)
    let late = Double(verdicts.count { $0.timestamp.day >= middle }) / Double(verdicts.count)
    let squares = Dictionary(grouping: verdicts, by: \.gameId).values.map { cards in
      let expected = Double(cards.count) * late
      let excess = Double(cards.count { $0.timestamp.day >= middle }) - expected
      return excess * excess / (expected * (1 - late))
    }
    #expect((0.6...1.5).contains(squares.reduce(0, +) / Double(squares.count - 1)))
  }

  @Test func `a game with an effect doubles its share on the day`() throws {
    for effect in [NullWorld.Effect.game, .annotation, .priceDrop] {
      let parameters = Self.parameters { $0.effects = [effect] }
      let world = try MemoryWorld(parameters)
      let truth = try #require(world.truth.effects?.first)
      let verdicts = try Self.verdicts(parameters)
      func share(_ cards: [SwipeInteraction]) -> Double {
        Double(cards.count { $0.gameId == truth.gameId }) / Double(cards.count)
      }
      let ratio =
        share(verdicts.filter { $0.timestamp.day >= truth.day })
        / share(verdicts.filter { $0.timestamp.day < truth.day })
      #expect((1.2...3.2).contains(ratio), "\(effect)")
      let occasions = ["annotations.ndjson", "prices.ndjson"].flatMap { world.lines($0) }
        .map { String(decoding: $0, as: UTF8.self) }
        .filter { $0.contains(truth.gameId ?? "-") }
      #expect(occasions.count == 1)
      #expect(occasions[0].contains(truth.day.description) == (effect != .game))
    }
  }

  @Test func `half of the interactions of a day are missing, and no others`() throws {
    let parameters = Self.parameters { _ in }
    let whole = try MemoryWorld(parameters)
    let world = try MemoryWorld(Self.parameters { $0.effects = [.missing] })
    let lossy = "interactions/\(parameters.effectDay).ndjson"
    for path in whole.paths(in: "interactions") where path != lossy {
      #expect(world.files[path] == whole.files[path])
    }
    let share = Double(world.lines(lossy).count) / Double(whole.lines(lossy).count)
    #expect((0.4...0.6).contains(share))
  }

  @Test func `likes fall for all players, and rise for those of the arm`() throws {
    func ratio(_ effect: NullWorld.Effect) throws -> Double {
      let day = Self.parameters { _ in }.effectDay
      func rate(_ parameters: WorldParameters) throws -> Double {
        let cards = try Self.verdicts(parameters).filter { $0.timestamp.day >= day }
        return Double(cards.count(where: \.action.isLike)) / Double(cards.count)
      }
      return try rate(Self.parameters { $0.effects = [effect] }) / rate(Self.parameters { _ in })
    }
    // The same draws but for the effect: 0.8, and 1.2 for half of the players.
    #expect((0.65...0.95).contains(try ratio(.likes)))
    #expect((1.01...1.25).contains(try ratio(.experiment)))
  }

  @Test func `there are no twins, trends and bursts, but the burst that is asked for`() throws {
    let truth = try World(Self.parameters { _ in }).write { _, _ in }
    #expect(truth.twins.isEmpty && truth.trending == nil && truth.burst == nil)
    #expect(truth.effects == [])
    let other = try World(Self.parameters { $0.effects = [.burst] }).write { _, _ in }
    let burst = try #require(other.burst)
    #expect(burst.userIds.count == 12)
    #expect(other.effects?.map(\.gameId) == [burst.gameId])
    #expect(other.effects?.map(\.day) == [burst.day])
  }

  @Test func `parameters out of range are refused`() {
    let parameters = Self.parameters {
      $0.daySpread = 3
      $0.dayCorrelation = 1
      $0.weekdayStrength = -1
      $0.growth = 0.1
      $0.playerSpread = .nan
    }
    #expect(parameters.problems.count == 5)
  }
}

extension SwipeAction {
  fileprivate var isLike: Bool { self == .like || self == .superLike }
}
