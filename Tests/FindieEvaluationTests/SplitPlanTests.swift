import FindieDomain
import FindieEvaluation
import FindieHistory
import FindieLinearAlgebra
import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

/// A split that does not depend on the action weights.
struct SplitPlanTests {
  private let world: RandomWorld
  private let isOut: [Bool]

  init() throws {
    world = try RandomWorld(seed: 4)
    isOut = world.games.map { $0.availability(on: night) == .out }
  }

  private func matrix(_ parameters: MatrixParameters) -> InteractionMatrix {
    InteractionMatrix(
      interactions: EventTable(world.acts), wishlists: world.wishlists, users: world.users,
      games: world.games.map(\.id), on: night, parameters: parameters,
      workers: Workers(threads: 1))
  }

  private func split(_ matrix: InteractionMatrix, players: Bool) -> Split {
    var parameters = EvaluationParameters()
    parameters.heldOutPlayerShare = 0.3
    return players
      ? .heldOutPlayers(matrix, parameters: parameters, isOut: isOut)
      : .random(matrix, parameters: parameters, isOut: isOut)
  }

  @Test(arguments: [true, false])
  func `with the same weights, the plan gives the original split`(players: Bool) {
    let shown = matrix(MatrixParameters())
    let split = split(shown, players: players)
    let again = SplitPlan(split, of: shown, limit: 1000, seed: 1).split(of: shown)
    #expect(again.train == split.train && again.profiles == split.profiles)
    #expect(again.players == split.players && again.heldOut == split.heldOut)
    #expect(again.excluded == split.excluded)
  }

  @Test(arguments: [true, false])
  func `other weights change no player and no held-out game`(
    players: Bool
  ) throws {
    let shown = matrix(MatrixParameters())
    let split = split(shown, players: players)
    let plan = SplitPlan(split, of: shown, limit: 10, seed: 1)
    var other = MatrixParameters()
    other.weights.wishlist = 0
    other.weights.viewDetails = 9
    other.halfLifeInDays = 10
    let weighted = matrix(other)
    let again = plan.split(of: weighted)
    #expect(plan.players == 10 && again.players.count == 10)
    #expect(again.train != split.train)
    #expect(again.train.rows == split.train.rows)
    for (player, id) in again.players.enumerated() {
      let old = try #require(split.players.firstIndex(of: id))
      #expect(again.heldOut[player] == split.heldOut[old])
      for game in again.heldOut[player] {
        #expect(!again.profiles.contains(row: player, column: game))
      }
    }
    // Held-out games are not in the training, also for players beyond the limit.
    let training = plan.training(weighted)
    #expect(training.observed == again.train)
    for (player, id) in split.players.enumerated() {
      let row = training.players.index(of: id)
      #expect((row == nil) == players)
      guard let row else { continue }
      for game in split.heldOut[player] {
        #expect(!training.observed.contains(row: row, column: game))
        #expect(!training.seen.contains(row: row, column: game))
      }
    }
  }

  @Test func `the sampled profiles have the lengths of the others`() {
    // Eight players with a profile of one game, eight of two, and two of four.
    let lengths = [Int](repeating: 1, count: 8) + [Int](repeating: 2, count: 8) + [4, 4]
    let profiles = SparseRows(
      dense: lengths.map { length in (0..<8).map { $0 < length ? 1 : 0 } })
    let split = Split(
      sentence: "s", train: profiles, players: lengths.indices.map { "p\($0)" }, profiles: profiles,
      heldOut: lengths.map { _ in [7] }, excluded: profiles,
      candidates: [Bool](repeating: true, count: 8), testedPlayersTrain: false)
    // As many profiles of one game as of two or three, half as many of four to seven, which limit the
    // number.
    let sample = split.resembling([1, 1, 2, 3, 5], seed: 3)
    let counts = Dictionary(grouping: sample.players.indices) {
      sample.profiles.positives(ofRow: $0).count
    }.mapValues(\.count)
    #expect(counts == [1: 4, 2: 4, 4: 2])
    #expect(sample.players == split.players.filter(sample.players.contains))
    #expect(split.resembling([], seed: 3).players == split.players)
  }

  @Test func `a search does not depend on the test`() throws {
    let world = TuningWorld()
    let shown = world.matrix(world.reference)
    let out = [Bool](repeating: true, count: TuningWorld.games)
    let test = Split.random(shown, parameters: EvaluationParameters(), isOut: out)
    // The same games are held out, and others are relevant.
    let forged = Split(
      sentence: test.sentence, train: test.train, players: test.players, profiles: test.profiles,
      heldOut: test.heldOut, unreachable: test.players.map { _ in 9 }, excluded: test.excluded,
      candidates: test.candidates, testedPlayersTrain: true)
    let found = try [test, forged].map { test in
      let plan = SplitPlan(test, of: shown, limit: 1000, seed: 1)
      var parameters = EvaluationParameters()
      parameters.seed = 13
      let training = plan.training(shown)
      let data = TuningData(
        training: { plan.training(world.matrix($0)) },
        plan: SplitPlan(
          .random(training, parameters: parameters, isOut: out), of: training, limit: 1000,
          seed: 13), usesActionWeights: false)
      var search = TuningWorld.search(data)
      try search.run(from: world.reference)
      return search.trials
    }
    #expect(found[0] == found[1])
  }
}
