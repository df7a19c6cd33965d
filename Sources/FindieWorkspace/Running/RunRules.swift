/// How a run treats its stages. By default it runs all stages, retries nothing, and ends at the
/// first failure.
package struct RunRules: Sendable {
  package var chosen = StageSelection.Chosen.all
  /// By stage. Stages that are not listed use `fail`.
  package var onError: [String: ErrorRule] = [:]
  package var retrying = RetryPolicy.never
  package var maximumConcurrentStages = 1
  /// Called before each stage, once the run's day is known. It throws to end the run.
  package var beforeStage: @Sendable (_ day: String) throws -> Void = { _ in }

  package init() {}
}

/// What the failure of a stage means for the run.
package enum ErrorRule: String, Codable, CaseIterable, Sendable {
  /// The run ends.
  case fail
  /// Stages that do not depend on the failed one still run. Then the run ends with the failure.
  case skipDependents
  /// The run uses the stage's previous artifact and warns. Without one, it ends.
  case keepLastGood
}

/// How often a stage is retried after a transient error.
package struct RetryPolicy: Sendable {
  let attempts: Int
  let firstPauseInSeconds: Double
  let pause: @Sendable (_ seconds: Double) throws -> Void

  /// - Parameter pause: waits; throws `Stopped` if a stop was requested.
  package init(
    attempts: Int = 4, firstPauseInSeconds: Double = 0.25,
    pause: @escaping @Sendable (_ seconds: Double) throws -> Void
  ) {
    precondition(attempts >= 1, "a stage cannot run \(attempts) times")
    self.attempts = attempts
    self.firstPauseInSeconds = firstPauseInSeconds
    self.pause = pause
  }

  package static let never = RetryPolicy(attempts: 1, pause: { _ in })

  /// The result of `body`. Each pause is four times as long as the one before.
  ///
  /// - Parameter report: called with each failed attempt that is retried.
  func run<Result>(_ body: () throws -> Result, report: (String) -> Void) throws -> Result {
    var seconds = firstPauseInSeconds
    for attempt in 1..<attempts {
      do {
        return try body()
      } catch  where FailureKind.isTransient(error) {
        report("attempt \(attempt) of \(attempts) failed and is retried: \(error)")
        try pause(seconds)
        seconds *= 4
      }
    }
    return try body()
  }
}
