package import FindieDomain
import FindieHistory
package import FindieWorkers

/// Reads the files of the catalogue into records, and counts what happened to every line.
///
/// Of the records of one id, the one with the newest `updatedAt` is used; of equally new ones, and if
/// none has a time, the last by file and line. Uncompressed files are read in slices by all threads.
package struct CatalogueReader: Sendable {
  package let limits: IngestLimits
  /// Whether the records of a player are skipped. Nil for none.
  package let forgotten: (@Sendable (String) -> Bool)?
  /// A later time of a record's change counts as absent, with a warning. Nil for none.
  package let latestChange: Timestamp?
  /// A file is read to its end unless it exceeds this limit whatever its rest has; nil to read every file to its end.
  package let badShareLimit: BadShareLimit?

  /// - Parameter now: the run's clock; nil if times of changes are not compared with it.
  package init(
    limits: IngestLimits, forgotten: (@Sendable (String) -> Bool)? = nil, now: Timestamp? = nil,
    badShareLimit: BadShareLimit? = nil
  ) {
    self.limits = limits
    self.badShareLimit = badShareLimit
    self.forgotten = forgotten
    latestChange = now?.latestChange
  }

  /// Reads the collections of a folder, but those of events.
  ///
  /// - Parameter sliceBytes: the size of a slice, which does not change the result.
  /// - Throws: if a file cannot be read or is damaged. Bad lines are counted, not thrown.
  package func read(
    _ folder: InputFolder, workers: Workers, sliceBytes: Int = 4 << 20
  ) throws -> ReadCatalogue {
    ReadCatalogue(
      games: try records(of: folder, workers, sliceBytes),
      developers: try records(of: folder, workers, sliceBytes),
      tags: try records(of: folder, workers, sliceBytes),
      users: try records(of: folder, workers, sliceBytes),
      wishlists: try records(of: folder, workers, sliceBytes),
      prices: try records(of: folder, workers, sliceBytes),
      partners: try records(of: folder, workers, sliceBytes),
      metrics: try records(of: folder, workers, sliceBytes))
  }

  /// Reads one collection of a folder.
  package func records<Record: CollectedRecord>(
    of folder: InputFolder, _ workers: Workers
  ) throws -> CatalogueRecords<Record> {
    try records(of: folder, workers, 4 << 20)
  }

  private func records<Record: CollectedRecord>(
    of folder: InputFolder, _ workers: Workers, _ sliceBytes: Int
  ) throws -> CatalogueRecords<Record> {
    let sources = folder.sources(of: Record.collection)
    let slices = FileSlice.slices(of: sources, bytes: sliceBytes)
    let read = try workers.map(
      slices.count,
      scratch: {
        RecordReader<Record>(
          limits, forgotten: forgotten, latestChange: latestChange,
          decodesAhead: workers.threads > 1, badShareLimit: badShareLimit)
      }
    ) { slice, reader in
      try reader.read(slices[slice])
    } finish: { _ in
    }
    var joined = JoinedRecords<Record>()
    var next = 0
    for (file, source) in sources.enumerated() {
      let end = slices[next...].firstIndex { $0.file != file } ?? slices.count
      joined.add(source, read[next..<end], limits)
      next = end
    }
    return joined.newest
  }
}

/// The records of all files of a collection, with all records of an id.
private struct JoinedRecords<Record: CollectedRecord> {
  private var files: [CatalogueFile] = []
  /// The index after the last record of each file.
  private var ends: [Int] = []
  private var records: [Record] = []
  private var warnings: [(index: Int, names: [String])] = []
  /// The ids in files of partners.
  private var idsOfPartners: Set<ExactText> = []
  /// The indices of the records of the app's files.
  private var rangesOfApp: [Range<Int>] = []
  private var unknownWords: [String: WordCounts] = [:]

  /// Appends the slices of the next file.
  mutating func add(
    _ source: InputSource, _ slices: ArraySlice<ReadRecords<Record>>, _ limits: IngestLimits
  ) {
    let lines = FileLines(source, slices, limits)
    files.append(
      CatalogueFile(
        source: lines.source, contentHash: lines.contentHash, counts: lines.counts,
        rejected: lines.rejected.stored))
    let start = records.count
    for slice in slices {
      let before = records.count
      warnings += slice.warnings.map { (before + $0.index, $0.names) }
      records += slice.records
      unknownWords.merge(slice.unknownWords) { $0 + $1 }
    }
    ends.append(records.count)
    if source.isOfPartners {
      idsOfPartners.formUnion(records[start...].lazy.map { ExactText($0.id) })
    } else {
      rangesOfApp.append(start..<records.count)
    }
  }

  /// The ids that only files of partners have.
  private var onlyOfPartners: Set<ExactText> {
    guard !idsOfPartners.isEmpty else { return [] }
    var ids = idsOfPartners
    for range in rangesOfApp {
      for index in range { ids.remove(ExactText(records.span[index].id)) }
    }
    return ids
  }

  /// The record of each id that no other one replaces.
  var newest: CatalogueRecords<Record> {
    let replaced = records.indicesOfReplaced
    var (start, files) = (0, files)
    for (file, end) in ends.enumerated() {
      files[file].counts.duplicate = replaced.count { (start..<end).contains($0) }
      files[file].counts.accepted = end - start - files[file].counts.duplicate
      start = end
    }
    var names: [String: Int] = [:]
    for warning in warnings where !replaced.contains(warning.index) {
      for name in warning.names { names[name, default: 0] += 1 }
    }
    return CatalogueRecords(
      records: replaced.isEmpty
        ? records : records.indices.lazy.filter { !replaced.contains($0) }.map { records[$0] },
      files: files, warnings: names, unknownWords: unknownWords,
      onlyOfPartners: onlyOfPartners)
  }
}
