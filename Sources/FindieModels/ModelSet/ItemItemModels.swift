package import FindieLinearAlgebra
package import FindieWorkers

/// Item-item models: the neighbourhood, and EASE in its dense or sparse form.
package struct ItemItemModels: Sendable, Equatable {
  package let neighborhood: ItemItemModel
  /// nil without EASE, for the reason in `easeSentence`.
  package let ease: ItemItemModel?
  /// Which form of EASE is used, or why none is.
  package let easeSentence: String

  package init(neighborhood: ItemItemModel, ease: ItemItemModel?, easeSentence: String) {
    self.neighborhood = neighborhood
    self.ease = ease
    self.easeSentence = easeSentence
  }

  /// - Parameters:
  ///   - availableBytes: the maximum memory of dense EASE; nil for no limit.
  ///   - warn: called if that is not enough.
  package init(
    trainedOn observed: SparseRows, parameters: ModelParameters, workers: Workers,
    availableBytes: Int? = nil, warn: (String) -> Void = { _ in }
  ) throws {
    let neighborhood = ItemNeighborhood(parameters.neighborhood).fit(observed, workers: workers)
    let ease = EASE(parameters.ease)
    let games = ease.fittedGames(observed.positives).count
    guard parameters.ease.use != .off, games > 0 else {
      let reason = games > 0 ? "ease.use is off" : "no game has enough players"
      self.init(neighborhood: neighborhood, ease: nil, easeSentence: "without EASE: \(reason)")
      return
    }
    var dense =
      parameters.ease.use == .on ? games : min(games, EASEParameters.largestDense)
    let bytes = EASE.bytes(
      players: observed.rows, games: dense, positives: observed.values.count { $0 > 0 })
    if let availableBytes, bytes > availableBytes {
      warn(
        "EASE has no dense weights: they need \(EASE.megabytes(bytes)) MB and "
          + "\(EASE.megabytes(availableBytes)) MB are free. With more memory, rerun with "
          + "--force items+,held-out-models+,ranker+")
      dense = 0
    }
    self.init(
      neighborhood: neighborhood,
      ease: try ease.fitSparse(
        observed, denseGames: dense, workers: workers, availableBytes: availableBytes),
      easeSentence: dense == games
        ? "with EASE of \(games) games"
        : "with EASE of \(games) games, \(dense) of which have dense weights")
  }
}

extension EASE {
  fileprivate static func megabytes(_ bytes: Int) -> Int {
    Int((Double(max(0, bytes)) / 1e6).rounded(.up))
  }
}
