import FindieDomain
import FindieLinearAlgebra
import FindieModels
import FindieNight
import FindieRanking
import FindieWorkers
import Foundation

extension ServedModel {
  /// The champion's models for the players and games of this night, with which `chooseLists` computed the
  /// lists.
  ///
  /// - Parameter folder: the folder of the published night.
  static func champion(
    _ day: Day, servingIn folder: URL, _ matrix: InteractionMatrix, content: ContentModel
  ) throws -> (factors: FactorModel, items: ItemItemModels, ranker: RankerWeights) {
    let serving: Champion.Serving
    do throws(Champion.Unusable) {
      serving = try Champion(day, servingIn: folder).serving()
    } catch {
      throw ServedModelFailure.damaged(
        path: folder.appending(path: Champion.folderName).path, detail: error.description)
    }
    let models = serving.models.models(for: matrix.games, content: content)
    let players = try models.factors.factors(of: matrix.observed, workers: Workers(threads: 1))
    let factors = FactorModel(
      players: players, games: models.factors.games, parameters: models.factors.parameters)
    return (factors, models.itemItem, serving.ranker)
  }
}
