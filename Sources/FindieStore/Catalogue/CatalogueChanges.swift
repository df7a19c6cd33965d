package import FindieDomain

/// What one merge changed in the catalogue, by collection.
package struct CatalogueChanges: Hashable, Sendable {
  package var games = UpsertCount()
  package var developers = UpsertCount()
  package var tags = UpsertCount()
  package var users = UpsertCount()
  package var wishlists = UpsertCount()

  /// Whether the merge changed a record.
  var changesStore: Bool {
    [games, developers, tags, users, wishlists].contains {
      $0.inserted + $0.updated + $0.missing.count > 0
    }
  }
}

/// How records are merged into the stored catalogue.
package struct MergeRules: Sendable {
  /// The collections, by table, of which all records are given. What is stored and not given is
  /// withdrawn, if it is a game, or else removed.
  package var full: Set<String> = []
  /// The ids, by table, that partners' files have and the app's do not: a game of them counts as not given.
  package var onlyOfPartners: [String: Set<ExactText>] = [:]
  /// A later time of a stored record's change counts as absent; nil for none.
  package var latestChange: Timestamp?

  package init() {}
}

/// What happened to the records of one collection. The first counts, up to `older`, add up to the number of
/// records given.
package struct UpsertCount: Hashable, Sendable {
  /// Records with a new id.
  package var inserted = 0
  /// Records that replaced another version.
  package var updated = 0
  /// Records that were stored already with all their fields.
  package var unchanged = 0
  /// Records older than the stored version, which stayed.
  package var older = 0

  /// Of the older records, those that the app exported.
  package var outdated = RecordIds()
  /// Stored records that were not given. Games that were withdrawn before do not count.
  package var missing = RecordIds()
  /// Stored records, not given, whose change is dated in the future.
  package var future = RecordIds()

  /// Stored records that were given, without games that only partners' files have.
  package var found = 0

  package var total: Int { inserted + updated + unchanged + older }
}

/// The number of some records, and the ids of the first.
package struct RecordIds: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var first: [String] = []

  package init() {}

  mutating func add(_ id: String) {
    count += 1
    if first.count < 3 { first.append(id) }
  }
}
