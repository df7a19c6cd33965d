import FindieDomain

extension Developer: StoredRecord {
  static let table = StoredTable(
    "developers",
    """
    id userId studioName displayName bio website location foundedYear publishedGameIds isVerified
    followerCount joinedDate updatedAt isActive
    """)

  func write(to columns: inout RowWriter) {
    columns.add(id)
    columns.add(userId)
    columns.add(studioName)
    columns.add(displayName)
    columns.add(bio)
    columns.add(website)
    columns.add(location)
    columns.add(foundedYear)
    columns.add(list: publishedGameIds)
    columns.add(isVerified)
    columns.add(followerCount)
    columns.add(joinedDate)
    columns.add(updatedAt)
    columns.add(isActive)
  }

  init(
    from columns: inout ColumnReader<some ColumnValues>, parts: inout StoredParts
  ) throws {
    let id = try columns.text()
    let userId = try columns.optionalText()
    self.init(id: id, studioName: try columns.text())
    self.userId = userId
    displayName = try columns.optionalText()
    bio = try columns.optionalText()
    website = try columns.optionalText()
    location = try columns.optionalText()
    foundedYear = try columns.number()
    publishedGameIds = try columns.list()
    isVerified = try columns.flag()
    followerCount = try columns.number()
    joinedDate = try columns.time()
    updatedAt = try columns.time()
    isActive = try columns.flag()
  }
}
