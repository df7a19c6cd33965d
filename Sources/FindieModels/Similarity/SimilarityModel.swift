package import FindieDomain
package import FindieWorkers

/// The games most similar to each game: by common players and by content.
///
///     s(i, j) = (ρ cᵢⱼ + (1 - ρ) τ tᵢⱼ) (1 - α (1 - tᵢⱼ))
///     cᵢⱼ = max(0, Σᵤ wᵤ² - eᵢⱼ) / (‖xᵢ‖ ‖xⱼ‖)        over the common players u
///     ρ = m / (m + s)      m = max(0, nᵢⱼ - k + 1) + nᵢ nⱼ / N
///
/// cᵢⱼ is the cosine of the two games' players, with the weights wᵤ of `ItemNeighborhood`, less the
/// part eᵢⱼ that chance explains (`ExpectedCoLikes`): a neighbour is more frequent among the game's
/// players than among players who own as many games. tᵢⱼ is the cosine of genres and tags. N
/// players have two or more positives; nᵢ of them have one for game i, nᵢⱼ for both games.
///
/// The counted similarity is shrunk, by the evidence m of the pair, towards its expectation from
/// content, τ t. m counts the common players and those expected by chance: two known games without
/// common players are known to be unlike, whatever their tags. Common players, even many, may also
/// come from a bundle or a giveaway, so content must agree: two games without a common term keep
/// only 1 - α of their similarity, whatever the evidence.
///
/// A game with fewer than k = `minimumPlayers` positives counts as one without players, so that no
/// list reveals what its few players like: its own list and its place in other lists come from
/// content alone, and nothing that its players do with it changes any list. The same holds for
/// pairs: fewer than k common players count as none, and the k-th as the first. `DisclosureNoise`
/// hides what one of more players did: it multiplies the similarities of counted games, and games
/// with k to 2k players count at random.
///
/// It is symmetric, in 0...1, and defined for a game without players (ρ is 0) and for one without
/// content (t is 0). A list holds only the best of several editions, and none of the game itself.
/// Ties go to the ids that follow the game's own, the first after the last: if the smallest ids
/// always won, the first of many games with the same tags would be in every list. Shrinking a count
/// towards an expectation: Bell and Koren, *Scalable Collaborative Filtering with Jointly Derived
/// Neighborhood Interpolation Weights* (2007), DOI 10.1109/ICDM.2007.90, where it is towards the
/// mean of all pairs.
///
/// - Complexity: a player with k positives adds min(k, limit)² steps; for content a game adds the
///   games of its terms (`ContentSearch`).
package struct SimilarityModel: Sendable {
  private let content: ContentModel
  private let coLikes: CoLikes
  private let expected: ExpectedCoLikes
  private let editions: Editions
  /// The positives of each game, in multiples of k; 0 for a game that counts as one without
  /// players.
  private let evidence: [Int]
  private let noise: DisclosureNoise
  /// k - 1: the common players of a pair that do not count.
  private let uncounted: Double
  /// nᵢ / √N: the product of two is the number of common players expected by chance.
  private let chances: [Float]
  private let parameters: SimilarityParameters

  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - minimumPlayers: k.
  package init(
    content: ContentModel, observed: SparseRows, minimumPlayers: Int, editions: Editions,
    parameters: SimilarityParameters
  ) {
    let noise = DisclosureNoise(hiding: observed, minimumPlayers: minimumPlayers)
    evidence = observed.positives.enumerated().map { noise.rounded($0.element, of: $0.offset) }
    let observed = observed.keepingColumns(evidence.map { $0 > 0 })
    self.noise = noise
    uncounted = Double(minimumPlayers - 1)
    let games = observed.columns
    precondition(
      content.vectors.rows == games && editions.groups.count == games,
      "models of other numbers of games")
    precondition(parameters.commonPlayersForHalf > 0, "\(parameters.commonPlayersForHalf)")
    self.content = content
    self.editions = editions
    self.parameters = parameters
    let coLikes = CoLikes(
      observed,
      draw: .init(maximumGames: parameters.maximumGamesPerPlayer, seed: parameters.seed))
    self.coLikes = coLikes
    expected = ExpectedCoLikes(of: coLikes)
    let players = (0..<coLikes.byPlayer.rows).count { coLikes.byPlayer.count(ofRow: $0) > 0 }
    let root = Double(max(1, players)).squareRoot()
    chances = (0..<games).map { Float(Double(coLikes.byGame.count(ofRow: $0)) / root) }
  }

  /// One neighbour of a game.
  package struct Neighbor: Sendable, Equatable {
    package let game: Int
    package let score: Float
    package let carriedBy: SimilarGames.Carrier
  }

  /// For each game its neighbours, best first; only games allowed by `isListed`.
  package func neighbors(isListed: [Bool], workers: Workers) -> [[Neighbor]] {
    let isShown = editions.best(of: isListed, evidence: evidence)
    let index = ContentIndex(content, mayBeFound: isShown)
    let parts = Workers.ranges(of: isListed.count, size: 256)
    return workers.map(parts.count) { part in
      var common = CommonPlayers(games: isListed.count)
      var search = ContentSearch(index)
      return parts[part].map { game in
        common.count(game: game, in: coLikes)
        search.begin(game)
        return neighbors(of: game, common, isShown: isShown, search)
      }
    }.flatMap(\.self)
  }

  /// - Parameters:
  ///   - common: the game's common players.
  ///   - search: that for the game's content.
  private func neighbors(
    of game: Int, _ common: CommonPlayers, isShown: [Bool], _ search: ContentSearch
  ) -> [Neighbor] {
    let own = editions.groups[game]
    var best = BestGames(count: parameters.listLength)
    for other in common.touched {
      let (other, common) = (Int(other), common.sums[Int(other)])
      let cosine = search.cosine(other)
      let noise = noise(game, other)
      let bound = score(game, other, common, chance: 0, cosine: cosine, noise).sum
      guard bound > 0, bound >= best.threshold, isShown[other], editions.groups[other] != own
      else { continue }
      let chance = expected.weight(game, other)
      let score = score(game, other, common, chance: chance, cosine: cosine, noise).sum
      guard score > 0, score >= best.threshold else { continue }
      best.offer(game: turned(other, from: game), score: score)
    }

    // The other games have no common player: their similarity grows with the cosine alone.
    var minimum = leastCosine(for: best.threshold)
    search.find(minimum: minimum) { other in
      let common = common.sums[other]
      guard common.players == 0, editions.groups[other] != own else { return minimum }
      let score = score(
        game, other, common, chance: 0, cosine: search.cosine(other), noise(game, other)
      ).sum
      guard score > 0, score >= best.threshold else { return minimum }
      best.offer(game: turned(other, from: game), score: score)
      minimum = leastCosine(for: best.threshold)
      return minimum
    }
    return best.ranked.map { entry in
      let other = turned(back: entry.game, to: game)
      let parts = score(
        game, other, common.sums[other], chance: expected.weight(game, other),
        cosine: search.cosine(other), noise(game, other))
      return Neighbor(
        game: other, score: min(1, entry.score),
        carriedBy: parts.players >= parts.tags ? .players : .tags)
    }
  }

  /// The position of another game in the order that begins with the game itself.
  private func turned(_ other: Int, from game: Int) -> UInt32 {
    UInt32(other >= game ? other - game : other - game + evidence.count)
  }

  private func turned(back position: UInt32, to game: Int) -> Int {
    (Int(position) + game) % evidence.count
  }

  /// The noise of a pair; none if one of the games counts as one without players.
  private func noise(_ game: Int, _ other: Int) -> DisclosureNoise.Pair {
    evidence[game] > 0 && evidence[other] > 0
      ? noise.pair(game, other) : DisclosureNoise.Pair()
  }

  /// A score in its two parts.
  private struct PairScore {
    let players: Float
    let tags: Float
    var sum: Float { players + tags }
  }

  /// - Parameters:
  ///   - chance: eᵢⱼ; 0 for an upper bound, and for games without common players.
  ///   - cosine: that of genres and tags.
  private func score(
    _ game: Int, _ other: Int, _ common: CommonPlayers.Sum, chance: Float, cosine: Float,
    _ noise: DisclosureNoise.Pair
  ) -> PairScore {
    let players =
      common.players < noise.minimumPlayers ? 0 : max(0, common.players - uncounted)
    let evidence = Float(players) + chances[game] * chances[other]
    let half = Float(parameters.commonPlayersForHalf)
    let unknown = half / (evidence + half)
    let factor = noise.factor * contentFactor(cosine)
    var counted: Float = 0
    if players > 0 {
      let surplus = max(0, common.weight - Double(chance))
      counted =
        (1 - unknown) * factor
        * Float(surplus * (coLikes.inverseLengths[game] * coLikes.inverseLengths[other]))
    }
    return PairScore(
      players: counted, tags: unknown * Float(parameters.tagScale) * cosine * factor)
  }

  /// The least cosine with which a game without common players may have a score: for m = 0 the root
  /// t of τ t (1 - α + α t) = score, less a margin for roundings.
  private func leastCosine(for score: Float) -> Float {
    guard score > 0 else { return 0 }
    let score = score / noise.largestFactor
    let (scale, share) = (Float(parameters.tagScale), Float(parameters.contentShare))
    // The root in a form that is stable, and defined for α = 0 too; τ = 0 gives infinity.
    let free = 1 - share
    let ratio = score / scale
    let cosine = 2 * ratio / (free + (free * free + 4 * share * ratio).squareRoot())
    return 0.9999 * cosine
  }

  /// 1 - α (1 - t).
  private func contentFactor(_ cosine: Float) -> Float {
    1 - Float(parameters.contentShare) * (1 - cosine)
  }
}

/// The parameters of similar games.
package struct SimilarityParameters: Codable, Sendable, Equatable {
  /// The maximum number of similar games per game.
  package var listLength = 20
  /// s: the evidence of a pair, in common players, at which the counted and the expected similarity
  /// have equal weight.
  package var commonPlayersForHalf = 20.0
  /// τ: the factor that brings a cosine of genres and tags to the scale of the cosine of players.
  package var tagScale = 0.05
  /// α: the share of a similarity that two games without common genres and tags lose.
  package var contentShare = 0.8
  /// The maximum number of positives per player that are counted; more are sampled.
  package var maximumGamesPerPlayer = 1000
  /// The seed of that sample.
  package var seed: UInt64 = 1
  package var weights = TermWeights()

  package init() {}
}
