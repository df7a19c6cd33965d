package import FindieDomain
package import FindieLinearAlgebra
package import FindieWorkers

/// The games most similar to each game: by common players, by factors and by content.
///
///     s(i, j) = ρ cᵢⱼ + (1 - ρ) (w φ max(0, fᵢⱼ) + (1 - w) τ tᵢⱼ)
///     ρ = m / (m + s)      m = nᵢⱼ + nᵢ nⱼ / N       w = n / (n + h)      n = min(nᵢ, nⱼ)
///
/// cᵢⱼ is the cosine of the two games' players, weighted as in `ItemNeighborhood`; fᵢⱼ that of
/// their factors and tᵢⱼ that of their genres and tags, both scaled by φ and τ to the scale of c.
/// Of the N players, nᵢ have a positive for game i, nᵢⱼ for both. The counted similarity is shrunk,
/// by the evidence m of the pair, towards its expectation; the expectation comes from factors as
/// far as the less known game has players, else from tags. m counts the common players and those
/// expected by chance: two known games without common players are known to be unlike, whatever
/// their tags.
///
/// It is symmetric, in 0...1, and defined for a game without players (ρ and w are 0) and for one
/// without content (t is 0). A list holds the best of several editions, and none of the game
/// itself. Shrinking a count towards an expectation: Bell and Koren, *Scalable Collaborative
/// Filtering with Jointly Derived Neighborhood Interpolation Weights* (2007),
/// DOI 10.1109/ICDM.2007.90, where it is towards the mean of all pairs.
///
/// - Complexity: G² · rank for the factors, in tiles of 64 games, so there is no matrix
///   [games, games]; a player with k positives adds min(k, limit)² steps, a term of k games k².
package struct SimilarityModel: Sendable {
  private let content: ContentModel
  /// Rows of length one or zero.
  private let factors: Matrix
  private let coLikes: CoLikes
  private let editions: Editions
  private let evidence: [Int]
  /// nᵢ / √N, so that the product of two is the number of common players expected by chance.
  private let chances: [Float]
  /// nᵢ / (nᵢ + h): w is the smaller of two.
  private let trusts: [Float]
  private let parameters: SimilarityParameters

  /// - Parameters:
  ///   - factors: Y[games, rank].
  ///   - observed: confidences [players, games].
  package init(
    content: ContentModel, factors: Matrix, observed: SparseRows, editions: Editions,
    parameters: SimilarityParameters
  ) {
    let games = observed.columns
    precondition(
      content.vectors.rows == games && factors.rows == games && editions.groups.count == games,
      "models of other numbers of games")
    precondition(parameters.commonPlayersForHalf > 0, "\(parameters.commonPlayersForHalf)")
    self.content = content
    self.editions = editions
    self.parameters = parameters
    self.factors = factors.withUnitRows
    coLikes = CoLikes(
      observed, weighting: .inverseFrequency,
      draw: .init(maximumGames: parameters.maximumGamesPerPlayer, seed: parameters.seed))
    evidence = observed.positives
    let root = Double(max(1, observed.rowsWithPositives)).squareRoot()
    chances = evidence.map { Float(Double($0) / root) }
    trusts = evidence.map { Float(Double($0) / (Double($0) + parameters.evidenceForHalf)) }
  }

  /// One neighbour of a game.
  package struct Neighbor: Sendable, Equatable {
    package let game: Int
    package let score: Float
    package let carriedBy: SimilarGames.Carrier
  }

  /// For each game its neighbours, best first, ties by index; only games allowed by `isListed`.
  package func neighbors(isListed: [Bool], workers: Workers) -> [[Neighbor]] {
    let isShown = editions.best(of: isListed, evidence: evidence)
    let parts = Workers.ranges(of: factors.rows, size: 64)
    return workers.map(parts.count) { neighbors(of: parts[$0], isShown: isShown) }.flatMap(\.self)
  }

  private func neighbors(of games: Range<Int>, isShown: [Bool]) -> [[Neighbor]] {
    let count = factors.rows
    var byFactors = Matrix(rows: games.count, columns: count)
    byFactors.withElements {
      BLAS.products(
        ofRows: factors.rows(games), games.count, withRows: factors.elements.span, count,
        columns: factors.columns, into: &$0)
    }
    let shown = isShown.indices.filter { isShown[$0] }
    var byTags = [Float](repeating: 0, count: count)
    var common = CommonPlayers(games: count)
    return games.enumerated().map { position, game in
      for index in 0..<count { byTags[index] = 0 }
      var cosines = byTags.mutableSpan
      content.addCosines(with: game, to: &cosines)
      common.count(game: game, in: coLikes)
      return best(
        of: game, factors: byFactors.row(position), tags: byTags.span, common, shown, isShown)
    }
  }

  /// - Parameters:
  ///   - factors: the game's cosines with all games by their factors; `tags` by genres and tags.
  ///   - shown: the indices of the games that a list may hold; `isShown` has the same by game.
  private func best(
    of game: Int, factors: Span<Float>, tags: Span<Float>, _ common: CommonPlayers,
    _ shown: [Int], _ isShown: [Bool]
  ) -> [Neighbor] {
    var best = BestGames(count: parameters.listLength)
    var threshold = best.threshold
    let own = editions.groups[game]
    func offer(_ other: Int) {
      let score = score(game, other, common, factors: factors[other], tags: tags[other]).sum
      guard score > 0, score >= threshold, editions.groups[other] != own else { return }
      best.offer(game: UInt32(other), score: score)
      threshold = best.threshold
    }
    // A score is a mean of three cosines on one scale, so no more than the largest of them.
    let (factorScale, tagScale) = (Float(parameters.factorScale), Float(parameters.tagScale))
    let sums = common.sums.span
    let inverseLengths = coLikes.inverseLengths.span
    let inverseLength = inverseLengths[game]
    for other in common.touched {
      let other = Int(other)
      guard
        isShown[other],
        Float(sums[other].weight * (inverseLength * inverseLengths[other])) >= threshold
          || factorScale * factors[other] >= threshold || tagScale * tags[other] >= threshold
      else { continue }
      offer(other)
    }
    for other in shown {
      guard factorScale * factors[other] >= threshold || tagScale * tags[other] >= threshold,
        sums[other].players == 0
      else { continue }
      offer(other)
    }
    return best.ranked.map { entry in
      let other = Int(entry.game)
      let score = score(game, other, common, factors: factors[other], tags: tags[other])
      return Neighbor(
        game: other, score: entry.score,
        carriedBy: score.players >= score.tags ? .players : .tags)
    }
  }

  /// A score in its two parts.
  private struct PairScore {
    let players: Float
    let tags: Float
    var sum: Float { players + tags }
  }

  private func score(
    _ game: Int, _ other: Int, _ common: CommonPlayers, factors: Float, tags: Float
  ) -> PairScore {
    let sum = common.sums[other]
    let evidence = Float(sum.players) + chances[game] * chances[other]
    let half = Float(parameters.commonPlayersForHalf)
    let expected = half / (evidence + half)
    let trust = min(trusts[game], trusts[other])
    var players = expected * trust * Float(parameters.factorScale) * max(0, factors)
    if sum.players > 0 {
      players += (1 - expected) * Float(coLikes.cosine(game, other, sum))
    }
    return PairScore(
      players: players, tags: expected * (1 - trust) * Float(parameters.tagScale) * tags)
  }
}

extension Matrix {
  /// Each row divided by its length; a row of zeros stays one.
  fileprivate var withUnitRows: Matrix {
    var unit = self
    unit.withElements { elements in
      for row in 0..<rows {
        let length = BLAS.dot(self.row(row), self.row(row)).squareRoot()
        guard length > 0 else { continue }
        for index in row * columns..<(row + 1) * columns { elements[index] /= length }
      }
    }
    return unit
  }
}
