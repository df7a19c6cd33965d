package import FindieDomain
package import FindieHistory
package import FindieWorkers

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

  /// Reads all collections of a folder except those of events.
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
      metrics: try records(of: folder, workers, sliceBytes),
      annotations: try records(of: folder, workers, sliceBytes),
      promotions: try records(of: folder, workers, sliceBytes))
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
      joined.add(source, read[next..<end], limits: limits)
      next = end
    }
    return joined.newest
  }
}

/// The records of all files of a collection, including several with the same id.
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
    _ source: InputSource, _ slices: ArraySlice<ReadRecords<Record>>, limits: IngestLimits
  ) {
    let lines = FileLines(source, slices.map(\.lines), limits: limits)
    files.append(
      CatalogueFile(
        source: lines.source, contentHash: lines.contentHash, counts: lines.counts,
        rejected: lines.rejected.stored, names: lines.names,
        hasFutureTimes: slices.contains { slice in
          slice.warnings.contains { $0.names.contains { $0.hasPrefix(RecordWarning.future) } }
        }))
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
      for index in range { ids.remove(ExactText(records.span[index].id)) }
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
      records: replaced.isEmpty
        ? records : records.indices.lazy.filter { !replaced.contains($0) }.map { records[$0] },
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

  /// The files of all collections.
  package var files: [CatalogueFile] {
    games.files + developers.files + tags.files + users.files + wishlists.files + prices.files
      + partners.files + metrics.files + annotations.files + promotions.files
  }

  /// Whether the same files give other records once some time has passed.
  package var hasFutureTimes: Bool { files.contains(where: \.hasFutureTimes) }
}

/// The records of one collection, one per id, with the counts of lines.
package struct CatalogueRecords<Record: CollectedRecord>: Sendable {
  /// In the order of files and lines.
  package let records: [Record]
  /// By path.
  package let files: [CatalogueFile]
  /// The number of warnings about these records, by name.
  package let warnings: [String: Int]
  /// The unknown words of all lines, by field.
  package let unknownWords: [String: WordCounts]
  /// The ids of records that are in files of `findie sync`, but not in the app's own.
  package let onlyOfPartners: Set<ExactText>

  /// Whether the app exported the collection tonight.
  package var isExported: Bool { files.contains { !$0.source.isOfPartners } }

  /// The sum over all files; read = accepted + duplicate + rejected.
  package var counts: LineCounts { files.reduce(into: LineCounts()) { $0 += $1.counts } }
}

/// One file of the catalogue: its counts and its rejected lines.
package struct CatalogueFile: Sendable {
  package let source: InputSource
  /// The hash of the file's bytes, in hexadecimal (see `StoredFile`).
  package let contentHash: String
  /// A record that is replaced by another one counts as a duplicate.
  package internal(set) var counts: LineCounts
  /// In the order of lines, up to the limit; the counts include all rejected lines.
  package let rejected: [RejectedLine]
  /// The names that the file has for fields.
  package let names: FieldNames
  /// Whether a record has a time that is in the future, and absent until then.
  package let hasFutureTimes: Bool
}

/// A record of the catalogue with a collection in the input.
package protocol CollectedRecord: CatalogueRecord, Validated {
  static var collection: InputCollection { get }

  /// The field that gives an id to a document without one. Nil if documents must have an id.
  static var alternativeId: String? { get }

  /// The fields whose values identify a document without an id. Empty if documents must have one.
  static var identity: [String] { get }

  /// The name of the warning about an item that cannot be used.
  static var unreadableItem: String { get }
}

/// The names of the warnings about the values of a record.
package enum RecordWarning {
  /// The prefix for the name of a field with a time in the future.
  package static let future = "future."
  /// The prefix for the name of a field that cannot be read.
  static let unreadable = "unreadable."
  /// The prefix for the name of an item's field with an unknown word.
  static let unknown = "unknown."

  /// Whether a value, a word or an item was left out.
  package static func isUnusableValue(_ name: String) -> Bool {
    name.hasPrefix("unreadable.") || name.hasPrefix("unknown") || name.hasSuffix(".unreadable")
  }
}

extension CollectedRecord {
  package static var alternativeId: String? { nil }
  package static var identity: [String] { [] }
  package static var unreadableItem: String { "item.unreadable" }
}

extension Game: CollectedRecord {
  package static var collection: InputCollection { .games }
}

extension Developer: CollectedRecord {
  package static var collection: InputCollection { .developers }
}

extension Tag: CollectedRecord {
  package static var collection: InputCollection { .tags }
}

extension User: CollectedRecord {
  package static var collection: InputCollection { .users }
}

extension PriceSeries: CollectedRecord {
  package static var collection: InputCollection { .prices }
  package static var unreadableItem: String { "price.item.unreadable" }
}

extension PartnerStatus: CollectedRecord {
  package static var collection: InputCollection { .partners }
}

extension PartnerMetric: CollectedRecord {
  package static var collection: InputCollection { .metrics }
}

extension Annotation: CollectedRecord {
  package static var collection: InputCollection { .annotations }
  package static var identity: [String] { ["day", "text", "gameId", "developerId"] }
}

extension Promotion: CollectedRecord {
  package static var collection: InputCollection { .promotions }

  package static var identity: [String] {
    ["gameId", "from", "to", "rank", "boost", "genres", "platforms"]
  }
}

extension Wishlist: CollectedRecord {
  package static var collection: InputCollection { .wishlists }
  package static var unreadableItem: String { "wishlist.item.unreadable" }

  /// A player has one wishlist.
  package static var alternativeId: String? { "userId" }
}
