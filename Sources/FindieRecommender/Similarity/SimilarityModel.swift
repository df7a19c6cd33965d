package import FindieDomain
package import FindieLinearAlgebra
package import FindieWorkers

package struct SimilarityParameters: Codable, Sendable, Equatable {
  /// How many games a list holds at most.
  package var listLength = 20
  /// The number of players for a game at which factors and tags weigh the same.
  package var evidenceForHalf = 20.0

  package init() {}
}

/// The games most like each game: by who plays them and by what they say of themselves.
///
/// similarity(i, j) = w cos(yᵢ, yⱼ) + (1 - w) cos(vᵢ, vⱼ)  with  w = n / (n + half)  and n the smaller
/// of the two games' numbers of players for them; y are learned factors, v content vectors. It is
/// symmetric, and works for a game that nobody has played: then w is 0.
package struct SimilarityModel: Sendable {
  private let content: ContentModel
  private let factors: Matrix
  private let evidence: [Int]
  private let parameters: SimilarityParameters

  /// - Parameters:
  ///   - factors: Y[games, rank].
  ///   - evidence: the number of players for each game, [games].
  package init(
    content: ContentModel, factors: Matrix, evidence: [Int], parameters: SimilarityParameters
  ) {
    precondition(
      content.vectors.rows == factors.rows && factors.rows == evidence.count,
      "models of other numbers of games")
    self.content = content
    self.evidence = evidence
    self.parameters = parameters
    var unit = factors
    let columns = factors.columns
    unit.withElements { elements in
      for game in 0..<factors.rows {
        let length = BLAS.dot(factors.row(game), factors.row(game)).squareRoot()
        guard length > 0 else { continue }
        for index in game * columns..<(game + 1) * columns { elements[index] /= length }
      }
    }
    self.factors = unit
  }

  /// One neighbour of a game.
  package struct Neighbor: Sendable, Equatable {
    package let game: Int
    package let score: Float
    package let carriedBy: SimilarGames.Carrier
  }

  /// For each game its neighbours, best first, ties by index; only games that `isListed` allows.
  package func neighbors(isListed: [Bool], workers: Workers) -> [[Neighbor]] {
    let parts = Workers.ranges(of: factors.rows, size: 64)
    return workers.map(parts.count) { neighbors(of: parts[$0], isListed: isListed) }.flatMap(\.self)
  }

  private func neighbors(of games: Range<Int>, isListed: [Bool]) -> [[Neighbor]] {
    let count = factors.rows
    var byPlayers = Matrix(rows: games.count, columns: count)
    byPlayers.withElements {
      BLAS.products(
        ofRows: factors.rows(games), games.count, withRows: factors.elements.span, count,
        columns: factors.columns, into: &$0)
    }
    var byTags = [Float](repeating: 0, count: count)
    return games.enumerated().map { position, game in
      for index in 0..<count { byTags[index] = 0 }
      var cosines = byTags.mutableSpan
      content.addCosines(with: game, to: &cosines)
      let players = byPlayers.row(position)
      var best = BestGames(count: parameters.listLength)
      for other in 0..<count where other != game && isListed[other] {
        let score = parts(game, other, players: players[other], tags: byTags[other])
        let sum = score.players + score.tags
        if sum > 0 { best.offer(game: UInt32(other), score: sum) }
      }
      return best.ranked.map { entry in
        let other = Int(entry.game)
        let score = parts(game, other, players: players[other], tags: byTags[other])
        return Neighbor(
          game: other, score: entry.score,
          carriedBy: score.players >= score.tags ? .players : .tags)
      }
    }
  }

  private func parts(
    _ game: Int, _ other: Int, players: Float, tags: Float
  ) -> (players: Float, tags: Float) {
    let shared = Double(min(evidence[game], evidence[other]))
    let weight = Float(shared / (shared + parameters.evidenceForHalf))
    return (weight * max(0, players), (1 - weight) * tags)
  }
}
