package import FindieDomain

/// A record of the catalogue that can be read from one line.
package protocol CollectedRecord: CatalogueRecord, Validated {
  static var collection: InputCollection { get }
}

/// What the reader asks of a record; apart, since a parser is nobody's but this room's.
protocol ParsedRecord: CollectedRecord {
  /// The fields that are read (source document 002).
  associatedtype Field: RecordField

  /// - Throws: what keeps the record from being used.
  init(from record: inout RecordParser<Field>) throws(LineFault)
}

extension RecordParser {
  /// The id of a record that must have one.
  func requiredId() throws(LineFault) -> String {
    guard let id = try documentId() else { throw LineFault(.missingField, "id") }
    return id
  }
}
