package import FindieDomain
package import FindieHistory
package import FindieWorkers
import Synchronization

/// Reads the files of the catalogue into records, and counts what happened to every line.
///
/// Of the records with the same id, the one with the newest `updatedAt` is used; if several are
/// equally new or none has a time, the last by file and line. Uncompressed files are read in slices
/// by all threads.
package struct CatalogueReader: Sendable {
  package let limits: IngestLimits
  /// Whether the records of a player are skipped. Nil for none.
  package let forgotten: (@Sendable (String) -> Bool)?
  /// A record's time of change counts as absent if it is later, with a warning. Nil for no limit.
  package let latestChange: Timestamp?
  /// Reading of a file stops once it exceeds this limit whatever follows. Nil means that every file
  /// is read to its end.
  package let badShareLimit: BadShareLimit?
  /// Records of lines that need not be parsed; nil for none.
  package let known: KnownLines?
  /// The maximum memory of vectors, and of candidates.
  package let modelBytes: Int

  /// - Parameter now: the run's clock; nil if times of changes are not compared with it.
  package init(
    limits: IngestLimits, forgotten: (@Sendable (String) -> Bool)? = nil, now: Timestamp? = nil,
    badShareLimit: BadShareLimit? = nil, known: KnownLines? = nil, modelBytes: Int = 1 << 30
  ) {
    self.known = known
    self.modelBytes = modelBytes
    self.limits = limits
    self.badShareLimit = badShareLimit
    self.forgotten = forgotten
    latestChange = now?.latestChange
  }

  /// Reads all collections of a folder except those of events.
  ///
  /// - Parameter sliceBytes: the size of a slice, which does not change the result.
  /// - Throws: if a file cannot be read or is damaged. Bad lines are counted, not thrown.
  package func read(
    _ folder: InputFolder, workers: Workers, sliceBytes: Int = 4 << 20
  ) throws -> ReadCatalogue {
    ReadCatalogue(
      games: try records(of: folder, workers, sliceBytes: sliceBytes),
      developers: try records(of: folder, workers, sliceBytes: sliceBytes),
      tags: try records(of: folder, workers, sliceBytes: sliceBytes),
      users: try records(of: folder, workers, sliceBytes: sliceBytes),
      wishlists: try records(of: folder, workers, sliceBytes: sliceBytes),
      prices: try records(of: folder, workers, sliceBytes: sliceBytes),
      partners: try records(of: folder, workers, sliceBytes: sliceBytes),
      metrics: try records(of: folder, workers, sliceBytes: sliceBytes),
      annotations: try records(of: folder, workers, sliceBytes: sliceBytes),
      promotions: try records(of: folder, workers, sliceBytes: sliceBytes),
      vectors: try records(of: folder, workers, sliceBytes: sliceBytes),
      uncounted: try records(of: folder, workers, sliceBytes: sliceBytes),
      candidates: try records(of: folder, workers, sliceBytes: sliceBytes))
  }

  /// Reads one collection of a folder.
  package func records<Record: CollectedRecord>(
    of folder: InputFolder, _ workers: Workers, sliceBytes: Int = 4 << 20
  ) throws -> CatalogueRecords<Record> {
    let sources = folder.sources(of: Record.collection)
    let slices = FileSlice.slices(of: sources, bytes: sliceBytes)
    let known = known?.records(Record.self)
    let maximum = [.vectors, .candidates].contains(Record.collection) ? modelBytes : .max
    let bytes = Mutex(0)
    let read = try workers.map(
      slices.count,
      scratch: {
        RecordReader<Record>(
          limits, known: known, forgotten: forgotten, latestChange: latestChange,
          decodesAhead: workers.threads > 1, badShareLimit: badShareLimit, maximumBytes: maximum)
      }
    ) { slice, reader in
      let read = try reader.read(slices[slice])
      let total = bytes.withLock { sum in
        sum += read.records.bytes
        return sum
      }
      guard total <= maximum else {
        throw IngestFailure.tooMuch(Record.collection, bytes: maximum)
      }
      return read
    }
    var joined = JoinedRecords<Record>()
    var next = 0
    for (file, source) in sources.enumerated() {
      let end = slices[next...].firstIndex { $0.file != file } ?? slices.count
      joined.add(source, read[next..<end], limits: limits)
      next = end
    }
    return joined.newest
  }
}

