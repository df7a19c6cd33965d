package import FindieWorkers
import Foundation

/// The family of the "embarrassingly shallow autoencoder": one weight per pair of games, in closed
/// form.
///
/// Minimizes  ‖W (X − X B)‖² + Σᵢ Λᵢ ‖bᵢ‖²  over B[games, games], bᵢ being its row i, with a
/// diagonal of at most ξ:
///
///     G = Xᵀ W² X    wᵤ² = nᵤ^(−β)    Λᵢ = λ + p / (1 − p) · Gᵢᵢ    P = (G + diag Λ)⁻¹
///     Bᵢⱼ = −Pᵢⱼ max(Λⱼ, (1 − ξ) / Pⱼⱼ) Gⱼⱼᶜ  for i ≠ j
///
/// X[players, games] is binary: 1 for a positive, whatever its confidence; 0 for a dislike and for
/// the unobserved; nᵤ is a player's number of positives. The diagonal of B is left out, since a
/// positive is not listed again. With a half-life, Bᵢⱼ is also multiplied by the `youth` of j. The
/// Gramian is built and inverted in the same packed triangle.
///
/// With β = p = ξ = c = 0 it is EASE: Steck, *Embarrassingly Shallow Autoencoders for Sparse Data*
/// (2019), arXiv 1905.03375. p is the rate of a dropout of the input that is averaged in closed
/// form (EDLAE): Steck, *Autoencoders that don't overfit towards the Identity* (NeurIPS 2020). β
/// reduces the weight of players with many positives (DAN): Park et al., *Why is Normalization
/// Necessary for Linear Recommenders?* (SIGIR 2025). Of its two powers of popularity there is c, of
/// the scored game; that of the liked game did not help. ξ bounds the
/// diagonal instead of forbidding it (RDLAE): Moon, Kim and Lee, *It's Enough: Relaxing Diagonal
/// Constraints in Linear Autoencoders for Recommendation* (SIGIR 2023). The multiplier follows from
/// the Karush–Kuhn–Tucker conditions: B = I − P diag μ with μⱼ = Λⱼ + γⱼ, γⱼ ≥ 0 being the
/// multiplier of Bⱼⱼ = 1 − Pⱼⱼ μⱼ ≤ ξ.
///
/// - Complexity: n³ steps for n games, and a player with k positives adds k² / 2.
package struct EASE: Sendable {
  package let parameters: EASEParameters

  package init(_ parameters: EASEParameters) {
    precondition(
      parameters.blasThreads >= 1 && (0..<1).contains(parameters.dropout)
        && (0...1).contains(parameters.diagonalBound), "parameters of EASE: \(parameters)")
    self.parameters = parameters
  }

  /// The peak memory of dense weights in `fitSparse`, without its input and BLAS's buffers: 2 bytes
  /// per pair of games, and the indices of the positives by player and by game.
  package static func bytes(players: Int, games: Int, positives: Int) -> Int {
    2 * games * (games + 1) + 2 * 4 * positives + 2 * 8 * (players + games + 1)
  }

  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - days: as for `youth`.
  ///   - availableBytes: the maximum memory; nil for no limit.
  /// - Throws: `tooLarge` before anything is computed, `confidenceNotFinite`, and `singularGramian`
  ///   where λ is not above 0 or too small.
  package func fit(
    _ observed: SparseRows, days: @autoclosure () -> [Float] = [], workers: Workers,
    availableBytes: Int? = nil
  ) throws(ModelFailure) -> EASEModel {
    let games = observed.columns
    let needed =
      4 * games * games
      + Self.bytes(
        players: observed.rows, games: games, positives: observed.values.count { $0 > 0 })
    if let availableBytes, needed > availableBytes {
      throw .tooLarge(games: games, neededBytes: needed, availableBytes: availableBytes)
    }
    let dense = try denseWeights(observed, workers: workers)
    var weights = Matrix(rows: games, columns: games)
    weights.updateRows(in: dense.parts, workers: workers, scratch: {}) { rows, elements, _ in
      let own = dense.rows(rows)
      for index in 0..<elements.count { elements[index] = own.elements[index] }
    }
    let model = EASEModel(weights: weights)
    return youth(observed, days: days()).map { model.multiplyingColumns(by: $0) } ?? model
  }

  /// The weights of all games.
  package func denseWeights(
    _ observed: SparseRows, workers: Workers
  ) throws(ModelFailure) -> DenseEASEWeights {
    if let element = observed.values.firstIndex(where: { !$0.isFinite }) {
      throw .confidenceNotFinite(row: observed.row(ofElement: element))
    }
    return try denseWeights(
      inverting: gramian(SparsePattern(positivesOf: observed), workers: workers))
  }

  /// wᵤ² of each player.
  func playerWeights(_ positives: SparsePattern) -> [Float] {
    (0..<positives.rows).map {
      Float(pow(Double(max(1, positives.count(ofRow: $0))), -parameters.lengthExponent))
    }
  }

  /// G = Xᵀ W² X.
  ///
  /// A thread writes whole rows, a game's row in the order of the game's players.
  package func gramian(_ positives: SparsePattern, workers: Workers) -> SymmetricMatrix {
    let byGame = positives.transposed
    let weights = playerWeights(positives)
    var gramian = SymmetricMatrix(order: byGame.rows)
    gramian.updateRows(workers: workers) { game, games, sums, start in
      let columns = positives.columnIndices.span
      for element in byGame.range(ofRow: game) {
        let weight = weights[Int(byGame.columnIndices[element])]
        let player = positives.range(ofRow: Int(byGame.columnIndices[element]))
        // Backwards, from the player's last game to the first that is stored with this one.
        var other = player.upperBound - 1
        while other >= player.lowerBound, columns[other] > games.upperBound { other -= 1 }
        while other >= player.lowerBound, columns[other] >= games.lowerBound {
          sums[start + Int(columns[other])] += weight
          other -= 1
        }
      }
    }
    return gramian
  }

  /// Λⱼ of a game with Gⱼⱼ.
  func penalty(_ diagonal: Float) -> Float {
    let share = parameters.dropout / (1 - parameters.dropout)
    return Float(parameters.regularization + share * Double(diagonal))
  }

  /// Gⱼⱼᶜ of each game; 0 for a game without positives.
  package func popularityFactors(_ diagonal: [Float]) -> [Float] {
    diagonal.map { $0 > 0 ? Float(pow(Double($0), parameters.popularityExponent)) : 0 }
  }

  /// Fewer games are inverted by one thread: the number of BLAS threads is a process-wide setting.
  private static let gamesWorthThreads = 1024

  /// The weights by a Gramian, which is inverted in place.
  package func denseWeights(
    inverting gramian: consuming SymmetricMatrix
  ) throws(ModelFailure) -> DenseEASEWeights {
    var matrix = gramian
    let sums = matrix.diagonal
    let penalties = sums.map { penalty($0) }
    for game in penalties.indices { matrix[game, game] += penalties[game] }
    do throws(LAPACKFailure) {
      if matrix.order < Self.gamesWorthThreads {
        try matrix.invert()
      } else {
        try BLASLibrary.withThreads(parameters.blasThreads) { () throws(LAPACKFailure) in
          try matrix.invert()
        }
      }
    } catch {
      switch error {
      case .notPositiveDefinite(let order):
        throw .singularGramian(game: order - 1, parameters.regularization)
      case .noEigenvalues: throw .linearAlgebra(error)
      }
    }
    let diagonal = matrix.diagonal
    // If any element is not a number, the factorization spreads it to the diagonal.
    if let game = diagonal.firstIndex(where: { !$0.isFinite || $0 <= 0 }) {
      throw .singularGramian(game: game, parameters.regularization)
    }
    let (bound, factors) = (Float(1 - parameters.diagonalBound), popularityFactors(sums))
    return DenseEASEWeights(
      inverse: matrix,
      scales: diagonal.indices.map { -max(penalties[$0], bound / diagonal[$0]) * factors[$0] })
  }
}

