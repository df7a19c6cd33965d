import FindieDomain
import FindieHistory
package import FindieWorkers

/// Reads the files of the catalogue into records, and says what became of every line.
///
/// Of the records of one id, the one with the newest change is kept; of equally new ones, and where
/// none is dated, the last by file and line. Plain files are read in slices, by all threads at once.
package struct CatalogueReader: Sendable {
  package let limits: IngestLimits
  /// The players whose records count as if they were not there; nil where there are none.
  package let forgotten: (@Sendable (String) -> Bool)?

  package init(limits: IngestLimits, forgotten: (@Sendable (String) -> Bool)? = nil) {
    self.limits = limits
    self.forgotten = forgotten
  }

  /// Reads all five collections of a folder.
  ///
  /// - Parameter sliceBytes: how large a slice is; no result depends on it.
  /// - Throws: where a file cannot be read, or is damaged. A bad line is not thrown.
  package func read(
    _ folder: InputFolder, workers: Workers, sliceBytes: Int = 4 << 20
  ) throws -> ReadCatalogue {
    ReadCatalogue(
      games: try records(of: folder, workers, sliceBytes),
      developers: try records(of: folder, workers, sliceBytes),
      tags: try records(of: folder, workers, sliceBytes),
      users: try records(of: folder, workers, sliceBytes),
      wishlists: try records(of: folder, workers, sliceBytes))
  }

  private func records<Record: ParsedRecord>(
    of folder: InputFolder, _ workers: Workers, _ sliceBytes: Int
  ) throws -> CatalogueRecords<Record> {
    let sources = folder.sources(of: Record.collection)
    let slices = FileSlice.slices(of: sources, bytes: sliceBytes)
    let read = try workers.map(
      slices.count,
      scratch: {
        RecordReader<Record>(limits, forgotten: forgotten, decodesAhead: workers.threads > 1)
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

/// The records of all files of a collection, before of each id one is kept.
private struct JoinedRecords<Record: ParsedRecord> {
  private var files: [CatalogueFile] = []
  /// Where each file's records end.
  private var ends: [Int] = []
  private var records: [Record] = []
  private var warnings: [(place: Int, names: [String])] = []

  /// Puts the slices of the next file together.
  mutating func add(
    _ source: InputSource, _ slices: ArraySlice<ReadRecords<Record>>, _ limits: IngestLimits
  ) {
    let lines = FileLines(source, slices, limits)
    files.append(
      CatalogueFile(
        source: source, contentHash: lines.contentHash, counts: lines.counts,
        rejected: lines.rejected.kept))
    for slice in slices {
      let before = records.count
      warnings += slice.warnings.map { (before + $0.place, $0.names) }
      records += slice.records
    }
    ends.append(records.count)
  }

  /// Of the records of one id the one that stays.
  var newest: CatalogueRecords<Record> {
    let replaced = records.placesOfReplaced
    var (start, files) = (0, files)
    for (file, end) in ends.enumerated() {
      files[file].counts.duplicate = replaced.count { (start..<end).contains($0) }
      files[file].counts.accepted = end - start - files[file].counts.duplicate
      start = end
    }
    var names: [String: Int] = [:]
    for warning in warnings where !replaced.contains(warning.place) {
      for name in warning.names { names[name, default: 0] += 1 }
    }
    return CatalogueRecords(
      records: replaced.isEmpty
        ? records : records.indices.lazy.filter { !replaced.contains($0) }.map { records[$0] },
      files: files, warnings: names)
  }
}
