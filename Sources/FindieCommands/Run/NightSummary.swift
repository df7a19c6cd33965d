import FindieFiles
package import FindieText
package import FindieWorkspace
import Foundation

/// The result of a finished run in a few lines.
///
///     ✓ Night 2016-09-19 published in 11.5 s
///       4,800 lists · 5,616 similar · 380 new · 219 announced · none of 16 checks failed
///       ! 1,882 interactions name unknown games: the models ignore them
///       settings: nightly.yaml, contract.yaml (folder /srv/findie/Pipelines)
///       Reports/2016-09-19/index.html
package struct NightSummary {
  private let manifest: RunManifest
  private let workspace: Workspace
  private let warnings: [String]

  private static let maximumWarnings = 5

  /// - Parameter warnings: those of the run.
  package init(_ manifest: RunManifest, _ workspace: Workspace, warnings: [String]) {
    self.manifest = manifest
    self.workspace = workspace
    self.warnings = warnings
  }

  package var answer: Answer {
    var lines = ["✓ \(result)"]
    if !numbers.isEmpty { lines.append("  \(numbers)") }
    if rejected > 0 {
      lines.append(
        "  ! \(rejected.counted("rejected line")): \(workspace.command("quarantine"))")
    }
    for warning in warnings.prefix(Self.maximumWarnings) {
      lines.append("  ! \(DisplayText.cleaned(warning))")
    }
    let more = warnings.count - Self.maximumWarnings
    if more > 0 {
      lines.append(
        "  ! \(more.counted("more warning")): \(workspace.command("log \(manifest.day)"))")
    }
    if let settings { lines.append("  \(settings)") }
    lines.append("  \(place)")
    return Answer(text: lines.joined(separator: "\n"), json: canonicalJSON(manifest) + "\n")
  }

  private func record(_ stage: String) -> StageRecord? {
    manifest.stages.first { $0.stage == stage }
  }

  private var result: String {
    let (day, seconds) = (manifest.day, "\(manifest.seconds.fixed(1)) s")
    let publish = record("publish")
    switch publish?.outcome {
    case .built: return "Night \(day) published in \(seconds)"
    // Without a fingerprint, the stage is out of date.
    case .skipped where manifest.publishedDay == day && publish?.fingerprint != nil:
      return "Night \(day) stays published, checked in \(seconds)"
    default:
      return "Run of \(day) done in \(seconds), "
        + (manifest.publishedDay.map { "the night of \($0) stays published" }
          ?? "nothing published")
    }
  }

  /// The numbers of published lists and of checks.
  private var numbers: String {
    let names = [
      ("publish", "recommendations", "lists"), ("publish", "similar", "similar"),
      ("publish", "newReleases", "new"), ("publish", "announced", "announced"),
    ]
    let numbers = names.compactMap { stage, count, name in
      record(stage)?.counts[count].map { "\($0.grouped) \(name)" }
    }
    return (numbers + [checks].compactMap { $0 }).joined(separator: " · ")
  }

  /// As the team's page says it; nil if no lists were checked.
  private var checks: String? {
    guard let counts = record("gate")?.counts, let all = counts["checks"],
      let failed = counts["failed"]
    else { return nil }
    return "\(failed == 0 ? "none" : failed.grouped) of \(all.counted("check")) failed"
  }

  /// The rejected lines of the input.
  private var rejected: Int {
    ["intake", "catalogue-update"].reduce(0) { $0 + (record($1)?.counts["rejected"] ?? 0) }
  }

  private var place: String {
    let report = workspace.reports.appending(path: "\(manifest.day)/index.html")
    return DurableFile.exists(report) ? report.relativePath : workspace.current.relativePath
  }

  /// Where the settings come from; nil in a reproduction.
  private var settings: String? {
    manifest.settings.map { files in
      let read = files.all.compactMap { $0.file?.replacing("\(files.folder)/", with: "") }
      return "settings: \(read.isEmpty ? "the defaults" : read.joined(separator: ", ")) "
        + "(folder \(files.folder))"
    }
  }
}
