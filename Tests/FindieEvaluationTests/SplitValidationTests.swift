import FindieEvaluation
import FindieLinearAlgebra
import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

/// The second split of a training, for choosing a blend.
struct SplitValidationTests {
  private let matrix = InteractionMatrix(.random(rows: 400, columns: 40, seed: 31))
  private let isOut = (0..<40).map { $0 % 8 != 3 }

  private func split(testedPlayersTrain: Bool) -> Split {
    testedPlayersTrain
      ? .random(matrix, parameters: EvaluationParameters(), isOut: isOut)
      : .heldOutPlayers(matrix, parameters: EvaluationParameters(), isOut: isOut)
  }

  @Test(arguments: [true, false])
  func `held-out games of the validation are positives and are not in its training`(trains: Bool) {
    let split = split(testedPlayersTrain: trains)
    let (train, validation) = split.validation(BlendParameters())
    #expect(validation.players > 20)
    let rows = (0..<split.train.rows).map { split.train.gathering([$0]).dense[0] }
    for player in 0..<validation.players {
      let hidden = validation.heldOut[player]
      #expect(!hidden.isEmpty && hidden.allSatisfy { isOut[Int($0)] })
      // Profile and held-out games together are a row of the training.
      let profile = validation.profiles.gathering([player]).dense[0]
      #expect(
        rows.contains { row in
          (0..<40).allSatisfy { game in
            hidden.contains(UInt32(game))
              ? row[game] > 0 && profile[game] == 0 : row[game] == profile[game]
          }
        })
    }
    let hidden = validation.heldOut.reduce(0) { $0 + $1.count }
    if trains {
      #expect(train.rows == split.train.rows)
      #expect(train.count == split.train.count - hidden)
    } else {
      #expect(train.rows == split.train.rows - validation.players)
      #expect(train.count == split.train.count - hidden - validation.profiles.count)
      #expect(validation.players <= split.train.rows / 5)
    }
  }

  @Test func `validation profiles have the lengths of the tested players' profiles`() {
    // Half of the training's players have 3 positives, half 20; tested profiles have 16.
    let dense = (0..<200).map { player in
      (0..<40).map { Float(($0 * 7 + player) % 40 < (player % 2 == 0 ? 3 : 20) ? 1 : 0) }
    }
    let train = SparseRows(dense: dense)
    let tested = SparseRows(
      dense: (0..<10).map { player in (0..<40).map { Float(($0 + player) % 40 < 16 ? 1 : 0) } })
    let split = Split(
      sentence: "", train: train, players: (0..<10).map { "t\($0)" }, profiles: tested,
      heldOut: (0..<10).map { [UInt32(20 + $0)] }, excluded: tested,
      candidates: [Bool](repeating: true, count: 40), testedPlayersTrain: false)
    let validation = split.validation(BlendParameters()).validation
    // A fifth of the hundred players with twenty.
    #expect(validation.players == 20)
    #expect((0..<20).allSatisfy { validation.profiles.count(ofRow: $0) == 16 })
  }

  @Test func `the seed determines the split`() {
    let split = split(testedPlayersTrain: false)
    var parameters = BlendParameters()
    let first = split.validation(parameters).validation
    #expect(split.validation(parameters).validation.heldOut == first.heldOut)
    parameters.seed = 12
    #expect(split.validation(parameters).validation.heldOut != first.heldOut)
  }

  @Test func `a blend's weights do not depend on the test`() throws {
    let split = split(testedPlayersTrain: false)
    // Another test of the same players and profiles: the choice is the same.
    let other = Split(
      sentence: "", train: split.train, players: split.players, profiles: split.profiles,
      heldOut: split.heldOut.map { _ in [5] }, excluded: split.excluded,
      candidates: split.candidates, testedPlayersTrain: false)
    var parameters = ModelParameters()
    parameters.als = ALSParameters(rank: 4, iterations: 2)
    parameters.ease.regularization = 10
    // The number of threads is a setting of the process, in which other tests run at the same time.
    parameters.ease.blasThreads = 1
    let recipes = ModelRecipe.all.filter { ["popularity", "ease", "als"].contains($0.name) }
    let fitting = ModelFitting(
      train: split.train, content: nil, parameters: parameters, workers: Workers(threads: 2))
    let rankers = try recipes.map { try $0.fit(fitting) }
    let chosen = try Blend.chosen(of: recipes, rankers, split: split, fitting: fitting)
    #expect(
      try Blend.chosen(of: recipes, rankers, split: other, fitting: fitting).weights
        == chosen.weights)
    #expect(chosen.blend.weights == chosen.weights.weights)
    #expect(chosen.weights.models == ["popularity", "EASE", "ALS"])
  }
}
