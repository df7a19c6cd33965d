package import FindieWorkspace

/// Options of a run. Lists and reports do not depend on them, except that a run that is forced to
/// compute lists keeps none of the night before.
package struct RunOptions: Sendable {
  /// The selected stages.
  package var selection = StageSelection()
  /// Whether to read input files again even if their size and modification time are unchanged.
  package var rereadsInput = false
  /// Whether symbolic links that lead out of the input folder are followed.
  package var followsLinks = false
  /// Who does the work that can be divided.
  package var executor = NightExecutor.threads
  /// How long to wait for a workspace that another run holds.
  package var lockTimeoutInSeconds = 0.0
  /// Whether the run starts only if the disk seems to have enough space.
  package var checksDiskSpace = true

  package init() {}
}

/// Whether a night that is refused is published nevertheless.
package enum PublishingRule: String, CaseIterable, Sendable {
  case checked
  /// Accepts the findings of the gate and of `NightRefusal` that the user can judge, with warnings:
  /// failed checks, worse models, an empty or older night, a wrong clock, lost history, a replaced
  /// file, an incomplete export. Never lists that violate an invariant.
  case anyway
}
