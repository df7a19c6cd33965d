/// What one night did to the catalogue, a count a collection.
public struct CatalogueChanges: Hashable, Sendable, Codable {
  public var games = UpsertCount()
  public var developers = UpsertCount()
  public var tags = UpsertCount()
  public var users = UpsertCount()
  public var wishlists = UpsertCount()

  public init() {}
}
