package import FindieBatch
package import FindieDomain
import FindieFiles
import FindieHistory
import Foundation

/// What a night would do, stage by stage, told without doing anything and without the workspace's lock.
package struct NightPlan: Codable, Sendable {
  package let hasWork: Bool
  package let stages: [Plan.Stage]
  /// How long the stages that run, or may run, took when they were made last; what is made for them is
  /// counted with them.
  package let secondsWhenMadeLast: Double
  /// Published nights that saw other events than the history now holds.
  package let outdated: [OutdatedNight]
  /// The night whose lists are served.
  package let servedDay: Day?

  /// - Precondition: the night reads a folder: a stream can be read once.
  /// - Throws: `SelectionProblem`, or what looking at input and workspace throws.
  package init(of night: Night) throws {
    precondition(night.stream == nil, "a stream can be read once")
    var night = night
    try night.findForgotten()
    let stages = Nightly.stages(of: night)
    let plan = try Planner(
      artifacts: night.artifacts, program: Versions.program,
      chosen: night.selection.chosen(of: stages), times: StageTimes(file: night.times)
    ).plan(stages)
    // A whole night opens it whatever it finds.
    if night.selection == StageSelection() {
      try night.history.checkIds(of: night.history.ledger())
    }
    hasWork = plan.hasWork
    self.stages = plan.stages
    let madeWhenRead = Set(stages.filter(\.isMadeWhenRead).map(\.name))
    secondsWhenMadeLast = plan.stages.filter {
      ($0.verdict == .run || $0.verdict == .mayRun) && !madeWhenRead.contains($0.stage)
    }.reduce(0) { $0 + ($1.last?.seconds ?? 0) }
    outdated = try night.outdatedNights()
    servedDay = night.servedDay
  }
}

/// A published night of which days of the history have changed since.
package struct OutdatedNight: Codable, Sendable, Equatable {
  package let day: Day
  /// The days before it that have other events by now, in order.
  package let changedDays: [Day]
}

extension Night {
  /// The published nights, in order.
  func publishedDays() throws -> [Day] { try days(in: published) }

  /// The days that have a folder in `place`, in order.
  func days(in place: URL) throws -> [Day] {
    guard DurableFile.exists(place) else { return [] }
    return try DurableFile.names(in: place).compactMap { Day($0) }.sorted()
  }

  fileprivate func outdatedNights() throws -> [OutdatedNight] {
    let ledger = try history.ledger()
    return try publishedDays().compactMap { day in
      guard let made = madeFrom(day) else { return nil }
      let days = made.ledger.daysThatDiffer(from: ledger, before: day)
      return days.isEmpty ? nil : OutdatedNight(day: day, changedDays: days)
    }
  }

  /// What a night was made from; nil where that is not known.
  func madeFrom(_ day: Day) -> NightRecipe? {
    do {
      return try NightRecipe(of: day, file: recipe(day))
    } catch {
      return nil
    }
  }
}

// MARK: - For people

extension NightPlan {
  package var answer: Answer {
    var table = TextTable(
      ("stage", .left), ("", .left), ("last s", .right), ("why", .left), ("last made", .left))
    for stage in stages {
      let counts = (stage.last?.counts ?? [:]).sorted { $0.key < $1.key }
        .map { "\($0.key) \(NightSummary.grouped($0.value))" }.joined(separator: ", ")
      table.add(
        stage.stage, stage.verdict.words,
        stage.last.map { tenths($0.seconds) } ?? "", stage.reason, counts)
    }
    let run = stages.filter { $0.verdict == .run || $0.verdict == .mayRun }
    var lines = [
      table.text, "",
      hasWork
        ? "\(run.count) of \(stages.count) stages run or may run, which took "
          + "\(tenths(secondsWhenMadeLast)) s when they were made last."
        : "There is nothing to do.",
    ]
    if let servedDay { lines.append("The night of \(servedDay) is served.") }
    if let first = outdated.first, let last = outdated.last {
      lines += ["", "Published nights whose days have other events by now:"]
      lines += outdated.map { night in
        let days = night.changedDays.prefix(5).map(\.description).joined(separator: ", ")
        let more = night.changedDays.count - 5
        return "  \(night.day)  \(days)" + (more > 0 ? " and \(more) days more" : "")
      }
      lines.append("Make them again: findie backfill --from \(first.day) --to \(last.day)")
    }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }

  private func tenths(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Plan.Verdict {
  fileprivate var words: String {
    switch self {
    case .skip: "skip"
    case .run: "run"
    case .mayRun: "may run"
    case .look: "look"
    case .refused: "refused"
    }
  }
}
