/// Something that happened in a run.
package enum RunEvent: Sendable {
  case started(stage: String)
  case advanced(stage: String, done: Int, total: Int, unit: String)
  case finished(StageRecord)
  case warned(stage: String, message: String)
  /// The day of the run, `YYYY-MM-DD`, became known.
  case dayKnown(String)
  /// A message for people.
  case message(String)
}

/// Receives the events of a run, from any thread.
package protocol RunObserver: Sendable {
  func report(_ event: RunEvent)
}
