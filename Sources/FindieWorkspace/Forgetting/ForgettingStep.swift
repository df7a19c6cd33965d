/// What a run does for the players who asked to be forgotten.
package enum ForgettingStep: Sendable {
  /// All requests are done, or wait for a later run.
  case nothing
  /// Removes the players from history, store and quarantine, so from new lists, models and reports.
  case hide
  /// Also removes earlier nights with these players, and uses no output of an earlier night.
  case complete
}
