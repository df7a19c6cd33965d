import FindieLinearAlgebra
import FindieWorkers

/// The Gramian of `EASE`, of which only the largest elements of each row are stored.
struct SparseGramian: Sendable {
  /// Gᵢᵢ.
  let diagonal: [Float]
  /// For each game j the others by Gᵢⱼ / √Gᵢᵢ, largest first, ties by index; the score is Gᵢⱼ.
  let rows: [[BestGames.Entry]]

  init(_ observed: SparseRows, _ ease: EASE, workers: Workers) {
    let all = SparsePattern(positivesOf: observed)
    // A player's weight depends on all of the positives, also where only a sample is counted.
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

/// One row, dense, of which only touched elements are reset.
private struct GramianRow {
  private var sums: [Float]
  private(set) var touched: [UInt32] = []

  init(games: Int) { sums = [Float](repeating: 0, count: games) }

  subscript(game: UInt32) -> Float { sums[Int(game)] }

  /// - Parameter weight: above 0.
  mutating func add(_ weight: Float, to games: [UInt32], in range: Range<Int>) {
    GramianRow.add(weight, to: games.span.extracting(range), &sums, &touched)
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
