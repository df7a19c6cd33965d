import FindieAnalytics
package import FindieDomain
package import FindieHistory
package import FindieModels
package import FindieRanking
package import FindieWorkers

/// What a night learns from a history, outside of a run: its models, its weights and its lists.
///
/// ```swift
/// let night = try LearnedNight(
///   interactions, catalogue: catalogue, on: day, parameters: parameters, workers: workers,
///   lifts: lifts)
/// let lists = try night.lists(of: split, workers: workers)
/// ```
package struct LearnedNight: Sendable {
  package let heldOut: HeldOut
  package let ranker: RankerWeights
  /// The tuned parameters of the models.
  package let learned: ModelParameters
  private let models: RankingModels
  private let catalogue: Catalogue
  private let parameters: NightParameters
  /// Of the day of the lists.
  private let matrix: InteractionMatrix
  private let lifts: [Double?]
  private let day: Day

  /// - Parameters:
  ///   - interactions: ordered by time; those on `day` or later are left out.
  ///   - availableBytes: the maximum memory of dense EASE; nil for no limit.
  ///   - suggestions: as for `HeldOut`.
  ///   - lifts: the lower bounds of the games that were trending on a day, by game.
  package init(
    _ interactions: EventTable, catalogue: Catalogue, on day: Day, parameters: NightParameters,
    workers: Workers, availableBytes: Int? = nil,
    suggestions: (Day?) throws -> TestedSuggestions? = { _ in nil }, lifts: (Day) -> [Double?]
  ) throws {
    let matrix = InteractionMatrix(
      interactions: interactions, wishlists: catalogue.packedWishlists,
      users: catalogue.packedUsers,
      games: catalogue.games.map(\.id), on: day, parameters: parameters.matrix, workers: workers)
    let heldOut = try HeldOut(
      interactions, catalogue: catalogue, matrix: matrix, on: day, parameters: parameters,
      workers: workers, suggestions: suggestions, lifts: lifts)
    let learned = try parameters.tunedModels(
      heldOut.validation.split, days: heldOut.train.days, workers: workers)
    let hasDenseWeights =
      availableBytes.map {
        EASE(learned.ease).bytesOfDenseWeights(matrix.observed) <= $0
      } ?? true
    func train(on observed: SparseRows, _ days: [Float]) throws -> RankingModels {
      try RankingModels(
        trainedOn: observed, days: days, content: heldOut.content, parameters: learned,
        workers: workers, hasDenseWeights: hasDenseWeights)
    }
    self.heldOut = heldOut
    self.learned = learned
    ranker = try heldOut.ranker(
      train(on: heldOut.train.observed, heldOut.train.days), parameters: parameters,
      workers: workers)
    models = try train(on: matrix.observed, matrix.days)
    self.matrix = matrix
    self.catalogue = catalogue
    self.parameters = parameters
    self.day = day
    self.lifts = lifts(day)
  }

  /// The popularity of the last days as a model, in the window that ranked best on the validation;
  /// nil if there are no recent positives.
  package var recentPopularity: PopularityRanker? {
    guard let days = ranker.recentDays,
      let window = RecentPositives.windows.firstIndex(of: days)
    else { return nil }
    return PopularityRanker(
      RecentPositives.name(ofWindow: window), positives: matrix.recent.counts(window: window))
  }

  /// The models that rank games on their own, trained on everything before the day.
  package func singleModels(workers: Workers) throws(ModelFailure) -> [any Ranker] {
    try models.singleModels(
      positives: matrix.positives, recent: recentPopularity, workers: workers)
  }

  /// The night's lists of a split's tested players, as they would have been published.
  ///
  /// - Parameters:
  ///   - split: of the same games; its profiles are as of the day.
  ///   - suggestions: of the night.
  ///   - hasVariety: whether lists are varied, limited and explored as the parameters say.
  ///   - ofRows: whether a player's list has the games of the player's rows instead.
  package func lists(
    of split: Split, suggestions: Suggestions = .none, hasVariety: Bool, ofRows: Bool = false,
    workers: Workers
  ) throws -> ListedRanker {
    let games = catalogue.games
    var recommendations = parameters.recommendations
    if !ofRows { recommendations = recommendations.withoutRows }
    if !hasVariety { recommendations = recommendations.withoutVariety }
    recommendations.listLength = max(recommendations.listLength, parameters.evaluation.k)
    let table = try Recommender(
      Audience(
        testedBy: split, trained: matrix.players, model: models.factors,
        users: catalogue.packedUsers
      ).with(suggestions.hints(for: split.players, games: matrix.games, models.content.embeddings)),
      games: games, models: models,
      signals: GameSignals(
        games: games, GameCounts(matrix),
        isListed: ListableGames.isListed(
          games, isOut: split.candidates, positives: matrix.positives,
          minimumPlayers: parameters.reports.minimumPlayers),
        minimumPlayers: parameters.reports.minimumPlayers, lifts: lifts, on: day,
        parameters: parameters.candidates),
      weights: ranker, eligibility: nil, on: day, parameters: recommendations,
      candidates: parameters.candidates
    ).lists(workers: workers)
    return ListedRanker(
      ofRows
        ? "Findie's rows" : hasVariety ? "Findie's lists" : "Findie's lists without variety",
      lists: (0..<table.count).map {
        ofRows ? table.rows.gamesInTurn(ofPlayer: $0) : Array(table.games(ofPlayer: $0))
      })
  }
}
