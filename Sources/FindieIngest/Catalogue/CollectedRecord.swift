package import FindieDomain

/// A record of the catalogue with a collection in the input.
package protocol CollectedRecord: CatalogueRecord, Validated {
  static var collection: InputCollection { get }

  /// The field with the id of a document that has none. Nil if documents must have an id.
  static var alternativeId: String? { get }
}

extension CollectedRecord {
  package static var alternativeId: String? { nil }
}

extension Game: CollectedRecord {
  package static var collection: InputCollection { .games }
}

extension Developer: CollectedRecord {
  package static var collection: InputCollection { .developers }
}

extension Tag: CollectedRecord {
  package static var collection: InputCollection { .tags }
}

extension User: CollectedRecord {
  package static var collection: InputCollection { .users }
}

extension Wishlist: CollectedRecord {
  package static var collection: InputCollection { .wishlists }

  /// A player has one wishlist.
  package static var alternativeId: String? { "userId" }
}
