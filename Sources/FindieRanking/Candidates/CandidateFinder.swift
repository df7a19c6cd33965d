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
  private let newGames: NewGameWeights?
  private(set) var candidates: CandidateSet
  /// The number of candidates without those that are only for rows or promoted, which follow.
  private(set) var unpromoted = 0
  /// The number of candidates without those that are only promoted, which are the last.
  private(set) var ofRows = 0
  /// The candidates' features that depend on the player, [RankerFeature.ofPlayer, room].
  private var features: [Float] = []
  private var room = 0
  /// By candidate, the cosine with the player's taste by vectors; empty without vectors.
  private var cosines: [Float] = []
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
    newGames = models.newGames
    sums = ProfileSums(games: games, terms: models.content.vectors.columns, models.newGames)
    candidates = CandidateSet(games: games)
  }

  private(set) var kind = PlayerKind(positives: 0, isUndated: false)
  /// `ProfileOrder.shares` of the player; empty if no feature needs them.
  var shares: [Float] { sums.shares }

  /// A feature of all candidates that depends on the player.
  @_lifetime(borrow self)
  func feature(_ feature: RankerFeature) -> Span<Float> {
    let start = RankerFeature.columns[feature] * room
    return features.span.extracting(start..<start + candidates.games.count)
  }

  /// Whether a feature is used for a player.
  func uses(_ feature: RankerFeature, _ player: Int) -> Bool {
    isUsed(feature, audience.kind(of: player))
  }

  /// The features of some of the candidates, [chosen, RankerFeature.count].
  func features(of chosen: [UInt32]) -> [Float] {
    let (width, facts) = (RankerFeature.ofPlayer.count, RankerFeature.ofGame.count)
    let (features, ofGames) = (features.span, signals.features.span)
    var found = [Float](repeating: 0, count: chosen.count * RankerFeature.count)
    var target = found.mutableSpan
    for (position, game) in chosen.enumerated() {
      // Features of the player precede those of the game.
      let (row, candidate) = (position * RankerFeature.count, candidates.index(of: game))
      for index in 0..<width { target[row + index] = features[index * room + candidate] }
      for index in 0..<facts { target[row + width + index] = ofGames[Int(game) * facts + index] }
    }
    return found
  }

  /// Starts with a player.
  mutating func begin(_ player: Int) {
    seen.mark(player, of: audience)
    kind = audience.kind(of: player)
    sums.add(player, of: audience, models, newGames) { [kind, isUsed] in isUsed($0, kind) }
  }

  /// What EASE says about games to the player, by genres and tags: without EASE, or if none of the
  /// player's positives has weights of it, how much a game is of the player's genres and tags.
  func tagScores(of games: [UInt32]) -> [Float] {
    guard let newGames, sums.tagTaste.contains(where: { $0 != 0 }) else {
      let (content, taste) = (models.content, sums.taste)
      return games.map { content.dot(Int($0), taste.span) }
    }
    return newGames.scores(of: games, sums.tagTaste.span)
  }

  /// Sets `candidates` and `features` to those of the player, with games in no order.
  ///
  /// - Parameters:
  ///   - best: the best games by factors that may be listed, for some players; this player's are at
  ///     index `position`.
  ///   - similar: the same by vectors; nil without vectors.
  ///   - drawn: the games of the exploration slots, which become the first candidates.
  ///   - others: games that are candidates of rows too.
  ///   - promoted: games that are candidates too.
  ///   - factor: the player's.
  mutating func find(
    _ player: Int, best: TopGames, similar: SimilarGames?, at position: Int,
    drawn: [ExplorationSlot], others: [UInt32] = [], promoted: [UInt32] = [], factor: Span<Float>
  ) {
    candidates.removeAll()
    for slot in drawn { candidates.add(slot.game, .exploration) }
    candidates.multiply(models.factors.games, by: factor)
    for position in best.range(ofPlayer: position) {
      candidates.add(best.games[position], .factors, product: best.scores[position])
    }
    for lane in 0..<2 {
      addBest(sums.neighborhood, lane, count: parameters.neighbors, as: .neighborhood, for: player)
      addBest(sums.ease, lane, count: parameters.neighbors, as: .ease, for: player)
    }
    if let best = similar?.best {
      for entry in best.range(ofPlayer: position) where best.scores[entry] > 0 {
        candidates.add(best.games[entry], .vectors)
      }
    }
    if let own = audience.hints?.candidates, isUsed(.candidates, kind) {
      for game in own.columns(ofRow: player) where isAllowed(game, player: player) {
        candidates.add(game, .candidates)
      }
    }
    addBest(
      sums.friends, 0, minimum: Float(Audience.minimumFriends), count: parameters.friends,
      as: .friends, for: player)
    addLittleKnown(player)
    addFirst(signals.trendingGames, count: parameters.news, as: .trending, for: player)
    addFirst(signals.newGames, count: parameters.news, as: .newReleases, for: player)
    addRecent(player)
    unpromoted = candidates.games.count
    for game in others { candidates.add(game, []) }
    ofRows = candidates.games.count
    for game in promoted { candidates.add(game, .promotion) }
    candidates.multiply(models.factors.games, by: factor)
    if let similar { addCosines(with: similar.tastes.row(position)) }
    measure(player)
  }

  /// Whether a game may be on the list of the player whose seen games are marked.
  func isAllowed(_ game: UInt32, player: Int) -> Bool {
    signals.isListed[Int(game)] && !seen.contains(game)
      && eligibility?.allows(Int(game), for: audience.preferences[player]) ?? true
  }

  /// Whether a game that a player has seen may be named to the player.
  func mayName(_ game: UInt32, to player: Int) -> Bool {
    eligibility?.mayName(Int(game), to: audience.preferences[player]) ?? true
  }

  /// Adds the games of the largest sums.
  ///
  /// - Parameter lane: 0 for the first sum of each game, 1 for the second.
  private mutating func addBest(
    _ sums: borrowing GameSums, _ lane: Int, minimum: Float = 0, count: Int,
    as source: CandidateSource, for player: Int
  ) {
    var best = BestGames(count: count)
    var least = max(minimum, .leastNonzeroMagnitude)
    let (touched, values) = (sums.touched, unsafe sums.values.span.bytes)
    for position in touched.indices {
      let game = touched[position]
      // A touched game has two sums.
      let value = unsafe values.unsafeLoad(
        fromByteOffset: 8 * Int(game) + 4 * lane, as: Float.self)
      guard value >= least, isAllowed(game, player: player) else { continue }
      best.offer(game: game, score: value)
      least = max(least, best.threshold)
    }
    for entry in best.entries { candidates.add(entry.game, source) }
  }

  /// Adds the little-known games that the player most likely likes, by genres and tags.
  private mutating func addLittleKnown(_ player: Int) {
    var best = BestGames(count: parameters.tags)
    var least = Float.leastNonzeroMagnitude
    for (game, score) in zip(signals.littleKnown, tagScores(of: signals.littleKnown)) {
      guard score >= least, isAllowed(game, player: player) else { continue }
      best.offer(game: game, score: score)
      least = max(least, best.threshold)
    }
    for entry in best.entries { candidates.add(entry.game, .content) }
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

  private mutating func addCosines(with taste: Span<Float>) {
    let games = candidates.games
    cosines.removeAll(keepingCapacity: true)
    models.content.embeddings?.vectors.appendProducts(
      ofRows: games.span, with: taste, to: &cosines)
  }

  private mutating func measure(_ player: Int) {
    let (games, products, columns) = (candidates.games, candidates.products, RankerFeature.columns)
    if room < games.count {
      room = 2 * games.count
      features = [Float](repeating: 0, count: RankerFeature.ofPlayer.count * room)
    }
    let (favorites, room) = (audience.favorites[player], room)
    let (taste, content, genres) = (sums.taste, models.content, signals.genres)
    let (neighborhood, ease) = (sums.neighborhood.values, sums.ease.values)
    let friends = sums.friends.touched.isEmpty ? nil : sums.friends.values
    let (usesContent, cosines) = (isUsed(.content, kind), cosines)
    var target = features.mutableSpan
    for candidate in games.indices {
      let index = Int(games[candidate])
      func at(_ feature: RankerFeature) -> Int { columns[feature] * room + candidate }
      target[at(.factors)] = products[candidate]
      target[at(.neighborhood)] = neighborhood[index].x
      target[at(.latestNeighborhood)] = neighborhood[index].y
      target[at(.ease)] = ease[index].x
      target[at(.latestEASE)] = ease[index].y
      target[at(.content)] = usesContent ? content.dot(index, taste.span) : 0
      target[at(.vectors)] = cosines.isEmpty ? 0 : cosines[candidate]
      let genres = genres[index]
      target[at(.genres)] =
        Float(genres.intersection(favorites).count) / Float(max(1, genres.count))
      let count = friends?[index].x ?? 0
      target[at(.friends)] =
        count >= Float(Audience.minimumFriends) ? Float(log1p(Double(count))) : 0
      (target[at(.skips)], target[at(.recentSkips)], target[at(.candidates)]) = (0, 0, 0)
    }
    if let newGames {
      let new = games.indices.filter { newGames.isNew[Int(games[$0])] }
      let ofEASE = [(RankerFeature.ease, sums.tagTaste), (.latestEASE, sums.latestTagTaste)]
      for (feature, taste) in ofEASE where isUsed(feature, kind) {
        let scores = newGames.scores(of: new.map { games[$0] }, taste.span)
        for (candidate, score) in zip(new, scores) {
          features[columns[feature] * room + candidate] = score
        }
      }
    }
    if let own = audience.hints?.candidates, isUsed(.candidates, kind) {
      for element in own.range(ofRow: player) {
        let candidate = candidates.index(of: own.columnIndices[element])
        guard candidate >= 0 else { continue }
        features[columns[.candidates] * room + candidate] = own.values[element]
      }
    }
    let (skips, seen) = (audience.skips, audience.seen)
    for element in skips.range(ofRow: player) {
      let game = skips.columnIndices[element]
      let candidate = candidates.index(of: game)
      guard candidate >= 0, let last = seen.value(row: player, column: game) else { continue }
      let value = log1p(Double(skips.values[element]))
      features[columns[.skips] * room + candidate] = Float(value)
      features[columns[.recentSkips] * room + candidate] =
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
  /// The sums of the weights, and of the weights with the newest positives counting most.
  private(set) var neighborhood: GameSums
  private(set) var ease: GameSums
  private(set) var friends: GameSums
  /// The weighted mean of the term vectors of the player's games.
  private(set) var taste: [Float]
  /// The sums of `NewGameWeights`, as for EASE.
  private(set) var tagTaste: [Float]
  private(set) var latestTagTaste: [Float]
  /// The number of the player's positives.
  private(set) var positives = 0
  /// `ProfileOrder.shares` of the player; empty if no feature needs them.
  private(set) var shares: [Float] = []

  init(games: Int, terms: Int, _ newGames: NewGameWeights?) {
    neighborhood = GameSums(games: games)
    ease = GameSums(games: games)
    friends = GameSums(games: games)
    taste = [Float](repeating: 0, count: terms)
    tagTaste = newGames?.noTaste ?? []
    latestTagTaste = tagTaste
  }

  /// Replaces the sums by those of a player.
  mutating func add(
    _ player: Int, of audience: Audience, _ models: RankingModels, _ newGames: NewGameWeights?,
    _ isUsed: (RankerFeature) -> Bool
  ) {
    neighborhood.reset()
    ease.reset()
    friends.reset()
    for index in taste.indices { taste[index] = 0 }
    for index in tagTaste.indices { (tagTaste[index], latestTagTaste[index]) = (0, 0) }
    var total: Float = 0
    positives = 0
    let profiles = audience.profiles
    func uses(_ all: RankerFeature, _ latest: RankerFeature) -> SIMD2<Float> {
      SIMD2(isUsed(all) ? 1 : 0, isUsed(latest) ? 1 : 0)
    }
    let ofNeighborhood = uses(.neighborhood, .latestNeighborhood)
    let ofEASE = uses(.ease, .latestEASE)
    let usesOrder = ofNeighborhood.y + ofEASE.y > 0
    shares = usesOrder ? ProfileOrder(ofPlayer: player, audience).shares : []
    for position in profiles.range(ofRow: player) where profiles.values[position] > 0 {
      let (game, confidence) = (Int(profiles.columnIndices[position]), profiles.values[position])
      let share = SIMD2(1, usesOrder ? shares[positives] : 0)
      models.itemItem.neighborhood.add(
        game, confidence: confidence, times: ofNeighborhood * share, to: &neighborhood)
      models.itemItem.ease?.add(game, confidence: confidence, times: ofEASE * share, to: &ease)
      models.content.add(game, weight: confidence, to: &taste)
      newGames?.add(game, times: 1, to: &tagTaste)
      if ofEASE.y > 0 { newGames?.add(game, times: share.y, to: &latestTagTaste) }
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
        friends.add(others.columnIndices[position])
      }
    }
  }
}

extension ItemItemModel {
  /// Adds one game's weights to the sums of all games.
  ///
  /// - Parameter shares: how much of the weights counts for each sum of a game.
  func add(
    _ game: Int, confidence: Float, times shares: SIMD2<Float>, to sums: inout GameSums
  ) {
    guard shares != .zero else { return }
    let range = weights.range(ofRow: game)
    sums.add(
      weights.values.span.extracting(range), times: shares * voice(confidence),
      to: weights.columnIndices.span.extracting(range))
  }
}
