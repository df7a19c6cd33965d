import FindieWorkers

/// `EASE` of one game and the games most like it, for catalogues whose inverse is too large.
/// Scratch memory: one per thread.
///
/// Game j has the support S of the m games with the largest Gᵢⱼ / √Gᵢᵢ, and
///
///     B[S, j] = max(Λⱼ / s, 1 − ξ) w      w = (G[S, S] + diag Λ[S])⁻¹ G[S, j]
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
    Self.fill(&matrix, support, positions, gramian, ease)
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

  /// Fills the upper triangle of the matrix; either of an element's two rows may store it.
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

/// The Gramian of `EASE`, of which only the largest elements of each row are stored.
struct SparseGramian: Sendable {
  /// Gᵢᵢ.
  let diagonal: [Float]
  /// For each game j the games i by Gᵢⱼ / √Gᵢᵢ, largest first, ties by index; the score is Gᵢⱼ.
  let rows: [[BestGames.Entry]]

  init(_ observed: SparseRows, _ ease: EASE, workers: Workers) {
    let all = SparsePattern(positivesOf: observed)
    // A player's weight depends on all positives, even where only a sample is counted.
    let weights = ease.playerWeights(all)
    let byPlayer = all.drawing(
      CoLikes.Draw(
        maximumGames: ease.parameters.sampledPositives, seed: ease.parameters.seed))
    let byGame = byPlayer.transposed
    let games = byGame.rows
    let diagonal = (0..<games).map { game in
      byGame.range(ofRow: game).reduce(Float(0)) {
        $0 + weights[Int(byGame.columnIndices[$1])]
      }
    }
    let scales = diagonal.map { $0 > 0 ? 1 / $0.squareRoot() : 0 }
    let parts = Workers.ranges(of: games, size: 64)
    rows = workers.map(parts.count) { part in
      var sums = GramianRow(games: games)
      return parts[part].map { game in
        for element in byGame.range(ofRow: game) {
          let player = Int(byGame.columnIndices[element])
          sums.add(weights[player], to: byPlayer.columnIndices, in: byPlayer.range(ofRow: player))
        }
        var best = BestGames(count: ease.parameters.gramianNeighbors)
        for other in sums.touched where Int(other) != game {
          let score = sums[other] * scales[Int(other)]
          if score >= best.threshold { best.offer(game: other, score: score) }
        }
        let row = best.ranked.map { BestGames.Entry(game: $0.game, score: sums[$0.game]) }
        sums.reset()
        return row
      }
    }.flatMap(\.self)
    self.diagonal = diagonal
  }
}

/// One dense row; only its touched elements are reset.
private struct GramianRow {
  private var sums: [Float]
  private(set) var touched: [UInt32] = []

  init(games: Int) { sums = [Float](repeating: 0, count: games) }

  subscript(game: UInt32) -> Float { sums[Int(game)] }

  /// - Parameter weight: above 0.
  mutating func add(_ weight: Float, to games: [UInt32], in range: Range<Int>) {
    Self.add(weight, to: games.span.extracting(range), &sums, &touched)
  }

  private static func add(
    _ weight: Float, to games: Span<UInt32>, _ sums: inout [Float], _ touched: inout [UInt32]
  ) {
    var sums = sums.mutableSpan
    for element in games.indices {
      let game = Int(games[element])
      if sums[game] == 0 { touched.append(games[element]) }
      sums[game] += weight
    }
  }

  mutating func reset() {
    for game in touched { sums[Int(game)] = 0 }
    touched.removeAll(keepingCapacity: true)
  }
}
