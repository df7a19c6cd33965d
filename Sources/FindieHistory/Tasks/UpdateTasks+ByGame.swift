import FindieDomain
import FindieFiles
package import Foundation

extension UpdateTasks.Rebuilt {
  /// The name of the file of a day's events by game.
  fileprivate static func byGameName(_ day: Day) -> String { "by-game-\(day)" }
}

extension UpdateTasks {
  /// Rebuilds days, and writes their files, and their events by game, to `folder`.
  package func rebuild(
    _ days: Days, in history: History, staging: Staging, _ files: [Ledger.Source],
    into folder: URL
  ) throws -> Rebuilt {
    let rebuild = rebuild(days.collection, in: history, staging: staging, files)
    let own = rebuild.days.filter { days.first <= $0 && $0 <= days.last }
    return Rebuilt(
      days: days,
      entries: try own.compactMap { day in
        guard let built = try rebuild.rebuild(day) else { return nil }
        let url = folder.appending(path: Rebuilt.name(day))
        try DurableFile.linkOrCopy(built.url, to: url)
        try DayByGame(PartitionFile(url)).write(
          to: folder.appending(path: Rebuilt.byGameName(day)))
        return built.entry
      })
  }
}

extension DaysByGame {
  /// Takes the events by game of the days that tasks rebuilt, so that they are not sorted again.
  package func take(_ tasks: UpdateTasks) throws {
    for (part, folder) in tasks.rebuilt {
      for entry in part.entries {
        let file = folder.appending(path: UpdateTasks.Rebuilt.byGameName(entry.day))
        try take(file, as: entry)
      }
    }
  }
}
