/// Games, studios, tags, players and wishlists: one night's, or all that the store knows.
///
/// ```swift
/// let catalogue = Catalogue(games: read.games, tags: read.tags)
/// catalogue.games.map(\.id)   // every id once, in the order of its UTF-8 bytes
/// ```
///
/// Invariant: every array is sorted by the UTF-8 bytes of `id`, and no id is twice in it.
public struct Catalogue: Hashable, Sendable {
  public let games: [Game]
  public let developers: [Developer]
  public let tags: [Tag]
  public let users: [User]
  public let wishlists: [Wishlist]

  /// The catalogue of these records, given in the order in which they were read.
  ///
  /// Of records with one id the newest `updatedAt` stays (none is older than any), of equally new
  /// ones the last.
  /// - Complexity: O(n log n) comparisons of ids, O(n) where they come sorted.
  public init(
    games: [Game] = [], developers: [Developer] = [], tags: [Tag] = [], users: [User] = [],
    wishlists: [Wishlist] = []
  ) {
    self.games = Catalogue.newest(of: games)
    self.developers = Catalogue.newest(of: developers)
    self.tags = Catalogue.newest(of: tags)
    self.users = Catalogue.newest(of: users)
    self.wishlists = Catalogue.newest(of: wishlists)
  }

  private static func newest<Record: CatalogueRecord>(of records: [Record]) -> [Record] {
    guard !records.areInOrderOfIds else { return records }
    let places = records.placesInOrderOfIds
    let replaced = records.placesOfReplaced(inOrder: places)
    return places.lazy.filter { !replaced.contains($0) }.map { records[$0] }
  }
}
