/// How a run goes about its stages, where that is not the usual way. The usual way: all stages, no
/// stage for its own sake, nothing tried twice, and the first failure ends it.
package struct RunRules: Sendable {
  package var chosen = StageSelection.Chosen.all
  /// By the stage's name; the others fail.
  package var onError: [String: ErrorRule] = [:]
  package var retrying = Retrying.never
  package var deadline: Deadline?
  /// How many stages may be made at a time.
  package var sideBySide = 1
  /// Asked before each stage, with the run's day once that is known; throws where it must not go on.
  package var mayGoOn: @Sendable (_ day: String?) throws -> Void = { _ in }

  package init() {}
}

/// What a stage's failure means for the run.
package enum ErrorRule: String, Codable, CaseIterable, Sendable {
  /// It ends.
  case fail
  /// What does not read the stage is made all the same; then it ends.
  case skipDependents
  /// The stage's last artifact is used, and the run says so; where there is none, it ends.
  case keepLastGood
}

/// How often something is tried that fails for a reason that may pass.
package struct Retrying: Sendable {
  let attempts: Int
  let firstPauseInSeconds: Double
  let canHelp: @Sendable (any Error) -> Bool
  let pause: @Sendable (_ seconds: Double) throws -> Void

  /// - Parameters:
  ///   - canHelp: whether an error may pass: a file that is in use, a lock.
  ///   - pause: waits; throws `Stopped` where a stop was asked for.
  package init(
    attempts: Int = 4, firstPauseInSeconds: Double = 0.25,
    canHelp: @escaping @Sendable (any Error) -> Bool,
    pause: @escaping @Sendable (_ seconds: Double) throws -> Void
  ) {
    precondition(attempts >= 1, "something is tried \(attempts) times")
    self.attempts = attempts
    self.firstPauseInSeconds = firstPauseInSeconds
    self.canHelp = canHelp
    self.pause = pause
  }

  package static let never = Retrying(attempts: 1, canHelp: { _ in false }, pause: { _ in })

  /// What `body` gives; each pause is four times as long as the one before.
  ///
  /// - Parameter say: told what fails before it is tried again.
  func run<Result>(_ body: () throws -> Result, say: (String) -> Void) throws -> Result {
    var seconds = firstPauseInSeconds
    for attempt in 1..<attempts {
      do {
        return try body()
      } catch  where !(error is Stopped) && !(error is StageFailure) && canHelp(error) {
        say("attempt \(attempt) of \(attempts) failed, and it is tried again: \(error)")
        try pause(seconds)
        seconds *= 4
      }
    }
    return try body()
  }
}

/// When a run must be done, and what may be left out for that.
package struct Deadline: Sendable {
  /// As it was given, for people.
  let name: String
  let secondsLeft: @Sendable () -> Double
  /// How long stages took when they were made last.
  let estimates: [String: Double]
  /// The stages that may be left out, the first to go first.
  let dropOrder: [String]

  package init(
    _ name: String, secondsLeft: @escaping @Sendable () -> Double, estimates: [String: Double],
    dropOrder: [String]
  ) {
    self.name = name
    self.secondsLeft = secondsLeft
    self.estimates = estimates
    self.dropOrder = dropOrder
  }

  /// Which of the stages that are left are not made: as many, in their order, as it takes for the others
  /// to be done in time.
  package func dropped(of remaining: [String]) -> Set<String> {
    var needed = remaining.reduce(0) { $0 + (estimates[$1] ?? 0) }
    let left = secondsLeft()
    var dropped = Set<String>()
    for name in dropOrder where remaining.contains(name) {
      if needed <= left { break }
      needed -= estimates[name] ?? 0
      dropped.insert(name)
    }
    return dropped
  }
}
