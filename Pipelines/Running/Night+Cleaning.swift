import FindieBatch
package import FindieWorkspace

extension Night {
  var cleaning: Cleaning {
    Cleaning(
      workspace, parameters.retention, minimumRecords: PreviousNights.maximumCount,
      stages: Set(Nightly.stages(of: self).map(\.name)),
      modelsOf: { workspace.recipe(of: $0)?.champion })
  }

  /// Removes what no retained night needs, as `findie clean` does.
  package func clean(isDryRun: Bool) throws -> CleaningResult {
    try workspace.checkExists()
    let lock = try WorkspaceLock(workspace: workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    return try cleaning.run(isDryRun: isDryRun)
  }
}