/// The records of all files of a collection, including several with the same id.
private struct JoinedRecords<Record: CollectedRecord> {
  private var files: [ReadFile] = []
  /// The index after the last record of each file.
  private var ends: [Int] = []
  private var records = PackedRecords<Record>()
  private var warnings: [(index: Int, names: [String])] = []
  /// The ids in files of partners.
  private var idsOfPartners: Set<ExactText> = []
  /// The indices of the records of the app's files.
  private var rangesOfApp: [Range<Int>] = []
  private var unknownWords: [String: WordCounts] = [:]

  /// Appends the slices of the next file.
  mutating func add(
    _ source: InputSource, _ slices: ArraySlice<ReadRecords<Record>>, limits: IngestLimits
  ) {
    var file = ReadFile(source, slices.map(\.lines), limits: limits)
    file.hasFutureTimes = slices.contains { slice in
      slice.warnings.contains { $0.names.contains { $0.hasPrefix(RecordWarning.future) } }
    }
    files.append(file)
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

  /// The ids that occur only in partners' files.
  private var onlyOfPartners: Set<ExactText> {
    guard !idsOfPartners.isEmpty else { return [] }
    var ids = idsOfPartners
    for range in rangesOfApp {
      for index in range { ids.remove(ExactText(records[index].id)) }
    }
    return ids
  }

  /// The records that no other record with the same id replaces.
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
      packed: replaced.isEmpty
        ? records : records.selecting(records.indices.lazy.filter { !replaced.contains($0) }),
      files: files, warnings: names, unknownWords: unknownWords,
      onlyOfPartners: onlyOfPartners)
  }
}

/// The records of the collections of the catalogue, of partners and of the app's team.
package struct ReadCatalogue: Sendable {
  package let games: CatalogueRecords<Game>
  package let developers: CatalogueRecords<Developer>
  package let tags: CatalogueRecords<Tag>
  package let users: CatalogueRecords<User>
  package let wishlists: CatalogueRecords<Wishlist>
  package let prices: CatalogueRecords<PriceSeries>
  package let partners: CatalogueRecords<PartnerStatus>
  package let metrics: CatalogueRecords<PartnerMetric>
  package let annotations: CatalogueRecords<Annotation>
  package let promotions: CatalogueRecords<Promotion>
  package let vectors: CatalogueRecords<GameVector>
  package let uncounted: CatalogueRecords<UncountedPlayer>
  package let candidates: CatalogueRecords<PlayerCandidate>

  /// The files of all collections.
  package var files: [ReadFile] {
    games.files + developers.files + tags.files + users.files + wishlists.files + prices.files
      + partners.files + metrics.files + annotations.files + promotions.files + vectors.files
      + uncounted.files + candidates.files
  }

  /// Whether the same files give other records once some time has passed.
  package var hasFutureTimes: Bool { files.contains(where: \.hasFutureTimes) }
}

/// The records of one collection, one per id, with the counts of lines.
package struct CatalogueRecords<Record: CollectedRecord>: Sendable {
  /// In the order of files and lines.
  package let packed: PackedRecords<Record>
  /// By path.
  package let files: [ReadFile]
  /// The number of warnings about these records, by name.
  package let warnings: [String: Int]
  /// The unknown words of all lines, by field.
  package let unknownWords: [String: WordCounts]
  /// The ids of records that are in files of `findie sync`, but not in the app's own.
  package let onlyOfPartners: Set<ExactText>

  /// All records as values.
  package var records: [Record] { packed.records }

  /// Whether the app exported the collection tonight.
  package var isExported: Bool { files.contains { !$0.source.isOfPartners } }

  /// The sum over all files; read = accepted + duplicate + rejected.
  package var counts: LineCounts { files.map(\.counts).sum }
}
