import FindieDomain
import FindieFiles
import FindieStore
import Foundation

/// The published nights of a workspace, and who stands in them.
struct PublishedNights {
  private let folder: URL
  private let runs: URL

  init(_ workspace: URL) {
    folder = workspace.appending(path: "published")
    runs = workspace.appending(path: "runs")
  }

  /// The nights whose store knows a player, in order; one that cannot be read may, and is named too.
  func holding(_ isPlayer: (String) -> Bool) throws -> [Day] {
    guard DurableFile.exists(folder) else { return [] }
    return try DurableFile.names(in: folder).compactMap { Day($0) }.sorted().filter { day in
      do {
        let store = try PublishedStore(
          at: folder.appending(path: day.description).appending(path: "findie.sqlite"))
        return try store.players().contains(where: isPlayer)
      } catch {
        return true
      }
    }
  }

  /// Removes a night's lists, store and models, and what says how to make them again.
  func remove(_ day: Day) throws {
    try DurableFile.removeWhole(folder.appending(path: day.description))
    try DurableFile.remove(runs.appending(path: day.description).appending(path: "recipe.json"))
  }
}
