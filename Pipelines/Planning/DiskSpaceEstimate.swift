package import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import FindieText
package import FindieWorkspace
import Foundation

/// The disk space that a nightly run may need.
///
/// ```
/// lists, store, models   the size of the published night: the old folder is retained
/// reports                the size of the last reports
/// artifacts              the largest one: an artifact is written before it replaces the old one
/// events                 the size of the files to read, times eight if they are compressed
/// ```
///
/// On a first night, lists and reports count as much as the input. After tasks on several machines
/// have read the events, these need no more space.
struct DiskSpaceEstimate {
  struct Part {
    let name: String
    let folder: URL
    let bytes: Int
  }

  let parts: [Part]

  init(of night: Night) throws {
    var parts: [Part] = []
    let input = try !night.input.isStream ? night.sizeOfInput() : (events: 0, all: 0)
    parts.append(
      Part(
        name: "events", folder: night.workspace.folder,
        bytes: night.options.tasks == nil ? input.events : 0))
    if let day = night.workspace.currentDay {
      let artifacts =
        try DurableFile.exists(night.artifacts) ? DurableFile.entries(of: night.artifacts) : []
      parts.append(
        Part(
          name: "lists and store", folder: night.workspace.folder,
          bytes: try DurableFile.size(of: night.workspace.published(day))))
      parts.append(
        Part(
          name: "artifacts", folder: night.workspace.folder, bytes: artifacts.map(\.size).max() ?? 0
        )
      )
      let reports = ArtifactReader.header(of: night.artifacts.appending(path: "reports.artifact"))
      parts.append(
        Part(
          name: "reports", folder: night.workspace.reports,
          bytes: reports?.summary.counts["bytes"] ?? 0))
    } else {
      parts.append(Part(name: "lists and store", folder: night.workspace.folder, bytes: input.all))
      parts.append(Part(name: "reports", folder: night.workspace.reports, bytes: input.all))
    }
    self.parts = parts
  }

  /// - Throws: `NightRefusal`.
  func check() throws {
    for (_, parts) in Dictionary(grouping: parts, by: { DurableFile.disk(near: $0.folder) }) {
      let needed = parts.reduce(0) { $0 + $1.bytes }
      guard let free = DurableFile.freeBytes(near: parts[0].folder), needed > free else { continue }
      throw NightRefusal.diskSpace(parts[0].folder, needed: needed, free: Int(free), parts)
    }
  }
}

extension NightRefusal {
  fileprivate static func diskSpace(
    _ folder: URL, needed: Int, free: Int, _ parts: [DiskSpaceEstimate.Part]
  ) -> NightRefusal {
    let details = parts.filter { $0.bytes > 0 }.map { "\($0.name) \(FileSize($0.bytes))" }
      .joined(separator: ", ")
    return NightRefusal(
      .cannotWrite,
      "The run may need \(FileSize(needed)) on the disk of \(folder.path) (\(details)), but "
        + "\(FileSize(free)) is free. Nothing was changed. Free some space: findie clean removes "
        + "old nights, and with --dry-run shows which. Lower values of retention.nights and "
        + "retention.monthly allow it to remove more. To run without this check, add "
        + "--no-space-check.")
  }
}

extension Night {
  /// Checks that there is enough disk space, if there is anything to do.
  ///
  /// - Throws: `NightRefusal`.
  func checkDiskSpace() throws {
    guard options.checksDiskSpace, recipe == nil else { return }
    do {
      try DiskSpaceEstimate(of: self).check()
    } catch let refusal as NightRefusal {
      // A run that finds nothing to do needs no space.
      guard try input.isStream || NightPlan(of: self).hasWork else { return }
      throw refusal
    }
  }

  fileprivate func sizeOfInput() throws -> (events: Int, all: Int) {
    func expanded(_ source: InputSource) -> Int {
      Int(source.size) * (source.compression == .none ? 1 : 8)
    }
    let folder = try inputFolder()
    let unread = Set(unreadFiles(folder, try workspace.history.ledger()))
    let new = folder.sources.filter { unread.contains($0.path) }
    return (
      new.reduce(0) { $0 + expanded($1) }, folder.sources.reduce(0) { $0 + expanded($1) }
    )
  }
}

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
