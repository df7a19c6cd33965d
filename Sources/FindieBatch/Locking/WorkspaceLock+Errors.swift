import FindieFiles
package import Foundation

extension WorkspaceLock {
  /// Another run holds the workspace.
  package struct Held: Error, CustomStringConvertible {
    package let workspace: String
    /// Nil while the other run is just acquiring it.
    package let owner: Owner?
    package let since: Date?

    init(_ workspace: URL) throws {
      let file = WorkspaceLock.file(workspace)
      self.workspace = workspace.path
      since = try WorkspaceLock.modificationDate(of: file)
      owner = Self.owner(try DurableFile.read(file))
    }

    private static func owner(_ bytes: [UInt8]) -> Owner? {
      do {
        return try JSONDecoder().decode(Owner.self, from: Data(bytes))
      } catch {
        return nil
      }
    }

    package var description: String {
      var parts: [String] = []
      if let owner { parts.append("process \(owner.process) on \(owner.host)") }
      if let since { parts.append("since \(since.formatted(.iso8601))") }
      if let day = owner?.day { parts.append("run of \(day)") }
      let who = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
      return """
        Another run is using the workspace \(workspace)\(who). Run the same command again when it has ended. The \
        published lists did not change.
        """
    }
  }
}
