/// What a run would do, stage by stage, and why.
package struct Plan: Codable, Sendable, Equatable {
  package enum Verdict: String, Codable, Sendable {
    case skip, run
    /// It hangs on what an input holds when it was looked at.
    case mayRun
    /// It is known by its content, and would find what it found before.
    case look
    /// It would have to be made from something that is stale and not selected.
    case refused
  }

  package struct Stage: Codable, Sendable, Equatable {
    package var stage: String
    package var verdict: Verdict
    package var reasons: [Reason]
    /// The reasons in words.
    package var reason: String
    /// When it was made last.
    package var last: StageTimes.Time?
  }

  package var stages: [Stage]

  /// Whether a run would make anything.
  package var hasWork: Bool {
    stages.contains { $0.verdict != .skip && $0.verdict != .look }
  }
}
