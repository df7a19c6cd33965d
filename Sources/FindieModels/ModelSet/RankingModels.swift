package import FindieWorkers

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

/// Item-item models: the neighbourhood, and EASE in its dense or sparse form.
package struct ItemItemModels: Sendable, Equatable {
  package let neighborhood: ItemItemModel
  /// nil without EASE, for the reason in `easeUse`.
  package let ease: ItemItemModel?
  package let easeUse: EASEUse
  /// By game, the number of positives that the models were trained on; empty if unknown.
  package let positives: [UInt32]

  /// The form of EASE, or why there is none.
  package enum EASEUse: Codable, Sendable, Equatable {
    /// By the parameters.
    case off
    /// No game has enough players.
    case noGame
    /// - Parameter dense: the number of the games with dense weights.
    case fitted(games: Int, dense: Int)
  }

  package init(
    neighborhood: ItemItemModel, ease: ItemItemModel?, easeUse: EASEUse,
    positives: [UInt32] = []
  ) {
    precondition(
      positives.isEmpty || positives.count == neighborhood.weights.rows, "counts of other games")
    self.neighborhood = neighborhood
    self.ease = ease
    self.easeUse = easeUse
    self.positives = positives
  }

  /// - Parameter hasDenseWeights: whether there is enough memory for dense weights of EASE
  ///   (`EASE.bytesOfDenseWeights`).
  package init(
    trainedOn observed: SparseRows, parameters: ModelParameters, workers: Workers,
    hasDenseWeights: Bool = true
  ) throws {
    let neighborhood = ItemNeighborhood(parameters.neighborhood).fit(observed, workers: workers)
    let ease = EASE(parameters.ease)
    let counts = observed.positives
    let games = ease.fittedGames(counts).count
    let positives = counts.map { UInt32($0) }
    guard parameters.ease.use != .off, games > 0 else {
      self.init(
        neighborhood: neighborhood, ease: nil, easeUse: games > 0 ? .off : .noGame,
        positives: positives)
      return
    }
    let dense = hasDenseWeights ? ease.denseGames(of: games) : 0
    self.init(
      neighborhood: neighborhood,
      ease: try ease.fitSparse(observed, denseGames: dense, workers: workers),
      easeUse: .fitted(games: games, dense: dense), positives: positives)
  }
}

extension EASE {
  /// How many of the fitted games have dense weights.
  fileprivate func denseGames(of games: Int) -> Int {
    parameters.use == .on
      ? games : min(games, parameters.denseGames ?? EASEParameters.mostDenseGames)
  }

  /// The memory of the dense weights of a model that is trained on confidences [players, games]; 0
  /// without any.
  package func bytesOfDenseWeights(_ observed: SparseRows) -> Int {
    let games = fittedGames(observed.positives).count
    guard parameters.use != .off, games > 0 else { return 0 }
    return Self.bytes(
      players: observed.rows, games: denseGames(of: games),
      positives: observed.values.count { $0 > 0 })
  }
}

/// The models that generate and score candidates.
package struct RankingModels: Sendable {
  package let factors: FactorModel
  package let itemItem: ItemItemModels
  package let content: ContentModel

  package init(factors: FactorModel, itemItem: ItemItemModels, content: ContentModel) {
    precondition(
      factors.games.rows == itemItem.neighborhood.weights.rows
        && content.vectors.rows == factors.games.rows, "models of other numbers of games")
    self.factors = factors
    self.itemItem = itemItem
    self.content = content
  }

  /// Trains all of them on the same confidences [players, games].
  ///
  /// - Parameters:
  ///   - hasDenseWeights: as for `ItemItemModels`.
  ///   - progress: called after each iteration of the factors; throws to stop.
  package init(
    trainedOn observed: SparseRows, content: ContentModel, parameters: ModelParameters,
    newGames: NewGameParameters, workers: Workers, hasDenseWeights: Bool = true,
    progress: (Int) throws -> Void = { _ in }
  ) throws {
    self.init(
      factors: try FactorModel(
        trainedOn: observed, content, parameters.als, newGames: newGames, workers: workers,
        progress: progress),
      itemItem: try ItemItemModels(
        trainedOn: observed, parameters: parameters, workers: workers,
        hasDenseWeights: hasDenseWeights),
      content: content)
  }
}

extension RankingModels {
  /// The models for newer evidence, without the players' factors.
  ///
  /// - Parameter observed: confidences [players, games].
  package func updated(
    for observed: SparseRows, parameters: ModelParameters, newGames: NewGameParameters,
    workers: Workers
  ) throws -> RankingModels {
    RankingModels(
      factors: try factors.updated(for: observed, content, newGames: newGames, workers: workers),
      itemItem: itemItem.updated(for: observed, parameters: parameters, workers: workers),
      content: content)
  }

  /// The models that rank games on their own.
  ///
  /// - Parameters:
  ///   - positives: for each game, its number of positives.
  ///   - recent: the popularity of the last days; nil if nothing is known of it.
  package func singleModels(
    positives: [Int], recent: (any Ranker)?, workers: Workers
  ) throws(ModelFailure) -> [any Ranker] {
    let recent = recent.map { [$0] } ?? []
    let ease: [any Ranker] = itemItem.ease.map { [$0] } ?? []
    return try [PopularityRanker(positives: positives)] + recent
      + [ContentRanker(content), itemItem.neighborhood] + ease
      + [FactorRanker(factors, workers: workers)]
  }
}

/// The parameters of all models.
package struct ModelParameters: Sendable {
  package var als = ALSParameters()
  package var ease = EASEParameters()
  package var neighborhood = NeighborhoodParameters()

  package init() {}
}
