/// Games, developers, tags, users and wishlists: the input of one night, or all that a store holds.
///
/// ```swift
/// let catalogue = try store.catalogue()
/// let free = catalogue.games.filter(\.isFree)
/// ```
///
/// Every array is sorted by the UTF-8 bytes of `id`, and no id occurs twice in it.
public struct Catalogue: Hashable, Sendable {
  /// All games, also those that are out of sale.
  public let games: [Game]
  /// All developers.
  public let developers: [Developer]
  /// All tags.
  public let tags: [Tag]
  /// All players.
  public let users: [User]
  /// All wishlists, at most one a player.
  public let wishlists: [Wishlist]

  /// Creates a catalogue from records in the order in which they were read.
  ///
  /// If several records have one id, the one with the newest `updatedAt` stays (a record without a time
  /// is older than any other). Of equally new records the last one stays.
  /// - Complexity: O(n log n) comparisons of ids, O(n) if the records are sorted.
  public init(
    games: [Game] = [], developers: [Developer] = [], tags: [Tag] = [], users: [User] = [],
    wishlists: [Wishlist] = []
  ) {
    self.games = games.newest
    self.developers = developers.newest
    self.tags = tags.newest
    self.users = users.newest
    self.wishlists = wishlists.newest
  }
}
