package import FindieWorkers

/// What each model weighs in a blend, and what was seen while it was chosen.
package struct BlendWeights: Codable, Sendable, Equatable {
  /// The models' names, in the order of `weights`.
  package let models: [String]
  /// Not below 0, their sum 1.
  package let weights: [Double]
  /// The blend's mean nDCG@k on the validation set, over all games.
  package let nDCG: Double
  /// Each model's alone.
  package let nDCGAlone: [Double]
  package let players: Int
  /// How many weightings were compared.
  package let compared: Int

  /// The weights with the largest mean nDCG@k on a validation set.
  ///
  /// Weights are multiples of 1 / `parts` that sum to 1. From the best single model, or the even
  /// blend where that is better, weight is moved from one model to another: the best of all such
  /// moves is taken while it gains at least `leastGain`, then smaller moves are tried, down to one
  /// part. The search ranks among candidates (`BlendParameters.candidates`); what it finds is judged
  /// over all games, and where it is not better than the best single model, that one has all the
  /// weight: so the outcome is never worse than it on the validation set.
  ///
  /// - Parameter components: trained without what the set hides; at least one.
  /// - Complexity: each component scores each player twice.
  /// - Throws: `TrainingFailure` where a component cannot score a profile.
  package static func choose(
    _ components: [any Ranker], on validation: ValidationSet, parameters: BlendParameters,
    workers: Workers
  ) throws -> BlendWeights {
    precondition(
      !components.isEmpty && parameters.k >= 1 && parameters.parts >= 1
        && parameters.candidates >= parameters.k, "a blend of \(components.count) models")
    let candidates = try validation.candidates(
      of: components, count: parameters.candidates, workers: workers)
    var search = SimplexSearch(dimensions: components.count, parts: parameters.parts) { weights in
      // Parts of a fixed size: the sum is the same at any number of threads.
      let parts = Workers.ranges(of: candidates.count, size: 64)
      let sums = workers.map(parts.count) { part in
        candidates[parts[part]].reduce(0.0) { $0 + $1.nDCG(weights: weights, k: parameters.k) }
      }
      return sums.reduce(0, +) / Double(max(1, candidates.count))
    }
    let found = search.maximum(leastGain: parameters.leastGain)
    let alone = components.indices.map { search.value(ofCorner: $0) }
    let bestAlone = alone.indices.max { alone[$0] < alone[$1] } ?? 0
    var weights = search.weights(found)
    var nDCG = alone[bestAlone]
    if found != search.corner(bestAlone) {
      nDCG = try validation.nDCG(
        of: Blend(components: components, weights: weights), k: parameters.k, workers: workers)
    }
    if nDCG < alone[bestAlone] {
      weights = search.weights(search.corner(bestAlone))
      nDCG = alone[bestAlone]
    }
    return BlendWeights(
      models: components.map(\.name), weights: weights, nDCG: nDCG, nDCGAlone: alone,
      players: validation.players, compared: search.compared)
  }
}
