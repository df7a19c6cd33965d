package import FindieAnalytics
package import FindieBatch
import FindieDomain
import FindieHistory
import FindieLinearAlgebra
import FindieEvaluation
import FindieModels
import FindieRanking
import FindieWorkers

extension Stage<RankerWeights> {
  /// Trains the ranker's weights for the models' scores, popularity, friends, trends and new releases, on
  /// recent positives that the models have not seen. It never reads what the evaluation holds out.
  package static func trainRanker(
    from data: ModelData, _ interactions: Stage<Interactions>, _ activity: Stage<Activity>,
    _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "ranker", from: data, interactions, activity,
      parameters: [
        "ranker": parameters.ranker, "candidates": parameters.candidates,
        "matrix": parameters.matrix, "evaluation": parameters.evaluation, "als": parameters.als,
        "newGames": parameters.newGames, "neighborhood": parameters.neighborhood,
        "ease": parameters.ease, "trending": parameters.trending,
      ] as NamedParameters
    ) { context, data, interactions, activity in
      let training = RankerTrainingData(
        data.matrix, events: interactions.table, catalogue: data.catalogue.catalogue,
        on: data.history.day, parameters: parameters, workers: night.workers)
      let progress = context.progress(total: parameters.als.iterations, unit: "iterations")
      return try training.weights(
        activity: activity, workers: night.workers, availableBytes: night.memory.availableBytes
      ) { _ in try progress(1) }
    }
  }
}

/// The ranker's training data: the players' actions up to some time, and their later positives.
struct RankerTrainingData {
  private let split: Split
  private let trainedPlayers: Identifiers
  private let catalogue: Catalogue
  private let day: Day
  private let parameters: NightParameters

  /// Splits by time. Where too few players have recent positives, or most interactions have no date, the
  /// latest dated ones do not represent later positives, and the split is random.
  init(
    _ matrix: InteractionMatrix, events: EventTable, catalogue: Catalogue, on night: Day,
    parameters: NightParameters, workers: Workers
  ) {
    self.catalogue = catalogue
    self.parameters = parameters
    let isOut = catalogue.games.map { $0.availability(on: night) == .out }
    let holdOut = HoldOut(
      matrix, share: parameters.evaluation.heldOutShare, seed: parameters.evaluation.seed,
      isOut: isOut)
    let undated = matrix.seen.values.count { $0 == .infinity }
    if 2 * undated <= matrix.seen.count,
      let first = events.firstDay(ofLast: parameters.ranker.heldOutShare)
    {
      let before = holdOut.removed(
        from: InteractionMatrix(
          interactions: events, wishlists: catalogue.wishlists, users: catalogue.users,
          games: matrix.games.ids, on: first, parameters: parameters.matrix, workers: workers))
      let wasOut = catalogue.games.map { $0.availability(on: first) == .out }
      let byTime = Split.byTime(before, holdOut.train, on: first, isOut: wasOut)
      if byTime.players.count >= parameters.ranker.minimumPlayers {
        split = byTime.limited(to: parameters.ranker.players, seed: parameters.ranker.seed)
        trainedPlayers = before.players
        day = first
        return
      }
    }
    var random = parameters.evaluation
    random.seed = parameters.ranker.seed
    split = Split.random(holdOut.train, parameters: random, isOut: isOut)
      .limited(to: parameters.ranker.players, seed: parameters.ranker.seed)
    trainedPlayers = holdOut.train.players
    day = night
  }

  /// - Parameter progress: called after each iteration of the factors; throws to stop.
  func weights(
    activity: Activity, workers: Workers, availableBytes: Int?, progress: (Int) throws -> Void
  ) throws -> RankerWeights {
    guard split.players.count >= parameters.ranker.minimumPlayers else { return .unlearned }
    let models = try RankingModels(
      trainedOn: split.train, content: ContentModel(catalogue.games), parameters: parameters.models,
      newGames: parameters.newGames, workers: workers,
      availableBytes: availableBytes, progress: progress)
    return try RankerWeights.learned(
      from: Audience(
        testedBy: split, trained: trainedPlayers, model: models.factors, users: catalogue.users),
      heldOut: split.heldOut, models: models,
      signals: GameSignals(
        games: catalogue.games, isListed: split.candidates, positives: split.train.positives,
        likes: split.train.positives, shown: split.train.columnCounts, lifts: lifts(activity),
        on: day, parameters: parameters.candidates),
      candidates: parameters.candidates, parameters: parameters.ranker,
      sentence: ([split.sentence] + split.notes).joined(separator: " "), workers: workers)
  }

  /// The lifts of the games that trended on the day of the split; none if the split is random.
  private func lifts(_ activity: Activity) -> [Double?] {
    guard day < activity.night else { return catalogue.games.map { _ in nil } }
    let lists = Trending(parameters.trending).lists(
      activity, games: catalogue.games, users: catalogue.users, asOf: day)
    return TrendingGames.lifts(lists, of: catalogue.games)
  }
}