/// B of all games, as P and the factor of each of its columns.
package struct DenseEASEWeights: Sendable {
  fileprivate let inverse: SymmetricMatrix
  fileprivate let scales: [Float]

  /// Ranges of rows that are computed together.
  package var parts: [Range<Int>] { Workers.ranges(of: inverse.order, size: 16) }

  /// Some rows of B.
  package func rows(_ range: Range<Int>) -> Matrix {
    var rows = inverse.rows(range)
    let games = rows.columns
    rows.withElements { elements in
      for (position, row) in range.enumerated() {
        let start = position * games
        for column in 0..<games { elements[start + column] *= scales[column] }
        elements[start + row] = 0
      }
    }
    return rows
  }
}

extension EASE {
  /// EASE for the games with enough positives, with only its most important weights: the form that
  /// a run stores.
  ///
  /// The games with the most positives get dense weights among themselves; all other weights come
  /// from `LocalFit`. Of the dense weights, `maximumWeights` per game are stored: over all games
  /// together, those with the largest |Bᵢⱼ| √nᵢ, where game i has nᵢ positives. That is
  /// proportional to the deviation that a weight adds to a score, as game i is in a share of
  /// profiles proportional to nᵢ. Games with fewer than `minimumPositives` have no weights.
  ///
  /// - Parameters:
  ///   - days: as for `youth`.
  ///   - denseGames: the maximum number of games with dense weights.
  /// - Throws: as `fit`.
  package func fitSparse(
    _ observed: SparseRows, days: @autoclosure () -> [Float] = [], denseGames: Int = .max,
    workers: Workers
  ) throws(ModelFailure) -> ItemItemModel {
    let games = fittedGames(observed.positives)
    let head = Self.mostPopular(denseGames, of: games, positives: observed.positives)
    var rows = try denseRows(of: head, observed, workers: workers)
    if head.count < games.count {
      try addLocalWeights(
        of: games, except: head, observed, to: &rows, workers: workers)
    }
    let weights = SparseRows(rows, columns: observed.columns)
    return ItemItemModel(
      "EASE",
      weights: youth(observed, days: days()).map { weights.multiplyingColumns(by: $0) } ?? weights,
      usesConfidence: false)
  }

