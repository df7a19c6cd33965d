import FindieDomain

extension Tag: StoredRecord {
  static let table = StoredTable(
    "tags", "id name category usageCount isOfficial createdAt updatedAt")

  func write(to columns: inout RowWriter) {
    columns.add(id)
    columns.add(name)
    columns.add(category)
    columns.add(usageCount)
    columns.add(isOfficial)
    columns.add(createdAt)
    columns.add(updatedAt)
  }

  init(
    from columns: inout ColumnReader<some ColumnValues>, parts: inout StoredParts
  ) throws {
    self.init(
      id: try columns.text(), name: try columns.text(), category: try columns.optionalWord(),
      usageCount: try columns.number(), isOfficial: try columns.flag())
    createdAt = try columns.time()
    updatedAt = try columns.time()
  }
}
