package import FindieBatch
import FindieDomain
package import FindieRecommender
import FindieWorkers

extension Stage<Evaluation> {
  /// Hides a part of what players like, and sees which model finds it again: popularity, tag
  /// similarity, item-kNN and ALS, all without having seen it.
  package static func evaluateModels(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    Stage(
      "evaluation", from: past, catalogue, matrix,
      parameters: [
        canonicalJSON(parameters.evaluation), canonicalJSON(parameters.als),
        canonicalJSON(parameters.newGames), canonicalJSON(parameters.neighborhood),
      ]
    ) { context, past, catalogue, matrix in
      let games = catalogue.catalogue.games
      let progress = context.progress(total: parameters.als.iterations, unit: "iterations")
      return try Evaluation(
        ofNight: matrix, games: games,
        isOut: games.map { $0.availability(on: past.day) == .out }, parameters: parameters,
        workers: night.workers
      ) { _ in try progress(1) }
    }
  }
}

extension Evaluation {
  /// Trains on a part of the matrix and judges by the rest.
  ///
  /// - Parameter progress: called after each iteration of the training; throws to stop.
  init(
    ofNight matrix: InteractionMatrix, games: [Game], isOut: [Bool], parameters: NightParameters,
    workers: Workers, progress: (Int) throws -> Void = { _ in }
  ) throws {
    let split = Split.random(matrix, parameters: parameters.evaluation, isOut: isOut)
      .limited(to: parameters.evaluation.players, seed: parameters.evaluation.seed)
    let content = ContentModel(games)
    let model = try FactorModel(
      trainedOn: split.train, content, parameters, workers: workers, progress: progress)
    try self.init(
      of: [
        PopularityRanker(positives: split.train.positives), ContentRanker(content),
        ItemNeighborhood(parameters.neighborhood).fit(split.train, workers: workers),
        FactorRanker(model),
      ],
      split: split, ks: [parameters.evaluation.k], features: content.vectors,
      parameters: parameters.evaluation, workers: workers)
  }
}
