import FindieAnalytics
package import FindieDomain
import FindieFiles
import FindieHistory
package import FindieModels
import FindiePublishing
package import FindieRanking
package import FindieStore
import FindieWorkers
package import FindieWorkspace
package import Foundation

/// The models of a published night, opened to compute single players' lists again.
///
/// `published/<day>/model/` has the night's artifacts (matrix, factors, items, ranker) and
/// `model.json`; if the champion's models computed the lists, only the matrix, and `held-out/` has
/// the others. Games, players and the trending list come from the night's store.
///
/// Grain: one row per player of the night.
package struct ServedModel: Sendable {
  package let night: Day
  package let settings: ServedSettings
  package let matrix: InteractionMatrix
  package let factors: FactorModel
  package let ranker: RankerWeights
  package let catalogue: Catalogue
  package let recommender: Recommender
  /// Who is in the arm of an experiment, and the recommender of each one with such players.
  private let assignment: ExperimentAssignment
  private let arms: [(settings: ServedSettings, recommender: Recommender)]
  package let store: PublishedStore

  /// - Parameters:
  ///   - folder: the folder of the published night.
  ///   - store: the store of the night.
  /// - Throws: `ServedModelFailure`, `StoreFailure`.
  /// - Complexity: everything is read; takes seconds for hundreds of thousands of players.
  init(folder: URL, store: PublishedStore) throws {
    // As in a night: BLAS with more threads rounds differently.
    BLASLibrary.useOneThread()
    let model = folder.appending(path: ServedModelFiles.folderName)
    let index = try ServedModelFiles.index(in: model)
    night = index.day
    settings = index.settings
    self.store = store
    matrix = try ServedModelFiles.part("matrix", in: model, index)
    let catalogue = try store.catalogue()
    self.catalogue = catalogue
    let content = ContentModel(catalogue.games)
    let items: ItemItemModels
    let foldIn: FoldIn
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
    let (matrix, factors, night) = (matrix, factors, night)
    func ranking(_ settings: ServedSettings, _ weights: RankerWeights) throws -> Recommender {
      try Recommender(
        ofNight: night, catalogue: catalogue, matrix, factors: factors.players, models: models,
        weights: weights, trending: [trending],
        isEligible: settings.recommendations.eligible.isEligible(catalogue.games),
        minimumPlayers: settings.minimumPlayers, parameters: settings.recommendations,
        candidates: settings.candidates
      ).prepared(with: foldIn)
    }
    recommender = try ranking(settings, ranker)
    assignment = ExperimentAssignment(index.arms ?? [])
    let (settings, ranker) = (settings, ranker)
    arms = try assignment.experiments.map { experiment in
      let own = try experiment.settings(from: settings)
      return (own, try ranking(own, experiment.ranker(from: ranker)))
    }
  }

  /// The parameters of a player's lists.
  package func settings(of id: String) -> ServedSettings {
    assignment.arm(of: id, on: night).map { arms[$0].settings } ?? settings
  }

  /// The recommender of a player's lists.
  package func recommender(of id: String) -> Recommender {
    assignment.arm(of: id, on: night).map { arms[$0].recommender } ?? recommender
  }

  /// A player's list by the night's models and data, with the top position of the published list;
  /// nil for an unknown player.
  package func recomputedList(userId: String, as published: RecommendationList) throws
    -> RecommendationList?
  {
    guard let player = matrix.players.index(of: userId) else { return nil }
    return try recommender(of: userId).with(audience(of: player, id: userId))
      .lists(workers: Workers(threads: 1))
      .list(ofPlayer: 0, id: userId, date: night, games: catalogue.games)
      .cappingTopPosition(as: published)
  }

  /// One player.
  package func audience(of player: Int, id: String) -> Audience {
    let row = matrix.row(of: player)
    return Audience(
      ids: [id], profiles: row.observed, strongestActions: row.strongestActions, seen: row.seen,
      skips: row.skips, factors: factors.players.gathering([player]), users: withFriends(id),
      friendProfiles: matrix.observed, friendActions: matrix.strongestActions,
      friendIds: matrix.players)
  }

  /// A player's record and those of the friends, where known.
  private func withFriends(_ id: String) -> [User] {
    guard let own = user(id) else { return [] }
    return [own] + own.friendIds.filter { !$0.hasSameBytes(as: id) }.compactMap(user)
  }

  /// The players who want messages that are most likely to like a game.
  ///
  /// - Parameter game: its index.
  package func audience(ofGame game: Int, limit: Int) -> GameAudience {
    recommender.audience(
      ofGame: game, in: catalogue.games, limit: limit,
      isWilling: catalogue.areWilling(matrix.players), workers: Workers(threads: 1))
  }

  /// Binary search: players are sorted by the bytes of their ids.
  package func user(_ id: String) -> User? {
    let (users, id) = (catalogue.users, ExactText(id))
    var range = 0..<users.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let found = ExactText(users[middle].id)
      if found == id { return users[middle] }
      range = found < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
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

/// Reads the folder of the published night.
///
/// ```swift
/// let (store, model) = try ServedFolder.read(workspace: warehouse) { ($0.store, try $0.model()) }
/// ```
///
/// `published/current` is resolved once, and all files are read from that folder. If the folder is
/// replaced during the read (the night was published again), everything is read again, so that all
/// data is from one night.
package struct ServedFolder {
  package let url: URL
  package let store: PublishedStore
  package let day: Day

  /// The result of `body`; it is called again if the folder was replaced.
  ///
  /// - Parameter lifetime: how long after the night's publication its lists expire.
  /// - Throws: `NotFound`, `ServedModelFailure.unstable`, and the errors of `body`.
  package static func read<Value>(
    workspace: Workspace, lifetime: ListLifetime = .standard, _ body: (ServedFolder) throws -> Value
  ) throws -> Value {
    let current = workspace.current
    for _ in 0..<attempts {
      let folder = current.resolvingSymlinksInPath()
      guard let before = try identity(of: folder) else {
        throw workspace.nothingPublished
      }
      let result = Result {
        let store = try PublishedStore(
          at: folder.appending(path: Workspace.storeName), lifetime: lifetime)
        return try body(ServedFolder(url: folder, store: store, day: store.night().day))
      }
      if try identity(of: folder) == before { return try result.get() }
    }
    throw ServedModelFailure.unstable(path: current.path)
  }

  private static let attempts = 4

  /// The models of the night.
  package func model() throws -> ServedModel { try ServedModel(folder: url, store: store) }

  /// Differs between a folder and its replacement; nil if there is none.
  private static func identity(of folder: URL) throws -> Identity? {
    guard DurableFile.exists(folder) else { return nil }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    return Identity(
      number: attributes[.systemFileNumber] as? Int,
      changed: attributes[.modificationDate] as? Date)
  }

  private struct Identity: Equatable {
    let number: Int?
    let changed: Date?
  }
}
