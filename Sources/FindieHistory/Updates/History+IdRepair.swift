import FindieDomain
import FindieFiles
package import FindieWorkers
import Foundation

extension History {
  /// The number of ids that are in memory at a time, at 16 bytes each.
  private static let idsAtOnce = 1 << 22

  /// Builds the index of ids again from the days, for each collection of which a file of the index
  /// is missing or damaged.
  ///
  /// The new index has one file, with an entry for each stored event. Entries of retracted and
  /// dropped events, which the old index may have had, are not derivable and not needed: the event
  /// that is stored in place of a dropped one has the same id.
  ///
  /// - Returns: the collections whose index was built.
  /// - Throws: `Failure.damagedFile` if a day is damaged.
  /// - Precondition: the workspace's lock is held.
  package func repairIds(workers: Workers) throws -> [EventCollection] {
    let damaged = try collectionsWithDamagedIds(workers)
    guard !damaged.isEmpty else { return [] }
    try withStaging([]) { staging in
      try DurableFile.createFolder(staging.folder, access: .ownerOnly)
      var ledger = staging.ledger
      var moves: [(from: URL, to: URL)] = []
      for collection in damaged {
        ledger.idSegments.removeAll { $0.collection == collection }
        let file = staging.url("\(collection.rawValue).index")
        let entry = try writeIndex(
          of: ledger.days.filter { $0.collection == collection }, collection, to: file, staging)
        guard entry.count > 0 else { continue }
        ledger.idSegments.append(entry)
        moves.append((file, url(entry)))
      }
      ledger.sort()
      try write(
        Update(
          ledger: ledger, changedDays: [], conflicts: 0, staging: staging.folder, moves: moves))
    }
    return damaged
  }

  private func collectionsWithDamagedIds(_ workers: Workers) throws -> [EventCollection] {
    let segments = try ledger().idSegments
    return try EventCollection.allCases.filter { collection in
      do {
        for entry in segments where entry.collection == collection {
          let segment = try idSegment(entry)
          try Self.naming(url(entry)) {
            _ = try workers.map(IdEntry.bucketCount) { try segment.check($0) }
          }
        }
        return false
      } catch Failure.damagedIndex {
        return true
      }
    }
  }

  /// Writes the index of some days to one file.
  private func writeIndex(
    of days: [Ledger.Day], _ collection: EventCollection, to url: URL, _ staging: Staging
  ) throws -> Ledger.IdSegment {
    var parts: [(file: FileReader, fences: [Int])] = []
    var hashes: [(hash: UInt64, day: Day)] = []
    func writePart() throws {
      let part = staging.url("\(collection.rawValue)-\(parts.count).ids")
      let (entries, fences) = IdEntry.byBucket(hashes)
      var file = try FileWriter(part, access: .ownerOnly)
      try file.write(entries.span.rawBytes)
      parts.append((try FileReader(part), fences))
      hashes.removeAll(keepingCapacity: true)
    }
    for day in days {
      try Self.naming(self.url(day)) {
        let file = try file(of: day)
        let ids = try file.mappedStrings("id")
        guard ids.count == file.rows else { throw HistoryDamage.column("id.ends") }
        for row in 0..<file.rows { hashes.append((hash64(of: ids[row]), day.day)) }
        file.release()
      }
      if hashes.count >= Self.idsAtOnce { try writePart() }
    }
    if !hashes.isEmpty { try writePart() }
    var writer = try IdSegmentWriter(url)
    for bucket in 0..<IdEntry.bucketCount {
      var entries: [IdEntry] = []
      for part in parts {
        try part.file.append(part.fences[bucket]..<part.fences[bucket + 1], to: &entries)
      }
      IdEntry.sort(&entries) { $0 }
      var distinct: [IdEntry] = []
      distinct.reserveCapacity(entries.count)
      for entry in entries where entry != distinct.last { distinct.append(entry) }
      try writer.append(distinct.span)
    }
    let (count, checksum) = try writer.finish()
    return Ledger.IdSegment(collection: collection, count: count, checksum: checksum)
  }
}
