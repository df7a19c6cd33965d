/// Maps models from one run's games to another's, by the games' ids.
///
/// A new game has a factor of zeros and no item-item weights; a removed game is left out.
package struct GameMapping: Sendable {
  /// For each current game, its previous index; nil if it is new.
  private let before: [Int?]
  /// For each previous game, its current index; nil if it was removed.
  private let now: [UInt32?]

  package init(from before: Identifiers, to now: Identifiers) {
    self.before = now.ids.map { before.index(of: $0) }
    self.now = before.ids.map { now.index(of: $0).map { UInt32($0) } }
  }

  /// The number of games without a previous index.
  package var newGames: Int { before.count { $0 == nil } }

  /// Y[current games, rank]; the players' factors are left out, since they belong to the previous
  /// matrix.
  package func mapped(_ model: FactorModel) -> FactorModel {
    precondition(model.games.rows == now.count, "factors of other games")
    let rank = model.games.columns
    var elements = [Float](repeating: 0, count: before.count * rank)
    for (game, position) in before.enumerated() {
      guard let position else { continue }
      for index in 0..<rank { elements[game * rank + index] = model.games[position, index] }
    }
    return FactorModel(
      players: Matrix(rows: 0, columns: rank),
      games: Matrix(rows: before.count, columns: rank, elements: elements),
      parameters: model.parameters)
  }

  package func mapped(_ models: ItemItemModels) -> ItemItemModels {
    ItemItemModels(
      neighborhood: mapped(models.neighborhood), ease: models.ease.map(mapped),
      easeUse: models.easeUse,
      positives: models.positives.isEmpty
        ? [] : before.map { $0.map { models.positives[$0] } ?? 0 })
  }

  private func mapped(_ model: ItemItemModel) -> ItemItemModel {
    precondition(model.weights.rows == now.count, "weights of other games")
    // Ids are in the same order in both runs, so columns remain ascending.
    return ItemItemModel(
      model.name, weights: model.weights.mapping(rows: before, columns: now, count: before.count),
      usesConfidence: model.usesConfidence)
  }
}
