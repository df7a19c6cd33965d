import FindieDomain
import FindieModels
import FindieWorkers

/// The search for all players' candidates, in parts that are distributed over threads.
struct CandidateSearch: Sendable {
  /// Players without positives have the factor of their taste.
  private(set) var audience: Audience
  let models: RankingModels
  let signals: GameSignals
  private let eligibility: Eligibility?
  private let parameters: CandidateParameters
  private let factors: Int
  private let isUsed: UsedFeatures
  let tastes: TasteFactors
  /// Computed once by `prepare`, otherwise for each search.
  private var top: FactorTopGames?
  private var similar: FactorTopGames?
  private var systems: SharedSystems?

  /// - Parameters:
  ///   - factors: the number of candidates by factors.
  ///   - tastes: of all players, if the audience has some of them; nil if it has all.
  ///   - isUsed: as in `CandidateFinder`; all features by default.
  init(
    _ audience: Audience, models: RankingModels, signals: GameSignals, eligibility: Eligibility?,
    parameters: CandidateParameters, factors: Int, tastes: TasteFactors? = nil,
    isUsed: @escaping UsedFeatures = { _, _ in true }
  ) {
    precondition(
      audience.profiles.columns == models.factors.games.rows
        && audience.factors.columns == models.factors.games.columns
        && signals.isListed.count == models.factors.games.rows, "an audience of other games")
    self.models = models
    self.signals = signals
    self.eligibility = eligibility
    self.parameters = parameters
    self.factors = factors
    self.isUsed = isUsed
    let tastes =
      tastes
      ?? TasteFactors(
        factors: audience.factors, profiles: audience.profiles, genres: signals.genres)
    self.tastes = tastes
    self.audience = audience.with(tastes)
  }

  /// The part that all players' equations share.
  func playerSystems(workers: Workers) throws(ModelFailure) -> SharedSystems {
    if let systems { return systems }
    return try models.factors.playerSystems(workers: workers)
  }

  /// Computes once what does not depend on the players, for many searches of few players on one
  /// thread.
  ///
  /// - Parameter systems: `FactorModel.playerSystems`.
  mutating func prepare(_ systems: SharedSystems) throws {
    top = try topGames(workers: Workers(threads: 1), FactorTopGames.defaultMemoryInBytes)
    similar = try similarGames(workers: Workers(threads: 1), FactorTopGames.defaultMemoryInBytes)
    self.systems = systems
  }

  /// The same search for other players, with the taste factors of the original audience.
  func with(_ audience: Audience) -> CandidateSearch {
    var search = self
    search.audience = audience.with(tastes)
    return search
  }

  private func topGames(
    workers: Workers, _ memoryInBytes: Int
  ) throws(ModelFailure) -> FactorTopGames {
    try FactorTopGames(
      models.factors.games, isListed: signals.isListed, count: factors, workers: workers,
      memoryInBytes: memoryInBytes)
  }

  /// As `topGames`, by the games' vectors; nil without vectors.
  private func similarGames(
    workers: Workers, _ memoryInBytes: Int
  ) throws(ModelFailure) -> FactorTopGames? {
    guard let vectors = models.content.embeddings?.vectors else { return nil }
    return try FactorTopGames(
      vectors, isListed: signals.isListed, count: parameters.neighbors, workers: workers,
      memoryInBytes: memoryInBytes)
  }

  /// The results of `body` for each part of the players, in order.
  ///
  /// - Parameters:
  ///   - players: nil for all.
  ///   - scratch: called once per thread.
  ///   - progress: called with the number of players of each part; throws to stop.
  func parts<Result: Sendable, Scratch: ~Copyable>(
    of players: Range<Int>? = nil, workers: Workers,
    memoryInBytes: Int = FactorTopGames.defaultMemoryInBytes,
    progress: @Sendable (Int) throws -> Void = { _ in }, scratch: @Sendable () -> Scratch,
    body: @Sendable (Range<Int>, inout PartSearch, inout Scratch) throws -> Result
  ) throws -> [Result] {
    let top = try self.top ?? topGames(workers: workers, memoryInBytes)
    let similar = try self.similar ?? similarGames(workers: workers, memoryInBytes)
    let players = players ?? 0..<audience.count
    // Both searches have memory for a part.
    let ranges = [top, similar].compactMap { $0?.parts(ofPlayers: players.count) }
    let parts = (ranges.max { $0.count < $1.count } ?? []).map {
      players.lowerBound + $0.lowerBound..<players.lowerBound + $0.upperBound
    }
    return try workers.map(
      parts.count,
      scratch: {
        ThreadScratch(
          search: PartSearch(
            finder: CandidateFinder(
              models: models, audience: audience, signals: signals, eligibility: eligibility,
              parameters: parameters,
              isUsed: isUsed),
            selection: FactorSelection(top), similar: Self.selection(similar), audience: audience,
            embeddings: models.content.embeddings, eligibility: eligibility),
          own: scratch())
      }
    ) { part, scratch in
      try progress(parts[part].count)
      return try body(parts[part], &scratch.search, &scratch.own)
    }
  }
}

