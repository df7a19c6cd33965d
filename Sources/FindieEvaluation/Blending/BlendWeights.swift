package import FindieModels
package import FindieWorkers

/// The weight of each model in a blend, and the results of its choice.
package struct BlendWeights: Codable, Sendable, Equatable {
  /// The models' names, in the order of `weights`.
  package let models: [String]
  /// Not below 0, their sum 1.
  package let weights: [Double]
  /// The blend's mean nDCG@k on the validation set, over all games.
  package let nDCG: Double
  /// nDCG@k of each model by itself.
  package let nDCGAlone: [Double]
  package let players: Int
  /// The number of compared weightings.
  package let compared: Int

  /// The weights with the largest mean nDCG@k on a validation set.
  ///
  /// Weights are multiples of 1 / `parts` that sum to 1. The search starts from the best single
  /// model, or from equal weights if they are better, and moves weight from one model to another:
  /// it takes the best of all such moves while that gains at least `minimumGain`, then tries smaller
  /// moves, down to one part. The search ranks among candidates (`BlendParameters.candidates`); its
  /// result is evaluated over all games, and if it is not better than the best single model, that
  /// model gets all the weight: on the validation set the blend is never worse than the best single
  /// model.
  ///
  /// - Parameter components: trained without the held-out games; at least one.
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
    let found = search.maximum(minimumGain: parameters.minimumGain)
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
