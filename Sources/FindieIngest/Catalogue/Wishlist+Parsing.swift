package import FindieDomain

extension Wishlist: CollectedRecord {
  package static var collection: InputCollection { .wishlists }
}

extension Wishlist: ParsedRecord {
  enum Field: Int, RecordField {
    case userId, items, lastUpdated, steamSyncEnabled, steamLastSynced, itchioSyncEnabled
    case itchioLastSynced
  }

  init(from record: inout RecordParser<Field>) throws(LineFault) {
    // One wishlist a player: its id is the player's.
    let (ownId, player) = (try record.documentId(), try record.id(.userId))
    guard let id = ownId ?? player, let userId = player ?? ownId else {
      throw LineFault(.missingField, "userId")
    }
    self.init(
      id: id, userId: userId, items: try record.wishlistItems(.items),
      lastUpdated: record.optionalInstant(.lastUpdated),
      steamSyncEnabled: record.optionalBool(.steamSyncEnabled) ?? false,
      steamLastSynced: record.optionalInstant(.steamLastSynced),
      itchioSyncEnabled: record.optionalBool(.itchioSyncEnabled) ?? false,
      itchioLastSynced: record.optionalInstant(.itchioLastSynced))
  }
}
