package import FindieWorkers

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

  /// - Parameters:
  ///   - days: of the confidences, as `InteractionMatrix.days`; empty if unknown.
  ///   - hasDenseWeights: whether there is enough memory for dense weights of EASE
  ///     (`EASE.bytesOfDenseWeights`).
  package init(
    trainedOn observed: SparseRows, days: @autoclosure () -> [Float] = [],
    parameters: ModelParameters, workers: Workers, hasDenseWeights: Bool = true
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
      ease: try ease.fitSparse(observed, days: days(), denseGames: dense, workers: workers),
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
