/// The parameters of EASE.
package struct EASEParameters: Codable, Sendable, Equatable {
  /// λ, above 0: added to the diagonal of the Gramian.
  package var regularization = 20.0
  /// p, at least 0 and below 1: a penalty of p / (1 − p) times a game's own element of the Gramian.
  package var dropout = 0.33
  /// β, at least 0: a player with n positives has the weight n^(−β).
  package var lengthExponent = 0.5
  /// ξ, from 0 to 1: the bound of the diagonal of B.
  package var diagonalBound = 0.5
  /// c: the weights that lead to a game j are multiplied by Gⱼⱼᶜ.
  package var popularityExponent = 0.0
  /// h, above 0: the weights that lead to a game are multiplied by its `youth`, for which a
  /// positive counts half as much after each h days; nil for weights without age.
  package var halfLifeInDays: Double?
  /// The number of BLAS threads during the factorization, independent of `--threads`: another
  /// number may change the last bits.
  package var blasThreads = 2

  /// Whether the nightly run trains EASE.
  package enum Use: String, Codable, Sendable, CaseIterable {
    /// With dense weights of the `denseGames` games with the most positives, if there is enough
    /// memory.
    case automatic
    /// With dense weights of all games, if there is enough memory.
    case on
    case off
  }

  package var use = Use.automatic
  /// The minimum number of positives of a game to be fitted.
  package var minimumPositives = 2
  /// The maximum number of games with dense weights, unless `use` is `on`; nil for
  /// `mostDenseGames`. Time grows with its third power.
  package var denseGames: Int?
  package static let mostDenseGames = 10_000
  /// The number of stored dense weights per game, over all games together. nDCG@20 with 200, 400
  /// and all weights was .2410, .2413 and .2415 on 5,517 games of real libraries, .3264, .3273 and
  /// .3288 on 4,975 films; storing the largest 200 of each game instead cost 7 %.
  package var maximumWeights = 400
  /// The number of neighbours that a game is fitted to where weights are not dense.
  package var neighbors = 128
  /// The number of stored elements of the Gramian per game where weights are not dense.
  package var gramianNeighbors = 1_000
  /// The maximum number of positives per player where weights are not dense; more are sampled.
  package var sampledPositives = 1_000
  package var seed: UInt64 = 37

  /// The names in the parameters of a night.
  private enum CodingKeys: String, CodingKey {
    case regularization, dropout, lengthExponent, diagonalBound, popularityExponent, halfLifeInDays
    case blasThreads, use, denseGames
    case minimumPositives = "minimumPlayers"
    case maximumWeights, neighbors, gramianNeighbors, sampledPositives, seed
  }

  package init() {}
}
