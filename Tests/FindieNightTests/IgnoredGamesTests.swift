import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieNight
import FindieRanking
import FindieTestSupport
import FindieWorkers
import Testing

/// Lists where players ignore what they were shown.
struct IgnoredGamesTests {
  private static let games = 60
  private static let players = 180

  /// Players see games on random days, those of one genre up to 14 times, some others up to twice.
  /// Each time they may like the game, but not after three skips, or only after three.
  private static func world(seed: UInt64, likesAfterThreeSkips: Bool = false) -> HeldOutWorld {
    var generator = SeededGenerator(seed: seed)
    var acts: [Act] = []
    for player in 0..<players {
      let user = numbered("u", player)
      for index in 0..<games where index % 4 == player % 4 || index % 3 == player % 3 {
        let isOfTaste = index % 4 == player % 4
        let ages = (0..<Int.random(in: 0...(isOfTaste ? 14 : 2), using: &generator)).map { _ in
          Int.random(in: 1...55, using: &generator)
        }
        for (skips, age) in ages.sorted(by: >).enumerated() {
          let likes =
            (skips >= 3) == likesAfterThreeSkips
            && Int.random(in: 0..<100, using: &generator) < (isOfTaste ? 22 : 12)
          acts.append(
            Act(
              user: user, game: numbered("g", index), action: likes ? .like : .skip, age: age))
          if likes { break }
        }
      }
    }
    var world = HeldOutWorld(acts, games: games)
    world.parameters.ranker.players = 80
    return world
  }

  private static func without(_ features: [RankerFeature], _ weights: RankerWeights)
    -> RankerWeights
  {
    RankerWeights(
      groups: weights.groups.map { group in
        var own = group.weights
        for feature in features { own[feature.rawValue] = 0 }
        return RankerWeights.Group(
          minimumPositives: group.minimumPositives, intercept: group.intercept, weights: own,
          popularitySlope: group.popularitySlope)
      }, players: weights.players, candidates: weights.candidates, positives: weights.positives)
  }

  /// The numbers of entries that their player skipped three times or more, by the learned weights
  /// and by the same without those of skips.
  private func ignored(in world: HeldOutWorld) throws -> (learned: Int, blind: Int) {
    let heldOut = world.heldOut()
    #expect(heldOut.cut != nil)
    let weights = try heldOut.ranker(
      world.models(trainedOn: heldOut.train.observed), parameters: world.parameters,
      workers: Workers(threads: 2))
    #expect(weights.bestModel != nil)
    let matrix = world.matrix()
    let models = try world.models(trainedOn: matrix.observed)
    let games = world.catalogue.games
    let signals = GameSignals(
      games: games, GameCounts(matrix), isListed: games.map { _ in true }, minimumPlayers: 1,
      lifts: games.map { _ in nil }, on: night, parameters: world.parameters.candidates)
    var parameters = world.parameters.recommendations.withoutVariety
    parameters.listLength = 5
    func ignored(_ weights: RankerWeights) throws -> Int {
      let table = try Recommender(
        Audience(matrix, factors: models.factors.players, users: world.catalogue.packedUsers),
        games: games, models: models, signals: signals, weights: weights, eligibility: nil,
        on: night, parameters: parameters, candidates: world.parameters.candidates
      ).lists(workers: Workers(threads: 2))
      return (0..<table.count).reduce(0) { sum, player in
        sum
          + table.games(ofPlayer: player).count { game in
            matrix.skips.value(row: player, column: game) ?? 0 >= 3
          }
      }
    }
    return try (ignored(weights), ignored(Self.without([.skips, .recentSkips], weights)))
  }

  @Test func `games that were skipped three times sink`() throws {
    let entries = try ignored(in: Self.world(seed: 4))
    #expect(entries.blind > Self.players)
    #expect(entries.learned * 4 < entries.blind)
  }

  @Test func `they stay where players like what they skipped`() throws {
    let entries = try ignored(in: Self.world(seed: 3, likesAfterThreeSkips: true))
    #expect(entries.blind > Self.players)
    #expect(entries.learned * 2 > entries.blind)
  }
}
