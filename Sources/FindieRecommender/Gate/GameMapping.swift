import FindieLinearAlgebra

/// Takes models from one night's games to another's, by the games' ids.
///
/// A game that is new has a factor of zeros and says nothing of others; one that is gone is left out.
package struct GameMapping: Sendable {
  /// For each game now, its place before; nil where it is new.
  private let before: [Int?]
  /// For each game before, its place now; nil where it is gone.
  private let now: [UInt32?]

  package init(from before: Identifiers, to now: Identifiers) {
    self.before = now.ids.map { before.index(of: $0) }
    self.now = before.ids.map { now.index(of: $0).map { UInt32($0) } }
  }

  /// How many games have no place before.
  package var newGames: Int { before.count { $0 == nil } }

  /// Y[games now, rank]; the players' factors are left out, since they belong to what was known then.
  package func mapped(_ model: FactorModel) -> FactorModel {
    precondition(model.games.rows == now.count, "factors of other games")
    let rank = model.games.columns
    var elements = [Float](repeating: 0, count: before.count * rank)
    for (game, place) in before.enumerated() {
      guard let place else { continue }
      for index in 0..<rank { elements[game * rank + index] = model.games[place, index] }
    }
    return FactorModel(
      players: Matrix(rows: 0, columns: rank),
      games: Matrix(rows: before.count, columns: rank, elements: elements),
      parameters: model.parameters)
  }

  package func mapped(_ models: ItemItemModels) -> ItemItemModels {
    ItemItemModels(
      neighborhood: mapped(models.neighborhood), ease: models.ease.map(mapped),
      easeSentence: models.easeSentence)
  }

  private func mapped(_ model: ItemItemModel) -> ItemItemModel {
    precondition(model.weights.rows == now.count, "weights of other games")
    var offsets = [0]
    var columns: [UInt32] = []
    var values: [Float] = []
    for place in before {
      if let place {
        // Ids stand in one order on both nights, so columns ascend still.
        for element in model.weights.range(ofRow: place) {
          guard let column = now[Int(model.weights.columnIndices[element])] else { continue }
          columns.append(column)
          values.append(model.weights.values[element])
        }
      }
      offsets.append(columns.count)
    }
    return ItemItemModel(
      model.name,
      weights: SparseRows(
        rows: before.count, columns: before.count, offsets: offsets, columnIndices: columns,
        values: values),
      weighsConfidence: model.weighsConfidence)
  }
}
