import FindieDomain
import FindieLinearAlgebra
import FindieRecommender
import FindieWorkers

/// The night's data with a part hidden: what models are trained on to be judged, and by what.
struct HeldOutNight {
  let split: Split
  let content: ContentModel
  private let catalogue: Catalogue
  private let day: Day
  private let trained: Identifiers
  private let parameters: NightParameters

  /// - Parameter players: how many are tested at most; nil for as many as the evaluation tests.
  init(
    _ matrix: InteractionMatrix, catalogue: Catalogue, on day: Day, parameters: NightParameters,
    players: Int? = nil
  ) {
    self.catalogue = catalogue
    self.day = day
    self.parameters = parameters
    trained = matrix.players
    content = ContentModel(catalogue.games)
    split = Split.random(
      matrix, parameters: parameters.evaluation,
      isOut: catalogue.games.map { $0.availability(on: day) == .out }
    ).limited(to: players ?? parameters.evaluation.players, seed: parameters.evaluation.seed)
  }

  /// The tested players' lists as a night makes them, by some models, weights and numbers.
  func lists(
    _ name: String, by models: RankingModels, weights: RankerWeights, settings: ServedSettings,
    workers: Workers
  ) throws -> ListedRanker {
    var recommendations = settings.recommendations
    recommendations.listLength = max(recommendations.listLength, parameters.evaluation.k)
    let games = catalogue.games
    let lists = try Recommender(
      Audience(testedBy: split, trained: trained, model: models.factors, users: catalogue.users),
      games: games, models: models,
      signals: GameSignals(
        games: games,
        isListed: Editions(games).best(of: split.candidates, evidence: split.train.positives),
        positives: split.train.positives, likes: split.train.positives,
        shown: split.train.columnCounts,
        // What trends was counted with what is held out.
        lifts: games.map { _ in nil }, on: day, parameters: settings.candidates),
      weights: weights, eligibility: nil, on: day, parameters: recommendations,
      candidates: settings.candidates
    ).lists(workers: workers)
    return ListedRanker(name, lists: (0..<lists.count).map { Array(lists.games(ofPlayer: $0)) })
  }
}
