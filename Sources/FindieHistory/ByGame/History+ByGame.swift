package import FindieDomain
import FindieFiles
package import FindieWorkers
package import Foundation
import Synchronization

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
  private static let version = 2

  package init(folder: URL) {
    self.folder = folder
  }

  private func folder(_ collection: EventCollection) -> URL {
    folder.appending(path: "\(Self.version)").appending(path: collection.rawValue)
  }

  private func name(_ day: Ledger.Day) -> String { "\(day.day)-\(day.checksum).findie" }

  /// How many days' names are in memory at a time.
  private static let daysAtOnce = 16

  /// The events of a history before `end`, where nothing may be written: days that are not there are
  /// held in memory.
  package func read(_ history: History, before end: Day, workers: Workers) throws -> EventsByGame {
    let wanted = try history.ledger().days.filter { $0.day < end }
    return try events(wanted, workers) { day, url in
      if let kept = try kept(day, at: url) { return kept }
      return try History.naming(history.url(day)) { try DayByGame(history.file(of: day)) }
    }
  }

  /// The events of a history before `end`; days that are not there are made, and files of days removed
  /// that the history has no more, or has otherwise.
  ///
  /// - Returns: the events, and how many days were made.
  package func update(
    of history: History, before end: Day, workers: Workers
  ) throws -> (events: EventsByGame, made: Int) {
    let ledger = try history.ledger()
    try removeAllBut(ledger.days)
    for collection in EventCollection.allCases {
      try DurableFile.createFolder(folder(collection))
    }
    let made = Atomic(0)
    let events = try events(ledger.days.filter { $0.day < end }, workers) { day, url in
      if let kept = try kept(day, at: url) { return kept }
      let own = try History.naming(history.url(day)) { try DayByGame(history.file(of: day)) }
      let partial = url.appendingPathExtension("partial")
      try own.write(to: partial)
      try DurableFile.move(partial, to: url)
      made.add(1, ordering: .relaxed)
      return try History.naming(url) { try DayByGame.read(url) }
    }
    return (events, made.load(ordering: .relaxed))
  }

  /// Removes the files of days that a history has no more, or has otherwise.
  package func removeOutdated(by history: History) throws {
    try removeAllBut(history.ledger().days)
  }

  private func removeAllBut(_ days: [Ledger.Day]) throws {
    guard DurableFile.exists(folder) else { return }
    for version in try DurableFile.names(in: folder) where version != "\(Self.version)" {
      try DurableFile.remove(folder.appending(path: version))
    }
    for collection in EventCollection.allCases where DurableFile.exists(folder(collection)) {
      let known = Set(days.lazy.filter { $0.collection == collection }.map(name))
      for file in try DurableFile.names(in: folder(collection)) where !known.contains(file) {
        try DurableFile.remove(folder(collection).appending(path: file))
      }
    }
  }

  private func events(
    _ days: [Ledger.Day], _ workers: Workers,
    _ read: @Sendable (Ledger.Day, URL) throws -> DayByGame
  ) throws -> EventsByGame {
    var events = EventsByGame()
    for range in Workers.ranges(of: days.count, size: Self.daysAtOnce) {
      let read = try workers.map(range.count) { place in
        let day = days[range.lowerBound + place]
        return try read(day, folder(day.collection).appending(path: name(day)))
      }
      for day in read { events.append(day) }
    }
    return events
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
