package import FindieBatch
import FindieDomain
package import FindieEvaluation
import FindieLinearAlgebra
package import FindieModels
import FindieWorkers

extension Stage<FactorModel> {
  /// Trains a factor per player and per game by ALS. The factors of games with few players are predicted
  /// from genres and tags.
  package static func trainFactors(
    from matrix: Stage<InteractionMatrix>, _ catalogue: Stage<NightCatalogue>,
    _ tuning: Stage<TunedParameters>, _ champion: Stage<Champion>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    let named: NamedParameters = ["newGames": parameters.newGames]
    // The published night is an input only if the training starts from its factors.
    guard parameters.als.start == .lastNight else {
      return Stage("factors", from: matrix, catalogue, tuning, parameters: named) {
        context, matrix, catalogue, tuning in
        try FactorModel(context, matrix, catalogue, tuning.adopted.als, nil, night)
      }
    }
    return Stage("factors", from: matrix, catalogue, tuning, champion, parameters: named) {
      context, matrix, catalogue, tuning, champion in
      try FactorModel(context, matrix, catalogue, tuning.adopted.als, champion, night)
    }
  }
}

extension FactorModel {
  fileprivate init(
    _ context: StageContext, _ matrix: InteractionMatrix, _ catalogue: NightCatalogue,
    _ parameters: ALSParameters, _ champion: Champion?, _ night: Night
  ) throws {
    let content = ContentModel(catalogue.catalogue.games)
    let progress = context.progress(total: parameters.iterations, unit: "iterations")
    let start = champion.flatMap { champion in
      champion.startingFactors(for: matrix.games, content, rank: parameters.rank) {
        context.warn("training starts from random factors: \($0)")
      }
    }
    try self.init(
      trainedOn: matrix.observed, content, parameters, newGames: night.parameters.newGames,
      workers: night.workers, startingFrom: start
    ) { _ in try progress(1) }
  }
}

extension Champion {
  /// Y[games, rank]: the published models' factors, a row of zeros for each new game; nil if training
  /// cannot start from them.
  fileprivate func startingFactors(
    for games: Identifiers, _ content: ContentModel, rank: Int, orElse warn: (String) -> Void
  ) -> Matrix? {
    do throws(Unusable) {
      let factors = try models().models(for: games, content: content).factors.games
      guard factors.columns <= rank else {
        warn("the published factors have rank \(factors.columns), tonight's \(rank)")
        return nil
      }
      return factors
    } catch {
      warn(error.description)
      return nil
    }
  }
}
