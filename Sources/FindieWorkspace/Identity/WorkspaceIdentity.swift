package import FindieDomain
package import FindieFiles
import FindieStore
package import Foundation

/// What identifies a workspace: `workspace.json`.
///
/// The history, the store, the list of forgotten players, the recipes of published nights, the
/// published nights, the reports and the backups name the id of their workspace, so that a part
/// from another workspace is detected.
package struct WorkspaceIdentity: Codable, Sendable, Equatable {
  private static let formatVersion = 1

  private var formatVersion = Self.formatVersion
  /// 32 hexadecimal digits.
  package let id: String
  /// The ids of the workspaces that it was restored from. Nil for none.
  package var origins: [String]?
  /// The folders of backups, which receive requests to forget players. Nil for none.
  package var backups: [String]?
  /// The folder of the reports: relative to the workspace if both are in the same folder, so that
  /// both can be moved. Nil before the first night.
  package var reports: String?
  /// The requests to forget players that were ever stored (`Tombstones.knownRequests`), so that a
  /// loss is noticed. Nil for none.
  package var requests: [String]?
  /// The time since when requests to forget players may be missing; nil if all are known.
  package var requestsMissingSince: Timestamp?

  package init(id: String) { self.id = id }

  /// A new id: a hash of the host, the process, the folder and the time, of which at least one
  /// differs in any other workspace.
  package init(newFor workspace: Workspace, at now: Timestamp) {
    let process = ProcessInfo.processInfo
    let source =
      "\(process.hostName) \(process.processIdentifier) \(workspace.folder.absoluteURL.path) \(now)"
    self.init(id: String(Fingerprint(of: source).hexadecimal.prefix(32)))
  }

  /// Nil if the file is missing.
  ///
  /// - Throws: `FileFailure`; `WorkspaceFailure.unreadableIdentity`.
  package init?(in workspace: Workspace) throws { try self.init(at: workspace.identityFile) }

  /// The workspace that a folder of reports or of published nights belongs to; nil if it names
  /// none.
  ///
  /// - Throws: as above.
  package init?(owning folder: URL) throws { try self.init(at: Self.mark(in: folder)) }

  private static func mark(in folder: URL) -> URL { folder.appending(path: ".workspace.json") }

  private init?(at file: URL) throws {
    guard DurableFile.exists(file) else { return nil }
    try self.init(DurableFile.read(file), of: file)
  }

  private init(_ bytes: [UInt8], of file: URL) throws(WorkspaceFailure) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    } catch {
      throw .unreadableIdentity(path: file.path, why: "it is damaged")
    }
    guard formatVersion == Self.formatVersion else {
      throw .unreadableIdentity(path: file.path, why: "its format \(formatVersion) is unknown")
    }
  }

  /// Changes `workspace.json`, if there is one. No change that another process makes is lost.
  ///
  /// - Returns: the new content; nil if there is no file.
  @discardableResult
  package static func change(
    in workspace: Workspace, _ body: (inout WorkspaceIdentity) -> Void
  ) throws -> WorkspaceIdentity? {
    let file = workspace.identityFile
    guard DurableFile.exists(file) else { return nil }
    var changed: WorkspaceIdentity?
    try DurableFile.update(file) { bytes in
      guard let bytes else { return nil }
      let before = try Self(bytes, of: file)
      var identity = before
      body(&identity)
      changed = identity
      return identity == before ? nil : Array(canonicalLine(identity).utf8)
    }
    return changed
  }

  package func write(to workspace: Workspace) throws(FileFailure) {
    try DurableFile.write(canonicalLine(self), to: workspace.identityFile)
  }

  /// Whether a part that names this id belongs to the workspace, or to one that it was restored
  /// from.
  package func descends(from id: String) -> Bool { id == self.id || origins?.contains(id) ?? false }

  /// What folders that belong to the workspace say about it, in case `workspace.json` is lost.
  package var name: WorkspaceIdentity {
    var name = WorkspaceIdentity(id: id)
    (name.origins, name.requestsMissingSince) = (origins, requestsMissingSince)
    return name
  }

  /// Whether it was restored beside the workspace of the backup, not in its place.
  package var isSeparate: Bool { origins != nil && backups == nil }

  /// Names the workspace in a folder of reports or of published nights.
  ///
  /// - Parameter hasRequests: whether the folder also names the requests to forget players that
  ///   were ever stored, so that a workspace that was put back from an older copy is noticed.
  /// - Throws: `FileFailure`; `WorkspaceFailure.unreadableIdentity`.
  package func own(_ folder: URL, hasRequests: Bool) throws {
    let owner = try WorkspaceIdentity(owning: folder)
    var mark = name
    if hasRequests {
      let all = Set(owner?.requests ?? []).union(requests ?? [])
      if !all.isEmpty { mark.requests = all.sorted() }
    }
    guard owner != mark else { return }
    // A reader of the folder must be able to copy all of its files.
    try DurableFile.write(canonicalLine(mark), to: Self.mark(in: folder))
  }
}

