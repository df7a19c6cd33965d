/// What one merge changed in the catalogue, by collection.
package struct CatalogueChanges: Hashable, Sendable {
  package var games = UpsertCount()
  package var developers = UpsertCount()
  package var tags = UpsertCount()
  package var users = UpsertCount()
  package var wishlists = UpsertCount()
}

/// What happened to the records of one collection. The counts add up to the number of records given.
package struct UpsertCount: Hashable, Sendable {
  /// Records with a new id.
  package var inserted = 0
  /// Records that replaced another version.
  package var updated = 0
  /// Records that were stored already with all their fields.
  package var unchanged = 0
  /// Records older than the stored version, which stayed.
  package var older = 0

  package var total: Int { inserted + updated + unchanged + older }
}
