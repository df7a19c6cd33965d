/// What happens in a run, as it happens.
package enum RunEvent: Sendable {
  case started(stage: String)
  case advanced(stage: String, done: Int, total: Int, unit: String)
  case finished(StageRecord)
  case warned(stage: String, sentence: String)
  /// It was found out of which day the run is, `YYYY-MM-DD`.
  case dated(day: String)
  /// Something was found out on the way.
  case found(String)
}

/// Shows people how a run goes. Called from any thread.
package protocol RunObserver: Sendable {
  func report(_ event: RunEvent)
}
