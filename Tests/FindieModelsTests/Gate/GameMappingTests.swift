import FindieModels
import FindieModelsTestSupport
import Testing

/// Models that are mapped from one night's games to another's.
struct GameMappingTests {
  // Before: a, c, d. Now: a, b, d, e: b and e are new, c was removed.
  private let mapping = GameMapping(
    from: Identifiers(["a", "c", "d"]), to: Identifiers(["a", "b", "d", "e"]))

  @Test func `factors follow their games, and new games have zeros`() {
    var parameters = ALSParameters()
    parameters.rank = 2
    let model = FactorModel(
      players: Matrix(rows: 1, columns: 2),
      games: Matrix(rows: 3, columns: 2, elements: [1, 2, 3, 4, 5, 6]), parameters: parameters)
    let mapped = mapping.mapped(model)
    #expect(mapped.games.elements == [1, 2, 0, 0, 5, 6, 0, 0])
    #expect(mapped.players.rows == 0)
    #expect(mapping.newGames == 2)
  }

  @Test func `the weights of pairs follow both games`() {
    let weights = SparseRows(dense: [[0, 1, 2], [3, 0, 4], [5, 6, 0]])
    let models = ItemItemModels(
      neighborhood: ItemItemModel("item-kNN", weights: weights, usesConfidence: true), ease: nil,
      easeUse: .off)
    #expect(
      mapping.mapped(models).neighborhood.weights
        == SparseRows(dense: [[0, 0, 2, 0], [0, 0, 0, 0], [5, 0, 0, 0], [0, 0, 0, 0]]))
  }

  @Test func `the same games change nothing`() {
    let games = Identifiers(["a", "b"])
    let weights = SparseRows(dense: [[0, 1], [2, 0]])
    let models = ItemItemModels(
      neighborhood: ItemItemModel("item-kNN", weights: weights, usesConfidence: true),
      ease: ItemItemModel("EASE", weights: weights, usesConfidence: false),
      easeUse: .fitted(games: 1, dense: 1))
    #expect(GameMapping(from: games, to: games).mapped(models) == models)
  }
}
