package import FindieLinearAlgebra
package import FindieWorkers

/// The "embarrassingly shallow autoencoder": one dense weight per pair of games, in closed form.
///
/// Minimizes  ‖X − X B‖² + λ ‖B‖²  over B[games, games] with a diagonal of zeros:
///
///     P = (XᵀX + λI)⁻¹        Bᵢⱼ = −Pᵢⱼ / Pⱼⱼ  for i ≠ j
///
/// X[players, games] is binary, as in the paper: 1 for a positive, whatever its confidence; 0 for a
/// dislike and for the unobserved. The Gramian is built, inverted and turned into B in the same
/// matrix.
///
/// Source: Steck, *Embarrassingly Shallow Autoencoders for Sparse Data* (2019), arXiv 1905.03375.
///
/// - Complexity: n³ steps for n games, and a player with k positives adds k² / 2.
package struct EASE: Sendable {
  package let parameters: EASEParameters

  package init(_ parameters: EASEParameters) {
    precondition(parameters.blasThreads >= 1, "\(parameters.blasThreads) threads of BLAS")
    self.parameters = parameters
  }

  /// The peak memory of `fit`, without its input and BLAS's buffers: 4 bytes per pair of games,
  /// and the indices of the positives by player and by game.
  package static func bytes(players: Int, games: Int, positives: Int) -> Int {
    4 * games * games + 2 * 4 * positives + 2 * 8 * (players + games + 1)
  }

  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - availableBytes: the maximum memory; nil for no limit.
  /// - Throws: `tooLarge` before anything is computed, `confidenceNotFinite`, and `singularGramian`
  ///   where λ is not above 0 or too small.
  package func fit(
    _ observed: SparseRows, workers: Workers, availableBytes: Int? = nil
  ) throws(TrainingFailure) -> EASEModel {
    let positives = observed.values.count { $0 > 0 }
    let needed = EASE.bytes(players: observed.rows, games: observed.columns, positives: positives)
    if let availableBytes, needed > availableBytes {
      throw .tooLarge(
        games: observed.columns, neededBytes: needed, availableBytes: availableBytes)
    }
    if let element = observed.values.firstIndex(where: { !$0.isFinite }) {
      throw .confidenceNotFinite(row: observed.row(ofElement: element))
    }
    var matrix = gramian(SparsePattern(positivesOf: observed), workers: workers)
    try invert(&matrix)
    try EASE.computeWeights(&matrix, parameters.regularization, workers: workers)
    return EASEModel(weights: matrix)
  }

  /// The upper triangle of XᵀX + λI: the number of common players of each pair of games; the lower
  /// triangle is zero.
  ///
  /// A thread writes whole rows, a game's row in the order of the game's players. Counts are exact
  /// up to 2²⁴ players per pair.
  package func gramian(_ positives: SparsePattern, workers: Workers) -> Matrix {
    let byGame = positives.transposed
    let games = byGame.rows
    let regularization = Float(parameters.regularization)
    var gramian = Matrix(rows: games, columns: games)
    gramian.updateRows(
      in: Workers.ranges(of: games, size: 16), workers: workers, scratch: {}
    ) { rows, counts, _ in
      let columns = positives.columnIndices.span
      for (position, game) in rows.enumerated() {
        let start = position * games
        for element in byGame.range(ofRow: game) {
          let player = positives.range(ofRow: Int(byGame.columnIndices[element]))
          // Backwards, from the player's last game to this one: the row's part right of the diagonal.
          var other = player.upperBound - 1
          while other >= player.lowerBound, columns[other] >= game {
            counts[start + Int(columns[other])] += 1
            other -= 1
          }
        }
        counts[start + game] += regularization
      }
    }
    return gramian
  }

  /// Fewer games are inverted by one thread, since the number of BLAS threads is a setting of the process.
  private static let gamesWorthThreads = 1024

  /// Overwrites the upper triangle of the Gramian by P's.
  package func invert(_ gramian: inout Matrix) throws(TrainingFailure) {
    do throws(LAPACKFailure) {
      if gramian.rows < EASE.gamesWorthThreads {
        try gramian.invertPositiveDefinite()
      } else {
        try BLASLibrary.withThreads(parameters.blasThreads) { () throws(LAPACKFailure) in
          try gramian.invertPositiveDefinite()
        }
      }
    } catch {
      switch error {
      case .notPositiveDefinite(let order):
        throw .singularGramian(game: order - 1, parameters.regularization)
      case .noEigenvalues: throw .linearAlgebra(error)
      }
    }
  }

  /// Overwrites P, of which the upper triangle is stored, by B.
  package static func computeWeights(
    _ matrix: inout Matrix, _ regularization: Double, workers: Workers
  ) throws(TrainingFailure) {
    let diagonal = (0..<matrix.rows).map { matrix[$0, $0] }
    // If any element is not a number, the factorization spreads it to the diagonal.
    if let game = diagonal.firstIndex(where: { !$0.isFinite || $0 <= 0 }) {
      throw .singularGramian(game: game, regularization)
    }
    matrix.multiplySymmetric(byDiagonal: diagonal.map { -1 / $0 }, workers: workers)
    for game in 0..<matrix.rows { matrix[game, game] = 0 }
  }
}
