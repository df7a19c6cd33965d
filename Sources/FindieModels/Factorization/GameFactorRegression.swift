/// Predicts a game's factor from its features by ridge regression:
///
///     minimizes  Σᵢ wᵢ ‖yᵢ − Θᵀ zᵢ‖² + λ ‖Θ‖²        (ZᵀWZ + λI) Θ = ZᵀWY
///
/// over the games i, with learned factors Y[games, rank] and features Z[games, terms + 1], the last
/// of them 1 for every game. A game has weight wᵢ = n / (n + n₀), n being its number of players
/// with evidence; a game without any has weight 0. For a game without features, the prediction is
/// the last row of Θ, about the mean of all factors.
///
/// Source: Hoerl and Kennard, *Ridge Regression* (1970), DOI 10.1080/00401706.1970.10488634;
/// factors from features as in Gantner et al., *Learning Attribute-to-Feature Mappings for
/// Cold-Start Recommendations* (2010), DOI 10.1109/ICDM.2010.129.
///
/// - Complexity: a game of k features adds k² + k · rank steps, the solution takes terms³ / 3;
///   needs a dense terms × terms matrix of Double.
package struct GameFactorRegression: Sendable, Equatable {
  /// Θ[terms + 1, rank].
  package let coefficients: Matrix
  package let parameters: NewGameParameters

  /// - Parameters:
  ///   - factors: Y[games, rank].
  ///   - evidence: for each game, its number of players with evidence.
  ///   - features: [games, terms], as `ContentModel.vectors`.
  /// - Throws: `singularFeatures` where λ is not above 0 or too small, or a factor is not a number.
  package static func fit(
    factors: Matrix, evidence: [Int], features: SparseRows, parameters: NewGameParameters
  ) throws(ModelFailure) -> GameFactorRegression {
    precondition(
      factors.rows == features.rows && evidence.count == features.rows,
      "\(factors.rows) factors, \(features.rows) features, \(evidence.count) games")
    let (terms, rank) = (features.columns + 1, factors.columns)
    var gramian = [Double](repeating: 0, count: terms * terms)
    var products = [Double](repeating: 0, count: rank * terms)
    for game in 0..<features.rows where evidence[game] > 0 {
      let weight = parameters.learnedShare(evidence: evidence[game])
      let row = features.withOne(ofRow: game)
      for (term, value) in row {
        let weighted = weight * value
        for (other, otherValue) in row { gramian[term * terms + other] += weighted * otherValue }
        for index in 0..<rank {
          products[index * terms + term] += weighted * Double(factors[game, index])
        }
      }
    }
    for term in 0..<terms { gramian[term * terms + term] += parameters.regularization }
    // Θᵀ[rank, terms + 1]: one right-hand side per row.
    var system = gramian.mutableSpan
    var rightHandSides = products.mutableSpan
    do throws(LAPACKFailure) {
      try LAPACK.posv(&system, order: terms, rightHandSides: &rightHandSides, count: rank)
    } catch {
      switch error {
      case .notPositiveDefinite(let order):
        throw .singularFeatures(feature: order - 1, parameters.regularization)
      case .noEigenvalues: throw .linearAlgebra(error)
      }
    }
    let solved = Matrix(rows: rank, columns: terms, elements: products.map { Float($0) })
    if let position = solved.elements.firstIndex(where: { !$0.isFinite }) {
      throw .singularFeatures(feature: position % terms, parameters.regularization)
    }
    return GameFactorRegression(coefficients: solved.transposed, parameters: parameters)
  }

  private init(coefficients: Matrix, parameters: NewGameParameters) {
    self.coefficients = coefficients
    self.parameters = parameters
  }

  /// Θᵀz for each game, [games, rank].
  package func predictions(_ features: SparseRows) -> Matrix {
    precondition(features.columns + 1 == coefficients.rows, "other features")
    var predicted = Matrix(rows: features.rows, columns: coefficients.columns)
    predicted.withElements { elements in
      for game in 0..<features.rows {
        for (term, value) in features.withOne(ofRow: game) {
          BLAS.add(
            coefficients.row(term), times: Float(value), to: &elements,
            at: game * coefficients.columns)
        }
      }
    }
    return predicted
  }

  /// y = w · learned + (1 − w) · predicted, with w = n / (n + n₀): the learned factor takes over as
  /// evidence grows.
  package func completing(
    _ factors: Matrix, evidence: [Int], features: SparseRows
  ) -> Matrix {
    precondition(
      factors.rows == features.rows && evidence.count == features.rows
        && factors.columns == coefficients.columns, "factors of other games")
    var completed = predictions(features)
    let rank = factors.columns
    completed.withElements { elements in
      for game in 0..<factors.rows {
        let learned = Float(parameters.learnedShare(evidence: evidence[game]))
        for index in 0..<rank {
          let position = game * rank + index
          elements[position] =
            learned * factors.elements[position] + (1 - learned) * elements[position]
        }
      }
    }
    return completed
  }
}

extension SparseRows {
  /// A row's elements in Double, followed by the constant 1 of every row.
  fileprivate func withOne(ofRow row: Int) -> [(term: Int, value: Double)] {
    range(ofRow: row).map { (Int(columnIndices[$0]), Double(values[$0])) } + [(columns, 1)]
  }
}

/// How the factors of games with little evidence are predicted from genres and tags.
package struct NewGameParameters: Codable, Sendable, Equatable {
  /// λ of the ridge regression, above 0.
  package var regularization = 1.0
  /// n₀, at least 0: the number of players at which a game's factor is half learned and half
  /// predicted. 0 predicts only games without evidence.
  package var evidenceForHalf = 5.0

  package init() {}

  /// w = n / (n + n₀): the share of a game's factor that is learned, given n players with evidence.
  package func learnedShare(evidence: Int) -> Double {
    guard evidence > 0 else { return 0 }
    return Double(evidence) / (Double(evidence) + evidenceForHalf)
  }
}
