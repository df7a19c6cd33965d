import FindieLinearAlgebra

/// `EASE` of one game and the games most like it, for catalogues whose inverse is too large. Scratch
/// memory: one per thread.
///
/// Game j has the support S of the m games with the largest Gᵢⱼ / √Gᵢᵢ, and
///
///     B[S, j] = max(Λⱼ / s, 1 − ξ) w      w = (G[S, S] + diag Λ[S])⁻¹ G[S, j]
///     s = Gⱼⱼ + Λⱼ − G[j, S] w
///
/// which is the solution of `EASE` for the games S and j alone: s is 1 / Pⱼⱼ. An element of G is used
/// if one of its two rows stores it. A game whose matrix is not positive definite without the others
/// has no weights.
///
/// Source: regression on the nearest neighbours, as in Ning and Karypis, *SLIM: Sparse Linear Methods
/// for Top-N Recommender Systems* (2011), DOI 10.1109/ICDM.2011.134 (fsSLIM), with the penalty of
/// `EASE` instead of an elastic net.
///
/// - Complexity: m (stored elements) + m³ / 3 per game.
struct LocalFit {
  /// By game, its position in the support plus 1; 0 for the others.
  private var positions: [UInt32]
  private var matrix: [Float] = []

  init(games: Int) { positions = [UInt32](repeating: 0, count: games) }

  /// The weights of the support for a game, those that are not 0.
  mutating func weights(
    of game: Int, _ gramian: SparseGramian, _ ease: EASE
  ) -> [BestGames.Entry] {
    let support = gramian.rows[game].prefix(ease.parameters.neighbors)
    guard !support.isEmpty, let found = solution(support, gramian, ease) else { return [] }
    let penalty = ease.penalty(gramian.diagonal[game])
    var rest = gramian.diagonal[game] + penalty
    for (entry, weight) in zip(support, found) { rest -= entry.score * weight }
    let factor = max(rest > 0 ? penalty / rest : 0, Float(1 - ease.parameters.diagonalBound))
    return zip(support, found).compactMap { entry, weight in
      let weight = factor * weight
      return weight != 0 && weight.isFinite
        ? BestGames.Entry(game: entry.game, score: weight) : nil
    }
  }

  /// w; nil if the matrix is not positive definite.
  private mutating func solution(
    _ support: ArraySlice<BestGames.Entry>, _ gramian: SparseGramian, _ ease: EASE
  ) -> [Float]? {
    let order = support.count
    for (position, entry) in support.enumerated() {
      positions[Int(entry.game)] = UInt32(position + 1)
    }
    if matrix.count != order * order {
      matrix = [Float](repeating: 0, count: order * order)
    } else {
      for index in matrix.indices { matrix[index] = 0 }
    }
    LocalFit.fill(&matrix, support, positions, gramian, ease)
    for entry in support { positions[Int(entry.game)] = 0 }
    var solution = support.map(\.score)
    do throws(LAPACKFailure) {
      var upper = matrix.mutableSpan
      try LAPACK.potrf(&upper, order: order)
      var right = solution.mutableSpan
      try LAPACK.potrs(factor: matrix.span, order: order, rightHandSides: &right, count: 1)
      return solution
    } catch {
      return nil
    }
  }

  /// Sets the upper triangle of the matrix, whichever of two rows stores an element.
  private static func fill(
    _ matrix: inout [Float], _ support: ArraySlice<BestGames.Entry>, _ positions: [UInt32],
    _ gramian: SparseGramian, _ ease: EASE
  ) {
    let (order, positions) = (support.count, positions.span)
    var matrix = matrix.mutableSpan
    for (row, entry) in support.enumerated() {
      let diagonal = gramian.diagonal[Int(entry.game)]
      matrix[row * order + row] = diagonal + ease.penalty(diagonal)
      for other in gramian.rows[Int(entry.game)] {
        let column = Int(positions[Int(other.game)]) - 1
        guard column >= 0 else { continue }
        matrix[min(row, column) * order + max(row, column)] = other.score
      }
    }
  }
}
