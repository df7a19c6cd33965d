package import FindieWorkers

/// The item-item neighbourhood: the similarity of two games by their common players.
///
///     sᵢⱼ = n / (n + s) · Σᵤ wᵤ² / (‖xᵢ‖ ‖xⱼ‖)        ‖xᵢ‖² = Σᵤ wᵤ²
///
/// over the n players u with positives for both games, or for each game; the K largest similarities
/// of each game are stored, ties by index. A player has the weight of TF-IDF, wᵤ = ln((1 + games) /
/// (1 + positives of u)), which is 0 for a player with positives for all games.
///
/// X is binary: 1 for a positive, whatever its confidence; 0 for a dislike.
///
/// Source: Sarwar, Karypis, Konstan and Riedl, *Item-based Collaborative Filtering Recommendation
/// Algorithms* (2001), DOI 10.1145/371920.372071; Deshpande and Karypis, *Item-Based Top-N
/// Recommendation Algorithms* (2004), DOI 10.1145/963770.963776, whose similarities come from
/// neighbours of the player's positives, as here. The rows of the product are computed one by one
/// (`CommonPlayers`).
///
/// - Complexity: a player with k positives adds k² steps; n · K similarities are stored.
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
    let coLikes = CoLikes(observed)
    let games = observed.columns
    let parts = Workers.ranges(of: games, size: 64)
    let rows = workers.map(parts.count) { part in
      var common = CommonPlayers(games: games)
      return parts[part].map { game in
        common.count(game: game, in: coLikes)
        return neighbors(of: game, common, coLikes)
      }
    }.flatMap(\.self)
    return ItemItemModel(
      "item-kNN", weights: SparseRows(rows, columns: games), usesConfidence: true)
  }

  /// The K best of the games that share a player with `game`, by index.
  private func neighbors(
    of game: Int, _ common: CommonPlayers, _ coLikes: CoLikes
  ) -> [BestGames.Entry] {
    var best = BestGames(count: parameters.neighbors)
    for other in common.touched where Int(other) != game {
      let score = similarity(of: game, with: other, common, coLikes)
      if score > 0, score >= best.threshold { best.offer(game: other, score: score) }
    }
    return best.ranked.sorted { $0.game < $1.game }
  }

  private func similarity(
    of game: Int, with other: UInt32, _ common: CommonPlayers, _ coLikes: CoLikes
  ) -> Float {
    let sum = common.sums[Int(other)]
    return Float(
      sum.players / (sum.players + parameters.shrinkage) * coLikes.cosine(game, Int(other), sum))
  }

  /// The similarities of a game with all games that share a player with it, in no order.
  func similarities(
    of game: Int, _ common: inout CommonPlayers, _ coLikes: CoLikes
  ) -> [BestGames.Entry] {
    common.count(game: game, in: coLikes)
    return common.touched.compactMap { [common] other in
      guard Int(other) != game else { return nil }
      let score = similarity(of: game, with: other, common, coLikes)
      return score > 0 ? BestGames.Entry(game: other, score: score) : nil
    }
  }
}

/// The parameters of the item-item neighbourhood.
package struct NeighborhoodParameters: Codable, Sendable, Equatable {
  /// K, at least 1: the maximum number of stored neighbours per game.
  package var neighbors = 20
  /// s, at least 0: the number of common players at which a similarity is halved.
  package var shrinkage = 20.0

  package init() {}
}