  /// The games that are fitted, ascending.
  ///
  /// - Parameter positives: for each game, its number of positives.
  package func fittedGames(_ positives: [Int]) -> [Int] {
    positives.indices.filter { positives[$0] >= parameters.minimumPositives }
  }

  /// At most `count` of the games with the most positives, ties by index, ascending.
  package static func mostPopular(
    _ count: Int, of games: [Int], positives: [Int]
  ) -> [Int] {
    guard games.count > count else { return games }
    return games.sorted { (-positives[$0], $0) < (-positives[$1], $1) }.prefix(count).sorted()
  }

  /// The most important dense weights, by row.
  private func denseRows(
    of games: [Int], _ observed: SparseRows, workers: Workers
  ) throws(ModelFailure) -> [[BestGames.Entry]] {
    var rows = [[BestGames.Entry]](repeating: [], count: observed.columns)
    guard !games.isEmpty else { return rows }
    let own = observed.gatheringColumns(games)
    let dense = try denseWeights(own, workers: workers)
    let roots = own.positives.map { Float($0).squareRoot() }
    let parts = dense.parts
    let stripes = Workers.ranges(of: parts.count, size: parts.count / 16 + 1)
    // By the upper bits of the importance: numbers above 0 sort as their bits do.
    let counts = workers.map(stripes.count) { stripe in
      var counts = [Int](repeating: 0, count: 1 << 16)
      for part in parts[stripes[stripe]] {
        let weights = dense.rows(part)
        for (position, row) in part.enumerated() {
          for column in 0..<weights.columns {
            counts[Self.bucket(abs(weights[position, column]) * roots[row])] += 1
          }
        }
      }
      return counts
    }.reduce(into: [Int](repeating: 0, count: 1 << 16)) { sums, counts in
      for bucket in counts.indices { sums[bucket] += counts[bucket] }
    }
    let first = Self.firstBucket(counts, limit: parameters.maximumWeights * games.count)
    let found = workers.map(parts.count) { part in
      let weights = dense.rows(parts[part])
      return parts[part].enumerated().map { position, row -> [BestGames.Entry] in
        var entries: [BestGames.Entry] = []
        for column in 0..<weights.columns {
          let weight = weights[position, column]
          guard Self.bucket(abs(weight) * roots[row]) >= first else { continue }
          entries.append(BestGames.Entry(game: UInt32(games[column]), score: weight))
        }
        return entries
      }
    }
    for (game, entries) in zip(games, found.joined()) { rows[game] = entries }
    return rows
  }

  private static func bucket(_ importance: Float) -> Int { Int(importance.bitPattern >> 15) }

  /// The lowest bucket such that it and all higher ones hold at most `limit` weights; weights of 0
  /// are not stored.
  private static func firstBucket(_ counts: [Int], limit: Int) -> Int {
    var (sum, first) = (0, counts.count)
    while first > 1, sum + counts[first - 1] <= limit {
      first -= 1
      sum += counts[first]
    }
    return first
  }

  /// Adds the local weights of all pairs of games, except those of two games of the dense head.
  private func addLocalWeights(
    of games: [Int], except head: [Int], _ observed: SparseRows,
    to rows: inout [[BestGames.Entry]], workers: Workers
  ) throws(ModelFailure) {
    if let element = observed.values.firstIndex(where: { !$0.isFinite }) {
      throw .confidenceNotFinite(row: observed.row(ofElement: element))
    }
    var isHead = [Bool](repeating: false, count: observed.columns)
    for game in head { isHead[game] = true }
    let own = observed.gatheringColumns(games)
    let columns =
      own.count < Self.fewPositives * games.count
      ? localWeights(LocalGramian(own, self), workers)
      : localWeights(SparseGramian(own, self, workers: workers), workers)
    for (game, column) in zip(games, columns) {
      for entry in column {
        let source = games[Int(entry.game)]
        guard !isHead[source] || !isHead[game] else { continue }
        rows[source].append(BestGames.Entry(game: UInt32(game), score: entry.score))
      }
    }
    for game in head { rows[game].sort { $0.game < $1.game } }
  }

  /// With fewer positives per game, on average, those of a game's neighbours are read faster than
  /// their rows of a stored Gramian.
  private static let fewPositives = 128

  /// The weights that lead to each game.
  private func localWeights(_ gramian: LocalGramian, _ workers: Workers) -> [[BestGames.Entry]] {
    let parts = Workers.ranges(of: gramian.games, size: 64)
    return workers.map(parts.count) { part in
      var scratch = LocalGramian.Scratch(gramian)
      return parts[part].map { gramian.weights(of: $0, self, &scratch) }
    }.flatMap(\.self)
  }

  private func localWeights(_ gramian: SparseGramian, _ workers: Workers) -> [[BestGames.Entry]] {
    let parts = Workers.ranges(of: gramian.rows.count, size: 64)
    return workers.map(parts.count) { part in
      var fit = LocalFit(games: gramian.rows.count)
      return parts[part].map { fit.weights(of: $0, gramian, self) }
    }.flatMap(\.self)
  }
}
