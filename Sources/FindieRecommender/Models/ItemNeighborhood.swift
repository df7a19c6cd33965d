package import FindieLinearAlgebra
package import FindieWorkers
import Foundation

/// The item-item neighbourhood: two games are alike as far as the same players are for them.
///
///     sᵢⱼ = n / (n + s) · Σᵤ wᵤ² / (‖xᵢ‖ ‖xⱼ‖)        ‖xᵢ‖² = Σᵤ wᵤ²
///
/// over the n players u who are for both, and for each game those who are for it; of each game's
/// similarities the K largest are kept, ties by index. A player weighs 1, or by TF-IDF
/// wᵤ = ln((1 + games) / (1 + games that u is for)), so that one who is for all games tells nothing.
///
/// X is binary: 1 where a player is for a game, whatever the confidence; a dislike tells nothing.
///
/// Source: Sarwar, Karypis, Konstan and Riedl, *Item-based Collaborative Filtering Recommendation
/// Algorithms* (2001), DOI 10.1145/371920.372071; Deshpande and Karypis, *Item-Based Top-N
/// Recommendation Algorithms* (2004), DOI 10.1145/963770.963776, whose similarities come from
/// neighbours of the games that a player is for, as here. The rows of the product are made one by
/// one, after Gustavson (1978), DOI 10.1145/355791.355796: there is never a dense matrix.
///
/// - Complexity: a player of k games adds k² steps; n · K similarities are kept.
package struct ItemNeighborhood: Sendable {
  package let parameters: NeighborhoodParameters

  package init(_ parameters: NeighborhoodParameters) {
    precondition(
      parameters.neighbors >= 1 && parameters.shrinkage >= 0,
      "\(parameters.neighbors) neighbours, shrinkage \(parameters.shrinkage)")
    self.parameters = parameters
  }

  /// - Parameter observed: confidences [players, games].
  package func fit(_ observed: SparseRows, workers: Workers) -> ItemItemModel {
    let byPlayer = SparsePattern(positivesOf: observed)
    let byGame = byPlayer.transposed
    let weights = squaredWeights(byPlayer)
    let lengths = (0..<byGame.rows).map { game in
      byGame.range(ofRow: game).reduce(0.0) { $0 + weights[Int(byGame.columnIndices[$1])] }
        .squareRoot()
    }
    let parts = Workers.ranges(of: byGame.rows, size: 64)
    let rows = workers.map(parts.count) { part in
      var counts = CommonPlayers(games: byGame.rows)
      return parts[part].map { game in
        counts.count(game: game, byPlayer: byPlayer, byGame: byGame, weights: weights)
        return neighbors(of: game, counts: counts, lengths: lengths)
      }
    }.flatMap(\.self)
    return ItemItemModel(
      "item-kNN", weights: SparseRows(rows, columns: byGame.rows), weighsConfidence: true)
  }

  /// wᵤ² of each player.
  private func squaredWeights(_ byPlayer: SparsePattern) -> [Double] {
    (0..<byPlayer.rows).map { player in
      switch parameters.weighting {
      case .none: return 1
      case .inverseFrequency:
        let weight = log(
          Double(1 + byPlayer.columns) / Double(1 + byPlayer.count(ofRow: player)))
        return weight * weight
      }
    }
  }

  /// The K best of the games that share a player with `game`, by index.
  private func neighbors(
    of game: Int, counts: CommonPlayers, lengths: [Double]
  ) -> [BestGames.Entry] {
    var best = BestGames(count: parameters.neighbors)
    for other in counts.touched where Int(other) != game {
      let common = counts.sums[Int(other)]
      let length = lengths[game] * lengths[Int(other)]
      guard common.weight > 0, length > 0 else { continue }
      let players = Double(common.players)
      let score = Float(players / (players + parameters.shrinkage) * common.weight / length)
      if score >= best.threshold { best.offer(game: other, score: score) }
    }
    return best.ranked.sorted { $0.game < $1.game }
  }
}

extension SparseRows {
  /// The matrix of these rows, each by game.
  init(_ rows: [[BestGames.Entry]], columns: Int) {
    var offsets = [0]
    for row in rows { offsets.append(offsets[offsets.count - 1] + row.count) }
    self.init(
      rows: rows.count, columns: columns, offsets: offsets,
      columnIndices: rows.joined().map(\.game), values: rows.joined().map(\.score))
  }
}

/// What a game has in common with every other: a dense row, of which only what was touched is reset.
private struct CommonPlayers {
  struct Sum {
    var weight = 0.0
    var players: Int32 = 0
  }

  private(set) var sums: [Sum]
  private(set) var touched: [UInt32] = []

  init(games: Int) {
    sums = [Sum](repeating: Sum(), count: games)
  }

  /// One row of the product XᵀX, with the players in order.
  mutating func count(
    game: Int, byPlayer: SparsePattern, byGame: SparsePattern, weights: [Double]
  ) {
    for other in touched { sums[Int(other)] = Sum() }
    touched.removeAll(keepingCapacity: true)
    for place in byGame.range(ofRow: game) {
      let player = Int(byGame.columnIndices[place])
      let weight = weights[player]
      for otherPlace in byPlayer.range(ofRow: player) {
        let other = byPlayer.columnIndices[otherPlace]
        if sums[Int(other)].players == 0 { touched.append(other) }
        sums[Int(other)].weight += weight
        sums[Int(other)].players += 1
      }
    }
  }
}
