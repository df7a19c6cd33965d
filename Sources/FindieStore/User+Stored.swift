import FindieDomain

extension User: StoredRecord {
  static let table = StoredTable(
    "users",
    """
    id username displayName favoriteGenres preferredPlatforms priceRange accountType joinedDate
    lastActiveDate updatedAt friendIds mutedGenres
    """)

  func write(to columns: inout RowWriter) {
    columns.add(id)
    columns.add(username)
    columns.add(displayName)
    columns.add(list: favoriteGenres)
    columns.add(list: preferredPlatforms)
    columns.add(priceRange)
    columns.add(accountType)
    columns.add(joinedDate)
    columns.add(lastActiveDate)
    columns.add(updatedAt)
    columns.add(list: friendIds)
    columns.add(list: mutedGenres ?? [])
  }

  init(
    from columns: inout ColumnReader<some ColumnValues>, parts: inout StoredParts
  ) throws {
    self.init(
      id: try columns.text(), username: try columns.optionalText(),
      displayName: try columns.optionalText(), favoriteGenres: try columns.words(),
      preferredPlatforms: try columns.words(), priceRange: try columns.word(),
      accountType: try columns.word(), joinedDate: try columns.time(),
      lastActiveDate: try columns.time(), updatedAt: try columns.time(),
      friendIds: try columns.list())
    let muted: [Genre] = try columns.words()
    mutedGenres = muted.isEmpty ? nil : muted
  }
}
