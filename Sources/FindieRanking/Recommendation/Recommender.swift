package import FindieDomain
package import FindieModels
package import FindieWorkers
import Synchronization

/// Builds every player's list: candidates from all models and from new games, scored by one ranker,
/// chosen and ordered for variety, with a few exploration slots; hard filters always apply.
///
/// A player known only by favourite genres has the factor of that taste (`TasteFactors`).
package struct Recommender: Sendable {
  private(set) var search: CandidateSearch
  let weights: RankerWeights
  let gameScores: [[Double]]
  let promotions: ActivePromotions
  private let variety: VarietyCatalogue
  private let rowFacts: RowFacts?
  private let exploration: ExplorationSlots
  let eligibility: Eligibility?
  private let parameters: RecommendationParameters

  /// - Parameters:
  ///   - audience: the players, their factors solved for `models`.
  ///   - games: in the order of their indices.
  ///   - eligibility: nil to ignore players' own limits.
  ///   - promotions: those of the day.
  ///   - day: the day of the run.
  ///   - tastes: of all players, if the audience has some of them; nil if it has all.
  package init(
    _ audience: Audience, games: [Game], models: RankingModels, signals: GameSignals,
    weights: RankerWeights, eligibility: Eligibility?, promotions: [Promotion] = [], on day: Day,
    parameters: RecommendationParameters, candidates: CandidateParameters,
    tastes: TasteFactors? = nil
  ) {
    self.promotions = ActivePromotions(promotions, games: games)
    let parameters = parameters.limited(to: weights.variety)
    let weights = weights.discounted(discovery: parameters.discovery)
    // Vectors that do not count cost nothing.
    let models =
      weights.groups.contains { $0.weights[.vectors] != 0 } ? models : models.withoutVectors
    search = CandidateSearch(
      audience.limited(to: weights), models: models, signals: signals, eligibility: eligibility,
      parameters: candidates,
      // Where the catalogue has enough games, no list is short.
      factors: max(candidates.factors, parameters.listLength), tastes: tastes
    ) { feature, kind in
      weights.groups[weights.group(of: kind)].weights[feature] != 0
    }
    variety = VarietyCatalogue(
      games: games, content: models.content, positives: signals.positives)
    rowFacts =
      parameters.rows.maximum > 0
      ? RowFacts(
        games, studios: variety.studios, signals: signals, content: models.content, on: day)
      : nil
    exploration = ExplorationSlots(
      signals.newGames(games, on: day, parameters.exploration), games: games.count,
      likeRate: signals.likeRate, on: day, parameters: parameters.exploration)
    self.weights = weights
    gameScores = weights.gameScores(signals)
    self.eligibility = eligibility
    self.parameters = parameters
  }

  /// The factors of players known only by favourite genres.
  package var tastes: TasteFactors { search.tastes }

  /// The weights that score the candidates of a kind of player.
  package func weights(of kind: PlayerKind) -> RankerWeights.Group {
    weights.groups[weights.group(of: kind)]
  }

  /// This recommender, prepared to build a few lists at a time on one thread, in milliseconds.
  ///
  /// - Parameter foldIn: of the same factors.
  /// - Throws: if a game's factor is not finite.
  package func prepared(with foldIn: FoldIn) throws -> Recommender {
    var recommender = self
    try recommender.search.prepare(foldIn.systems)
    return recommender
  }

  /// The same recommender for other players. A player with an unchanged row keeps the same list,
  /// except for the top position, which depends on all players of an audience (`TopPositions`).
  package func with(_ audience: Audience) -> Recommender {
    var recommender = self
    recommender.search = search.with(audience.limited(to: weights))
    return recommender
  }

  /// What the operator's own model says about the players, if it counts.
  package var hints: PlayerHints? { search.audience.hints }

  /// The same recommender for some of its players, as rows in this order.
  package func ofPlayers(_ rows: [Int]) -> Recommender {
    with(search.audience.gathering(rows))
  }

  /// The lists of all players, in the order of the audience's rows.
  ///
  /// - Parameters:
  ///   - memoryInBytes: the memory for the search by factors; lists do not depend on it.
  ///   - progress: called with the number of players done; throws to stop.
  package func lists(
    workers: Workers, memoryInBytes: Int = FactorTopGames.defaultMemoryInBytes,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> RecommendationTable {
    try lists(pendingLists(workers: workers, memoryInBytes: memoryInBytes, progress: progress))
  }

  /// The list of each player, as if there were no others.
  package func separateLists(workers: Workers) throws -> [RecommendationTable] {
    let lists = try pendingLists(workers: workers)
    return search.audience.ids.enumerated().map { player, id in
      lists.list(ofPlayer: player)
        .placed(of: [id], studios: variety.studios, parameters: parameters)
    }
  }

  /// The lists with top positions distributed over the games, and with promoted games.
  package func lists(_ lists: consuming PendingLists) -> RecommendationTable {
    lists.placed(of: search.audience.ids, studios: variety.studios, parameters: parameters)
  }

  /// The lists of all players before top positions are distributed.
  package func pendingLists(
    workers: Workers, memoryInBytes: Int = FactorTopGames.defaultMemoryInBytes,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> PendingLists {
    let systems = try search.playerSystems(workers: workers)
    let terms = rowFacts == nil ? [] : search.models.content.names
    let joined = Mutex(
      JoinedLists(players: search.audience.count, listLength: parameters.listLength))
    _ = try search.parts(
      workers: workers, memoryInBytes: memoryInBytes, progress: progress,
      scratch: { ListScratch(self, systems: systems) }
    ) { players, search, scratch in
      var lists = PendingLists(terms: terms)
      try search.each(
        players, draw: { draw(for: $0, $1, &scratch) },
        others: { scratch.rows?.begin($0, $1) ?? [] },
        promoted: { player in
          scratch.promotions = promotions(for: player)
          return scratch.promotions.map(\.game)
        }
      ) { player, finder, drawn in
        lists.append(try list(of: player, finder, drawn, &scratch), drawn)
      }
      joined.withLock { $0.add(lists, ofPlayersFrom: players.lowerBound) }
    }
    return joined.withLock { $0.lists }
  }

  /// The scratch memory of a thread, reused for all players.
  struct ListScratch: ~Copyable {
    var parts: ScoreDecomposer
    var builder: ListBuilder
    var order = ScoreOrder()
    /// Nil without rows.
    var rows: RowFinder?
    /// Those of the player whose candidates were found last.
    fileprivate var promotions: [ActivePromotions.Promotion] = []
    fileprivate var pools: [Eligibility.Preferences: ExplorationPool] = [:]

    init(_ recommender: Recommender, systems: SharedSystems) {
      parts = ScoreDecomposer(
        recommender.search.models, recommender.search.audience, weights: recommender.weights,
        systems: systems)
      builder = ListBuilder(
        catalogue: recommender.variety, parameters: recommender.parameters.variety)
      if let facts = recommender.rowFacts {
        rows = RowFinder(
          recommender.search.models, recommender.search.audience, recommender.search.signals,
          facts, maximum: recommender.parameters.rows.maximum)
      }
    }
  }

  /// The maximum number of cached pools: players' limits may differ for each player.
  private static let poolsKept = 1024

  func draw(
    for player: Int, _ finder: borrowing CandidateFinder, _ scratch: inout ListScratch
  ) -> [ExplorationSlot] {
    let preferences = search.audience.preferences[player]
    let pool: ExplorationPool
    if let known = scratch.pools[preferences] {
      pool = known
    } else {
      pool = exploration.pool { eligibility?.allows($0, for: preferences) ?? true }
      if scratch.pools.count == Self.poolsKept { scratch.pools.removeAll() }
      scratch.pools[preferences] = pool
    }
    return pool.draw(
      player: search.audience.ids[player], listLength: parameters.listLength,
      excluding: search.audience.seen.columns(ofRow: player)
    ) { finder.tagScores(of: $0) }
  }

  private func list(
    of player: Int, _ finder: borrowing CandidateFinder, _ drawn: [ExplorationSlot],
    _ scratch: inout ListScratch
  ) throws -> PlayerList {
    // The drawn games are the first candidates, and their positions are fixed.
    scratch.order.start()
    weights.score(finder, in: drawn.count..<finder.ofRows, gameScores, into: &scratch.order)
    let ranked = scratch.order.best(rowFacts == nil ? parameters.considered : .max)
    let rows = scratch.rows?.rows(ranked) ?? []
    var best: [RankedCandidate] = []
    // Without those that are only candidates of rows.
    for candidate in ranked {
      guard best.count < parameters.considered else { break }
      if finder.candidates.index(of: candidate.game) < finder.unpromoted { best.append(candidate) }
    }
    let drawn = drawn.map(\.game)
    let chosen = scratch.builder.list(
      of: best.span, genreTaste: taste(of: player), count: parameters.listLength - drawn.count,
      drawn: drawn)
    let listed = chosen.map(\.game) + drawn
    let promotions = scratch.promotions
    let games = listed + promotions.map(\.game).filter { !listed.contains($0) }
    try scratch.parts.decompose(player, finder, entries: games)
    let reasons = ReasonChoice(
      audience: search.audience, signals: search.signals, player: player, of: scratch.parts.parts)
    return PlayerList(
      source: source(of: player, isKnown: !scratch.parts.parts.evidence.isEmpty),
      entries: listed.indices.map { entry in
        PlayerList.Entry(
          game: games[entry], score: Float(scratch.parts.parts.score(entry)),
          // A drawn game is listed because it is new, whatever its score.
          reasons: entry < chosen.count
            ? reasons.reasons(of: scratch.parts, entry, game: games[entry])
            : EntryReasons(first: EntryReason(.exploration)))
      },
      promoted: promotions.compactMap { promotion in
        guard let entry = games.firstIndex(of: promotion.game) else { return nil }
        return PromotedEntry(
          entry: PlayerList.Entry(
            game: promotion.game, score: Float(scratch.parts.parts.score(entry)),
            reasons: reasons.reasons(of: scratch.parts, entry, game: promotion.game)),
          place: promotion.place)
      }, rows: rows)
  }

  /// The distribution of the player's likes over genres, or else the favourite genres.
  private func taste(of player: Int) -> GenreTaste {
    let audience = search.audience
    var taste = GenreTaste()
    for element in audience.profiles.range(ofRow: player)
    where audience.profiles.values[element] > 0 {
      taste.add(
        game: Int(audience.profiles.columnIndices[element]),
        weight: Double(audience.profiles.values[element]), in: variety)
    }
    return taste.isEmpty ? GenreTaste(audience.favorites[player]) : taste
  }

  private func source(of player: Int, isKnown: Bool) -> RecommendationList.Source {
    guard !isKnown else { return .personal }
    return search.audience.favoriteGenres[player].isEmpty ? .popular : .genres
  }
}

extension Audience {
  /// These players with what counts of what the operator's own model says about them.
  fileprivate func limited(to weights: RankerWeights) -> Audience {
    with(
      hints?.limited(
        candidates: weights.groups.contains { $0.weights[.candidates] != 0 },
        vectors: weights.suggestions?.usesVectors ?? false))
  }
}
