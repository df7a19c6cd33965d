import FindieDomain
import FindieFiles
import FindieWorkspace
import Foundation

/// What a backup has, `backup.json`.
struct BackupManifest: Codable, Sendable {
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

  private var formatVersion = Self.formatVersion
  /// The id of the workspace.
  let workspace: String
  /// The ids of the workspaces that it was restored from. Nil for none.
  private let origins: [String]?
  /// All folders of backups that the workspace knows. Nil for none.
  private let backups: [String]?
  private let requestsMissingSince: Timestamp?
  let takenAt: Timestamp
  /// The night that readers saw; nil if none was published.
  let night: Day?
  /// By path.
  let files: [File]

  init(of identity: WorkspaceIdentity, takenAt: Timestamp, night: Day?, files: [File]) {
    workspace = identity.id
    (origins, backups) = (identity.origins, identity.backups)
    requestsMissingSince = identity.requestsMissingSince
    self.takenAt = takenAt
    self.night = night
    self.files = files.sorted { ExactText($0.path) < ExactText($1.path) }
  }

  /// - Throws: `FileFailure`; `UnusablePart` if the file is missing or damaged.
  init(of backup: URL) throws {
    let file = backup.appending(path: Self.fileName)
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(DurableFile.read(file)))
    } catch let failure as FileFailure where !failure.isMissing {
      throw failure
    } catch {
      throw UnusablePart(
        file, "cannot be read, so the backup cannot be used", remedy: "choose another backup")
    }
    guard formatVersion == Self.formatVersion else {
      throw UnusablePart(
        file, "has the format \(formatVersion), which this findie does not know",
        remedy: "use the findie that wrote it")
    }
  }

  /// The workspace.
  var identity: WorkspaceIdentity {
    var identity = WorkspaceIdentity(id: workspace)
    (identity.origins, identity.backups) = (origins, backups)
    identity.requestsMissingSince = requestsMissingSince
    return identity
  }

  var bytes: Int64 { files.reduce(0) { $0 + $1.size } }
}
