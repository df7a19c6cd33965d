import FindieBatch
package import FindieDomain
import FindieFiles
import FindieWorkspace
import Foundation

/// What a backup has, `backup.json`.
package struct BackupManifest: Codable, Sendable {
  /// A file of a backup.
  struct File: Codable, Sendable {
    /// Relative to the backup: `workspace/…` or `reports/…`.
    let path: String
    /// In bytes.
    let size: Int64
    /// When the workspace's file was last written, in nanoseconds since 1970.
    let modifiedNanoseconds: Int64
    let sha256: Fingerprint
  }

  static let fileName = "backup.json"
  private static let formatVersion = 1

  private var formatVersion = BackupManifest.formatVersion
  /// The id of the workspace.
  package let workspace: String
  package let takenAt: Timestamp
  /// The night that readers saw; nil if none was published.
  package let night: Day?
  /// By path.
  let files: [File]

  init(workspace: String, takenAt: Timestamp, night: Day?, files: [File]) {
    self.workspace = workspace
    self.takenAt = takenAt
    self.night = night
    self.files = files.sorted { ExactText($0.path) < ExactText($1.path) }
  }

  /// - Throws: `FileFailure`; `UnusablePart` if the file is missing or damaged.
  init(of backup: URL) throws {
    let file = backup.appending(path: BackupManifest.fileName)
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(DurableFile.read(file)))
    } catch let failure as FileFailure where !failure.isMissing {
      throw failure
    } catch {
      throw UnusablePart(
        file, "cannot be read, so the backup cannot be used", remedy: "choose another backup")
    }
    guard formatVersion == BackupManifest.formatVersion else {
      throw UnusablePart(
        file, "has the format \(formatVersion), which this findie does not know",
        remedy: "use the findie that wrote it")
    }
  }

  var bytes: Int64 { files.reduce(0) { $0 + $1.size } }
}

/// A folder with the backups of one workspace.
///
/// ```
/// 2026-11-25T031500Z/       a complete backup; files that did not change are hard links to those of the one before
/// 2026-11-25T031500Z/backup.json
/// forgotten.json            the requests to forget players, also those since the last backup
/// workspace.json            the id of the workspace
/// ```
struct BackupFolder {
  let url: URL

  /// As a workspace, since it has the same list of forgotten players.
  private var asWorkspace: Workspace { Workspace(url) }

  /// The complete backups, the oldest first.
  func backups() throws -> [URL] {
    guard DurableFile.exists(url) else { return [] }
    return try DurableFile.names(in: url)
      .map { url.appending(path: $0) }
      .filter { DurableFile.exists($0.appending(path: BackupManifest.fileName)) }
  }

  /// The requests to forget players that are stored beside the backups.
  func requests() throws -> Tombstones? { try Tombstones(in: asWorkspace) }

  /// Checks that the folder is empty, or has the backups of a workspace; then it belongs to this workspace.
  func claim(for identity: WorkspaceIdentity) throws {
    try DurableFile.createFolder(url, access: .ownerOnly)
    guard let own = try WorkspaceIdentity(in: asWorkspace) else {
      guard try DurableFile.names(in: url).isEmpty else {
        throw UnusablePart(
          url, "has files, but no backups of this workspace", remedy: "choose an empty folder")
      }
      return try WorkspaceIdentity(id: identity.id).write(to: asWorkspace)
    }
    guard own.id == identity.id else {
      throw UnusablePart(
        url, "has the backups of another workspace, with the id \(own.id.prefix(8))",
        remedy: "choose another folder")
    }
  }
}
