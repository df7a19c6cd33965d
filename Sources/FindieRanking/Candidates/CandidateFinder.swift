import FindieLinearAlgebra
import FindieModels
import Foundation

/// Finds a player's candidates and their features. Scratch memory: one per thread.
struct CandidateFinder: ~Copyable {
  private let models: RankingModels
  private let audience: Audience
  private let signals: GameSignals
  private let eligibility: Eligibility?
  private let parameters: CandidateParameters

  private var neighborhood: GameSums
  private var ease: GameSums
  private var friends: GameSums
  /// The weighted sum of the term vectors of the player's games.
  private var taste: [Float]
  /// By game, its position in `games` plus 1; 0 for no candidate.
  private var candidateNumbers: [UInt32]
  /// By game, whether the current player has seen it.
  private var isSeen: [Bool]
  /// The range in `audience.seen` of the marked games.
  private var marked = 0..<0
  /// By candidate: the inner product of the player's and the game's factors.
  private var products: [Float] = []

  /// The number of the player's positives.
  private(set) var positives = 0
  private(set) var games: [UInt32] = []
  private(set) var sources: [CandidateSource] = []
  /// The features of candidate i start at i · RankerFeature.count.
  private(set) var features: [Float] = []

  /// - Parameter eligibility: nil to ignore players' own limits.
  init(
    _ models: RankingModels, _ audience: Audience, _ signals: GameSignals,
    eligibility: Eligibility?,
    parameters: CandidateParameters
  ) {
    self.models = models
    self.audience = audience
    self.signals = signals
    self.eligibility = eligibility
    self.parameters = parameters
    let games = models.factors.games.rows
    neighborhood = GameSums(games: games)
    ease = GameSums(games: games)
    friends = GameSums(games: games)
    taste = [Float](repeating: 0, count: models.content.vectors.columns)
    candidateNumbers = [UInt32](repeating: 0, count: games)
    isSeen = [Bool](repeating: false, count: games)
  }

  /// Whether a game may be on the list of the player whose seen games are marked.
  private func isAllowed(_ game: UInt32, player: Int) -> Bool {
    signals.isListed[Int(game)] && !isSeen[Int(game)]
      && eligibility?.allows(Int(game), for: audience.preferences[player]) ?? true
  }

  private mutating func markSeen(_ player: Int) {
    CandidateFinder.mark(audience.seen, marked, false, in: &isSeen)
    marked = audience.seen.range(ofRow: player)
    CandidateFinder.mark(audience.seen, marked, true, in: &isSeen)
  }

  private static func mark(
    _ seen: SparseRows, _ elements: Range<Int>, _ mark: Bool, in marks: inout [Bool]
  ) {
    let columns = seen.columnIndices.span
    var marks = marks.mutableSpan
    for position in elements { marks[Int(columns[position])] = mark }
  }

  /// The features of some of the candidates, [chosen, RankerFeature.count].
  func features(of chosen: [UInt32]) -> [Float] {
    let width = RankerFeature.count
    var found: [Float] = []
    found.reserveCapacity(chosen.count * width)
    for game in chosen {
      let start = (Int(candidateNumbers[Int(game)]) - 1) * width
      for index in start..<start + width { found.append(features[index]) }
    }
    return found
  }

  /// Sets `games`, `sources` and `features` to those of a player, the games in no order.
  ///
  /// - Parameters:
  ///   - best: some players' best games by factors that may be listed; the player's at index
  ///     `position`.
  ///   - drawn: games of exploration slots: the first candidates.
  ///   - factor: the player's.
  mutating func find(
    _ player: Int, best: TopGames, at position: Int, drawn: [ExplorationSlot], factor: Span<Float>
  ) {
    for game in games { candidateNumbers[Int(game)] = 0 }
    games.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    markSeen(player)
    sum(player)
    products.removeAll(keepingCapacity: true)
    for slot in drawn { add(slot.game, .exploration) }
    multiply(by: factor)
    for position in best.range(ofPlayer: position) where add(best.games[position], .factors) {
      products.append(best.scores[position])
    }
    addBest(neighborhood, count: parameters.neighbors, .neighborhood, player)
    if models.itemItem.ease != nil {
      addBest(ease, count: parameters.neighbors, .ease, player)
    }
    addBest(
      friends, minimum: Float(Audience.minimumFriends), count: parameters.friends, .friends, player)
    addNearest(player)
    addFirst(signals.trendingGames, .trending, player)
    addFirst(signals.newGames, .newReleases, player)
    multiply(by: factor)
    measure(player)
  }

