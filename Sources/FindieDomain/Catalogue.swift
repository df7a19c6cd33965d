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
    let isSorted = zip(records, records.dropFirst()).allSatisfy { precedes($0.id, $1.id) }
    guard !isSorted else { return records }
    // The place decides between equal ids, since `sort` does not promise to keep it.
    let places = records.indices.sorted { left, right in
      let (first, second) = (records[left].id, records[right].id)
      if precedes(first, second) { return true }
      return precedes(second, first) ? false : left < right
    }
    var kept: [Record] = []
    kept.reserveCapacity(records.count)
    for place in places {
      let record = records[place]
      guard let last = kept.last, !precedes(last.id, record.id) else {
        kept.append(record)
        continue
      }
      if record.replaces(last) { kept[kept.count - 1] = record }
    }
    return kept
  }

  /// By bytes and not by `String.<`, for which two spellings of "é" are one id; a file has two.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
