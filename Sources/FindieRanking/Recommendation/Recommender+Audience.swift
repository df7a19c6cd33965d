package import FindieDomain
import FindieModels
package import FindieWorkers
import Foundation

extension Recommender {
  /// The players most likely to like a game, the highest score first, ties by row.
  ///
  /// A score is the one that the game would have among the player's candidates. Players who know
  /// the game, even those who only skipped it, and players whose own limits exclude it are left
  /// out. The game need not be released.
  ///
  /// - Parameters:
  ///   - games: in the order of their indices.
  ///   - isWilling: by player, whether messages may be sent.
  /// - Complexity: O(games' weights + players' positives). No list is built.
  package func audience(
    ofGame game: Int, in games: [Game], limit: Int, isWilling: [Bool], workers: Workers
  ) -> GameAudience {
    let scorer = GameScorer(game, search, weights: weights, gameScores: gameScores)
    let ids = search.audience.ids
    precondition(isWilling.count == ids.count, "\(isWilling.count) of \(ids.count) players")
    let parts = Workers.ranges(of: ids.count, size: 4096)
    let best = workers.map(parts.count) { part in
      var products: [Float] = []
      return Self.best(
        limit,
        of: parts[part].filter { isWilling[$0] && mayWant($0, game) }.map { player in
          (player, scorer.score(of: player, &products))
        })
    }
    return GameAudience(
      gameId: games[game].id,
      players: Self.best(limit, of: Array(best.joined())).enumerated().map { rank, entry in
        GameAudience.Player(userId: ids[entry.player], rank: rank + 1, score: entry.score)
      })
  }

  private static func best(
    _ limit: Int, of entries: [(player: Int, score: Double)]
  ) -> [(player: Int, score: Double)] {
    Array(
      entries.sorted { ($1.score, $0.player) < ($0.score, $1.player) }.prefix(limit))
  }

  private func mayWant(_ player: Int, _ game: Int) -> Bool {
    let audience = search.audience
    return !audience.seen.contains(row: player, column: UInt32(game))
      && eligibility?.limit(of: game, for: audience.preferences[player]) == nil
  }
}

/// Computes the scores of one game for many players: the features of `CandidateFinder`, in the same
/// order and precision.
private struct GameScorer: Sendable {
  private let game: UInt32
  private let audience: Audience
  private let models: RankingModels
  private let weights: RankerWeights
  /// By group, the part of the score that does not depend on the player.
  private let bases: [Double]
  /// By game, its weight for this game.
  private let neighborhood: [Float]
  private let ease: [Float]
  /// The weights of this game's terms.
  private let terms: [Float]
  /// The elements of each game's vector whose terms this game has, by index in `terms`: a game's
  /// are at `offsets[game]..<offsets[game + 1]`.
  private let common: [(term: Int, weight: Float)]
  private let offsets: [Int]
  /// By genre, the index of its term in `terms`; nil if this game does not have it.
  private let genreTerms: [Int?]
  private let genres: GenreSet

  init(
    _ game: Int, _ search: CandidateSearch, weights: RankerWeights, gameScores: [[Double]]
  ) {
    let (models, number) = (search.models, UInt32(game))
    self.game = number
    audience = search.audience
    self.models = models
    self.weights = weights
    bases = gameScores.map { $0[game] }
    genres = search.signals.genres[game]
    let games = models.factors.games.rows
    func column(_ model: ItemItemModel?) -> [Float] {
      (0..<games).map { model?.weights.value(row: $0, column: number) ?? 0 }
    }
    neighborhood = column(models.itemItem.neighborhood)
    ease =
      models.newGames.flatMap { newGames in
        newGames.isNew[game] ? (0..<games).map { newGames.weight(from: $0, to: game) } : nil
      } ?? column(models.itemItem.ease)
    let content = models.content
    let own = content.elements(of: number).map { content.terms[$0] }
    terms = own.map(\.weight)
    var indices = [Int?](repeating: nil, count: content.vectors.columns)
    for (index, term) in own.enumerated() { indices[Int(term.index)] = index }
    genreTerms = content.genreTerms.map { $0.flatMap { indices[$0] } }
    var common: [(term: Int, weight: Float)] = []
    var offsets = [0]
    for other in 0..<games {
      for position in content.elements(of: UInt32(other)) {
        let term = content.terms[position]
        if let index = indices[Int(term.index)] { common.append((index, term.weight)) }
      }
      offsets.append(common.count)
    }
    (self.common, self.offsets) = (common, offsets)
  }

