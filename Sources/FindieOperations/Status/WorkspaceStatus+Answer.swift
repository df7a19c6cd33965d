import FindieBatch
import FindieText
import FindieWorkspace

extension WorkspaceStatus {
  package var answer: Answer {
    Answer(text: hasRun ? text : withoutRun, json: canonicalLine(self))
  }

  private var hasRun: Bool {
    published != nil || lastRun != nil || running != nil || crashed != nil
  }

  private var withoutRun: String {
    (["No night has run in this workspace yet."] + nextSteps).joined(separator: "\n")
  }

  private var text: String {
    var lines: [String] = []
    if let published {
      lines.append(
        "published  night of \(published.night), \(Self.age(published.ageInSeconds))"
          + (published.isTooOld ? " (too old)" : "")
          + (published.since.map { ", since \($0)" } ?? ""))
    } else {
      lines.append("published  nothing yet")
    }
    lines.append("last run   " + lastRunLine)
    if let crashed {
      lines.append(
        "crashed    run that started \(crashed.startedAt ?? "earlier")"
          + (crashed.work.map { ", during \($0)" } ?? ""))
    }
    lines.append(
      "running    "
        + (running.map { running in
          running.name + (running.startedAt.map { ", since \($0)" } ?? "")
            + (running.work.map { ", stage \($0)" } ?? "")
        } ?? "no"))
    let largest = disk.used.filter { $0.value > 0 }.sorted {
      ($1.value, $0.key) < ($0.value, $1.key)
    }
    .map { "\($0.key) \(Self.megabytes($0.value))" }.joined(separator: ", ")
    lines.append(
      "disk       \(Self.megabytes(disk.total)) MB"
        + (disk.free.map { ", \(Self.megabytes(Int($0))) MB free" } ?? "") + " (\(largest))")
    for step in nextSteps { lines.append("next       \(step)") }
    return lines.joined(separator: "\n")
  }

  private var lastRunLine: String {
    guard let lastRun else { return "none" }
    let took = "took \(lastRun.seconds.fixed(1)) s"
    var line = "\(lastRun.status.rawValue): \(RunRecords.subject(lastRun.night)), \(took)"
    if let finished = lastRun.finishedAt { line += ", ended \(finished)" }
    if lastRun.warnings > 0 { line += ", \(lastRun.warnings.counted("warning"))" }
    if let failure = lastRun.failure {
      let stage = failure.stage.map { "stage \($0): " } ?? ""
      line += "\n           " + stage
      line += failure.cause.split(separator: "\n").joined(separator: "\n           ")
    }
    return line
  }

  private static func megabytes(_ bytes: Int) -> String {
    ((bytes + 500_000) / 1_000_000).grouped
  }

  /// The as-of day of a night with today's events begins tomorrow.
  private static func age(_ seconds: Double) -> String {
    seconds < 0 ? "its day begins in \(duration(-seconds))" : "\(duration(seconds)) old"
  }

  /// 93,784 seconds as "1 d 2 h".
  static func duration(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded(.down))
    let (days, hours) = (minutes / 1440, minutes / 60 % 24)
    if days > 0 { return "\(days) d \(hours) h" }
    return hours > 0 ? "\(hours) h \(minutes % 60) min" : "\(minutes) min"
  }
}
