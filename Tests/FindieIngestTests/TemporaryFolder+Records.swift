import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Testing

extension TemporaryFolder {
  /// The records of a file with these bytes, and of the other files of the collection.
  ///
  /// - Parameter limit: the maximum size of another model's files, in bytes.
  func records<Record: CollectedRecord>(
    in bytes: [UInt8], as name: String, sliceBytes: Int, limit: Int
  ) throws -> CatalogueRecords<Record> {
    try write(bytes, to: name)
    let found: CatalogueRecords<Record> = try CatalogueReader(
      limits: IngestLimits(), modelBytes: limit
    ).records(of: InputFolder(scanning: url), Workers(threads: 2), sliceBytes: sliceBytes)
    #expect(found.counts.isBalanced)
    return found
  }
}
