package import FindieDomain

/// How records are merged into the stored catalogue.
package struct MergeRules: Sendable {
  /// The tables for which all records are given. Stored records that are not given are withdrawn if
  /// they are games, otherwise removed.
  package var full: Set<String> = []
  /// The ids, by table, that occur in partners' files but not in the app's: games with these ids
  /// count as not given.
  package var onlyOfPartners: [String: Set<ExactText>] = [:]
  /// A stored record's time of change counts as absent if it is later; nil for no limit.
  package var latestChange: Timestamp?

  package init() {}
}

/// What one merge changed in the catalogue, by collection.
package struct CatalogueChanges: Hashable, Sendable {
  package var games = UpsertCount()
  package var developers = UpsertCount()
  package var tags = UpsertCount()
  package var users = UpsertCount()
  package var wishlists = UpsertCount()
  package var vectors = UpsertCount()
  package var uncounted = UpsertCount()
  package var annotations = UpsertCount()
  package var promotions = UpsertCount()

  /// Whether the merge changed a record.
  var changesStore: Bool {
    [
      games, developers, tags, users, wishlists, vectors, uncounted, annotations, promotions,
    ].contains { $0.inserted + $0.updated + $0.missing.count > 0 }
  }
}

/// What happened to the records of one collection. The first counts, up to `older`, add up to the
/// number of records given.
package struct UpsertCount: Hashable, Sendable {
  /// Records with a new id.
  package var inserted = 0
  /// Records that replaced another version.
  package var updated = 0
  /// Records that were already stored with the same fields.
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

/// A number of records, and the ids of the first ones.
package struct RecordIds: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var first: [String] = []

  package init() {}

  mutating func add(_ id: String) {
    count += 1
    if first.count < 3 { first.append(id) }
  }
}
