package import FindieWorkers
import Foundation

/// Implicit matrix factorization by alternating least squares.
///
/// Minimizes  Σ over observed c (p − x·y)²  +  α₀ Σ over all (x·y)²  +  Σ λᵣ ‖·‖²  with λᵣ = λ (row
/// length + α₀ · size of the other side)^ν  for every player and game.
///
/// Source: Hu, Koren and Volinsky (2008), DOI 10.1109/ICDM.2008.22; the regularization scaled by
/// frequency from Rendle et al. (2022), arXiv 2110.14037. Unlike both, a dislike is an observed
/// zero with a confidence of its own, and all systems are solved in the eigenbasis of the Gramian
/// (`SharedSystems`).
package struct ImplicitALS: Sendable {
  package let parameters: ALSParameters

  package init(_ parameters: ALSParameters) {
    precondition(parameters.rank > 0, "a rank of \(parameters.rank)")
    self.parameters = parameters
  }

  /// The factors of `observed`, confidences [players, games].
  ///
  /// A λ or α₀ of 0 and the automatic solver are resolved here and recorded in the model's
  /// parameters. The last step solves all players exactly once more, so that each player's factor
  /// is the solution for the returned games' factors. Factors are unique only up to a rotation of
  /// both sides.
  ///
  /// - Parameters:
  ///   - progress: called after each iteration with its number from 1; throws to stop.
  /// - Throws: `ModelFailure` where a row's problem cannot be solved.
  package func fit(
    _ observed: SparseRows, workers: Workers, progress: (Int) throws -> Void = { _ in }
  ) throws -> FactorModel {
    let chosen = parameters.settled(for: observed)
    guard chosen == parameters else {
      return try ImplicitALS(chosen).fit(observed, workers: workers, progress: progress)
    }
    let byGame = observed.transposed
    let (ofPlayers, ofGames) = (regularizations(of: observed), regularizations(of: byGame))
    var players = Matrix(rows: observed.rows, columns: parameters.rank)
    var games = initialFactors(rows: observed.columns)
    for iteration in 1...max(1, parameters.iterations) {
      try halfStep(
        observed, ofPlayers, fixed: &games, factors: &players, side: .player,
        solver: parameters.solver, workers: workers)
      try halfStep(
        byGame, ofGames, fixed: &players, factors: &games, side: .game,
        solver: parameters.solver, workers: workers)
      try progress(iteration)
    }
    try halfStep(
      observed, ofPlayers, fixed: &games, factors: &players, side: .player, solver: .exact,
      workers: workers)
    return FactorModel(players: players, games: games, parameters: parameters)
  }

  /// λᵣ = λ (row length + α₀ · other side)^ν.
  package func regularization(rowLength: Int, otherSide: Int) -> Float {
    let scale = Double(rowLength) + parameters.unobservedWeight * Double(otherSide)
    return Float(parameters.regularization * pow(scale, parameters.frequencyExponent))
  }

  /// λᵣ of every row.
  func regularizations(of observed: SparseRows) -> [Float] {
    (0..<observed.rows).map {
      regularization(rowLength: observed.count(ofRow: $0), otherSide: observed.columns)
    }
  }

  /// Normal random numbers that depend on the seed but not on the number of threads.
  private func initialFactors(rows: Int) -> Matrix {
    var generator = SplitMix64(seed: parameters.seed)
    let deviation = parameters.initialDeviation / Double(parameters.rank).squareRoot()
    var elements: [Float] = []
    elements.reserveCapacity(rows * parameters.rank)
    for _ in 0..<rows * parameters.rank {
      elements.append(Float(generator.nextNormal() * deviation))
    }
    return Matrix(rows: rows, columns: parameters.rank, elements: elements)
  }
}

/// The parameters of implicit alternating least squares.
package struct ALSParameters: Codable, Sendable, Equatable {
  /// The length of a factor.
  package var rank = 64
  /// The number of iterations; each solves both halves once.
  package var iterations = 8
  /// λ, before it is scaled by frequency; 0 to choose it by `regularizationScale`.
  package var regularization = 0.0
  /// ν: 0 regularizes all rows alike, 1 in proportion to the length of a row.
  package var frequencyExponent = 1.0
  /// α₀: the confidence of an unobserved zero; 0 to choose it by `unobservedScale`.
  package var unobservedWeight = 0.0
  /// k: the regularization of a mean player, relative to the mean confidence and the square root of
  /// the mean profile length.
  package var regularizationScale = 1.25
  /// C: the confidence of all games that a player has not observed, relative to that of the
  /// positives of a mean player.
  package var unobservedScale = 25.0
  /// The standard deviation of a factor's length at the start.
  package var initialDeviation = 0.1
  package var seed: UInt64 = 1
  /// How rows are solved in training; the players' final factors are exact with any solver.
  package var solver = ALSSolver.automatic

  package init() {}

  /// These parameters, with the automatic solver resolved, and α₀ and λ chosen from the data where
  /// they are 0:
  ///
  ///     α₀ = C c̄ m / n        λ = k c̄ √m / (m + α₀ N)^ν
  ///
  /// c̄ is the mean confidence of a positive, m the mean number of positives of the players who
  /// have any, n the number of games with positives and N the number of all games. Scaling all
  /// confidences and α₀ only scales the loss, so both follow c̄. With C = 25 and k = 1.25, nDCG@20
  /// was .93 to .99 of the best of many values on seven data sets of different shapes; fixed values
  /// reached .75 to .97.
  package func settled(for observed: SparseRows) -> ALSParameters {
    var (count, sum) = (0, 0.0)
    for value in observed.values where value > 0 {
      count += 1
      sum += Double(value).inFixedPoint
    }
    guard count > 0 else { return settled(confidence: 1, profile: 1, popular: 1, games: 1) }
    let popular = observed.positives.count { $0 > 0 }
    return settled(
      confidence: sum / Double(count),
      profile: Double(count) / Double(max(1, observed.rowsWithPositives)), popular: popular,
      games: observed.columns)
  }

  private func settled(
    confidence: Double, profile: Double, popular: Int, games: Int
  ) -> ALSParameters {
    var settled = self
    if solver == .automatic { settled.solver = .conjugateGradient }
    if settled.unobservedWeight <= 0 {
      settled.unobservedWeight = unobservedScale * confidence * profile / Double(max(1, popular))
    }
    if settled.regularization <= 0 {
      settled.regularization =
        regularizationScale * confidence * profile.squareRoot()
        / pow(profile + settled.unobservedWeight * Double(max(1, games)), frequencyExponent)
    }
    return settled
  }
}

/// How the rows of a half-step are solved.
package enum ALSSolver: String, Codable, Sendable, CaseIterable {
  /// The faster one: conjugate gradient. Of ranks from 1 to 64 and rows of 3 to 750 elements, at
  /// none is the exact solver faster by more than two runs differ (`findie-lab bench train`).
  case automatic
  /// Exactly, by Cholesky.
  case exact
  /// By a few steps of conjugate gradient from the row's last factor.
  case conjugateGradient
}
