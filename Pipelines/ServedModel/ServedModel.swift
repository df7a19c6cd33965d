import FindieAnalytics
package import FindieDomain
import FindieHistory
package import FindieModels
import FindiePublishing
package import FindieRanking
package import FindieStore
import FindieWorkers
import FindieWorkspace
import Foundation

/// The models of a published night, opened to compute single players' lists again. This takes
/// milliseconds, and gives the published list if nothing happened since.
///
/// `published/<day>/model/` has the night's artifacts (matrix, factors, items, ranker) and
/// `model.json`; if the champion's models computed the lists, only the matrix, and `held-out/` has
/// the others. Games, players and the trending list come from the night's store. A player's new
/// actions get the night's weights (`InteractionMatrix.row`), and the player's factor is the exact
/// solution for the new row. The factors of games, the counts and the ranker are the night's.
///
/// Grain: one row per player of the night.
package struct ServedModel: Sendable {
  package let night: Day
  package let settings: ServedSettings
  package let matrix: InteractionMatrix
  package let factors: FactorModel
  package let ranker: RankerWeights
  /// Without users, unless audiences are wanted.
  package let catalogue: Catalogue
  package let recommender: Recommender
  /// Who is in the arm of an experiment, and the recommender of each one with such players.
  let assignment: ExperimentAssignment
  private let arms: [(settings: ServedSettings, recommender: Recommender)]
  let foldIn: FoldIn
  /// What the operator's own model says about the players of the night; nil if nothing counts.
  let hints: PlayerHints?
  package let store: PublishedStore
  /// Records that changed since the night, by id.
  package var changedUsers: [ExactText: User] = [:]

  /// - Parameters:
  ///   - folder: the folder of the published night.
  ///   - store: the store of the night.
  ///   - hasAudiences: whether `audience(ofGame:)` is called, which needs all players' records.
  /// - Throws: `ServedModelFailure`, `StoreFailure`.
  /// - Complexity: all models are read; takes a second for hundreds of thousands of players.
  init(folder: URL, store: PublishedStore, hasAudiences: Bool) throws {
    // As in a night: BLAS with more threads rounds differently.
    BLASLibrary.useOneThread()
    let model = folder.appending(path: ServedModelFiles.folderName)
    let index = try ServedModelFiles.index(in: model)
    night = index.day
    settings = index.settings
    self.store = store
    matrix = try ServedModelFiles.part("matrix", in: model, index)
    let catalogue = try hasAudiences ? store.catalogue() : store.catalogueWithoutPlayers()
    self.catalogue = catalogue
    let content = ContentModel(catalogue)
    let items: ItemItemModels
    if let champion = index.champion {
      (factors, foldIn, items, ranker) = try Self.champion(
        champion, servingIn: folder, matrix, content: content)
    } else {
      factors = try ServedModelFiles.part("factors", in: model, index)
      foldIn = try FoldIn(factors, workers: Workers(threads: 1))
      ranker = try ServedModelFiles.part("ranker", in: model, index)
      items = try ServedModelFiles.part("items", in: model, index)
    }
    let games = catalogue.games.count
    guard try store.night().day == night,
      catalogue.games.map({ ExactText($0.id) }) == matrix.games.ids.map({ ExactText($0) }),
      factors.games.rows == games, factors.players.rows == matrix.players.count,
      items.neighborhood.weights.rows == games
    else {
      throw ServedModelFailure.damaged(
        path: model.path, detail: "its games or players differ from those in findie.sqlite"
      )
    }
    let models = RankingModels(factors: factors, itemItem: items, content: content)
    let trending = try store.trending()
    let suggestions =
      ranker.suggestions?.usesAny ?? false
      ? try ServedModelFiles.suggestions(index, in: folder) : .none
    let (matrix, factors, foldIn, night) = (matrix, factors, foldIn, night)
    func ranking(_ settings: ServedSettings, _ weights: RankerWeights) throws -> Recommender {
      try Recommender(
        ofNight: night, catalogue: catalogue, matrix, factors: factors.players, models: models,
        weights: weights, trending: [trending],
        suggestions: suggestions,
        isEligible: settings.recommendations.eligible.isEligible(catalogue.games),
        settings: settings
      ).prepared(with: foldIn)
    }
    recommender = try ranking(settings, ranker)
    hints = recommender.hints
    assignment = ExperimentAssignment(index.arms ?? [])
    let (settings, ranker) = (settings, ranker)
    arms = try assignment.experiments.map { experiment in
      let own = try experiment.settings(from: settings)
      return (own, try ranking(own, experiment.ranker(from: ranker)))
    }
  }

  /// The experiment whose arm a player is in; nil for none.
  package func arm(of id: String) -> String? {
    assignment.arm(of: id, on: night).map { assignment.experiments[$0].name }
  }

  /// The parameters of a player's lists.
  package func settings(of id: String) -> ServedSettings {
    assignment.arm(of: id, on: night).map { arms[$0].settings } ?? settings
  }

  /// The recommender of a player's lists.
  package func recommender(of id: String) -> Recommender {
    assignment.arm(of: id, on: night).map { arms[$0].recommender } ?? recommender
  }

  /// The players who want messages that are most likely to like a game.
  ///
  /// - Parameter game: its index.
  package func audience(ofGame game: Int, limit: Int) -> GameAudience {
    recommender.audience(
      ofGame: game, in: catalogue.games, limit: limit,
      isWilling: catalogue.areWilling(matrix.players), workers: Workers(threads: 1))
  }
}

extension ServedModel {
  /// The champion's models for the players and games of this night, with which `chooseLists`
  /// computed the lists.
  ///
  /// - Parameter folder: the folder of the published night.
  static func champion(
    _ day: Day, servingIn folder: URL, _ matrix: InteractionMatrix, content: ContentModel
  ) throws -> (factors: FactorModel, foldIn: FoldIn, items: ItemItemModels, ranker: RankerWeights) {
    let serving: Champion.Serving
    do throws(Champion.Unusable) {
      serving = try Champion(day, servingIn: folder).serving()
    } catch {
      throw ServedModelFailure.damaged(
        path: folder.appending(path: Champion.folderName).path, detail: error.description)
    }
    let models = serving.models.models(for: matrix.games, content: content)
    let workers = Workers(threads: 1)
    let foldIn = try FoldIn(models.factors, workers: workers)
    let factors = FactorModel(
      players: try foldIn.factors(of: matrix.observed, workers: workers),
      games: models.factors.games, parameters: models.factors.parameters)
    return (factors, foldIn, models.itemItem, serving.ranker)
  }
}
