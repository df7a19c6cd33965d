import FindieDomain

/// A catalogue record that has a table: its columns in writing and in reading order.
///
/// What `write` adds and `init` takes must be the same columns in the same order as in
/// `StoredTable.columns`; a test goes round through every field.
protocol StoredRecord: CatalogueRecord {
  static var table: StoredTable { get }

  func write(to columns: inout RowWriter)

  /// How many rows of the table's parts belong to this record.
  var partCount: Int { get }

  /// Writes the columns of one of them, owner and position first.
  func writePart(_ place: Int, to columns: inout RowWriter)

  init(
    from columns: inout ColumnReader<some ColumnValues>, parts: inout StoredParts
  ) throws
}

extension StoredRecord {
  var partCount: Int { 0 }

  func writePart(_ place: Int, to columns: inout RowWriter) {
    preconditionFailure("\(Self.self) has no parts")
  }
}
