import FindieDomain
import FindieLinearAlgebra
import FindieRecommender
import FindieWorkers
import Foundation

extension ServedModel {
  /// The models of an earlier night that serve on, for the players and games of this one: made as when
  /// the lists were (`chooseLists`).
  ///
  /// - Parameter folder: of the published night.
  static func champion(
    _ day: Day, servingIn folder: URL, _ matrix: InteractionMatrix, content: ContentModel
  ) throws -> (factors: FactorModel, items: ItemItemModels, ranker: RankerWeights) {
    let (judged, ranker) = try served(day, in: folder)
    let models = judged.models(for: matrix.games, content: content)
    let players = try models.factors.factors(of: matrix.observed, workers: Workers(threads: 1))
    let factors = FactorModel(
      players: players, games: models.factors.games, parameters: models.factors.parameters)
    return (factors, models.itemItem, ranker)
  }

  private static func served(
    _ day: Day, in folder: URL
  ) throws(ServedModelFailure) -> (JudgedModels, RankerWeights) {
    do throws(Champion.Unusable) {
      return try Champion(day, servingIn: folder).models()
    } catch {
      throw .damaged(path: folder.appending(path: "judged").path, detail: error.description)
    }
  }
}