  /// Adds up the weights of the player's games, friends and genres.
  private mutating func sum(_ player: Int) {
    neighborhood.reset()
    ease.reset()
    friends.reset()
    for index in taste.indices { taste[index] = 0 }
    var total: Float = 0
    positives = 0
    let profiles = audience.profiles
    for position in profiles.range(ofRow: player) where profiles.values[position] > 0 {
      let (game, confidence) = (Int(profiles.columnIndices[position]), profiles.values[position])
      models.itemItem.neighborhood.add(game, confidence: confidence, to: &neighborhood)
      models.itemItem.ease?.add(game, confidence: confidence, to: &ease)
      models.content.add(game, weight: confidence, to: &taste)
      total += confidence
      positives += 1
    }
    if total > 0 {
      for index in taste.indices { taste[index] /= total }
    } else {
      models.content.add(audience.favorites[player], to: &taste)
    }
    guard audience.friends[player].count >= Audience.minimumFriends else { return }
    let others = audience.friendProfiles
    for friend in audience.friends[player] {
      for position in others.range(ofRow: friend) where others.values[position] > 0 {
        friends.add(1, to: others.columnIndices[position])
      }
    }
  }

  /// Adds a source of a candidate; returns whether the candidate is new.
  @discardableResult
  private mutating func add(_ game: UInt32, _ source: CandidateSource) -> Bool {
    let position = candidateNumbers[Int(game)]
    if position > 0 {
      sources[Int(position) - 1].formUnion(source)
      return false
    }
    games.append(game)
    sources.append(source)
    candidateNumbers[Int(game)] = UInt32(games.count)
    return true
  }

  private mutating func addBest(
    _ sums: borrowing GameSums, minimum: Float = 0, count: Int, _ source: CandidateSource,
    _ player: Int
  ) {
    var best = BestGames(count: count)
    for game in sums.touched {
      let value = sums.values[Int(game)]
      guard value > 0, value >= max(minimum, best.threshold), isAllowed(game, player: player)
      else { continue }
      best.offer(game: game, score: value)
    }
    for entry in best.ranked { add(entry.game, source) }
  }

  /// The most similar of the least known games to the player's games by genres and tags.
  private mutating func addNearest(_ player: Int) {
    var best = BestGames(count: parameters.tags)
    let taste = taste
    for game in signals.littleKnown {
      let cosine = models.content.dot(Int(game), taste.span)
      guard cosine > 0, cosine >= best.threshold, isAllowed(game, player: player) else { continue }
      best.offer(game: game, score: cosine)
    }
    for entry in best.ranked { add(entry.game, .content) }
  }

  private mutating func addFirst(_ news: [UInt32], _ source: CandidateSource, _ player: Int) {
    var count = 0
    for game in news where count < parameters.news {
      guard isAllowed(game, player: player) else { continue }
      add(game, source)
      count += 1
    }
  }

  /// Computes the products of the candidates that have none yet.
  private mutating func multiply(by factor: Span<Float>) {
    let games = games
    models.factors.games.appendProducts(
      ofRows: games.span.extracting(products.count...), with: factor, to: &products)
  }

  private mutating func measure(_ player: Int) {
    let width = RankerFeature.count
    if features.count < games.count * width {
      features = [Float](repeating: 0, count: 2 * games.count * width)
    }
    let favorites = audience.favorites[player]
    let (games, products, taste, content) = (games, products, taste, models.content)
    let (neighborhood, ease, friends) = (neighborhood.values, ease.values, friends.values)
    let facts = signals.facts
    var features = features.mutableSpan
    for candidate in games.indices {
      let index = Int(games[candidate])
      // In the order of `RankerFeature`.
      let start = candidate * width
      features[start] = products[candidate]
      features[start + 1] = neighborhood[index]
      features[start + 2] = ease[index]
      features[start + 3] = content.dot(index, taste.span)
      let facts = facts[index]
      features[start + 4] = facts.popularity
      features[start + 5] =
        Float(facts.genres.intersection(favorites).count) / Float(max(1, facts.genres.count))
      let count = friends[index]
      features[start + 6] =
        count >= Float(Audience.minimumFriends) ? Float(log1p(Double(count))) : 0
      features[start + 7] = facts.trending
      features[start + 8] = facts.freshness
    }
  }
}

extension ItemItemModel {
  /// Adds one game's weights to the sums of all games.
  func add(_ game: Int, confidence: Float, to sums: inout GameSums) {
    let range = weights.range(ofRow: game)
    sums.add(
      weights.values.span.extracting(range), times: voice(confidence),
      to: weights.columnIndices.span.extracting(range))
  }
}
