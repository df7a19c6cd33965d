import FindieModels
import Foundation

/// Whether a feature is used to score the candidates of a kind of player.
typealias UsedFeatures = @Sendable (_ feature: RankerFeature, _ kind: PlayerKind) -> Bool

/// Finds a player's candidates and their features. Scratch memory: one per thread.
struct CandidateFinder: ~Copyable {
  private let models: RankingModels
  private let audience: Audience
  private let signals: GameSignals
  private let eligibility: Eligibility?
  private let parameters: CandidateParameters

  private var seen: SeenGames
  private var sums: ProfileSums
  private var littleKnown: TermPostings
  /// By little-known game, the inner product of its vector with the player's taste.
  private var littleKnownCosines: [Float]
  private(set) var candidates: CandidateSet
  /// The number of candidates without those that are only promoted, which are the last.
  private(set) var unpromoted = 0
  /// The candidates' features that depend on the player, [candidates, RankerFeature.ofPlayer].
  private(set) var features: [Float] = []
  private let isUsed: UsedFeatures

  /// - Parameters:
  ///   - eligibility: nil to ignore players' own limits.
  ///   - isUsed: a model whose feature is not used proposes no candidates, and its feature is 0.
  init(
    models: RankingModels, audience: Audience, signals: GameSignals, eligibility: Eligibility?,
    parameters: CandidateParameters, isUsed: @escaping UsedFeatures
  ) {
    self.isUsed = isUsed
    self.models = models
    self.audience = audience
    self.signals = signals
    self.eligibility = eligibility
    self.parameters = parameters
    let games = models.factors.games.rows
    seen = SeenGames(games: games)
    sums = ProfileSums(games: games, terms: models.content.vectors.columns)
    candidates = CandidateSet(games: games)
    littleKnown = TermPostings(terms: models.content.vectors.columns)
    littleKnown.fill(with: signals.littleKnown, of: models.content)
    littleKnownCosines = [Float](repeating: 0, count: signals.littleKnown.count)
  }

  private(set) var kind = PlayerKind(positives: 0, isUndated: false)

  /// The features of some of the candidates, [chosen, RankerFeature.count].
  func features(of chosen: [UInt32]) -> [Float] {
    let (width, facts) = (RankerFeature.ofPlayer.count, RankerFeature.ofGame.count)
    let (all, columns) = (RankerFeature.allCases, RankerFeature.columns)
    var found: [Float] = []
    found.reserveCapacity(chosen.count * RankerFeature.count)
    for game in chosen {
      let start = candidates.index(of: game) * width
      let fact = Int(game) * facts
      for feature in all {
        found.append(
          feature.isOfPlayer
            ? features[start + columns[feature]] : signals.features[fact + columns[feature]])
      }
    }
    return found
  }

  /// Sets `candidates` and `features` to those of a player, with games in no order.
  ///
  /// - Parameters:
  ///   - best: the best games by factors that may be listed, for some players; this player's are at
  ///     index `position`.
  ///   - drawn: the games of the exploration slots, which become the first candidates.
  ///   - promoted: games that are candidates too.
  ///   - factor: the player's.
  mutating func find(
    _ player: Int, best: TopGames, at position: Int, drawn: [ExplorationSlot],
    promoted: [UInt32] = [], factor: Span<Float>
  ) {
    seen.mark(player, of: audience)
    kind = audience.kind(of: player)
    sums.add(player, of: audience, models) { [kind, isUsed] in isUsed($0, kind) }
    candidates.removeAll()
    for slot in drawn { candidates.add(slot.game, .exploration) }
    candidates.multiply(models.factors.games, by: factor)
    for position in best.range(ofPlayer: position) {
      candidates.add(best.games[position], .factors, product: best.scores[position])
    }
    addBest(sums.neighborhood, count: parameters.neighbors, as: .neighborhood, for: player)
    if models.itemItem.ease != nil {
      addBest(sums.ease, count: parameters.neighbors, as: .ease, for: player)
      addBest(sums.latestEASE, count: parameters.neighbors, as: .ease, for: player)
    }
    addBest(
      sums.latestNeighborhood, count: parameters.neighbors, as: .neighborhood, for: player)
    addBest(
      sums.friends, minimum: Float(Audience.minimumFriends), count: parameters.friends,
      as: .friends, for: player)
    addLittleKnown(player)
    addFirst(signals.trendingGames, count: parameters.news, as: .trending, for: player)
    addFirst(signals.newGames, count: parameters.news, as: .newReleases, for: player)
    addRecent(player)
    unpromoted = candidates.games.count
    for game in promoted { candidates.add(game, .promotion) }
    candidates.multiply(models.factors.games, by: factor)
    measure(player)
  }

