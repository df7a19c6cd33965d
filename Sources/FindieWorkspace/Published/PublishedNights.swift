package import FindieDomain
import FindieFiles
import FindieStore
package import Foundation

/// The published nights of a workspace and their players.
struct PublishedNights {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// The nights whose store, the one that their models were trained on, or another model's
  /// suggestions have a player or, by default, cannot be read, in order.
  ///
  /// - Parameter days: the nights to search; nil for all.
  func holding(
    _ isPlayer: (String) -> Bool, among days: [Day]? = nil, orUnreadable: Bool = true
  ) throws -> [Day] {
    // Nights share the files of suggestions.
    var known: [[UInt64]: Bool] = [:]
    func hasPlayer(_ file: URL) throws -> Bool {
      let identity = FileStatus(file)?.identity
      if let identity, let found = known[identity] { return found }
      let found = try ArtifactReader(file).json("players", as: [String].self)
        .contains(where: isPlayer)
      if let identity { known[identity] = found }
      return found
    }
    return try (days ?? workspace.publishedDays()).filter { day in
      do {
        let folder = workspace.published(day)
        // Its models still have players whom a rollback removed.
        if try RemovedFromNight(of: folder)?.hasPlayers ?? false { return true }
        let anchor = folder.appending(path: OwnFiles.anchorName)
        let stores = [workspace.publishedStore(day)] + (DurableFile.exists(anchor) ? [anchor] : [])
        return try stores.contains { store in
          try PublishedStore(at: store).players().contains(where: isPlayer)
        }
          || workspace.suggestionFiles(day).contains(where: hasPlayer)
      } catch {
        return orUnreadable
      }
    }
  }

  /// Removes a night's lists, store, models and recipe.
  func remove(_ day: Day) throws {
    // A night that was moved to another disk must not retain a forgotten player.
    let folder = workspace.published(day).resolvingSymlinksInPath()
    try DurableFile.removeWhole(folder, where: OwnFiles.ofNight(in: folder))
    try DurableFile.remove(workspace.run(day).recipe)
  }
}

extension Workspace {
  /// The files in `suggestions(day)`, in the order of their days.
  package func suggestionFiles(_ day: Day) throws -> [URL] {
    try Self.suggestionFiles(in: suggestions(day))
  }

  package static func suggestionFiles(in folder: URL) throws -> [URL] {
    guard DurableFile.isFolder(folder) else { return [] }
    return try DurableFile.names(in: folder).filter { $0.hasSuffix(".artifact") }
      .map { folder.appending(path: $0) }
  }
}
