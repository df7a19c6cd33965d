import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieRanking
import FindieReports
package import FindieWorkers
package import FindieWorkspace
package import Foundation

/// The tasks that write the studios' reports of a night.
package struct ReportTasks: Codable, Sendable {
  /// The file of what all tasks are given, below the folder of tasks.
  let model: String
  /// The indices of each task's studios.
  let studios: [Range<Int>]
  /// The events by game and what belongs to them, below the workspace.
  private let files: [String]

  /// Each task reads the names of all games and players first, so that few tasks cost less than
  /// many.
  private static let studiosPerTask = 500
  /// The number of tasks, if there are as many studios.
  private static let fewestTasks = 4

  /// Writes what the tasks are given.
  init(
    _ sources: StudioSources, _ positions: PositionEffects, _ totals: CatalogueTotals,
    _ night: Night, before day: Day, in folder: TaskFolder
  ) throws {
    let history = night.workspace.history
    files = try night.workspace.daysByGame.files(of: history, before: day)
      .map { folder.path(of: $0, night.workspace) }
    model = try folder.writePlan(
      ReportTaskModel(
        day: day, history: Fingerprint(of: canonicalJSON(try history.ledger())),
        sources: sources, parameters: night.parameters.reports, positions: positions,
        totals: totals))
    let count = StudioDirectory(developers: sources.developers, games: sources.games).studios.count
    let size = max(1, min(Self.studiosPerTask, (count + Self.fewestTasks - 1) / Self.fewestTasks))
    studios = stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
  }

  /// What identifies each task and its result.
  private var identities: [TaskIdentity] {
    studios.map { studios in
      let name = "\(studios.lowerBound)-\(studios.upperBound - 1)"
      return TaskIdentity(.outputs, "of the studios \(name)", content: [model, name])
    }
  }

  /// For the program that runs the tasks.
  var tasks: [TaskPlan.Task] {
    zip(identities, studios).map { task, studios in
      TaskPlan.Task(
        key: task.key, name: task.name,
        arguments: [
          "report", "--plan", model, "--studios",
          "\(studios.lowerBound)-\(studios.upperBound - 1)",
        ], files: ["tasks/\(model)"] + files)
    }
  }

  /// Writes the reports of one task.
  package static func report(
    _ studios: Range<Int>, model: String, of folder: TaskFolder, workspace: Workspace,
    into output: URL, workers: Workers
  ) throws {
    let model = try TaskFolder.artifact(
      folder.url.appending(path: model), as: ReportTaskModel.self)
    let counting = StudioCounting(
      try workspace.daysByGame.read(workspace.history, before: model.day, workers: workers),
      games: model.sources.games, night: model.day,
      setting: StudioSetting(model.parameters, model.positions, until: model.day),
      totals: model.totals, workers: workers)
    var reports = TaskReports()
    try StudioReports(model.sources, counting).each(in: studios, workers) { files in
      files.map { SummedReport($0) }
    } take: {
      reports.append($0)
    }
    try TaskFolder.write(reports, named: "reports", to: output)
    try TaskFolder.write(["studios": reports.studios], to: output)
  }

  /// Calls `take` with the reports of each task, in the order of the studios.
  func each(from folder: TaskFolder, take: (TaskReports) throws -> Void) throws {
    for task in identities {
      let (_, own) = try folder.result(of: task, as: [String: Int].self)
      try take(TaskFolder.artifact(own.appending(path: "reports.artifact")))
    }
  }
}
