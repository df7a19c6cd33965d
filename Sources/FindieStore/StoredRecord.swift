import FindieDomain

/// A catalogue record that has a table: its columns in writing and in reading order.
///
/// What `write` adds and `init` takes must be the same columns in the same order as in
/// `StoredTable.columns`; a test goes round through every field.
protocol StoredRecord: CatalogueRecord {
  static var table: StoredTable { get }

  func write(to columns: inout ColumnWriter)

  /// Adds the rows of the table's parts that belong to this record, owner and position first.
  func writeParts(to rows: inout [ColumnWriter])

  init(from columns: inout ColumnReader, parts: [ColumnReader]) throws
}

extension StoredRecord {
  func writeParts(to rows: inout [ColumnWriter]) {}
}
