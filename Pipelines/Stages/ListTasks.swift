import FindieDomain
import FindieModels
import FindieRanking
package import FindieWorkers
import FindieWorkspace
package import Foundation

/// The tasks that compute the lists of a night, and their files below the folder of tasks.
package struct ListTasks: Codable, Sendable {
  /// The file of the models.
  let model: String
  /// The files of each task's players.
  let shards: [String]

  /// The most players of one task.
  private static let playersPerTask = 100_000
  /// The number of tasks, if there are as many players.
  private static let fewestTasks = 4

  /// Writes the models, and the players of each task.
  init(
    by models: ListModels, _ recommender: Recommender,
    _ data: StageValues<ModelData>, _ choice: StageValues<ListChoice>, in folder: TaskFolder,
    workers: Workers
  ) throws {
    model = try folder.writePlan(models.task(data, choice, tastes: recommender.tastes))
    let users = Dictionary(
      data.catalogue.records.users.map { (ExactText($0.id), $0) }, uniquingKeysWith: { $1 })
    let (matrix, factors) = (data.matrix, models.factors)
    let count = matrix.players.count
    let fewest = (count + Self.fewestTasks - 1) / Self.fewestTasks
    let ranges = Workers.ranges(of: count, size: max(1, min(Self.playersPerTask, fewest)))
    shards = try workers.map(ranges.count) { index in
      try folder.writePlan(
        PlayerShard(ranges[index], of: matrix, users: users, factors: factors),
        part: index)
    }
  }

  /// What identifies each task and its result.
  private var identities: [TaskIdentity] {
    shards.enumerated().map { index, shard in
      TaskIdentity(
        .outputs, "of the players in part \(index + 1) of \(shards.count)", content: [model, shard])
    }
  }

  /// For the program that runs the tasks.
  var tasks: [TaskPlan.Task] {
    zip(identities, shards).map { task, shard in
      TaskPlan.Task(
        key: task.key, name: task.name,
        arguments: ["recommend", "--plan", model, "--players", shard],
        files: ["tasks/\(model)", "tasks/\(shard)"])
    }
  }

  /// Computes the lists of one task.
  package static func recommend(
    model: String, players: String, of folder: TaskFolder, into output: URL, workers: Workers
  ) throws {
    // As in a night: BLAS with more threads rounds differently.
    try BLASLibrary.prepare(for: workers)
    let models = try TaskFolder.artifact(
      folder.url.appending(path: model), as: ListTaskModel.self)
    let recommender = Recommender(
      models,
      try TaskFolder.artifact(folder.url.appending(path: players), as: PlayerShard.self))
    let lists = TaskLists(try recommender.pendingLists(workers: workers))
    try TaskFolder.write(lists, named: "lists", to: output)
    try TaskFolder.write(["lists": lists.table.count], to: output)
  }

  /// The lists of all tasks, in the order of their players.
  func lists(by recommender: Recommender, from folder: TaskFolder) throws -> PendingLists {
    recommender.joined(
      try identities.map { task in
        let (_, own) = try folder.result(of: task, as: [String: Int].self)
        let lists = try TaskFolder.artifact(
          own.appending(path: "lists.artifact"), as: TaskLists.self)
        return recommender.pendingLists(lists.table, lists.promoted)
      })
  }
}
