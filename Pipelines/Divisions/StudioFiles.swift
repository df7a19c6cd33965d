package import FindieAnalytics
package import FindieDomain
package import FindieHistory
import FindieRanking
package import FindieReports
package import FindieWorkers
package import FindieWorkspace
package import Foundation

/// The files of the closed weeks of some studios, divided by studios.
package struct StudioFiles: Division {
  let reports: NightReports
  let weeks: ClosedWeeks
  /// The indices of the studios whose files are rendered.
  let studios: [Int]
  /// The files of the other studios with a report, as an earlier night wrote them.
  let linked: [WrittenStudio]
  /// By studio; nil for one without a report.
  private let keys: [Fingerprint?]
  let earlier: EarlierStudios
  let night: Night
  let history: HistorySnapshot

  /// - Parameter keys: by studio; nil for one without a report.
  init(
    reports: NightReports, weeks: ClosedWeeks, keys: [Fingerprint?], earlier: EarlierStudios,
    night: Night, history: HistorySnapshot
  ) {
    self.reports = reports
    self.weeks = weeks
    self.keys = keys
    self.earlier = earlier
    self.night = night
    self.history = history
    var (rendered, linked): ([Int], [WrittenStudio]) = ([], [])
    for (index, key) in keys.enumerated() {
      guard let key else { continue }
      if let files = earlier.files(of: key) { linked.append(files) } else { rendered.append(index) }
    }
    (studios, self.linked) = (rendered, linked)
  }

  /// What later nights need to know of the files of all studios with a report.
  func written(to folder: ReportFolder) throws -> [WrittenStudio] {
    try keys.enumerated().compactMap { index, key in
      try key.map { key in
        try folder.written(
          key,
          ["index.html", "report.json", "report.csv", "digest.md"].map {
            "studios/\(reports.studios.all[index].safeName)/\($0)"
          })
      }
    }
  }

  func whole(
    progress: @Sendable (Int) throws -> Void, take: ([SummedReport]) throws -> Void
  ) throws {
    try reports.studios.each(of: studios, night.workers) { files in
      files.map { SummedReport($0) }
    } take: { files in
      try take(files)
      try progress(1)
    }
  }

  func plan(in folder: TaskFolder) throws -> TaskPlan {
    guard !studios.isEmpty else { return TaskPlan(step: .outputs, tasks: [], plans: []) }
    let files = try night.workspace.daysByGame.files(of: history.events, before: history.day)
      .map { folder.path(of: $0, night.workspace) }
    let model = try folder.writePlan(
      SharedReportModel(
        SharedReportModel.Values(
          day: history.day, uncounted: history.events.uncounted.all,
          sources: reports.studios.sources, studios: studios), weeks))
    // Each task reads the names of all games and players first, so that few tasks cost less than
    // many.
    let parts = TaskPlan.ranges(of: studios.count, atMost: 500)
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
  ///
  /// - Parameter studios: indices in the list of the plan.
  package static func work(
    _ studios: Range<Int>, model: String, of folder: TaskFolder, workspace: Workspace,
    into output: URL, workers: Workers
  ) throws {
    let model: SharedReportModel = try folder.artifact(model)
    let values = model.values
    let events = try workspace.daysByGame.read(
      History(folder: workspace.history.folder, without: UncountedPlayers(values.uncounted)),
      before: values.day, workers: workers)
    let studioReports = StudioReports(
      values.sources, model.weeks, events, lastDays: nil, night: values.day, workers: workers)
    var (reports, reported) = (PartReports(), 0)
    try studioReports.each(of: Array(values.studios[studios]), workers) { files in
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

extension StudioReports {
  /// The reports of the closed weeks.
  ///
  /// - Parameters:
  ///   - events: before the night.
  ///   - lastDays: nil if only studios with a report are rendered.
  package init(
    _ sources: StudioSources, _ weeks: ClosedWeeks, _ events: EventsByGame, lastDays: GameDays?,
    night: Day, workers: Workers
  ) {
    let setting = StudioSetting(weeks.values.parameters, weeks.values.positions, until: night)
    let end = weeks.values.edition.edition.end
    let closing = setting.calendar.firstNight(withOpenDay: end)
    self.init(
      sources, lastDays: lastDays, night: closing, setting.calendar,
      corrected: Set(weeks.values.corrected.map { ExactText($0) })
    ) {
      StudioCounting(
        events, games: sources.games, night: closing, setting: setting, totals: weeks.totals,
        workers: workers)
    }
  }
}
