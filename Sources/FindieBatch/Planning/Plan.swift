/// What a run would do, stage by stage, and why.
package struct Plan: Codable, Sendable, Equatable {
  package enum Verdict: String, Codable, Sendable {
    case skip, run
    /// Whether the stage runs depends on an input that has not run yet.
    case mayRun
    /// The stage checks its sources, as in every run, and would find no change.
    case check
    /// The stage would have to read an input that is out of date and not selected.
    case refused
  }

  package struct Stage: Codable, Sendable, Equatable {
    package var stage: String
    package var verdict: Verdict
    package var reasons: [StageReason]
    /// The reasons as text.
    package var reason: String
    /// The last run that built it.
    package var last: StageTimes.Time?
  }

  package var stages: [Stage]

  /// Whether a run would build anything.
  package var hasWork: Bool {
    stages.contains { $0.verdict != .skip && $0.verdict != .check }
  }
}