extension Workspace {
  package var identityFile: URL { folder.appending(path: "workspace.json") }

  /// Exists while a backup is being restored. It has the command that repeats the restore.
  package var restoreMarker: URL { folder.appending(path: ".restoring") }

  /// The folder of reports that `workspace.json` names; nil if it names none.
  func knownReports(_ identity: WorkspaceIdentity?) -> URL? {
    guard let path = identity?.reports else { return nil }
    return path.hasPrefix("/")
      ? URL(filePath: path)
      : folder.absoluteURL.appending(path: path).standardizedFileURL
  }

  /// How `workspace.json` names the folder of reports.
  package var reportsPath: String {
    let own = folder.absoluteURL.standardizedFileURL.deletingLastPathComponent().pathComponents
    let other = reports.absoluteURL.standardizedFileURL
    guard own.count > 1, other.pathComponents.starts(with: own) else { return other.path }
    return ([".."] + other.pathComponents.dropFirst(own.count)).joined(separator: "/")
  }

  /// The workspace that the folder of reports belongs to; nil if it is this one, or if it names
  /// none.
  ///
  /// - Parameter identity: this workspace's; nil for the one in `workspace.json`.
  package func otherOwnerOfReports(
    than identity: WorkspaceIdentity? = nil
  ) throws -> WorkspaceIdentity? {
    guard let identity = try identity ?? WorkspaceIdentity(in: self),
      let owner = try WorkspaceIdentity(owning: reports), owner.id != identity.id
    else { return nil }
    return owner
  }

  /// Checks that the folder of reports is not another workspace's.
  ///
  /// - Parameter identity: as above.
  /// - Throws: `UnusablePart`.
  package func checkReports(of identity: WorkspaceIdentity? = nil) throws {
    guard let owner = try otherOwnerOfReports(than: identity) else { return }
    let own = try WorkspaceIdentity(in: self)
    throw UnusablePart(
      reports,
      "has the reports of another workspace, with the id \(owner.id.prefix(8)); "
        + (own.map { "this one has the id \($0.id.prefix(8))" } ?? "this one is new"),
      remedy:
        "if the workspace was lost, restore it with \(restoreCommand); otherwise name a folder of "
        + "its own with --reports, or move these reports away")
  }

  /// The command that repeats an interrupted restore, or restores the newest backup; with BACKUP if
  /// no folder of backups is known.
  package var restoreCommand: String {
    do {
      let marked = String(decoding: try DurableFile.read(restoreMarker), as: UTF8.self)
      if let command = marked.split(separator: "\n").first, command.hasPrefix("findie ") {
        return "`\(command)`"
      }
    } catch {
      // No restore was interrupted.
    }
    var (backup, option) = ("BACKUP", " --replace")
    do {
      let identity = try WorkspaceIdentity(in: self)
      backup = identity?.backups?.first ?? backup
      // Taking the place of the other workspace would take its folder of backups.
      if identity?.isSeparate ?? false { option = "" }
    } catch {
      // A damaged file is named by the run itself.
    }
    return "`\(commandWithReports("restore \(backup)\(option)"))`"
  }
}