  /// - Parameter products: scratch memory.
  func score(of player: Int, _ products: inout [Float]) -> Double {
    let group = weights.group(of: audience.kind(of: player))
    let weights = self.weights.groups[group].weights
    let usesLatest = weights[.latestNeighborhood] != 0 || weights[.latestEASE] != 0
    let features = features(of: player, usesLatest: usesLatest, &products)
    var sum = bases[group]
    for feature in RankerFeature.ofPlayer { sum += weights[feature] * Double(features[feature]) }
    return sum
  }

  /// By feature, those of the player. The game was not skipped.
  private func features(
    of player: Int, usesLatest: Bool, _ products: inout [Float]
  ) -> [Float] {
    var features = [Float](repeating: 0, count: RankerFeature.count)
    products.removeAll(keepingCapacity: true)
    models.factors.games.appendProducts(
      ofRows: [game].span, with: audience.factors.row(player), to: &products)
    features[.factors] = products[0]
    let profiles = audience.profiles
    let order = usesLatest ? ProfileOrder(ofPlayer: player, audience) : nil
    var taste = [Float](repeating: 0, count: terms.count)
    var (total, positives): (Float, Int) = (0, 0)
    for position in profiles.range(ofRow: player) where profiles.values[position] > 0 {
      let (own, confidence) = (Int(profiles.columnIndices[position]), profiles.values[position])
      let byNeighbors = models.itemItem.neighborhood.voice(confidence)
      let byEASE = models.itemItem.ease?.voice(confidence) ?? 0
      features[.neighborhood] += byNeighbors * neighborhood[own]
      features[.ease] += byEASE * ease[own]
      if let share = order?.shares[positives] {
        features[.latestNeighborhood] +=
          share * byNeighbors * neighborhood[own]
        features[.latestEASE] += share * byEASE * ease[own]
      }
      for element in offsets[own]..<offsets[own + 1] {
        taste[common[element].term] += confidence * common[element].weight
      }
      total += confidence
      positives += 1
    }
    if total > 0 {
      for index in taste.indices { taste[index] /= total }
    } else {
      let favorites = audience.favorites[player]
      let weight = 1 / Float(max(1, favorites.count)).squareRoot()
      favorites.forEachIndex { if let term = genreTerms[$0] { taste[term] += weight } }
    }
    for (index, weight) in terms.enumerated() {
      features[.content] += weight * taste[index]
    }
    if weights.groups[weights.group(of: audience.kind(of: player))].weights[.vectors] != 0,
      let embeddings = models.content.embeddings
    {
      let taste = audience.taste(of: player, by: embeddings).direction
      products.removeAll(keepingCapacity: true)
      embeddings.vectors.appendProducts(ofRows: [game].span, with: taste.span, to: &products)
      features[.vectors] = products[0]
    }
    features[.candidates] = audience.hints?.candidates.value(row: player, column: game) ?? 0
    features[.genres] =
      Float(genres.intersection(audience.favorites[player]).count) / Float(max(1, genres.count))
    features[.friends] = friends(of: player)
    return features
  }

  private func friends(of player: Int) -> Float {
    let friends = audience.friends[player]
    guard friends.count >= Audience.minimumFriends else { return 0 }
    let count = friends.count { audience.interest(ofFriend: $0, in: game) != nil }
    return count >= Audience.minimumFriends ? Float(log1p(Double(Float(count)))) : 0
  }
}
