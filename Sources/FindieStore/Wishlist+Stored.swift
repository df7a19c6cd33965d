import FindieDomain

extension Wishlist: StoredRecord {
  static let table = StoredTable(
    "wishlists",
    "id userId updatedAt steamSyncEnabled steamLastSynced itchioSyncEnabled itchioLastSynced",
    parts: StoredTable.Parts(
      name: "wishlist_items", owner: "wishlistId",
      columns: [
        "gameId", "gameTitle", "addedDate", "priority", "notifyOnRelease", "notifyOnDiscount",
        "steamAppId", "itchioGameId", "priceAtAdd",
      ]))

  func write(to columns: inout RowWriter) {
    columns.add(id)
    columns.add(userId)
    columns.add(lastUpdated)
    columns.add(steamSyncEnabled)
    columns.add(steamLastSynced)
    columns.add(itchioSyncEnabled)
    columns.add(itchioLastSynced)
  }

  var partCount: Int { items.count }

  func writePart(_ place: Int, to columns: inout RowWriter) {
    columns.add(id)
    columns.add(place)
    items.span[place].write(to: &columns)
  }

  init(
    from columns: inout ColumnReader<some ColumnValues>, parts: inout StoredParts
  ) throws {
    let id = try columns.text()
    let userId = try columns.text()
    var items: [WishlistItem] = []
    while var part = try parts.next() { items.append(try WishlistItem(from: &part)) }
    self.init(
      id: id, userId: userId, items: items, lastUpdated: try columns.time(),
      steamSyncEnabled: try columns.flag(), steamLastSynced: try columns.time(),
      itchioSyncEnabled: try columns.flag(), itchioLastSynced: try columns.time())
  }
}

extension WishlistItem {
  fileprivate func write(to columns: inout RowWriter) {
    columns.add(gameId)
    columns.add(gameTitle)
    columns.add(addedDate)
    columns.add(priority)
    columns.add(notifyOnRelease)
    columns.add(notifyOnDiscount)
    columns.add(steamAppId)
    columns.add(itchioGameId)
    columns.add(priceAtAdd)
  }

  fileprivate init(from columns: inout ColumnReader<some ColumnValues>) throws {
    self.init(
      gameId: try columns.sharedText(), gameTitle: try columns.optionalSharedText(),
      addedDate: try columns.time(), priority: try columns.optionalWord(),
      notifyOnRelease: try columns.flag(), notifyOnDiscount: try columns.flag(),
      steamAppId: try columns.optionalText(), itchioGameId: try columns.optionalText(),
      priceAtAdd: try columns.price())
  }
}