  /// Whether a game may be on the list of the player whose seen games are marked.
  private func isAllowed(_ game: UInt32, player: Int) -> Bool {
    signals.isListed[Int(game)] && !seen.contains(game)
      && eligibility?.allows(Int(game), for: audience.preferences[player]) ?? true
  }

  private mutating func addBest(
    _ sums: borrowing GameSums, minimum: Float = 0, count: Int,
    as source: CandidateSource, for player: Int
  ) {
    var best = BestGames(count: count)
    for game in sums.touched {
      let value = sums.values[Int(game)]
      guard value > 0, value >= max(minimum, best.threshold), isAllowed(game, player: player)
      else { continue }
      best.offer(game: game, score: value)
    }
    for entry in best.ranked { candidates.add(entry.game, source) }
  }

  /// Adds the little-known games closest to the player's by genre and tag.
  private mutating func addLittleKnown(_ player: Int) {
    var best = BestGames(count: parameters.tags)
    littleKnown.multiply(by: sums.taste, into: &littleKnownCosines)
    for (game, cosine) in zip(signals.littleKnown, littleKnownCosines) {
      guard cosine > 0, cosine >= best.threshold, isAllowed(game, player: player) else { continue }
      best.offer(game: game, score: cosine)
    }
    for entry in best.ranked { candidates.add(entry.game, .content) }
  }

  /// Adds the games that most players liked in the last days, for a player without positives those
  /// of the favourite genres too.
  private mutating func addRecent(_ player: Int) {
    let signals = signals
    addFirst(signals.recentGames, as: .recent, for: player)
    guard sums.positives == 0 else { return }
    let favorites = audience.favorites[player]
    for (genre, games) in signals.recentGamesOfGenres.enumerated()
    where favorites.contains(index: genre) {
      addFirst(games, as: .recent, for: player)
    }
  }

  private mutating func addFirst(
    _ games: [UInt32], count limit: Int = .max, as source: CandidateSource, for player: Int
  ) {
    var count = 0
    for game in games where count < limit {
      guard isAllowed(game, player: player) else { continue }
      candidates.add(game, source)
      count += 1
    }
  }

  private mutating func measure(_ player: Int) {
    let (width, columns) = (RankerFeature.ofPlayer.count, RankerFeature.columns)
    let (games, products) = (candidates.games, candidates.products)
    if features.count < games.count * width {
      features = [Float](repeating: 0, count: 2 * games.count * width)
    }
    let favorites = audience.favorites[player]
    let (taste, content, genres) = (sums.taste, models.content, signals.genres)
    let (neighborhood, ease) = (sums.neighborhood.values, sums.ease.values)
    let (latestNeighborhood, latestEASE) = (
      sums.latestNeighborhood.values, sums.latestEASE.values
    )
    let friends = sums.friends.values
    let (skips, seen, signals) = (audience.skips, audience.seen, signals)
    let mayBeSkipped = skips.count(ofRow: player) > 0
    var features = features.mutableSpan
    for candidate in games.indices {
      let index = Int(games[candidate])
      func at(_ feature: RankerFeature) -> Int { candidate * width + columns[feature] }
      features[at(.factors)] = products[candidate]
      features[at(.neighborhood)] = neighborhood[index]
      features[at(.ease)] = ease[index]
      features[at(.latestNeighborhood)] = latestNeighborhood[index]
      features[at(.latestEASE)] = latestEASE[index]
      features[at(.content)] = content.dot(index, taste.span)
      let genres = genres[index]
      features[at(.genres)] =
        Float(genres.intersection(favorites).count) / Float(max(1, genres.count))
      let count = friends[index]
      features[at(.friends)] =
        count >= Float(Audience.minimumFriends) ? Float(log1p(Double(count))) : 0
      (features[at(.skips)], features[at(.recentSkips)]) = (0, 0)
      guard mayBeSkipped, let skipped = skips.value(row: player, column: games[candidate]),
        let last = seen.value(row: player, column: games[candidate])
      else { continue }
      let value = log1p(Double(skipped))
      features[at(.skips)] = Float(value)
      features[at(.recentSkips)] =
        Float(value * pow(0.5, signals.age(of: last) / Self.skipHalfLife))
    }
  }

