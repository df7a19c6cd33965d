/// `EASE` of one game and the games most like it, for catalogues whose inverse is too large.
/// Scratch memory: one per thread.
///
/// Game j has the support S of the m games with the largest Gᵢⱼ / √Gᵢᵢ, and
///
///     B[S, j] = max(Λⱼ / s, 1 − ξ) Gⱼⱼᶜ w      w = (G[S, S] + diag Λ[S])⁻¹ G[S, j]
///     s = Gⱼⱼ + Λⱼ − G[j, S] w
///
/// which is the solution of `EASE` for the games S and j alone: s is 1 / Pⱼⱼ. An element of G is
/// used if either of its two rows stores it. Without the others a matrix may not be positive
/// definite; its game then has no weights.
///
/// Source: regression on the nearest neighbours, as in Ning and Karypis, *SLIM: Sparse Linear
/// Methods for Top-N Recommender Systems* (2011), DOI 10.1109/ICDM.2011.134 (fsSLIM), with the
/// penalty of `EASE` instead of an elastic net.
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
    let order = support.count
    for (position, entry) in support.enumerated() {
      positions[Int(entry.game)] = UInt32(position + 1)
    }
    if matrix.count != order * order {
      matrix = [Float](repeating: 0, count: order * order)
    } else {
      for index in matrix.indices { matrix[index] = 0 }
    }
    Self.fill(&matrix, of: support, at: positions, gramian, ease)
    for entry in support { positions[Int(entry.game)] = 0 }
    return ease.localWeights(
      of: support, &matrix, diagonal: gramian.diagonal[game], factor: gramian.factors[game])
  }

  /// Fills the upper triangle of the matrix; either of an element's two rows may store it.
  private static func fill(
    _ matrix: inout [Float], of support: ArraySlice<BestGames.Entry>, at positions: [UInt32],
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

extension EASE {
  /// The weights of a support S for a game j, those that are not 0; none if the matrix is not
  /// positive definite.
  ///
  /// - Parameters:
  ///   - support: with G[S, j].
  ///   - matrix: the upper triangle of G[S, S] + diag Λ[S], overwritten.
  ///   - diagonal: Gⱼⱼ.
  ///   - factor: Gⱼⱼᶜ.
  func localWeights(
    of support: ArraySlice<BestGames.Entry>, _ matrix: inout [Float], diagonal: Float,
    factor: Float
  ) -> [BestGames.Entry] {
    guard !support.isEmpty else { return [] }
    var solution = support.map(\.score)
    do throws(LAPACKFailure) {
      var upper = matrix.mutableSpan
      try LAPACK.potrf(&upper, order: support.count)
      var right = solution.mutableSpan
      try LAPACK.potrs(
        factor: matrix.span, order: support.count, rightHandSides: &right, count: 1)
    } catch {
      return []
    }
    let penalty = penalty(diagonal)
    var rest = diagonal + penalty
    for (entry, weight) in zip(support, solution) { rest -= entry.score * weight }
    let bound = Float(1 - parameters.diagonalBound)
    let multiplier = max(rest > 0 ? penalty / rest : 0, bound) * factor
    return zip(support, solution).compactMap { entry, weight in
      let weight = multiplier * weight
      return weight != 0 && weight.isFinite
        ? BestGames.Entry(game: entry.game, score: weight) : nil
    }
  }
}
