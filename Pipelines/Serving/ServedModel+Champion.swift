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
    let serving: Champion.Serving
    do throws(Champion.Unusable) {
      serving = try Champion(day, servingIn: folder).serving()
    } catch {
      throw ServedModelFailure.damaged(
        path: folder.appending(path: "judged").path, detail: error.description)
    }
    let models = serving.models.models(for: matrix.games, content: content)
    let players = try models.factors.factors(of: matrix.observed, workers: Workers(threads: 1))
    let factors = FactorModel(
      players: players, games: models.factors.games, parameters: models.factors.parameters)
    return (factors, models.itemItem, serving.ranker)
  }
}
