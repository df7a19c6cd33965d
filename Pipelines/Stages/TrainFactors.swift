package import FindieBatch
import FindieDomain
import FindieLinearAlgebra
package import FindieRecommender
import FindieWorkers

extension Stage<FactorModel> {
  /// Learns a factor a player and a factor a game; those of games that few have played are made up from
  /// their genres and tags.
  package static func trainFactors(
    from matrix: Stage<InteractionMatrix>, _ catalogue: Stage<NightCatalogue>,
    _ champion: Stage<Champion>, _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    let numbers: NamedParameters = ["als": parameters.als, "newGames": parameters.newGames]
    // The night before is an input only of a night that starts from it.
    guard parameters.als.start == .lastNight else {
      return Stage("factors", from: matrix, catalogue, parameters: numbers) {
        context, matrix, catalogue in
        try FactorModel(context, matrix, catalogue, nil, parameters, night)
      }
    }
    return Stage("factors", from: matrix, catalogue, champion, parameters: numbers) {
      context, matrix, catalogue, champion in
      try FactorModel(context, matrix, catalogue, champion, parameters, night)
    }
  }
}

extension FactorModel {
  fileprivate init(
    _ context: StageContext, _ matrix: InteractionMatrix, _ catalogue: NightCatalogue,
    _ champion: Champion?, _ parameters: NightParameters, _ night: Night
  ) throws {
    let content = ContentModel(catalogue.catalogue.games)
    let progress = context.progress(total: parameters.als.iterations, unit: "iterations")
    let last = champion.flatMap { champion in
      champion.start(for: matrix.games, content, rank: parameters.als.rank) {
        context.warn("the training starts from random numbers: \($0)")
      }
    }
    try self.init(
      trainedOn: matrix.observed, content, parameters.als, newGames: parameters.newGames,
      workers: night.workers, startingFrom: last
    ) { _ in try progress(1) }
  }
}

extension Champion {
  /// The games' factors by which the published night was judged, a row of zeros for a game that is new;
  /// nil where they cannot be started from.
  fileprivate func start(
    for games: Identifiers, _ content: ContentModel, rank: Int, orElse say: (String) -> Void
  ) -> Matrix? {
    do throws(Unusable) {
      let last = try models().models(for: games, content: content).factors.games
      guard last.columns <= rank else {
        say("the published factors have rank \(last.columns), tonight's \(rank)")
        return nil
      }
      return last
    } catch {
      say(error.description)
      return nil
    }
  }
}
