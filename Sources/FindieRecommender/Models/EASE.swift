package import FindieLinearAlgebra
package import FindieWorkers

/// The "embarrassingly shallow autoencoder": one dense weight a pair of games, in closed form.
///
/// Minimizes  ‖X − X B‖² + λ ‖B‖²  over B[games, games] with a diagonal of zeros:
///
///     P = (XᵀX + λI)⁻¹        Bᵢⱼ = −Pᵢⱼ / Pⱼⱼ  for i ≠ j
///
/// X[players, games] is binary, as in the paper: 1 where a player is for a game, whatever the
/// confidence; 0 for a dislike, as for what is unobserved. The Gramian is built, inverted and turned
/// into B in one and the same matrix.
///
/// Source: Steck, *Embarrassingly Shallow Autoencoders for Sparse Data* (2019), arXiv 1905.03375.
///
/// - Complexity: n³ steps for n games, and a player of k games adds k² / 2.
package struct EASE: Sendable {
  package let parameters: EASEParameters

  package init(_ parameters: EASEParameters) {
    precondition(parameters.blasThreads >= 1, "\(parameters.blasThreads) threads of BLAS")
    self.parameters = parameters
  }

  /// What `fit` takes at its peak, beside its input and BLAS's own buffers: 4 bytes a pair of games, and
  /// the places of the positives by player and by game, with some room.
  package static func bytes(players: Int, games: Int, positives: Int) -> Int {
    4 * games * games + 2 * 4 * positives + 2 * 8 * (players + games + 1)
  }

  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - availableBytes: how much memory may be taken; nil for any.
  /// - Throws: `tooLarge` before anything is made, `confidenceNotFinite`, and `singularGramian` where
  ///   λ is not above 0 or too small.
  package func fit(
    _ observed: SparseRows, workers: Workers, availableBytes: Int? = nil
  ) throws(TrainingFailure) -> EASEModel {
    let positives = observed.values.count { $0 > 0 }
    let needed = EASE.bytes(players: observed.rows, games: observed.columns, positives: positives)
    if let availableBytes, needed > availableBytes {
      throw .tooLarge(
        games: observed.columns, neededBytes: needed, availableBytes: availableBytes)
    }
    if let place = observed.values.firstIndex(where: { !$0.isFinite }) {
      throw .confidenceNotFinite(row: observed.row(ofPlace: place))
    }
    var matrix = gramian(SparsePattern(positivesOf: observed), workers: workers)
    try invert(&matrix)
    try EASE.makeWeights(&matrix, parameters.regularization, workers: workers)
    return EASEModel(weights: matrix)
  }

  /// The upper triangle of XᵀX + λI: how many players are for both games; the lower is zeros.
  ///
  /// A thread writes whole rows, a game's row in the order of the game's players. Counts are exact up
  /// to 2²⁴ players a pair.
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
        for place in byGame.range(ofRow: game) {
          let player = positives.range(ofRow: Int(byGame.columnIndices[place]))
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

  /// Fewer games are inverted in a blink by one thread; the number of threads is the whole process'.
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
  package static func makeWeights(
    _ matrix: inout Matrix, _ regularization: Double, workers: Workers
  ) throws(TrainingFailure) {
    let diagonal = (0..<matrix.rows).map { matrix[$0, $0] }
    // What is no number anywhere shows on the diagonal: the factorization carries it there.
    if let game = diagonal.firstIndex(where: { !$0.isFinite || $0 <= 0 }) {
      throw .singularGramian(game: game, regularization)
    }
    matrix.multiplySymmetric(byDiagonal: diagonal.map { -1 / $0 }, workers: workers)
    for game in 0..<matrix.rows { matrix[game, game] = 0 }
  }
}
