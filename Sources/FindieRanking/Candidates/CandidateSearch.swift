import FindieLinearAlgebra
import FindieModels
import FindieWorkers

/// The search for all players' candidates, in parts that are distributed over threads.
struct CandidateSearch: Sendable {
  /// Players without positives have a factor of their taste.
  private(set) var audience: Audience
  let models: RankingModels
  let signals: GameSignals
  private let eligibility: Eligibility?
  private let parameters: CandidateParameters
  private let factors: Int
  private let tastes: TasteFactors
  /// Computed once by `prepare`, otherwise for each search.
  private var top: FactorTopGames?
  private var systems: SharedSystems?

  /// - Parameter factors: the number of candidates by factors.
  init(
    _ audience: Audience, models: RankingModels, signals: GameSignals, eligibility: Eligibility?,
    parameters: CandidateParameters, factors: Int
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
    tastes = TasteFactors(
      factors: audience.factors, profiles: audience.profiles, genres: signals.genres)
    self.audience = audience.with(tastes)
  }

  /// The part that all players' equations share.
  func playerSystems(workers: Workers) throws(ModelFailure) -> SharedSystems {
    if let systems { return systems }
    return try models.factors.playerSystems(workers: workers)
  }

  /// Computes once what does not depend on the players, for many searches of few players on one
  /// thread.
  mutating func prepare() throws {
    let workers = Workers(threads: 1)
    top = try topGames(workers: workers, FactorTopGames.defaultMemoryInBytes)
    systems = try playerSystems(workers: workers)
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
    let players = players ?? 0..<audience.count
    let parts = top.parts(ofPlayers: players.count).map {
      players.lowerBound + $0.lowerBound..<players.lowerBound + $0.upperBound
    }
    return try workers.map(
      parts.count,
      scratch: {
        ThreadScratch(
          search: PartSearch(
            finder: CandidateFinder(
              models, audience, signals, eligibility: eligibility, parameters: parameters),
            selection: FactorSelection(top), audience: audience, eligibility: eligibility),
          own: scratch())
      }
    ) { part, scratch in
      try progress(parts[part].count)
      return try body(parts[part], &scratch.search, &scratch.own)
    } finish: { _ in
    }
  }
}

private struct ThreadScratch<Own: ~Copyable>: ~Copyable {
  var search: PartSearch
  var own: Own
}

/// The search on one thread.
struct PartSearch: ~Copyable {
  private var finder: CandidateFinder
  private var selection: FactorSelection
  private let audience: Audience
  private let eligibility: Eligibility?

  init(
    finder: consuming CandidateFinder, selection: consuming FactorSelection, audience: Audience,
    eligibility: Eligibility?
  ) {
    self.finder = finder
    self.selection = selection
    self.audience = audience
    self.eligibility = eligibility
  }

  /// Calls `body` for each player, with the player's candidates.
  ///
  /// - Parameter draw: the exploration slots of a player.
  mutating func each(
    _ players: Range<Int>, draw: (Int) -> [ExplorationSlot] = { _ in [] },
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
      ofRows: rows[...], of: audience.factors, excluded: audience.seen, isAllowed: isAllowed)
    for (index, player) in players.enumerated() {
      let drawn = draw(player)
      finder.find(
        player, best: best, at: index, drawn: drawn,
        factor: audience.factors.row(player))
      try body(player, finder, drawn)
    }
  }
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
