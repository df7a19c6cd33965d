import FindieDomain
import FindieWorkers
import Foundation

/// Rebuilds the files of the days that staged events, retracted files and duplicates change.
struct DayRebuild {
  private let collection: EventCollection
  private let history: History
  private let staging: Staging
  private let retracted: Set<ExactText>
  private let dropped: [FoundDuplicates.Piece: [UInt32]]
  private let pieces: [Day: [(run: StagedRun, piece: StagedRun.Piece)]]
  private let existing: [Day: Ledger.Day]
  /// The days that change, in order.
  let days: [Day]

  /// A day's new file, in the staging.
  struct RebuiltDay: Sendable {
    let entry: Ledger.Day
    let url: URL

    init(entry: Ledger.Day, url: URL) {
      self.entry = entry
      self.url = url
    }

    /// Writes the day's rows; nil if there are none.
    init?(_ rows: MergedRows, to url: URL, _ staging: Staging) throws {
      guard rows.count > 0 else { return nil }
      let (entry, bytes) = try Partition.write(rows, to: url)
      try staging.didWrite(url, bytes: bytes)
      self.init(entry: entry, url: url)
    }
  }

  init(
    _ collection: EventCollection, in history: History, _ ledger: Ledger, staging: Staging,
    retracted: Set<ExactText>, _ dropped: [FoundDuplicates.Piece: [UInt32]]
  ) {
    self.collection = collection
    self.history = history
    self.staging = staging
    self.retracted = retracted
    self.dropped = dropped
    var pieces: [Day: [(run: StagedRun, piece: StagedRun.Piece)]] = [:]
    for run in staging.runs where run.collection == collection {
      for piece in run.pieces { pieces[piece.day, default: []].append((run, piece)) }
    }
    self.pieces = pieces
    existing = ledger.daysByDate(of: collection)
    var touched = Set(pieces.keys).union(dropped.keys.map(\.day))
    for (day, entry) in existing
    where entry.origins.contains(where: { retracted.contains(ExactText($0)) }) {
      touched.insert(day)
    }
    days = touched.sorted()
  }

  /// The file of each of `days`; nil if the day has no events any more.
  func rebuild(workers: Workers) throws -> [RebuiltDay?] {
    try workers.map(days.count) { try rebuild(days[$0]) }
  }

  /// The number of a day's events, with duplicates.
  func rows(of day: Day) -> Int {
    (existing[day]?.rows ?? 0) + (pieces[day] ?? []).reduce(0) { $0 + $1.piece.entry.rows }
  }

  /// The files of a day's events.
  func files(of day: Day) -> [URL] {
    (existing[day].map { [history.url($0)] } ?? [])
      + (pieces[day] ?? []).map { $0.run.url($0.piece) }
  }

  func rebuild(_ day: Day) throws -> RebuiltDay? {
    let pieces = pieces[day] ?? []
    if existing[day] == nil, pieces.count == 1,
      dropped[.init(run: pieces[0].run.number, day: day)] == nil
    {
      let (run, piece) = pieces[0]
      return RebuiltDay(entry: piece.entry, url: run.url(piece))
    }
    var sources: [MergedRows.Piece] = []
    if let entry = existing[day] {
      let url = history.url(entry)
      sources.append(
        try History.naming(url) { try source(history.file(of: entry), .init(run: nil, day: day)) })
    }
    for (run, piece) in pieces {
      do {
        sources.append(
          try source(
            PartitionFile(run.url(piece)), FoundDuplicates.Piece(run: run.number, day: day)))
      } catch let damage as HistoryDamage {
        throw History.Failure.damagedStaging(path: run.url(piece).path, reason: "\(damage)")
      }
    }
    let url = staging.url("\(collection.rawValue)-\(day)")
    do {
      return try RebuiltDay(MergedRows(sources, of: collection, on: day), to: url, staging)
    } catch HistoryDamage.repeatedId {
      throw History.Failure.damagedIndex(
        path: history.idFolder.path, reason: "it lacks ids of \(day)")
    } catch let damage as HistoryDamage {
      // The columns of all files are read together. The check of each finds the damaged one.
      if let entry = existing[day] {
        try History.naming(history.url(entry)) { try history.file(of: entry).check() }
      }
      // Else it is a piece that this run wrote.
      throw History.Failure.damagedStaging(path: staging.folder.path, reason: "\(damage)")
    }
  }

  private func source(
    _ file: PartitionFile, _ key: FoundDuplicates.Piece
  ) throws -> MergedRows.Piece {
    try MergedRows.Piece(file, dropped: dropped[key]?.sorted() ?? []) {
      key.run == nil && retracted.contains(ExactText($0))
    }
  }
}
