package import Foundation

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
