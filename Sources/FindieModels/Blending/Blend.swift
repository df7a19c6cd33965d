package import FindieLinearAlgebra

/// A linear combination of models: the sum of weight × standardized score (`StandardScores`).
package struct Blend: Ranker {
  package let name = "blend"
  package let components: [any Ranker]
  /// Not below 0; a component of weight 0 is not evaluated.
  package let weights: [Double]

  package init(components: [any Ranker], weights: [Double]) {
    precondition(
      components.count == weights.count && weights.allSatisfy { $0 >= 0 && $0.isFinite },
      "weights \(weights) of \(components.count) models")
    self.components = components
    self.weights = weights
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) throws(TrainingFailure) {
    let count = rows.count * profiles.columns
    for position in 0..<count { scores[position] = 0 }
    var own = [Float](repeating: 0, count: count)
    for (component, weight) in zip(components, weights) where weight > 0 {
      var span = own.mutableSpan
      try component.standardScores(rows, of: profiles, into: &span)
      let weight = Float(weight)
      for position in 0..<count { scores[position] += weight * span[position] }
    }
  }
}

extension Ranker {
  /// As `score`, each player's scores standardized.
  package func standardScores(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) throws(TrainingFailure) {
    try score(rows, of: profiles, into: &scores)
    StandardScores.standardize(&scores, players: rows.count, games: profiles.columns)
  }
}
