/// The ranker: a game's score is the logarithm of the odds that it becomes a positive of the
/// player,
///
///     logit = w₀ + Σ w_f · feature_f
package struct RankerWeights: Codable, Sendable, Equatable {
  /// The weight of a feature and its uncertainty.
  package struct Weight: Codable, Sendable, Equatable {
    package let feature: String
    package let weight: Double
    /// The weight's standard error, from the curvature of the likelihood; nil if it was not
    /// learned.
    package let uncertainty: Double?
    /// The feature's standard deviation among the candidates: weights are compared by their product.
    package let deviation: Double

    package init(feature: String, weight: Double, uncertainty: Double?, deviation: Double) {
      self.feature = feature
      self.weight = weight
      self.uncertainty = uncertainty
      self.deviation = deviation
    }
  }

  package let intercept: Double
  /// In the order of `RankerFeature`.
  package let weights: [Weight]
  /// Describes the training data.
  package let sentence: String
  package let players: Int
  package let candidates: Int
  package let positives: Int

  package init(
    intercept: Double, weights: [Weight], sentence: String, players: Int, candidates: Int,
    positives: Int
  ) {
    precondition(weights.count == RankerFeature.count, "\(weights.count) weights")
    self.intercept = intercept
    self.weights = weights
    self.sentence = sentence
    self.players = players
    self.candidates = candidates
    self.positives = positives
  }

  package subscript(feature: RankerFeature) -> Double { weights[feature.rawValue].weight }

  /// Default weights of factors and popularity, used with too little history to learn from.
  package static let unlearned: RankerWeights = {
    let given: [RankerFeature: Double] = [
      .factors: 4, .content: 1, .popularity: 0.05, .genres: 0.5, .friends: 0.5, .trending: 0.2,
      .freshness: 0.1,
    ]
    return RankerWeights(
      intercept: -4,
      weights: RankerFeature.allCases.map {
        Weight(feature: $0.name, weight: given[$0] ?? 0, uncertainty: nil, deviation: 1)
      },
      sentence: "There is too little history to learn weights; these are the defaults.",
      players: 0, candidates: 0, positives: 0)
  }()

  /// Adds the scores of the candidates from an index on, sums in Double.
  ///
  /// - Parameter values: the weights alone.
  func score(
    _ finder: borrowing CandidateFinder, from first: Int, by values: [Double],
    into order: inout ScoreOrder
  ) {
    let (features, values) = (finder.features.span, values.span)
    let games = finder.games.span
    let width = values.count
    var position = first
    while position < games.count {
      var sum = intercept
      for index in 0..<width { sum += values[index] * Double(features[position * width + index]) }
      order.add(games[position], Float(sum))
      position += 1
    }
  }
}
