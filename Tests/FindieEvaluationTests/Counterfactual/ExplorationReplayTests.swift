import FindieDomain
import FindieEvaluation
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import Foundation
import Testing

/// A night that drew among six new games, and players with planted like rates.
private struct ReplayWorld {
  static let day = Day(daysSinceEpoch: 20_000)
  static let games = 10
  static let newGames = (0..<6).map { NewGame(game: UInt32(2 + $0), shown: 8, likes: 2) }
  let rates: [Double]
  let parameters: ExplorationParameters
  private(set) var players: [ExplorationReplay.Player] = []
  private(set) var answers: [ExplorationReplay.Answer] = []

  /// - Parameters:
  ///   - rates: how likely each new game is liked.
  ///   - answered: the share of slots that get a verdict.
  init(_ rates: [Double], players count: Int, seed: UInt64, answered: Double = 0.8) {
    self.rates = rates
    var parameters = ExplorationParameters()
    parameters.temperature = 0.2
    self.parameters = parameters
    let pool = ExplorationSlots(
      Self.newGames, games: Self.games, likeRate: 0.25, on: Self.day, parameters: parameters
    ).pool { _ in true }
    var random = SplitMix64(seed: seed)
    for index in 0..<count {
      let id = "p\(seed)-\(index)"
      let seen: [UInt32] = index % 3 == 0 ? [3, 0] : []
      let slots = pool.draw(player: id, listLength: 20, excluding: seen).map { slot in
        let isAnswered = random.nextUniform() < answered
        let isLiked = random.nextUniform() < rates[Int(slot.game) - 2]
        return ExplorationReplay.Slot(
          game: slot.game, probability: slot.probability, isLiked: isAnswered ? isLiked : nil)
      }
      players.append(
        ExplorationReplay.Player(
          id: id, preferences: Eligibility.Preferences(nil), seen: seen, slots: slots))
      for slot in slots {
        guard let isLiked = slot.isLiked else { continue }
        answers.append(ExplorationReplay.Answer(player: id, game: slot.game, isLiked: isLiked))
      }
    }
  }

  var replay: ExplorationReplay {
    ExplorationReplay(
      Self.newGames, games: Self.games, likeRate: 0.25, on: Self.day, parameters: parameters)
  }

  func estimate(
    _ players: [ExplorationReplay.Player]? = nil
  ) -> ExplorationEstimate {
    replay.estimate(players ?? self.players, answers: answers) { _, _ in true }
  }

  /// The mean like rate of a policy that is learned from all verdicts, by enumeration over the contexts
  /// of the slots with verdicts.
  var valueOfLearned: Double {
    var weights: [Double] = []
    for (position, game) in Self.newGames.enumerated() {
      let own = answers.filter { $0.game == game.game }
      let (mean, deviation) = NewGame(
        game: game.game, shown: game.shown + own.count,
        likes: game.likes + own.count { $0.isLiked }
      ).posterior(likeRate: 0.25, strength: parameters.priorStrength)
      let score: Double = mean + deviation
      weights.append(exp(score / parameters.temperature))
      precondition(position + 2 == Int(game.game))
    }
    var values: [Double] = []
    for player in players {
      var gone = Set(player.seen)
      for slot in player.slots {
        if slot.isLiked != nil {
          let left = Self.newGames.indices.filter { !gone.contains(Self.newGames[$0].game) }
          let total: Double = left.reduce(0) { $0 + weights[$1] }
          let value: Double = left.reduce(0) { $0 + weights[$1] * rates[$1] }
          values.append(value / total)
        }
        gone.insert(slot.game)
      }
    }
    return values.reduce(0, +) / Double(values.count)
  }
}

