package import FindieDomain
package import FindieIngest
package import FindieWorkers
package import FindieWorkspace
package import Foundation

/// The folder of the app's export, as read by the commands that exchange data with partners.
package struct ExportFolder: Sendable {
  let workspace: Workspace
  let workers: Workers
  /// The players who asked to be forgotten; nil before `loadForgottenPlayers` is called, or if
  /// there are none.
  private(set) var forgotten: ForgottenPlayers?
  /// As in a nightly run: an unreadable export is not an export without games.
  let badShareLimit = BadShareLimit()

  private let folder: URL
  private let key: String?
  private let now: Timestamp

  /// - Parameters:
  ///   - key: the environment's `FINDIE_KEY`; nil if it is not set.
  ///   - now: the current time.
  /// - Throws: `IngestFailure` if there is no folder.
  package init(
    _ folder: URL, of workspace: Workspace, key: String?, workers: Workers, now: Timestamp
  ) throws(IngestFailure) {
    try InputFolder.checkExists(folder)
    self.folder = folder
    self.workspace = workspace
    self.key = key
    self.workers = workers
    self.now = now
  }

  /// Reads the players who asked to be forgotten.
  ///
  /// - Throws: `WorkspaceFailure.missingKey` if there are any and the key is missing.
  mutating func loadForgottenPlayers() throws {
    forgotten = try ForgottenPlayers(workspace: workspace, key: key, today: now.day)
  }

  var reader: CatalogueReader {
    CatalogueReader(
      limits: IngestLimits(), forgotten: forgotten?.contains, now: now,
      badShareLimit: badShareLimit)
  }

  /// The files of the export.
  func files() throws -> InputFolder { try InputFolder(scanning: folder) }
}
