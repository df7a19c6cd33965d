package import FindieDomain
import FindieFiles
package import FindieWorkers
package import Foundation
import Synchronization

/// The days of the history sorted by game, stored next to it.
///
/// ```
/// by-game/interactions/2016-09-18-<checksum>.findie     of the history's day of that checksum
/// ```
///
/// A file is derived from one file of the history and has its checksum in its name, followed by
/// what identifies the accounts of the day that do not count, so it never changes. If a late event
/// changes a day, only that day's file is built again.
package struct DaysByGame: Sendable {
  package let folder: URL
  /// The version of the files' format and content; files of other versions are built again.
  private static let version = 5

  package init(folder: URL) {
    self.folder = folder
  }

  private func folder(_ collection: EventCollection) -> URL {
    folder.appending(path: "\(Self.version)").appending(path: collection.rawValue)
  }

  private func name(_ day: Ledger.Day, without players: UncountedPlayers) -> String {
    "\(day.day)-\(day.checksum)\(players.identity(on: day.day) ?? "").findie"
  }

  private func url(_ day: Ledger.Day, without players: UncountedPlayers) -> URL {
    folder(day.collection).appending(path: name(day, without: players))
  }

  /// The number of days whose names are in memory at a time.
  private static let daysAtOnce = 16

  /// The events of a history before `end`, without writing files: missing days are built in memory.
  package func read(_ history: History, before end: Day, workers: Workers) throws -> EventsByGame {
    try events(of: history, before: end, workers: workers) { own, _ in own }
  }

  /// The files that `read` needs if no day is missing.
  package func files(of history: History, before end: Day) throws -> [URL] {
    let ledger = try history.ledger()
    return [history.ledgerURL] + [history.forgottenURL(of: ledger)].compactMap(\.self)
      + ledger.days.filter { $0.day < end }.map { url($0, without: history.uncounted) }
  }

  /// The events of a history before `end`. Missing files are built, and files of days that were
  /// changed or removed are deleted.
  ///
  /// - Returns: the events and the number of days that were built.
  package func update(
    of history: History, before end: Day, workers: Workers
  ) throws -> (events: EventsByGame, built: Int) {
    try removeOutdated(by: history)
    try createFolders()
    let built = Atomic(0)
    let events = try events(of: history, before: end, workers: workers) { own, url in
      let partial = url.appendingPathExtension("partial")
      try own.write(to: partial)
      try DurableFile.move(partial, to: url)
      built.add(1, ordering: .relaxed)
      return try History.naming(url) { try DayByGame.read(url) }
    }
    return (events, built.load(ordering: .relaxed))
  }

  /// Takes a day's events by game from a file on the same or another disk.
  func take(_ file: URL, as day: Ledger.Day) throws {
    try createFolders()
    let url = url(day, without: UncountedPlayers())
    let partial = url.appendingPathExtension("partial")
    try DurableFile.remove(partial)
    try DurableFile.linkOrCopy(file, to: partial)
    try DurableFile.move(partial, to: url)
  }

  private func createFolders() throws(FileFailure) {
    for folder in [folder] + EventCollection.allCases.map({ folder($0) }) {
      try DurableFile.createFolder(folder, access: .ownerOnly)
    }
  }

  /// Removes the files of days that were changed or removed. Files with other names stay.
  package func removeOutdated(by history: History) throws {
    let days = try history.ledger().days
    guard DurableFile.exists(folder) else { return }
    for version in try DurableFile.names(in: folder)
    where Int(version) != nil && version != "\(Self.version)" {
      try DurableFile.removeFiles(in: folder.appending(path: version), where: Self.isOwn)
    }
    for collection in EventCollection.allCases where DurableFile.exists(folder(collection)) {
      let known = Set(
        days.lazy.filter { $0.collection == collection }.map {
          name($0, without: history.uncounted)
        })
      for file in try DurableFile.names(in: folder(collection))
      where !known.contains(file) && Self.isOwnName(file) {
        try DurableFile.remove(folder(collection).appending(path: file))
      }
    }
  }

  /// - Parameter build: called with a missing day, made from the history, and the URL of its file.
  private func events(
    of history: History, before end: Day, workers: Workers,
    build: @Sendable (DayByGame, URL) throws -> DayByGame
  ) throws -> EventsByGame {
    let ledger = try history.ledger()
    let days = ledger.days.filter { $0.day < end }
    var events = EventsByGame()
    for range in Workers.ranges(of: days.count, size: Self.daysAtOnce) {
      let read = try workers.map(range.count) { index in
        let day = days[range.lowerBound + index]
        let url = url(day, without: history.uncounted)
        if let stored = try stored(day, at: url) { return stored }
        let own = try History.naming(history.url(day)) {
          try DayByGame(CountedColumns(history.file(of: day), without: history.uncounted))
        }
        return try build(own, url)
      }
      for day in read where day.count > 0 { events.append(day) }
    }
    events.forgotten = try history.forgottenEvents(of: ledger).before(end)
    return events
  }

  /// A day's file; nil if it is missing or damaged. A file is renamed without a sync, since it can
  /// be built again.
  private func stored(_ day: Ledger.Day, at url: URL) throws -> DayByGame? {
    guard DurableFile.exists(url) else { return nil }
    do {
      let file = try DayByGame.read(url)
      return file.day == day.day && file.collection == day.collection && file.count <= day.rows
        ? file : nil
    } catch is HistoryDamage {
      return nil
    }
  }
}

extension DaysByGame {
  /// Whether a path in the folder of one version is that of a complete or partial file written
  /// there: `interactions/2016-09-18-3f2a.findie.partial`.
  static func isOwn(_ path: String) -> Bool {
    let parts = path.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, EventCollection(rawValue: String(parts[0])) != nil else { return false }
    return isOwnName(parts[1])
  }

  static func isOwnName(_ name: some StringProtocol) -> Bool {
    EventCollection.isDayFile(
      name.hasSuffix(".partial") ? name.dropLast(".partial".count) : name.dropLast(0))
  }
}
