package import FindieDomain
import FindieFiles
import FindieText
package import FindieWorkspace
import Foundation

/// Something that a team should hear of: a failed run, lists that were held back, or an unusual
/// day.
package struct TeamAlert: Hashable, Sendable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case failed
    case heldBack = "held-back"
    case kpi
  }

  package let kind: Kind
  /// The as-of day of the run, or the first of the unusual days: `YYYY-MM-DD`.
  package let day: String
  /// The night whose report shows it; nil if there is none.
  package let report: Day?
  /// Identifies the alert, by its night and kind and not by its text: it is posted once to each
  /// address.
  package let subject: String
  /// Plain text, of one or several lines.
  package let text: String

  private init(
    _ kind: Kind, _ day: String, _ text: String, id: String = "", report: Day? = nil
  ) {
    self.kind = kind
    self.day = day
    self.report = report
    subject = "\(kind.rawValue) \(day)" + (id.isEmpty ? "" : " \(id)")
    self.text = text
  }

  /// The days before the night of the newest report whose findings are posted.
  private static let days = 3
  /// The days before the night that a report evaluates.
  private static let evaluatedDays = 7

  /// The alerts of the last run and of the newest report, in the order in which to post them.
  ///
  /// They do not depend on the current time: a late night and one of the past have them too.
  ///
  /// - Throws: `LocalFailure` or `WorkspaceFailure` for a damaged file, `UnusablePart` for another
  ///   workspace's reports, `FileFailure`.
  package static func all(in workspace: Workspace) throws -> [TeamAlert] {
    try ofRuns(in: workspace) + ofReports(in: workspace)
  }
}

// MARK: - Runs

extension TeamAlert {
  private static func ofRuns(in workspace: Workspace) throws -> [TeamAlert] {
    let records = RunRecords(workspace)
    // Nobody holds the workspace: a run that left this file was killed.
    if let killed = records.running {
      let night = killed.day ?? String(killed.startedAt.prefix(10))
      let stages = killed.stages.map(\.stage).joined(separator: " and ")
      return [
        TeamAlert(
          .failed, night,
          "The night of \(night) ended without a record"
            + (stages.isEmpty ? "" : ", in \(stages)")
            + ": the run was killed, or the machine stopped.", id: "killed")
      ]
    }
    guard let (name, run) = try records.last() else { return [] }
    let night = Day(name) == nil ? String(run.startedAt.prefix(10)) : name
    switch run.status {
    case .done:
      // The only conclusion of this stage is that earlier models' lists are served.
      guard let reason = run.stage("lists-to-publish")?.conclusion else { return [] }
      return [TeamAlert(.heldBack, night, "The night of \(night): \(reason)", report: Day(night))]
    case .failed:
      let gate = run.stage("gate")
      if run.failure?.stage == "publish", gate?.counts["failed"] ?? 0 > 0 {
        let reason = gate?.conclusion.map { ": \($0)" } ?? "."
        return [
          TeamAlert(
            .heldBack, night,
            "The lists of \(night) were not published; players see the previous ones\(reason)",
            report: Day(night))
        ]
      }
      let failure = run.failure
      let cause = DisplayText.cut(
        failure?.cause ?? run.message ?? "unknown", characters: 1000, bytes: 4000)
      let place = failure?.stage.map { " in the stage \($0)" } ?? ""
      // A run that is repeated may fail for the same reason several times in one night, each time
      // with other counts and paths in its message.
      return [
        TeamAlert(
          .failed, night, "The night of \(night) failed\(place): \(cause)",
          id: "\(failure?.stage ?? "run") \(failure?.kind ?? FailureKind.failed.rawValue)")
      ]
    case .running, .stopped: return []
    }
  }
}

extension RunManifest {
  fileprivate func stage(_ name: String) -> StageRecord? { stages.first { $0.stage == name } }
}

// MARK: - Reports

extension TeamAlert {
  /// What this file uses of `kpi.json`.
  private struct KPIReport: Decodable {
    struct Finding: Decodable {
      struct Days: Decodable {
        let from: String
        let to: String
      }

      let kind: String?
      let days: Days
      let what: String
      let why: String
      let action: String
      /// Nil in reports of earlier versions, as the next one.
      let direction: String?
      let posted: Bool?
      /// That of the game's studio, or nil.
      let page: String?
    }

    let findings: [Finding]
  }

  /// One alert for each finding of the last days that is to be posted. A finding begins with its
  /// first day, so that one of several days is posted once. One that began on the first day that
  /// the report evaluates, or before, was posted by an earlier night.
  private static func ofReports(in workspace: Workspace) throws -> [TeamAlert] {
    try workspace.checkReports()
    func file(_ day: Day) -> URL { workspace.reports(day).appending(path: "kpi.json") }
    guard
      let night = try workspace.days(in: workspace.reports)
        .last(where: { DurableFile.exists(file($0)) })
    else { return [] }
    let report: KPIReport
    do {
      report = try JSONDecoder().decode(KPIReport.self, from: Data(DurableFile.read(file(night))))
    } catch is DecodingError {
      throw LocalFailure(.badData, "\(file(night).path) is damaged. Run the night again.")
    }
    return report.findings.compactMap { finding in
      guard finding.posted == true, let first = Day(finding.days.from),
        let last = Day(finding.days.to), last >= night.adding(days: -Self.days),
        first > night.adding(days: -Self.evaluatedDays)
      else { return nil }
      return TeamAlert(
        .kpi, finding.days.from,
        "\(finding.what)\nProbable cause: \(finding.why)\nWhat to do: \(finding.action)",
        id: [finding.kind, finding.direction, finding.page].compactMap(\.self)
          .joined(separator: "|"), report: night)
    }
  }
}
