package import Foundation

extension WorkspaceLock {
  /// Another run holds the workspace.
  package struct Held: Error, CustomStringConvertible {
    package let workspace: String
    /// Nil while the other run is just acquiring it.
    package let owner: Owner?
    package let day: String?
    package let since: Date?

    init(_ workspace: URL, _ owner: Owner?) throws {
      self.workspace = workspace.path
      self.owner = owner
      day = try WorkspaceLock.lease(workspace).flatMap { $0.token == owner?.token ? $0.day : nil }
      since = try WorkspaceLock.modificationDate(of: WorkspaceLock.file(workspace))
    }

    package var description: String {
      var parts: [String] = []
      if let owner { parts.append("process \(owner.process) on \(owner.host)") }
      if let since { parts.append("since \(since.formatted(.iso8601))") }
      if let day { parts.append("run of \(day)") }
      let who = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
      return """
        Another run is using the workspace \(workspace)\(who). Run the same command again when it has ended. The \
        published lists did not change.
        """
    }
  }

  /// Another run took the workspace over.
  package struct Lost: Error, CustomStringConvertible {
    package let workspace: String
    package let holder: Owner?

    package var description: String {
      let who = holder.map { "process \($0.process) on \($0.host)" } ?? "another run"
      return """
        This run was suspended until its lease of the workspace \(workspace) expired, and \(who) took \
        it over. Nothing was published since. Run the same command again if its day is still needed.
        """
    }
  }
}
