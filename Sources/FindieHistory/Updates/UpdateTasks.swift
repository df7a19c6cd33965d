package import FindieDomain
import FindieFiles
package import FindieWorkers
package import Foundation

/// The parts of an update that tasks compute on several machines, by the same functions as a local
/// update.
///
/// ```
/// search(…)    some buckets of ids → the rows to drop, and the index of the staged events
/// rebuild(…)   some days → their files
/// ```
///
/// Every task has the history's ledger and the same staging, so that numbers of runs and files mean
/// the same everywhere; of the files it needs only those that its plan names.
package struct UpdateTasks: Sendable {
  /// A search for duplicates in some buckets of a collection.
  package struct Search: Codable, Sendable {
    package let collection: EventCollection
    package let buckets: Range<Int>

    package init(_ collection: EventCollection, buckets: Range<Int>) {
      self.collection = collection
      self.buckets = buckets
    }
  }

  /// What a search found, and the file with the index of its staged events.
  package struct Searched: Codable, Sendable {
    fileprivate let search: Search
    fileprivate let found: FoundDuplicates
    /// The number of entries of each bucket, in the order of the file.
    fileprivate let entries: [Int]

    fileprivate static let name = "entries"
  }

  /// The days of a collection that an update changes, from the first to the last.
  package struct Days: Codable, Sendable {
    package let collection: EventCollection
    package let first: Day
    package let last: Day

    package init(_ collection: EventCollection, from first: Day, to last: Day) {
      self.collection = collection
      self.first = first
      self.last = last
    }
  }

  /// Rebuilt days: the entries of the ledger of those that have events.
  package struct Rebuilt: Codable, Sendable {
    let days: Days
    let entries: [Ledger.Day]

    /// The name of a day's file.
    static func name(_ day: Day) -> String { "day-\(day)" }

    /// The name of the file of a day's events by game.
    static func byGameName(_ day: Day) -> String { "by-game-\(day)" }
  }

  private let searched: [(Searched, folder: URL)]
  private let rebuilt: [(Rebuilt, folder: URL)]

  package init(
    searched: [(Searched, folder: URL)], rebuilt: [(Rebuilt, folder: URL)] = []
  ) {
    self.searched = searched
    self.rebuilt = rebuilt
  }

  /// What all searches of a collection found.
  ///
  /// - Parameter append: called with the entries of each bucket, in order.
  func duplicates(
    of collection: EventCollection, append: (Span<IdEntry>) throws -> Void
  ) throws -> FoundDuplicates {
    for (part, folder) in parts(of: collection) {
      let file = try FileReader(folder.appending(path: Searched.name))
      var start = 0
      for count in part.entries {
        var entries: [IdEntry] = []
        try file.append(start..<start + count, to: &entries)
        try append(entries.span)
        start += count
      }
    }
    return found(of: collection)
  }

  /// What all searches of a collection found, without reading the index.
  private func found(of collection: EventCollection) -> FoundDuplicates {
    parts(of: collection).reduce(into: FoundDuplicates()) { $0 += $1.0.found }
  }

  /// The searches of a collection, by bucket; none if no event is staged.
  private func parts(of collection: EventCollection) -> [(Searched, folder: URL)] {
    let parts = searched.filter { $0.0.search.collection == collection }
      .sorted { $0.0.search.buckets.lowerBound < $1.0.search.buckets.lowerBound }
    var bucket = 0
    for (part, _) in parts {
      precondition(part.search.buckets.lowerBound == bucket, "bucket \(bucket) was not searched")
      bucket = part.search.buckets.upperBound
    }
    precondition(
      parts.isEmpty || bucket == IdEntry.bucketCount, "bucket \(bucket) was not searched")
    return parts
  }

  /// The files of rebuilt days, linked into the staging, since the tasks' files are needed again if
  /// the update is interrupted; nil for a day without events.
  func files(
    of days: [Day], _ collection: EventCollection, staging: Staging
  ) throws -> [DayRebuild.RebuiltDay?] {
    try days.map { day in
      guard
        let (part, folder) = rebuilt.first(where: {
          let days = $0.0.days
          return days.collection == collection && days.first <= day && day <= days.last
        })
      else { preconditionFailure("\(collection.rawValue) of \(day) was not rebuilt") }
      guard let entry = part.entries.first(where: { $0.day == day }) else { return nil }
      let url = staging.url("\(collection.rawValue)-\(day)")
      try DurableFile.linkOrCopy(folder.appending(path: Rebuilt.name(day)), to: url)
      return DayRebuild.RebuiltDay(entry: entry, url: url)
    }
  }
}