  /// In days.
  private static let skipHalfLife = 30.0
}

/// The games that the current player has seen, marked in an array of all games.
private struct SeenGames: ~Copyable {
  private var isSeen: [Bool]
  /// The range in `audience.excluded` of the marked games.
  private var marked = 0..<0

  init(games: Int) {
    isSeen = [Bool](repeating: false, count: games)
  }

  func contains(_ game: UInt32) -> Bool { isSeen[Int(game)] }

  mutating func mark(_ player: Int, of audience: Audience) {
    set(audience.excluded, marked, to: false)
    marked = audience.excluded.range(ofRow: player)
    set(audience.excluded, marked, to: true)
  }

  private mutating func set(_ games: SparseRows, _ elements: Range<Int>, to mark: Bool) {
    let columns = games.columnIndices.span
    var marks = isSeen.mutableSpan
    for position in elements { marks[Int(columns[position])] = mark }
  }
}

/// The weights that a player's games, friends and genres give to all games.
private struct ProfileSums: ~Copyable {
  private(set) var neighborhood: GameSums
  private(set) var ease: GameSums
  private(set) var latestNeighborhood: GameSums
  private(set) var latestEASE: GameSums
  private(set) var friends: GameSums
  /// The weighted mean of the term vectors of the player's games.
  private(set) var taste: [Float]
  /// The number of the player's positives.
  private(set) var positives = 0

  init(games: Int, terms: Int) {
    neighborhood = GameSums(games: games)
    ease = GameSums(games: games)
    latestNeighborhood = GameSums(games: games)
    latestEASE = GameSums(games: games)
    friends = GameSums(games: games)
    taste = [Float](repeating: 0, count: terms)
  }

  /// Replaces the sums by those of a player.
  mutating func add(
    _ player: Int, of audience: Audience, _ models: RankingModels,
    _ isUsed: (RankerFeature) -> Bool
  ) {
    neighborhood.reset()
    ease.reset()
    latestNeighborhood.reset()
    latestEASE.reset()
    friends.reset()
    for index in taste.indices { taste[index] = 0 }
    var total: Float = 0
    positives = 0
    let profiles = audience.profiles
    let (usesNeighborhood, usesEASE) = (isUsed(.neighborhood), isUsed(.ease))
    let (usesLatestNeighborhood, usesLatestEASE) = (
      isUsed(.latestNeighborhood), isUsed(.latestEASE)
    )
    let order =
      usesLatestNeighborhood || usesLatestEASE ? ProfileOrder(ofPlayer: player, audience) : nil
    for position in profiles.range(ofRow: player) where profiles.values[position] > 0 {
      let (game, confidence) = (Int(profiles.columnIndices[position]), profiles.values[position])
      let (neighbors, weights) = (models.itemItem.neighborhood, models.itemItem.ease)
      if usesNeighborhood { neighbors.add(game, confidence: confidence, to: &neighborhood) }
      if usesEASE { weights?.add(game, confidence: confidence, to: &ease) }
      if let share = order?.shares[positives] {
        if usesLatestNeighborhood {
          neighbors.add(game, confidence: confidence, share: share, to: &latestNeighborhood)
        }
        if usesLatestEASE {
          weights?.add(game, confidence: confidence, share: share, to: &latestEASE)
        }
      }
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
}

extension ItemItemModel {
  /// Adds one game's weights to the sums of all games.
  ///
  /// - Parameter share: how much of the weights counts.
  func add(_ game: Int, confidence: Float, share: Float = 1, to sums: inout GameSums) {
    let range = weights.range(ofRow: game)
    sums.add(
      weights.values.span.extracting(range), times: share * voice(confidence),
      to: weights.columnIndices.span.extracting(range))
  }
}
