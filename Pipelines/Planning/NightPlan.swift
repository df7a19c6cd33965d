package import FindieDomain
import FindieFiles
import FindieHistory
package import FindieWorkspace
import Foundation

/// What a nightly run would do, stage by stage. Planning changes nothing and needs no lock.
package struct NightPlan: Codable, Sendable {
  package let hasWork: Bool
  package let stages: [Plan.Stage]
  /// The total duration, in their last runs, of the stages that run or may run.
  package let secondsOfLastRuns: Double
  /// Published nights whose events have changed since.
  package let outdated: [OutdatedNight]
  /// The night that is published now.
  package let publishedDay: Day?
  /// The folder of its reports, if it does not exist.
  package let missingReports: String?
  /// Whether any stage has run before.
  package let hasRun: Bool

  /// - Precondition: the input is a folder, since a stream can be read only once.
  /// - Throws: `WorkspaceFailure`, and errors of reading input and workspace.
  package init(of night: Night) throws {
    precondition(!night.input.isStream, "a stream can be read only once")
    var night = night
    try night.loadForgottenPlayers()
    let stages = Nightly.stages(of: night)
    let plan = try Planner(
      artifacts: night.artifacts, program: Versions.program,
      chosen: night.options.selection.chosen(of: stages),
      times: StageTimes(file: night.workspace.stageTimes)
    ).plan(stages)
    hasWork = plan.hasWork
    self.stages = plan.stages
    let builtOnDemand = Set(stages.filter(\.isBuiltOnDemand).map(\.name))
    secondsOfLastRuns = plan.stages.filter {
      ($0.verdict == .run || $0.verdict == .mayRun) && !builtOnDemand.contains($0.stage)
    }.reduce(0) { $0 + ($1.last?.seconds ?? 0) }
    outdated = try night.outdatedNights()
    let publishedDay = night.workspace.currentDay
    self.publishedDay = publishedDay
    let reports = publishedDay.map { night.workspace.reports($0) }
    missingReports = reports.flatMap { DurableFile.exists($0) ? nil : $0.path }
    hasRun = publishedDay != nil || plan.stages.contains { $0.last != nil }
  }
}

/// A published night whose events have changed since.
package struct OutdatedNight: Codable, Sendable, Equatable {
  package let day: Day
  /// The days whose events changed, in order.
  package let changedDays: [Day]
}

extension Night {
  fileprivate func outdatedNights() throws -> [OutdatedNight] {
    let ledger = try workspace.history.ledger()
    return try workspace.publishedDays().compactMap { day in
      guard let recipe = workspace.recipe(of: day) else { return nil }
      let days = recipe.ledger.daysThatDiffer(from: ledger, before: day)
      return days.isEmpty ? nil : OutdatedNight(day: day, changedDays: days)
    }
  }
}
