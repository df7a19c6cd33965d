import FindieLinearAlgebra
package import FindieModels
package import FindieWorkers

/// How the ranker's weights are learned.
package struct RankerParameters: Codable, Sendable, Equatable {
  /// The share of the dated interactions, the last ones, that are learned from.
  package var heldOutShare = 0.1
  /// The maximum number of players to learn from.
  package var players = 3_000
  /// The minimum number of players to learn from: with fewer, default weights are used.
  package var minimumPlayers = 50
  /// λ of the logistic regression, on standardized features.
  package var regularization = 1.0
  /// The seed of the players.
  package var seed: UInt64 = 17

  package init() {}
}

extension RankerWeights {
  /// The maximum-likelihood weights for players' later positives among their candidates.
  ///
  /// The order within a player's candidates is learned first (`ConditionalLogit`), then the odds of
  /// a score (`LogisticRegression`). A candidate is labelled 1 if it became a positive of the
  /// player, else 0. Games that were not candidates are not used, since the ranker never scores
  /// them.
  ///
  /// - Parameters:
  ///   - audience: the players without their held-out positives.
  ///   - heldOut: for each player, the held-out games, ascending.
  ///   - models: trained without the held-out positives.
  ///   - signals: of the same time.
  ///   - sentence: describes the training data.
  package static func learned(
    from audience: Audience, heldOut: [[UInt32]], models: RankingModels, signals: GameSignals,
    candidates: CandidateParameters, parameters: RankerParameters, sentence: String,
    workers: Workers, progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> RankerWeights {
    precondition(heldOut.count == audience.count, "\(heldOut.count) players' games")
    guard heldOut.count >= parameters.minimumPlayers else { return .unlearned }
    let search = CandidateSearch(
      audience, models: models, signals: signals, eligibility: nil, parameters: candidates,
      factors: candidates.factors)
    let found = try search.parts(workers: workers, progress: progress, scratch: {}) {
      players, search, _ in
      var (features, labels, counts): ([Float], [Bool], [Int]) = ([], [], [])
      try search.each(players) { player, finder, _ in
        let laterPositives = Set(heldOut[player])
        features += finder.features[..<(finder.games.count * RankerFeature.count)]
        labels += finder.games.map { laterPositives.contains($0) }
        counts.append(finder.games.count)
      }
      return (features, labels, counts)
    }
    // No larger than necessary, since it is the largest array of the stage.
    var features: [Float] = []
    features.reserveCapacity(found.reduce(0) { $0 + $1.0.count })
    for part in found { features += part.0 }
    let labels = found.flatMap(\.1)
    let groups = found.flatMap(\.2).reduce(into: [Range<Int>]()) { groups, count in
      let start = groups.last?.upperBound ?? 0
      groups.append(start..<start + count)
    }
    let positives = labels.count { $0 }
    guard positives >= parameters.minimumPlayers else { return .unlearned }
    let width = RankerFeature.count
    do throws(LAPACKFailure) {
      let choice = try ConditionalLogit(
        features: features, labels: labels, groups: groups, count: width,
        regularization: parameters.regularization, workers: workers)
      let scores = labels.indices.map { row in
        Float(
          (0..<width).reduce(0.0) { $0 + choice.weights[$1] * Double(features[row * width + $1]) })
      }
      // The order alone does not determine the expected number of positives.
      let odds = try LogisticRegression(
        features: scores, labels: labels, count: 1, regularization: parameters.regularization,
        workers: workers)
      return weights(choice, odds, sentence, players: heldOut.count, labels: labels)
    } catch {
      throw TrainingFailure.linearAlgebra(error)
    }
  }

  /// The weights of the order, scaled so that a score is the logarithm of odds; an order that the odds
  /// do not follow is left unscaled.
  private static func weights(
    _ choice: ConditionalLogit, _ odds: LogisticRegression, _ sentence: String, players: Int,
    labels: [Bool]
  ) -> RankerWeights {
    let scale = odds.weights[0] > 0 ? odds.weights[0] : 1
    return RankerWeights(
      intercept: odds.intercept,
      weights: RankerFeature.allCases.map { feature in
        Weight(
          feature: feature.name, weight: scale * choice.weights[feature.rawValue],
          uncertainty: scale * choice.uncertainties[feature.rawValue],
          deviation: choice.deviations[feature.rawValue])
      },
      sentence: sentence, players: players, candidates: labels.count,
      positives: labels.count { $0 })
  }
}
