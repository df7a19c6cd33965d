package import FindieDomain
package import FindieFiles
import FindieStore
package import Foundation

/// What identifies a workspace: `workspace.json`.
///
/// The history, the store, the list of forgotten players, the recipes of published nights and
/// backups name the id of their workspace, so that a part from another workspace is detected.
package struct WorkspaceIdentity: Codable, Sendable, Equatable {
  private static let formatVersion = 1

  private var formatVersion = Self.formatVersion
  /// 32 hexadecimal digits.
  package let id: String
  /// The folders of backups, which receive requests to forget players. Nil for none.
  package var backups: [String]?

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
  package init?(in workspace: Workspace) throws {
    let file = workspace.identityFile
    guard DurableFile.exists(file) else { return nil }
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(DurableFile.read(file)))
    } catch let failure as FileFailure {
      throw failure
    } catch {
      throw WorkspaceFailure.unreadableIdentity(path: file.path, why: "it is damaged")
    }
    guard formatVersion == Self.formatVersion else {
      throw WorkspaceFailure.unreadableIdentity(
        path: file.path, why: "its format \(formatVersion) is unknown")
    }
  }

  package func write(to workspace: Workspace) throws(FileFailure) {
    try DurableFile.write(canonicalLine(self), to: workspace.identityFile)
  }
}

/// A part of the workspace, and the id of the workspace that it names.
package struct WorkspacePart: Sendable {
  /// The file or folder.
  package let url: URL
  /// Nil if the part names none.
  package let workspace: String?

  package init(_ url: URL, of workspace: String?) {
    self.url = url
    self.workspace = workspace
  }
}

/// A part of the workspace that no run may trust.
package struct UnusablePart: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .failed }
  package let url: URL
  /// What is wrong: a clause that follows the file's name.
  package let finding: String
  package let remedy: String

  package init(_ url: URL, _ finding: String, remedy: String) {
    (self.url, self.finding, self.remedy) = (url, finding, remedy)
  }

  /// Parts that belong to another workspace.
  ///
  /// - Parameter id: this workspace's; nil without `workspace.json` if the parts name several.
  package init(foreign parts: [WorkspacePart], in workspace: Workspace, id: String?) {
    let others = parts.dropFirst().map { " So does \($0.url.path)." }.joined()
    let own = id.map { "this one has the id \($0.prefix(8))" } ?? "workspace.json is missing"
    let named =
      parts[0].workspace.map { "with the id \($0.prefix(8))" } ?? "or is of unknown origin"
    self.init(
      parts[0].url, "belongs to another workspace, \(named); \(own).\(others)",
      remedy: "put this workspace's own back, for example with \(workspace.restoreCommand)")
  }

  package var description: String {
    let stop = finding.hasSuffix(".") ? "" : "."
    return "\(url.path) \(finding)\(stop) Nothing was read. Remedy: \(remedy)."
  }
}

extension Workspace {
  package var identityFile: URL { folder.appending(path: "workspace.json") }

  /// Exists while a backup is being restored.
  package var restoreMarker: URL { folder.appending(path: ".restoring") }

  /// The command that restores the newest backup; with BACKUP if no folder of backups is known.
  package var restoreCommand: String {
    var backup = "BACKUP"
    do {
      backup = try WorkspaceIdentity(in: self)?.backups?.first ?? backup
    } catch {
      // A damaged file is named by the run itself.
    }
    return "`\(commandWithReports("restore \(backup) --replace"))`"
  }
}
