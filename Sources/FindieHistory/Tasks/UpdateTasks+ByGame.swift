import FindieDomain
import FindieFiles
package import Foundation

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
        try DayByGame(CountedColumns(PartitionFile(url), without: UncountedPlayers())).write(
          to: folder.appending(path: Rebuilt.byGameName(day)))
        return built.entry
      })
  }
}

extension DaysByGame {
  /// Takes the days of an update that are sorted by game already, so that they are not sorted
  /// again.
  package func take(_ update: History.Update) throws {
    for (file, day) in update.byGame { try take(file, as: day) }
  }
}
