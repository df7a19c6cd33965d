package import FindieLinearAlgebra
package import FindieWorkers

/// Item-item models: the neighbourhood, and EASE if there is enough memory.
package struct ItemItemModels: Sendable, Equatable {
  package let neighborhood: ItemItemModel
  /// nil without EASE, for the reason in `easeSentence`.
  package let ease: ItemItemModel?
  /// Whether EASE is used, and why.
  package let easeSentence: String

  package init(neighborhood: ItemItemModel, ease: ItemItemModel?, easeSentence: String) {
    self.neighborhood = neighborhood
    self.ease = ease
    self.easeSentence = easeSentence
  }

  /// - Parameters:
  ///   - availableBytes: the maximum memory of EASE; nil for no limit.
  ///   - warn: called if that is not enough.
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
    let shortage = "it needs \(Int(needed.rounded(.up))) MB and \(Int(free)) MB are free"
    let lacksMemory = availableBytes.map { bytes > $0 } ?? false
    let isUsual = games <= EASEParameters.largestUsual
    let reason: String? =
      switch parameters.ease.use {
      case .off: "ease.use is off"
      case .on: nil
      case .automatic where !isUsual:
        "\(games) games exceed the limit of \(EASEParameters.largestUsual)"
      case .automatic where lacksMemory: shortage
      case .automatic: games > 0 ? nil : "no game has enough players"
      }
    if games > 0, reason == shortage {
      warn(
        "EASE is left out: \(shortage). With more memory, rerun with --force items+,held-out-models+,ranker+"
      )
    }
    if let reason {
      self.init(neighborhood: neighborhood, ease: nil, easeSentence: "without EASE: \(reason)")
    } else {
      self.init(
        neighborhood: neighborhood,
        ease: try ease.fitSparse(observed, workers: workers, availableBytes: availableBytes),
        easeSentence: "with EASE of \(games) games")
    }
  }
}
