package import FindieDomain
import FindieFiles
package import FindieWorkers
package import Foundation

/// The days of the history in the order of their games, kept beside it.
///
/// ```
/// by-game/interactions/2016-09-18-<checksum>.findie     of the history's day of that checksum
/// ```
///
/// A file is made from one file of the history and named for it; so it never changes, and a day that
/// a late event changed is made again, and no other.
package struct DaysByGame: Sendable {
  package let folder: URL
  /// The version of the files' format and of what they hold: those of others are made again.
  private static let version = 1

  package init(folder: URL) {
    self.folder = folder
  }

  private func folder(_ collection: EventCollection) -> URL {
    folder.appending(path: "\(Self.version)").appending(path: collection.rawValue)
  }

  private func name(_ day: Ledger.Day) -> String { "\(day.day)-\(day.checksum).findie" }

  /// The days of a history before `end`, by record and day, where nothing may be written: those that are
  /// not there are held in memory.
  package func read(_ history: History, before end: Day, workers: Workers) throws -> [DayByGame] {
    let wanted = try history.ledger().days.filter { $0.day < end }
    return try workers.map(wanted.count) { place in
      let day = wanted[place]
      if let kept = try kept(day, at: folder(day.collection).appending(path: name(day))) {
        return kept
      }
      return try History.naming(history.url(day)) { try DayByGame(history.file(of: day)) }
    }
  }

  /// The days of a history before `end`, by record and day; those that are not there are made.
  ///
  /// Files of days that the history has no more, or has otherwise, are removed.
  package func days(
    of history: History, before end: Day, workers: Workers
  ) throws -> (days: [DayByGame], made: Int) {
    let ledger = try history.ledger()
    let wanted = ledger.days.filter { $0.day < end }
    for collection in EventCollection.allCases {
      try DurableFile.createFolder(folder(collection))
      let known = Set(ledger.days.lazy.filter { $0.collection == collection }.map(name))
      for file in try DurableFile.names(in: folder(collection)) where !known.contains(file) {
        try DurableFile.remove(folder(collection).appending(path: file))
      }
    }
    let days = try workers.map(wanted.count) { place -> (day: DayByGame, isMade: Bool) in
      let day = wanted[place]
      let url = folder(day.collection).appending(path: name(day))
      if let kept = try kept(day, at: url) { return (kept, false) }
      let own = try History.naming(history.url(day)) { try DayByGame(history.file(of: day)) }
      let partial = url.appendingPathExtension("partial")
      try own.write(to: partial)
      try DurableFile.move(partial, to: url)
      return (try History.naming(url) { try DayByGame.read(url) }, true)
    }
    return (days.map(\.day), days.count { $0.isMade })
  }

  /// A day's file; nil where there is none, or none that is whole: it is made from the history, and
  /// was not brought to the disk before it had its name.
  private func kept(_ day: Ledger.Day, at url: URL) throws -> DayByGame? {
    guard DurableFile.exists(url) else { return nil }
    do {
      let kept = try DayByGame.read(url)
      return kept.day == day.day && kept.collection == day.collection && kept.count == day.rows
        ? kept : nil
    } catch is Partition.Damage {
      return nil
    }
  }
}
