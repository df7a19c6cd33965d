package import FindieWorkspace

extension Nightly {
  /// The stage that publishes.
  package static let lastStage = "publish"

  /// Checks that the night's selection names existing stages.
  ///
  /// - Throws: `WorkspaceFailure`.
  package static func checkSelection(of night: Night) throws(WorkspaceFailure) {
    _ = try night.options.selection.chosen(of: stages(of: night))
  }
}
