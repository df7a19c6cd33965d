import FindieDomain
import FindieFiles
import FindieWorkspace
import Foundation

/// A folder with the backups of one workspace.
///
/// ```
/// 2026-11-25T031500Z/       a complete backup; unchanged files are hard links to the one before
/// 2026-11-25T031500Z/backup.json
/// forgotten.json            the requests to forget players, also those since the last backup
/// workspace.json            the id of the workspace
/// ```
struct BackupFolder {
  let url: URL

  /// As a workspace, since it stores forgotten players in the same way.
  private var asWorkspace: Workspace { Workspace(url) }

  /// The complete backups, the oldest first, without those that were renamed.
  private func backups() throws -> [URL] {
    guard DurableFile.exists(url) else { return [] }
    return try DurableFile.names(in: url)
      .filter { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d{6}Z(-\d+)?/) != nil }
      .map { url.appending(path: $0) }
      .filter { DurableFile.exists($0.appending(path: BackupManifest.fileName)) }
  }

  /// The name of a backup, such as `2026-11-25T031500Z`, so that names sort by time.
  static func name(of instant: Timestamp) -> String {
    instant.description.prefix(19).replacing(":", with: "") + "Z"
  }

  /// The complete backups up to an instant, and those dated after it: the clock was wrong when they
  /// were taken, or is wrong now.
  func backups(upTo instant: Timestamp) throws -> (past: [URL], future: [URL]) {
    let name = Self.name(of: instant)
    let all = try backups()
    let past = all.prefix { $0.lastPathComponent.prefix(name.count) <= name }
    return (Array(past), Array(all.dropFirst(past.count)))
  }

  /// The copies of requests to forget players beside the backups and in each of them.
  func requests() throws -> RequestCopies {
    try RequestCopies(in: [url] + backups().map { $0.appending(path: "workspace") })
  }

  /// Checks that the folder is empty, or has the backups of a workspace; then it belongs to this
  /// workspace.
  func claim(for identity: WorkspaceIdentity) throws {
    try DurableFile.createFolder(url, access: .ownerOnly)
    guard let own = try WorkspaceIdentity(in: asWorkspace) else {
      guard try DurableFile.names(in: url).isEmpty else {
        throw UnusablePart(
          url, "has files, but no backups of this workspace", remedy: "choose an empty folder")
      }
      return try name(identity)
    }
    if own.id == identity.id { return }
    let isOrigin = identity.descends(from: own.id)
    guard isOrigin, identity.backups?.contains(url.path) ?? false else {
      throw UnusablePart(
        url,
        isOrigin
          ? "has the backups of the workspace that this one is a copy of"
          : "has the backups of another workspace, with the id \(own.id.prefix(8))",
        remedy: "choose another folder")
    }
    try name(identity)
  }

  /// Names the workspace that the folder belongs to.
  func name(_ identity: WorkspaceIdentity) throws(FileFailure) {
    try identity.name.write(to: asWorkspace)
  }

  /// The workspace that the folder belongs to; nil if it is not named or cannot be read.
  var owner: WorkspaceIdentity? {
    do {
      return try WorkspaceIdentity(in: asWorkspace)
    } catch {
      return nil
    }
  }
}

extension URL {
  /// The first of `name`, `name-2`, `name-3` and so on that this folder does not have.
  func unusedName(_ name: String) -> String {
    var (found, number) = (name, 1)
    while DurableFile.exists(appending(path: found)) {
      number += 1
      found = "\(name)-\(number)"
    }
    return found
  }
}
