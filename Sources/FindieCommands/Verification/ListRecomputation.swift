import FindieDomain
import FindieHistory
import FindieNight
import FindiePublishing
import FindieRanking
import FindieStore
import FindieText
package import FindieWorkspace

/// Computes a sample of the published lists again, each by the models and data of the night that
/// computed it, and compares them. A list of an earlier night differs if that night has other
/// models or parameters than the published one.
package struct ListRecomputation: Codable, Sendable, Equatable {
  /// The number of lists that were computed again.
  package private(set) var lists = 0
  /// Of them, those that an earlier night computed and later nights reused.
  package private(set) var reused = 0
  /// The number of lists whose night is no longer stored.
  package private(set) var unavailable = 0
  /// The players whose lists differ.
  package private(set) var differing: [String] = []

  /// - Parameter percent: of the players; the sample is the same in each run.
  package init(percent: Double, workspace: Workspace) throws {
    self = try ServedFolder.read(workspace: workspace) { try Self(of: $0, percent: percent) }
  }

  private init(of folder: ServedFolder, percent: Double) throws {
    let players = try folder.store.playersWithLists()
    let computed = try folder.computedLists()
    let nights = computed?.earlierNights ?? [:]
    var sample: [Day: [String]] = [:]
    for player in players {
      let hash = hash64(of: player.utf8.span)
      guard Double(hash % 10_000) < 100 * percent else { continue }
      sample[nights[hash] ?? folder.day, default: []].append(player)
    }
    for (night, players) in sample.sorted(by: { $0.key < $1.key }) {
      guard let computing = try night == folder.day ? folder : folder.other(night) else {
        unavailable += players.count
        continue
      }
      guard try night == folder.day || computing.computedLists()?.rules == computed?.rules else {
        lists += players.count
        reused += players.count
        differing += players
        continue
      }
      let model = try computing.model()
      for player in players {
        guard let published = try folder.store.recommendationList(userId: player) else { continue }
        let own = try model.recomputedList(userId: player, as: published)
        lists += 1
        if night != folder.day { reused += 1 }
        // The id is a hash of the published line.
        if own?.identified(arm: published.arm).listId != published.listId {
          differing.append(player)
        }
      }
    }
  }

  func problem(of player: String) -> String {
    "the list of \(player) differs from the one that its night's models and data give"
  }

  var sentence: String {
    "Of \(lists.counted("list")) computed again, \(reused.grouped) by an earlier night's models and "
      + "data, "
      + (differing.isEmpty ? "all are the same" : "\(differing.count.grouped) differ")
      + (unavailable == 0
        ? "." : ". \(unavailable.counted("list")) could not be, since their nights were removed.")
  }
}
