import FindieDomain
import FindieRanking
import FindieStore
import FindieWorkspace
import Foundation

/// The lists that a sample of players would have if the night used models that are a week old. The
/// next night compares them with the published ones, which decides whether later nights train.
package struct OlderLists: JSONArtifact {
  package static var grain: String { "one row per player of the sample" }
  package static var countOfGrain: String? { "players" }
  package static var formatVersion: Int { 1 }

  /// The night that trained the models; nil if there are no lists.
  let models: Day?
  let lists: [List]

  /// The ids of a player's first games, as many as metrics score.
  struct List: Codable {
    let player: String
    let games: [String]
  }

  static let none = OlderLists(models: nil, lists: [])

  package var counts: [String: Int] { ["players": lists.count] }

  static let name = "older-lists"
}

extension OlderLists {
  /// The lists that a published night has.
  init(publishedOn day: Day, _ night: Night, warn: (String) -> Void) {
    let folder = night.workspace.published(day).appending(path: ServedModelFiles.folderName)
    do {
      let index = try ServedModelFiles.index(in: folder)
      self =
        index.parts[Self.name] == nil
        ? .none : try ServedModelFiles.part(Self.name, in: folder, index)
    } catch {
      warn("the lists of \(day) by older models were not tested: \(error)")
      self = .none
    }
  }

  /// What these lists lose against the published ones; nil if there are none.
  ///
  /// - Parameter likes: the ids of the games that each player liked on the day.
  func loss(
    against store: PublishedStore, _ likes: [(player: String, games: [String])], k: Int
  ) throws(StoreFailure) -> ModelAgeLoss? {
    guard models != nil else { return nil }
    let lists = Dictionary(
      lists.map { (ExactText($0.player), $0.games) }, uniquingKeysWith: { first, _ in first })
    var loss = ModelAgeLoss()
    for (player, liked) in likes {
      // An experiment's arm has other parameters.
      guard let older = lists[ExactText(player)],
        let published = try store.chosenGames(of: player), published.arm == nil
      else { continue }
      let trained = published.games.hits(liked, k: k).nDCG
      loss.add([older.hits(liked, k: k).nDCG - trained], of: [trained])
    }
    return loss
  }
}

extension PublishedStore {
  /// The ids of the games of a player's list without promoted ones, which no model chose, and the
  /// experiment whose arm the player is in; nil without a list.
  func chosenGames(of player: String) throws(StoreFailure) -> (games: [String], arm: String?)? {
    guard let list = try recommendationList(userId: player) else { return nil }
    return (list.games.filter { $0.promoted != true }.map(\.gameId), list.arm)
  }
}

extension [String] {
  /// How well these games, by rank, predict those that a player liked.
  func hits(_ liked: [String], k: Int) -> RankingMetrics {
    let liked = Set(liked.map { ExactText($0) })
    return RankingMetrics(
      hits: indices.filter { liked.contains(ExactText(self[$0])) }, relevant: liked.count, k: k)
  }
}
