package import FindieWorkers

/// How the ranker's weights are learned.
package struct RankerParameters: Codable, Sendable, Equatable {
  /// The share of the dated interactions, the last ones, that are learned from.
  package var heldOutShare = 0.1
  /// At most so many players are learned from.
  package var players = 3_000
  /// Fewer teach nothing: the given weights then stay.
  package var leastPlayers = 50
  /// λ of the logistic regression, on standardized features.
  package var regularization = 1.0
  /// The seed of the players.
  package var seed: UInt64 = 17

  package init() {}
}

extension RankerWeights {
  /// The weights under which what players came to be for is the likeliest among their candidates.
  ///
  /// A candidate that the player came to be for is 1, any other 0. What was no candidate is not learned
  /// from: the ranker will never be asked for it.
  ///
  /// - Parameters:
  ///   - audience: what is known of the players without what is to be found.
  ///   - heldOut: for each player, the games that are to be found, ascending.
  ///   - models: trained without what is to be found.
  ///   - signals: of the same time.
  ///   - sentence: where all this comes from.
  package static func learned(
    from audience: Audience, heldOut: [[UInt32]], models: RankingModels, signals: GameSignals,
    candidates: CandidateParameters, parameters: RankerParameters, sentence: String,
    workers: Workers, progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> RankerWeights {
    precondition(heldOut.count == audience.count, "\(heldOut.count) players' games")
    guard heldOut.count >= parameters.leastPlayers else { return .unlearned }
    let search = CandidateSearch(
      audience, models: models, signals: signals, eligibility: nil, parameters: candidates,
      factors: candidates.factors)
    let found = try search.parts(workers: workers, progress: progress, scratch: {}) {
      players, search, _ in
      var (features, labels): ([Float], [Bool]) = ([], [])
      try search.each(players) { player, finder, _ in
        let wanted = Set(heldOut[player])
        features += finder.features
        labels += finder.games.map { wanted.contains($0) }
      }
      return (features, labels)
    }
    let (features, labels) = (found.flatMap(\.0), found.flatMap(\.1))
    let positives = labels.count { $0 }
    guard positives >= parameters.leastPlayers else { return .unlearned }
    let regression: LogisticRegression
    do {
      regression = try LogisticRegression(
        features: features, labels: labels, count: RankerFeature.count,
        regularization: parameters.regularization, workers: workers)
    } catch {
      throw TrainingFailure.linearAlgebra(error)
    }
    return RankerWeights(
      intercept: regression.intercept,
      weights: RankerFeature.allCases.map { feature in
        Weight(
          feature: feature.name, weight: regression.weights[feature.rawValue],
          uncertainty: regression.uncertainties[feature.rawValue],
          deviation: regression.deviations[feature.rawValue])
      },
      sentence: sentence, players: heldOut.count, candidates: labels.count, positives: positives)
  }
}