/// Estimates of the like rate of another exploration policy from the logged draws.
struct ExplorationReplayTests {
  @Test
  func
    `both intervals contain the updated policy's true value, which is higher than the logged one`()
    throws
  {
    let world = ReplayWorld([0.05, 0.1, 0.2, 0.3, 0.6, 0.7], players: 6000, seed: 4)
    let estimate = world.estimate()
    let truth = world.valueOfLearned
    let snips = try #require(estimate.snips)
    let doublyRobust = try #require(estimate.doublyRobust)
    let shown = try #require(estimate.likeRate)
    #expect(snips.low < truth && truth < snips.high)
    #expect(doublyRobust.low < truth && truth < doublyRobust.high)
    #expect(shown.high < truth && snips.low > shown.high, "\(estimate.sentence)")
    #expect(estimate.answered == world.answers.count && estimate.unexplained == 0)
    #expect(estimate.slots == 12_000)
  }

  @Test func `with equal games an update gains nothing, so no verdict evaluates itself`() throws {
    // A policy that was learned from the same verdicts would prefer the games that were liked by
    // chance.
    let gains = try (0..<60).map { seed in
      let estimate = ReplayWorld(
        [Double](repeating: 0.3, count: 6), players: 120, seed: UInt64(100 + seed)
      ).estimate()
      return try #require(estimate.snips).mean - 0.3
    }
    let mean = gains.reduce(0, +) / 60
    let deviation = (gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 59).squareRoot()
    #expect(abs(mean) < 3 * deviation / 60.0.squareRoot(), "a bias of \(mean)")
  }

  @Test func `about 95 of 100 intervals contain the value of a fixed policy`() throws {
    // With equal games, the value of every policy is their like rate.
    let held = try (0..<200).count { seed in
      let estimate = ReplayWorld(
        [Double](repeating: 0.4, count: 6), players: 200, seed: UInt64(1000 + seed)
      ).estimate()
      let interval = try #require(estimate.doublyRobust)
      return interval.low <= 0.4 && 0.4 <= interval.high
    }
    #expect((180...199).contains(held))
  }

  @Test func `a slot whose probability cannot be reproduced is left out and counted`() {
    let world = ReplayWorld([0.1, 0.1, 0.2, 0.3, 0.6, 0.7], players: 400, seed: 7)
    var changed = world.players
    for player in 0..<10 {
      for slot in changed[player].slots.indices { changed[player].slots[slot].probability *= 1.01 }
    }
    let estimate = world.estimate(changed)
    #expect(estimate.unexplained == 20)
    let left = world.players[10...].joinedAnswers
    #expect(estimate.answered == left)
    #expect(estimate.sentence.contains("20 with a different probability"))
  }

  @Test func `six digits of a probability are enough`() {
    let world = ReplayWorld([0.1, 0.1, 0.2, 0.3, 0.6, 0.7], players: 400, seed: 8)
    var rounded = world.players
    for player in rounded.indices {
      for slot in rounded[player].slots.indices {
        let text = String(format: "%.6g", rounded[player].slots[slot].probability)
        rounded[player].slots[slot].probability = Double(text) ?? 0
      }
    }
    #expect(world.estimate(rounded) == world.estimate())
  }

  @Test func `with too few or equal verdicts, the reason is reported`() {
    let few = ReplayWorld([0.5, 0.5, 0.5, 0.5, 0.5, 0.5], players: 10, seed: 1).estimate()
    #expect(few.snips == nil && few.likeRate == nil)
    #expect(few.sentence.contains(" have a verdict, and at least "))
    let none = ReplayWorld([0, 0, 0, 0, 0, 0], players: 100, seed: 1).estimate()
    #expect(none.notIdentifiable?.hasSuffix("verdicts are equal") == true)
    let nothing = ExplorationEstimate(notIdentifiable: "no night is published")
    #expect(nothing.sentence.hasSuffix("is not identifiable: no night is published."))
  }
}

extension ArraySlice<ExplorationReplay.Player> {
  fileprivate var joinedAnswers: Int {
    reduce(0) { $0 + $1.slots.count { $0.isLiked != nil } }
  }
}