extension UpdateTasks {
  /// The files of rebuilt days with their events by game.
  var byGame: [(file: URL, day: Ledger.Day)] {
    rebuilt.flatMap { part, folder in
      part.entries.map { (folder.appending(path: Rebuilt.byGameName($0.day)), $0) }
    }
  }

  /// The entries of the index that one search compares at most, if there are enough buckets.
  private static let entriesPerSearch = 1 << 22
  private static let fewestSearches = 4
  /// The events of the days of one task at most, unless one day has more.
  private static let rowsPerTask = 1 << 22
  /// The number of tasks for the days of a collection, if they have as many events.
  private static let fewestDayTasks = 8

  /// A file that a search reads, and the ranges of bytes that it reads of it.
  package typealias PartOfFile = (file: URL, ranges: [Range<Int>])

  /// The searches of an update, each with the files that it reads. Those of days are unknown yet.
  package static func searches(
    in history: History, staging: Staging
  ) throws -> [(search: Search, files: [PartOfFile])] {
    try EventCollection.allCases.flatMap { collection -> [(search: Search, files: [PartOfFile])] in
      let runs = staging.runs.filter { $0.collection == collection }
      guard !runs.isEmpty else { return [] }
      let segments = try staging.ledger.idSegments.filter { $0.collection == collection }
        .map { (url: history.url($0), ids: try history.idSegment($0)) }
      let entries =
        runs.reduce(0) { $0 + $1.fences[IdEntry.bucketCount] }
        + segments.reduce(0) { $0 + $1.ids.count }
      let parts = min(IdEntry.bucketCount, max(fewestSearches, entries / entriesPerSearch))
      let size = (IdEntry.bucketCount + parts - 1) / parts
      return Workers.ranges(of: IdEntry.bucketCount, size: size).map { buckets in
        var files: [PartOfFile] = runs.map { ($0.idsURL, [$0.rangeOfIds(in: buckets)]) }
        files += segments.map { ($0.url, $0.ids.ranges(of: buckets)) }
        return (Search(collection, buckets: buckets), files)
      }
    }
  }

  /// Searches for duplicates, and writes the index of the staged events to `folder`.
  ///
  /// - Throws: `MissingFiles` if it must read days whose files do not exist here.
  package static func search(
    _ search: Search, in history: History, staging: Staging, _ files: [Ledger.Source],
    into folder: URL, workers: Workers
  ) throws -> Searched {
    var entries: [Int] = []
    var file = try FileWriter(folder.appending(path: Searched.name), access: .ownerOnly)
    var searching = try DuplicateSearch(
      search.collection, in: history, UpdateStart(from: staging, files), staging: staging,
      workers: workers)
    try searching.search(search.buckets) { span in
      entries.append(span.count)
      try file.write(span.rawBytes)
    }
    return Searched(search: search, found: searching.found, entries: entries)
  }

  /// The days that the update changes, in parts of similar numbers of events, each with the files
  /// that it reads.
  package func days(
    in history: History, staging: Staging, _ files: [Ledger.Source]
  ) -> [(days: Days, files: [URL])] {
    EventCollection.allCases.flatMap { collection in
      let rebuild = rebuild(collection, in: history, staging: staging, files)
      let rows = rebuild.days.map { rebuild.rows(of: $0) }
      let limit = min(Self.rowsPerTask, rows.reduce(0, +) / Self.fewestDayTasks + 1)
      var parts: [(days: Days, files: [URL])] = []
      var (first, sum) = (0, 0)
      for (index, day) in rebuild.days.enumerated() {
        sum += rows[index]
        guard sum >= limit || index == rebuild.days.count - 1 else { continue }
        parts.append(
          (
            Days(collection, from: rebuild.days[first], to: day),
            rebuild.days[first...index].flatMap { rebuild.files(of: $0) }
          ))
        (first, sum) = (index + 1, 0)
      }
      return parts
    }
  }

  func rebuild(
    _ collection: EventCollection, in history: History, staging: Staging, _ files: [Ledger.Source]
  ) -> DayRebuild {
    let start = UpdateStart(from: staging, files)
    return DayRebuild(
      collection, in: history, start.ledger, staging: staging, retracted: start.retracted,
      found(of: collection).dropped)
  }
}
