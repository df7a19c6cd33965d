import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieRanking
import FindieReports
package import FindieWorkers
package import FindieWorkspace
package import Foundation

/// The files of all studios' reports, divided by studios.
package struct StudioFiles: Division {
  let reports: NightReports
  let positions: PositionEffects
  let totals: CatalogueTotals
  let night: Night
  /// Reports are of the events before this day.
  let day: Day

  func whole(
    progress: @Sendable (Int) throws -> Void, take: ([SummedReport]) throws -> Void
  ) throws {
    try reports.studios.each(night.workers) { files in
      files.map { SummedReport($0) }
    } take: { files in
      try take(files)
      try progress(1)
    }
  }

  func plan(in folder: TaskFolder) throws -> TaskPlan {
    let history = night.workspace.history
    let files = try night.workspace.daysByGame.files(of: history, before: day)
      .map { folder.path(of: $0, night.workspace) }
    let model = try folder.writePlan(
      SharedReportModel(
        values: SharedReportModel.Values(
          day: day, history: Fingerprint(of: canonicalJSON(try history.ledger())),
          sources: reports.studios.sources, parameters: night.parameters.reports,
          positions: positions), totals: totals))
    // Each task reads the names of all games and players first, so that few tasks cost less than
    // many.
    let parts = TaskPlan.ranges(of: reports.studios.all.count, atMost: 500)
    return TaskPlan(
      step: .outputs,
      tasks: parts.map { studios in
        let name = "\(studios.lowerBound)-\(studios.upperBound - 1)"
        return TaskPlan.Task(
          .outputs, "of the studios \(name)", content: [model, name],
          arguments: ["report", "--plan", model, "--studios", name],
          files: ["tasks/\(model)"] + files)
      }, plans: [model])
  }

  /// Does one task.
  package static func work(
    _ studios: Range<Int>, model: String, of folder: TaskFolder, workspace: Workspace,
    into output: URL, workers: Workers
  ) throws {
    let model: SharedReportModel = try folder.artifact(model)
    let values = model.values
    let counting = StudioCounting(
      try workspace.daysByGame.read(workspace.history, before: values.day, workers: workers),
      games: values.sources.games, night: values.day,
      setting: StudioSetting(values.parameters, values.positions, until: values.day),
      totals: model.totals, workers: workers)
    var (reports, reported) = (PartReports(), 0)
    try StudioReports(values.sources, counting).each(in: studios, workers) { files in
      files.map { SummedReport($0) }
    } take: { files in
      reports.append(files)
      reported += 1
    }
    try TaskFolder.write(reports, of: reported, to: output)
  }

  func outputs(in folder: URL, take: ([SummedReport]) throws -> Void) throws {
    let reports: PartReports = try TaskFolder.artifact(in: folder)
    for index in 0..<reports.count { try take([reports[index]]) }
  }
}
