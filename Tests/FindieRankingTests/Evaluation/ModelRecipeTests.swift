import FindieDomain
import FindieRanking
import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

struct ModelRecipeTests {
  @Test func `names are distinct, and each name finds its model`() {
    let names = ModelRecipe.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { ModelRecipe.named($0)?.name == $0 })
    #expect(ModelRecipe.named("nothing") == nil)
  }

  @Test(arguments: ModelRecipe.all.map(\.name))
  func `each model is fitted and scores`(name: String) throws {
    let train = SparseRows.random(rows: 40, columns: 15, seed: 51)
    let games = (0..<15).map { game(numbered("g", $0), [Genre.allCases[$0 % 4]]) }
    var parameters = ModelParameters()
    parameters.als = ALSParameters(rank: 4, iterations: 2)
    let ranker = try #require(ModelRecipe.named(name)).fit(
      ModelFitting(
        train: train, content: ContentModel(games), parameters: parameters,
        workers: Workers(threads: 2)))
    var scores = [Float](repeating: .nan, count: 2 * 15)
    var span = scores.mutableSpan
    try ranker.score(3..<5, of: train, into: &span)
    #expect(scores.allSatisfy { $0.isFinite })
  }
}
