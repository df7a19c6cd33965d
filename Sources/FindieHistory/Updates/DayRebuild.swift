import FindieDomain
import FindieFiles
import FindieWorkers
import Foundation

/// Rebuilds the files of the days that staged events, retracted files and duplicates change.
struct DayRebuild {
  private let collection: EventCollection
  private let history: History
  private let staging: Staging
  private let retracted: Set<ExactText>
  private let dropped: [DuplicateSearch.PieceKey: [UInt32]]
  private let pieces: [Day: [(run: Int, piece: StagedRun.Piece)]]
  private let existing: [Day: Ledger.Day]
  /// The days that change, in order.
  let days: [Day]

  /// A day's new file, in the staging.
  struct RebuiltDay: Sendable {
    let entry: Ledger.Day
    let url: URL
  }

  init(
    _ collection: EventCollection, in history: History, _ ledger: Ledger, staging: Staging,
    retracted: Set<ExactText>, _ dropped: [DuplicateSearch.PieceKey: [UInt32]]
  ) {
    self.collection = collection
    self.history = history
    self.staging = staging
    self.retracted = retracted
    self.dropped = dropped
    var pieces: [Day: [(run: Int, piece: StagedRun.Piece)]] = [:]
    for run in staging.runs where run.collection == collection {
      for piece in run.pieces { pieces[piece.day, default: []].append((run.number, piece)) }
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

  private func rebuild(_ day: Day) throws -> RebuiltDay? {
    let pieces = pieces[day] ?? []
    if existing[day] == nil, pieces.count == 1,
      dropped[.init(run: pieces[0].run, day: day)] == nil
    {
      let piece = pieces[0].piece
      return RebuiltDay(
        entry: Ledger.Day(
          collection: collection, day: day, rows: piece.rows, checksum: piece.checksum,
          content: piece.content, origins: piece.origins), url: piece.url)
    }
    var sources: [MergedRows.Piece] = []
    if let entry = existing[day] {
      let url = history.url(entry)
      sources.append(
        try History.naming(url) { try source(history.file(of: entry), .init(run: nil, day: day)) })
    }
    for (run, piece) in pieces {
      do {
        sources.append(try source(PartitionFile(piece.url), .init(run: run, day: day)))
      } catch let damage as Partition.Damage {
        throw History.Failure.damagedStaging(path: piece.url.path, reason: "\(damage)")
      }
    }
    let url = staging.url("\(collection.rawValue)-\(day)")
    guard let written = try write(day, sources, to: url) else { return nil }
    try staging.didWrite(url, bytes: written.bytes)
    return RebuiltDay(
      entry: Ledger.Day(
        collection: collection, day: day, rows: written.rows, checksum: written.checksum,
        content: written.content, origins: written.origins), url: url)
  }

  /// Writes the rows of some files to one; nil if there are none.
  ///
  /// - Throws: `History.Failure.damagedFile`, `FileFailure`.
  private func write(
    _ day: Day, _ sources: [MergedRows.Piece], to url: URL
  ) throws -> WrittenDay? {
    do {
      let rows = try MergedRows(collection, day, sources)
      return rows.count > 0 ? try Partition.write(rows, to: url) : nil
    } catch is MergedRows.RepeatedId {
      throw History.Failure.damagedIndex(
        path: history.idFolder.path, reason: "it lacks ids of \(day)")
    } catch let damage as Partition.Damage {
      // The columns of all files are read together. The check of each finds the damaged one.
      if let entry = existing[day] {
        try History.naming(history.url(entry)) { try history.file(of: entry).check() }
      }
      // Else it is a piece that this run wrote.
      throw History.Failure.damagedStaging(path: staging.folder.path, reason: "\(damage)")
    }
  }

  private func source(
    _ file: PartitionFile, _ key: DuplicateSearch.PieceKey
  ) throws -> MergedRows.Piece {
    try MergedRows.Piece(file, dropped: dropped[key]?.sorted() ?? []) {
      key.run == nil && retracted.contains(ExactText($0))
    }
  }
}
