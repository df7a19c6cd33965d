import FindieBatch
import FindieDomain
import FindieEvaluation
import FindieLinearAlgebra
import FindieModels
import FindieRanking
import FindieWorkers

/// Tonight's data, split into what models are trained on and the likes that they are evaluated by.
struct HeldOutData {
  let split: Split
  let content: ContentModel
  private let catalogue: Catalogue
  private let day: Day
  private let trainedPlayers: Identifiers
  private let parameters: NightParameters

  /// - Parameter maximumPlayers: the maximum number of players to test; nil for the evaluation's.
  init(_ data: StageValues<ModelData>, parameters: NightParameters, maximumPlayers: Int? = nil) {
    let (day, catalogue, matrix) = (data.history.day, data.catalogue.catalogue, data.matrix)
    self.catalogue = catalogue
    self.day = day
    self.parameters = parameters
    trainedPlayers = matrix.players
    content = ContentModel(catalogue.games)
    split = Split.random(
      matrix, parameters: parameters.evaluation,
      isOut: catalogue.games.map { $0.availability(on: day) == .out }
    ).limited(to: maximumPlayers ?? parameters.evaluation.players, seed: parameters.evaluation.seed)
  }

  /// The models that rank games on their own.
  func singleModels(_ models: RankingModels) -> [any Ranker] {
    let ease: [any Ranker] = models.itemItem.ease.map { [$0] } ?? []
    return [
      PopularityRanker(positives: split.train.positives), ContentRanker(content),
      models.itemItem.neighborhood,
    ] + ease + [FactorRanker(models.factors)]
  }

  /// The tested players' lists, computed as a night computes them.
  func lists(
    _ name: String, by models: RankingModels, weights: RankerWeights, settings: ServedSettings,
    workers: Workers
  ) throws -> ListedRanker {
    let table = try table(by: models, weights: weights, settings: settings, workers: workers)
    return ListedRanker(
      name, lists: (0..<table.count).map { Array(table.games(ofPlayer: $0)) })
  }

  private func table(
    by models: RankingModels, weights: RankerWeights, settings: ServedSettings, workers: Workers
  ) throws -> RecommendationTable {
    var recommendations = settings.recommendations
    recommendations.listLength = max(recommendations.listLength, parameters.evaluation.k)
    let games = catalogue.games
    return try Recommender(
      Audience(
        testedBy: split, trained: trainedPlayers, model: models.factors, users: catalogue.users),
      games: games, models: models,
      signals: GameSignals(
        games: games,
        isListed: Editions(games).best(of: split.candidates, evidence: split.train.positives),
        positives: split.train.positives, likes: split.train.positives,
        shown: split.train.columnCounts, minimumPlayers: settings.minimumPlayers,
        // Trends are counted from all events, the held-out likes included.
        lifts: games.map { _ in nil }, on: day, parameters: settings.candidates),
      weights: weights, eligibility: nil, on: day, parameters: recommendations,
      candidates: settings.candidates
    ).lists(workers: workers)
  }

  /// The discounts of popularity that a report compares.
  private static let discoveries = [0, 0.25, 0.5, 0.75, 1]

  /// What discounts of popularity cost and give, for these players.
  func discoveryCurve(
    by models: RankingModels, weights: RankerWeights, settings: ServedSettings, workers: Workers
  ) throws -> [DiscoveryPoint] {
    try HeldOutData.discoveries.map { discovery in
      var settings = settings
      settings.recommendations.discovery = discovery
      let table = try table(by: models, weights: weights, settings: settings, workers: workers)
      return DiscoveryPoint(
        discovery: discovery, lists: (0..<table.count).map { table.games(ofPlayer: $0) },
        split: split,
        isListed: split.candidates, k: parameters.evaluation.k)
    }
  }
}
