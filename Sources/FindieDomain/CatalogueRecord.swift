/// A record of the catalogue: it has an id, and a time by which its versions are told apart.
public protocol CatalogueRecord: Identifiable, Hashable, Sendable where ID == String {
  /// When the record was last changed; nil counts as older than any time.
  var lastChanged: Timestamp? { get }
}

extension CatalogueRecord {
  /// Whether this record, read later, takes the place of `other`, which has the same id.
  public func replaces(_ other: Self) -> Bool { isAtLeastAsNew(as: other.lastChanged) }

  /// Whether this record is not older than one that was changed at `time`.
  public func isAtLeastAsNew(as time: Timestamp?) -> Bool {
    guard let other = time else { return true }
    guard let own = self.lastChanged else { return false }
    return own >= other
  }
}

extension Game: CatalogueRecord {
  public var lastChanged: Timestamp? { updatedAt }
}

extension Developer: CatalogueRecord {
  public var lastChanged: Timestamp? { updatedAt }
}

extension Tag: CatalogueRecord {
  public var lastChanged: Timestamp? { updatedAt }
}

extension User: CatalogueRecord {
  public var lastChanged: Timestamp? { updatedAt }
}

extension Wishlist: CatalogueRecord {
  public var lastChanged: Timestamp? { lastUpdated }
}
