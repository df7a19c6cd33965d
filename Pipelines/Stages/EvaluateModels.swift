package import FindieBatch
import FindieDomain
import FindieLinearAlgebra
package import FindieRecommender
import FindieWorkers

extension Stage<Evaluation> {
  /// Hides a part of what players like, and sees which model finds it again, all without having seen it;
  /// the last are the lists as a night makes them.
  package static func evaluateModels(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ ranker: Stage<RankerWeights>,
    _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    Stage(
      "evaluation", from: past, catalogue, matrix, ranker,
      parameters: [
        canonicalJSON(parameters.evaluation), canonicalJSON(parameters.als),
        canonicalJSON(parameters.newGames), canonicalJSON(parameters.neighborhood),
        canonicalJSON(parameters.ease), canonicalJSON(parameters.candidates),
        canonicalJSON(parameters.recommendations),
      ]
    ) { context, past, catalogue, matrix, ranker in
      let progress = context.progress(total: parameters.als.iterations, unit: "iterations")
      return try Evaluation(
        ofNight: matrix, catalogue: catalogue.catalogue, on: past.day, ranker: ranker,
        parameters: parameters, workers: night.workers
      ) { _ in try progress(1) }
    }
  }
}

extension Evaluation {
  /// Trains on a part of the matrix and judges by the rest.
  ///
  /// - Parameter progress: called after each iteration of the training; throws to stop.
  init(
    ofNight matrix: InteractionMatrix, catalogue: Catalogue, on day: Day, ranker: RankerWeights,
    parameters: NightParameters, workers: Workers, progress: (Int) throws -> Void = { _ in }
  ) throws {
    let games = catalogue.games
    let isOut = games.map { $0.availability(on: day) == .out }
    let split = Split.random(matrix, parameters: parameters.evaluation, isOut: isOut)
      .limited(to: parameters.evaluation.players, seed: parameters.evaluation.seed)
    let content = ContentModel(games)
    let models = try RankingModels(
      trainedOn: split.train, content: content, parameters: parameters.models,
      newGames: parameters.newGames, workers: workers,
      availableBytes: Resources.availableMemoryInBytes, progress: progress)
    var recommendations = parameters.recommendations
    recommendations.listLength = max(recommendations.listLength, parameters.evaluation.k)
    let served = try Recommender(
      Audience(
        testedBy: split, trained: matrix.players, model: models.factors, users: catalogue.users),
      games: games, models: models,
      signals: GameSignals(
        games: games,
        isListed: Editions(games).best(of: isOut, evidence: split.train.positives),
        positives: split.train.positives, shown: split.train.columnCounts,
        // What trends was counted with what is held out.
        lifts: games.map { _ in nil }, on: day, parameters: parameters.candidates),
      weights: ranker, eligibility: nil, on: day, parameters: recommendations,
      candidates: parameters.candidates
    ).lists(workers: workers)
    let ease: [any Ranker] = models.itemItem.ease.map { [$0] } ?? []
    try self.init(
      of: [
        PopularityRanker(positives: split.train.positives), ContentRanker(content),
        models.itemItem.neighborhood,
      ] + ease + [
        FactorRanker(models.factors),
        ListedRanker(
          "Findie's lists", lists: (0..<served.count).map { Array(served.games(ofPlayer: $0)) }),
      ],
      split: split, ks: [parameters.evaluation.k], features: content.vectors,
      notes: [models.itemItem.easeSentence], parameters: parameters.evaluation, workers: workers)
  }
}
