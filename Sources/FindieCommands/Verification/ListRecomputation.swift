import FindieDomain
import FindieHistory
import FindieNight
import FindiePublishing
import FindieRanking
import FindieStore
import FindieText
import FindieWorkspace

/// Computes a sample of the published lists again, by the published night's models and data, and
/// compares them.
struct ListRecomputation: Codable, Sendable, Equatable {
  /// The number of lists that were computed again.
  private(set) var lists = 0
  /// The players whose lists differ.
  private(set) var differing: [String] = []
  /// Whether none was, since a rollback removed games or players from them.
  private var areChanged: Bool?

  /// - Parameter percent: of the players; the sample is the same in each run.
  init(percent: Double, workspace: Workspace) throws {
    self = try ServedFolder.read(workspace: workspace) { try Self(of: $0, percent: percent) }
  }

  private init(of folder: ServedFolder, percent: Double) throws {
    if try RemovedFromNight(of: folder.url) != nil {
      areChanged = true
      return
    }
    let model = try folder.model()
    for player in try folder.store.playersWithLists()
    where Double(hash64(of: player.utf8.span) % 10_000) < 100 * percent {
      guard let published = try folder.store.recommendationList(userId: player) else { continue }
      let own = try model.recomputedList(userId: player, as: published)
      lists += 1
      // The id is a hash of the published line.
      if own?.identified(arm: published.arm).listId != published.listId
        || own?.rows != published.rows
      {
        differing.append(player)
      }
    }
  }

  func problem(of player: String) -> String {
    "the list of \(player) differs from the one that the night's models and data give"
  }

  var sentence: String {
    if areChanged ?? false {
      return "No list was computed again, since a rollback removed games or players from them."
    }
    return "Of \(lists.counted("list")) computed again, "
      + (differing.isEmpty ? "all are the same." : "\(differing.count.grouped) differ.")
  }
}
