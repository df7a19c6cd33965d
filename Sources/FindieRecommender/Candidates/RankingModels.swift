package import FindieLinearAlgebra
package import FindieWorkers

/// The models that name and score candidates.
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
  ///   - progress: called after each iteration of the factors; throws to stop.
  ///   - warn: told what is left out for want of memory.
  package init(
    trainedOn observed: SparseRows, content: ContentModel, parameters: ModelParameters,
    newGames: NewGameParameters, workers: Workers, availableBytes: Int? = nil,
    progress: (Int) throws -> Void = { _ in }, warn: (String) -> Void = { _ in }
  ) throws {
    self.init(
      factors: try FactorModel(
        trainedOn: observed, content, parameters.als, newGames: newGames, workers: workers,
        progress: progress),
      itemItem: try ItemItemModels(
        trainedOn: observed, parameters: parameters, workers: workers,
        availableBytes: availableBytes, warn: warn),
      content: content)
  }
}

/// What games say of each other: counts of common players, and EASE where it fits.
package struct ItemItemModels: Sendable, Equatable {
  package let neighborhood: ItemItemModel
  /// nil where there is none, as `easeSentence` says.
  package let ease: ItemItemModel?
  /// Why EASE is there, or is not.
  package let easeSentence: String

  package init(neighborhood: ItemItemModel, ease: ItemItemModel?, easeSentence: String) {
    self.neighborhood = neighborhood
    self.ease = ease
    self.easeSentence = easeSentence
  }

  /// - Parameters:
  ///   - availableBytes: how much memory EASE may take; nil for any.
  ///   - warn: told where that is not enough.
  package init(
    trainedOn observed: SparseRows, parameters: ModelParameters, workers: Workers,
    availableBytes: Int? = nil, warn: (String) -> Void = { _ in }
  ) throws {
    let neighborhood = ItemNeighborhood(parameters.neighborhood).fit(observed, workers: workers)
    let ease = EASE(parameters.ease)
    let games = ease.fittedGames(observed.positives).count
    let bytes = EASE.bytes(
      players: observed.rows, games: games, positives: observed.values.count { $0 > 0 })
    let (needed, free) = (Double(bytes) / 1e6, Double(max(0, availableBytes ?? 0)) / 1e6)
    let shortage = "it needs \(short(needed)) MB and \(short(free)) MB are free"
    let lacksMemory = availableBytes.map { bytes > $0 } ?? false
    let isUsual = games <= EASEParameters.largestUsual
    let reason: String? =
      switch parameters.ease.use {
      case .off: "it is off"
      case .on: nil
      case .automatic where !isUsual:
        "\(games) games are more than the \(EASEParameters.largestUsual) up to which it joins"
      case .automatic where lacksMemory: shortage
      case .automatic: games > 0 ? nil : "no game has enough players"
      }
    if games > 0, reason == shortage {
      warn(
        "there is no EASE: \(shortage); with more memory, --force items+,judged+,ranker+ makes it")
    }
    if let reason {
      self.init(neighborhood: neighborhood, ease: nil, easeSentence: "without EASE: \(reason)")
    } else {
      self.init(
        neighborhood: neighborhood,
        ease: try ease.fitFew(observed, workers: workers, availableBytes: availableBytes),
        easeSentence: "with EASE of \(games) games")
    }
  }
}
