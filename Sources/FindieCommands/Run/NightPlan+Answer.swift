import FindieWorkspace
import FindieDomain
import FindieNight
package import FindieText

extension NightPlan {
  package var answer: Answer {
    let run = stages.filter { $0.verdict == .run || $0.verdict == .mayRun }
    let json = canonicalLine(self)
    guard hasRun || !hasWork else {
      let intake = stages.first { $0.stage == "intake" }?.reason
      return Answer(
        text: """
          No night has run in this workspace yet\(intake.map { ": \($0)" } ?? "")
          To run one: `findie run nightly` with the same options
          """, json: json)
    }
    var table = TextTable(
      ("stage", .left), ("decision", .left), ("last run, s", .right), ("reason", .left))
    for stage in stages {
      table.add(
        stage.stage, stage.verdict.words,
        stage.last.map { $0.seconds.fixed(1) } ?? "", stage.reason)
    }
    var lines = [
      table.text, "",
      hasWork
        ? "\(run.count) of \(stages.count) stages run or may run. Their last runs took "
          + "\(secondsOfLastRuns.fixed(1)) s."
        : "Nothing to do.",
    ]
    if let publishedDay { lines.append("Published night: \(publishedDay).") }
    if let missingReports {
      lines.append(
        "There is no folder \(missingReports). If reports are elsewhere, name --reports.")
    }
    if let first = outdated.first, let last = outdated.last {
      lines += ["", "Published nights that are out of date, with the days whose events changed:"]
      lines += outdated.map { night in
        let days = night.changedDays.prefix(5).map(\.description).joined(separator: ", ")
        let more = night.changedDays.count - 5
        return "  \(night.day)  \(days)" + (more > 0 ? " and \(more) more days" : "")
      }
      lines.append(
        "To rebuild them: `findie backfill --from \(first.day) --to \(last.day)` with the same "
          + "options")
    }
    return Answer(text: lines.joined(separator: "\n"), json: json)
  }
}

extension Plan.Verdict {
  fileprivate var words: String {
    switch self {
    case .skip: "skip"
    case .run: "run"
    case .mayRun: "may run"
    case .check: "check"
    case .refused: "refused"
    }
  }
}
