import FindieDomain
import FindieFiles
import FindieStore
import Foundation

/// The published nights of a workspace and their players.
struct PublishedNights {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// The nights whose store, or the one that their models were trained on, has a player or, by
  /// default, cannot be read, in order.
  ///
  /// - Parameter days: the nights to search; nil for all.
  func holding(
    _ isPlayer: (String) -> Bool, among days: [Day]? = nil, orUnreadable: Bool = true
  ) throws -> [Day] {
    try (days ?? workspace.publishedDays()).filter { day in
      do {
        let folder = workspace.published(day)
        // Its models still have players whom a rollback removed.
        if try RemovedFromNight(of: folder)?.hasPlayers ?? false { return true }
        let anchor = folder.appending(path: OwnFiles.anchorName)
        let stores = [workspace.publishedStore(day)] + (DurableFile.exists(anchor) ? [anchor] : [])
        return try stores.contains { store in
          try PublishedStore(at: store).players().contains(where: isPlayer)
        }
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
