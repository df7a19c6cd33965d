package import FindieDomain

/// A record of the catalogue with a collection in the input.
package protocol CollectedRecord: CatalogueRecord, Validated {
  static var collection: InputCollection { get }

  /// The field that gives an id to a document without one. Nil if documents must have an id.
  static var alternativeId: String? { get }

  /// The field that instead names a player, in the record of one.
  static var playersId: String? { get }

  /// The fields whose values identify a document without an id. Empty if documents must have one.
  static var identity: [String] { get }

  /// The name of the warning about an item that cannot be used.
  static var unreadableItem: String { get }
}

/// The names of the warnings about the values of a record.
package enum RecordWarning {
  /// The prefix for the name of a field with a time in the future.
  package static let future = "future."
  /// The prefix for the name of a field that cannot be read.
  static let unreadable = "unreadable."
  /// The prefix for the name of an item's field with an unknown word.
  static let unknown = "unknown."

  /// Whether a value, a word or an item was left out.
  package static func isUnusableValue(_ name: String) -> Bool {
    name.hasPrefix("unreadable.") || name.hasPrefix("unknown") || name.hasSuffix(".unreadable")
  }
}

extension CollectedRecord {
  package static var alternativeId: String? { nil }
  package static var playersId: String? { nil }
  package static var identity: [String] { [] }
  package static var unreadableItem: String { "item.unreadable" }
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

extension PriceSeries: CollectedRecord {
  package static var collection: InputCollection { .prices }
  package static var unreadableItem: String { "price.item.unreadable" }
}

extension PartnerStatus: CollectedRecord {
  package static var collection: InputCollection { .partners }
}

extension PartnerMetric: CollectedRecord {
  package static var collection: InputCollection { .metrics }
}

extension Annotation: CollectedRecord {
  package static var collection: InputCollection { .annotations }
  package static var identity: [String] { ["day", "text", "gameId", "developerId"] }
}

extension Promotion: CollectedRecord {
  package static var collection: InputCollection { .promotions }

  package static var identity: [String] {
    ["gameId", "from", "to", "rank", "boost", "genres", "platforms"]
  }
}

extension GameVector: CollectedRecord {
  package static var collection: InputCollection { .vectors }
  package static var alternativeId: String? { "gameId" }
  package static var playersId: String? { "userId" }
}

extension PlayerCandidate: CollectedRecord {
  package static var collection: InputCollection { .candidates }
  package static var identity: [String] { ["userId", "gameId"] }
}

extension UncountedPlayer: CollectedRecord {
  package static var collection: InputCollection { .uncounted }
  package static var alternativeId: String? { "userId" }
}

extension Wishlist: CollectedRecord {
  package static var collection: InputCollection { .wishlists }
  package static var unreadableItem: String { "wishlist.item.unreadable" }

  /// A player has one wishlist.
  package static var alternativeId: String? { "userId" }
}