extension CandidateSearch {
  fileprivate static func selection(_ top: FactorTopGames?) -> FactorSelection? {
    guard let top else { return nil }
    return FactorSelection(top)
  }
}

private struct ThreadScratch<Own: ~Copyable>: ~Copyable {
  var search: PartSearch
  var own: Own
}

/// The search on one thread.
struct PartSearch: ~Copyable {
  fileprivate var finder: CandidateFinder
  fileprivate var selection: FactorSelection
  /// By the games' vectors.
  fileprivate var similar: FactorSelection?
  fileprivate let audience: Audience
  fileprivate let embeddings: Embeddings?
  fileprivate let eligibility: Eligibility?

  /// Calls `body` for each player, with the player's candidates.
  ///
  /// - Parameters:
  ///   - draw: the exploration slots of a player with whom the finder has begun.
  ///   - others: games of rows of a player with whom the finder has begun.
  ///   - promoted: the games promoted to a player.
  mutating func each(
    _ players: Range<Int>,
    draw: (Int, borrowing CandidateFinder) -> [ExplorationSlot] = { _, _ in [] },
    others: (Int, borrowing CandidateFinder) -> [UInt32] = { _, _ in [] },
    promoted: (Int) -> [UInt32] = { _ in [] },
    _ body: (Int, borrowing CandidateFinder, [ExplorationSlot]) throws -> Void
  ) throws {
    let (audience, eligibility) = (audience, eligibility)
    let rows = Array(players)
    var isAllowed: FactorTopGames.Filter?
    if let eligibility {
      isAllowed = { player, game in
        eligibility.allows(game, for: audience.preferences[player])
      }
    }
    let best = try selection.lists(
      ofRows: rows[...], of: audience.factors, excluded: audience.excluded, isAllowed: isAllowed)
    let similar = try similarGames(rows, isAllowed)
    for (index, player) in players.enumerated() {
      finder.begin(player)
      let drawn = draw(player, finder)
      finder.find(
        player, best: best, similar: similar, at: index, drawn: drawn,
        others: others(player, finder), promoted: promoted(player),
        factor: audience.factors.row(player))
      try body(player, finder, drawn)
    }
  }

  /// The games most similar to those of each player by their vectors; nil without vectors.
  private mutating func similarGames(
    _ rows: [Int], _ isAllowed: FactorTopGames.Filter?
  ) throws -> SimilarGames? {
    guard let embeddings else { return nil }
    let width = embeddings.vectors.columns
    let tastes = Matrix(
      rows: rows.count, columns: width,
      elements: rows.flatMap { player in
        finder.uses(.vectors, player)
          ? audience.taste(of: player, by: embeddings).direction
          : [Float](repeating: 0, count: width)
      })
    var isAllowedInPart: FactorTopGames.Filter?
    if let isAllowed { isAllowedInPart = { isAllowed(rows[$0], $1) } }
    let best = try similar?.lists(
      ofRows: Array(rows.indices)[...], of: tastes, excluded: audience.excluded.gathering(rows),
      isAllowed: isAllowedInPart)
    return best.map { SimilarGames(tastes: tastes, best: $0) }
  }
}

/// The games most similar to those of some players.
struct SimilarGames {
  /// The directions of the players' tastes, [players, dimensions]; zeros for players without any.
  let tastes: Matrix
  let best: TopGames
}

extension Audience {
  /// These players, where those without positives have the factor of their favourite genres.
  fileprivate func with(_ tastes: TasteFactors) -> Audience {
    var known: [GenreSet: [Float]] = [:]
    var all = factors
    for player in 0..<count where !profiles.hasPositives(row: player) {
      let factor = known[favorites[player]] ?? tastes.factor(of: favorites[player])
      known[favorites[player]] = factor
      for (index, element) in factor.enumerated() { all[player, index] = element }
    }
    return with(factors: all)
  }
}

/// The number of candidates per player from each source.
package struct CandidateParameters: Codable, Sendable, Equatable {
  /// The best of all games by the factors.
  package var factors = 100
  /// The best games by the neighbourhood, and as many again by EASE.
  package var neighbors = 60
  /// The first of the night's trending games, and as many new releases.
  package var news = 30
  /// The games with positives of two or more friends, those of the most friends first.
  package var friends = 50
  /// Of the games with the fewest positives (`GameSignals.littleKnown`), which collaborative models
  /// cannot generate, the best by genres and tags.
  package var tags = 20
  /// How long a release is new, in days.
  package var freshDays = 60

  package init() {}
}
