/// A record of the catalogue: it has an id, and a time by which its versions are told apart.
public protocol CatalogueRecord: Identifiable, Hashable, Sendable where ID == String {
  /// When the record was last changed; nil counts as older than any time.
  var lastChanged: Timestamp? { get }

  /// The record without the players for whom `isForgotten` says so of their ids; nil where it is one
  /// of such a player.
  func forgetting(_ isForgotten: (String) -> Bool) -> Self?
}

extension CatalogueRecord {
  /// Whether this record, read later, takes the place of `other`, which has the same id.
  public func replaces(_ other: Self) -> Bool { isAtLeastAsNew(as: other.lastChanged) }

  public func forgetting(_ isForgotten: (String) -> Bool) -> Self? { self }

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

  /// The studio stays; whose account it was goes.
  public func forgetting(_ isForgotten: (String) -> Bool) -> Developer? {
    guard let userId, isForgotten(userId) else { return self }
    var studio = self
    studio.userId = nil
    return studio
  }
}

extension Tag: CatalogueRecord {
  public var lastChanged: Timestamp? { updatedAt }
}

extension User: CatalogueRecord {
  public var lastChanged: Timestamp? { updatedAt }

  public func forgetting(_ isForgotten: (String) -> Bool) -> User? {
    guard !isForgotten(id) else { return nil }
    guard friendIds.contains(where: isForgotten) else { return self }
    var user = self
    user.friendIds.removeAll(where: isForgotten)
    return user
  }
}

extension Wishlist: CatalogueRecord {
  public var lastChanged: Timestamp? { lastUpdated }

  public func forgetting(_ isForgotten: (String) -> Bool) -> Wishlist? {
    isForgotten(userId) ? nil : self
  }
}
