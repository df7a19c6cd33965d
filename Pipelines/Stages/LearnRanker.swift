package import FindieAnalytics
package import FindieBatch
import FindieDomain
import FindieHistory
import FindieLinearAlgebra
package import FindieRecommender
import FindieWorkers

extension Stage<RankerWeights> {
  /// Learns what each model's word, popularity, friends and news weigh: from what players came to be for
  /// lately, by models that have not seen it. What the evaluation holds out is not looked at.
  package static func learnRanker(
    from past: Stage<Past>, _ interactions: Stage<PastInteractions>,
    _ catalogue: Stage<NightCatalogue>, _ matrix: Stage<InteractionMatrix>,
    _ activity: Stage<Activity>, _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    Stage(
      "ranker", from: past, interactions, catalogue, matrix, activity,
      parameters: [
        "ranker": parameters.ranker, "candidates": parameters.candidates,
        "matrix": parameters.matrix, "evaluation": parameters.evaluation, "als": parameters.als,
        "newGames": parameters.newGames, "neighborhood": parameters.neighborhood,
        "ease": parameters.ease, "trending": parameters.trending,
      ] as NamedParameters
    ) { context, past, interactions, catalogue, matrix, activity in
      let lesson = RankerLesson(
        matrix, events: interactions.table, catalogue: catalogue.catalogue, on: past.day,
        parameters: parameters, workers: night.workers)
      let progress = context.progress(total: parameters.als.iterations, unit: "iterations")
      return try lesson.weights(
        activity: activity, workers: night.workers, availableBytes: night.memory.availableBytes
      ) { _ in try progress(1) }
    }
  }
}

/// What the ranker learns from: players as they were, and what they came to be for.
struct RankerLesson {
  private let split: Split
  private let trained: Identifiers
  private let catalogue: Catalogue
  private let day: Day
  private let parameters: NightParameters

  /// Cut by time; by chance where too few players came to be for something lately, or most of what is
  /// known has no date: then the last dated actions say little of what players will be for.
  init(
    _ matrix: InteractionMatrix, events: EventTable, catalogue: Catalogue, on night: Day,
    parameters: NightParameters, workers: Workers
  ) {
    self.catalogue = catalogue
    self.parameters = parameters
    let isOut = catalogue.games.map { $0.availability(on: night) == .out }
    let held = HoldOut(
      matrix, share: parameters.evaluation.heldOutShare, seed: parameters.evaluation.seed,
      isOut: isOut)
    let undated = matrix.seen.values.count { $0 == .infinity }
    if 2 * undated <= matrix.seen.count,
      let first = events.firstDay(ofLast: parameters.ranker.heldOutShare)
    {
      let before = held.removed(
        from: InteractionMatrix(
          interactions: events, wishlists: catalogue.wishlists, users: catalogue.users,
          games: matrix.games.ids, on: first, parameters: parameters.matrix, workers: workers))
      let wasOut = catalogue.games.map { $0.availability(on: first) == .out }
      let byTime = Split.byTime(before, held.train, on: first, isOut: wasOut)
      if byTime.players.count >= parameters.ranker.leastPlayers {
        split = byTime.limited(to: parameters.ranker.players, seed: parameters.ranker.seed)
        trained = before.players
        day = first
        return
      }
    }
    var chance = parameters.evaluation
    chance.seed = parameters.ranker.seed
    split = Split.random(held.train, parameters: chance, isOut: isOut)
      .limited(to: parameters.ranker.players, seed: parameters.ranker.seed)
    trained = held.train.players
    day = night
  }

  /// - Parameter progress: called after each iteration of the factors; throws to stop.
  func weights(
    activity: Activity, workers: Workers, availableBytes: Int?, progress: (Int) throws -> Void
  ) throws -> RankerWeights {
    guard split.players.count >= parameters.ranker.leastPlayers else { return .unlearned }
    let models = try RankingModels(
      trainedOn: split.train, content: ContentModel(catalogue.games), parameters: parameters.models,
      newGames: parameters.newGames, workers: workers,
      availableBytes: availableBytes, progress: progress)
    return try RankerWeights.learned(
      from: Audience(
        testedBy: split, trained: trained, model: models.factors, users: catalogue.users),
      heldOut: split.heldOut, models: models,
      signals: GameSignals(
        games: catalogue.games, isListed: split.candidates, positives: split.train.positives,
        likes: split.train.positives, shown: split.train.columnCounts, lifts: lifts(activity),
        on: day, parameters: parameters.candidates),
      candidates: parameters.candidates, parameters: parameters.ranker,
      sentence: ([split.sentence] + split.notes).joined(separator: " "), workers: workers)
  }

  /// What trended when the players came to be for what is learned from; nothing where that has no time.
  private func lifts(_ activity: Activity) -> [Double?] {
    guard day < activity.night else { return catalogue.games.map { _ in nil } }
    let lists = Trending(parameters.trending).lists(
      activity, games: catalogue.games, users: catalogue.users, asOf: day)
    return TrendingGames.lifts(lists, of: catalogue.games)
  }
}

extension EventTable {
  /// The first day from which on at most a share of the events lies; nil without events, and the last
  /// day where it holds more than that.
  func firstDay(ofLast share: Double) -> Day? {
    guard count > 0 else { return nil }
    // Events stand in the order of their instants.
    let place = min(count - 1, Int((Double(count) * (1 - share)).rounded(.up)))
    return day(place)
  }
}
