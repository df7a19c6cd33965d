package import Foundation

extension WorkspaceLock {
  /// Another run holds the workspace.
  package struct Taken: Error, CustomStringConvertible {
    package let workspace: String
    /// Nil while it is just being taken.
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
      if let day { parts.append("the night of \(day)") }
      let who = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
      return """
        another run holds \(workspace)\(who); wait until it has ended, which --wait does, or name \
        another --workspace. What was published before is untouched.
        """
    }
  }

  /// The workspace is another's by now.
  package struct Lost: Error, CustomStringConvertible {
    package let workspace: String
    package let holder: Owner?

    package var description: String {
      let who = holder.map { "process \($0.process) on \($0.host)" } ?? "another run"
      return """
        this run slept for so long that its lease of \(workspace) ran out, and \(who) took it; this \
        one has published nothing since. Run the same command again where its night is still wanted.
        """
    }
  }
}

// MARK: - Waiting

extension WorkspaceLock {
  /// Takes a workspace, waiting for it where another run holds it.
  ///
  /// - Parameters:
  ///   - seconds: for so long at most.
  ///   - pause: waits; throws where a stop was asked for.
  ///   - say: told once for whom it waits.
  package static func taken(
    _ workspace: URL, day: String?, waiting seconds: Double,
    elapsedSeconds: () -> Double, pause: (Double) throws -> Void, say: (String) -> Void
  ) throws -> WorkspaceLock {
    let end = elapsedSeconds() + seconds
    var hasSaid = false
    while true {
      do {
        return try WorkspaceLock(workspace: workspace, day: day)
      } catch let taken as Taken {
        let left = end - elapsedSeconds()
        guard left > 0 else { throw taken }
        if !hasSaid { say("waiting: \(taken)") }
        hasSaid = true
        try pause(min(1, left))
      }
    }
  }
}
