import FindieDomain
import FindieModels
import FindieRanking
import FindieText
package import FindieWorkers
import FindieWorkspace
package import Foundation

/// The lists of all players before top positions are distributed, divided by players.
package struct PlayerLists: Division {
  let recommender: Recommender
  /// Makes what all tasks are given, from the factors of tastes of all players.
  let shared: @Sendable (TasteFactors) -> SharedListModel
  let suggestions: Suggestions
  let matrix: InteractionMatrix
  /// X[players, rank].
  let factors: Matrix
  let users: PackedRecords<User>
  let workers: Workers

  /// A warning about suggestions for players without a list; nil without any.
  var unknownPlayers: String? {
    let unknown = suggestions.players.ids.count { matrix.players.index(of: $0) == nil }
    return unknown == 0
      ? nil
      : "candidates or vectors of \(unknown.counted("player")) have no effect, since nothing else "
        + "is known of them"
  }

  func whole(
    progress: @Sendable (Int) throws -> Void, take: (PendingLists) throws -> Void
  ) throws {
    try take(recommender.pendingLists(workers: workers, progress: progress))
  }

  func plan(in folder: TaskFolder) throws -> TaskPlan {
    let model = try folder.writePlan(shared(recommender.tastes))
    let users = Dictionary(users.map { (ExactText($0.id), $0) }, uniquingKeysWith: { $1 })
    let ranges = TaskPlan.ranges(of: matrix.players.count, atMost: 100_000)
    let shards = try workers.map(ranges.count) { index in
      try folder.writePlan(
        PlayerShard(
          ranges[index], of: matrix, users: users, factors: factors, hints: recommender.hints))
    }
    return TaskPlan(
      step: .outputs,
      tasks: shards.enumerated().map { index, shard in
        TaskPlan.Task(
          .outputs, "of the players in part \(index + 1) of \(shards.count)",
          content: [model, shard],
          arguments: ["recommend", "--plan", model, "--players", shard],
          files: ["tasks/\(model)", "tasks/\(shard)"])
      }, plans: [model] + shards)
  }

  /// Does one task.
  package static func work(
    model: String, players: String, of folder: TaskFolder, into output: URL, workers: Workers
  ) throws {
    // As in a night: BLAS with more threads rounds differently.
    try BLASLibrary.prepare(for: workers)
    let recommender = Recommender(try folder.artifact(model), try folder.artifact(players))
    let lists = PartLists(try recommender.pendingLists(workers: workers))
    try TaskFolder.write(lists, of: lists.table.count, to: output)
  }

  func outputs(in folder: URL, take: (PendingLists) throws -> Void) throws {
    let lists: PartLists = try TaskFolder.artifact(in: folder)
    try take(PendingLists(lists.table, lists.promoted))
  }

  /// The lists with top positions distributed over the games, and with promoted games.
  func table(
    by executor: NightExecutor, progress: @Sendable (Int) throws -> Void
  ) throws -> RecommendationTable {
    recommender.lists(try joined(by: executor, progress: progress))
  }

  private func joined(
    by executor: NightExecutor, progress: @Sendable (Int) throws -> Void
  ) throws -> PendingLists {
    var parts: [PendingLists] = []
    try executor.perform(self, progress: progress) { parts.append($0) }
    // One part is moved out, not copied.
    return parts.count == 1 ? parts.removeLast() : PendingLists(joining: parts)
  }
}

/// The lists that a task computed.
///
/// Grain: one row per player and rank.
private struct PartLists: Artifact {
  static var grain: String { "one row per player and rank" }
  static var formatVersion: Int { 2 }

  let table: RecommendationTable
  let promoted: PromotedLists

  var counts: [String: Int] { table.counts }

  init(_ lists: PendingLists) {
    table = lists.table
    promoted = lists.promoted
  }

  func write(to file: inout ArtifactWriter) {
    table.write(to: &file)
    file.put("promoted", json: promoted)
  }

  init(from file: ArtifactReader) throws {
    table = try RecommendationTable(from: file)
    promoted = try file.json("promoted")
  }
}
