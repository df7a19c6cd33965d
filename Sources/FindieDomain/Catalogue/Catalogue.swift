/// Games, developers, tags, users, wishlists, vectors, uncounted accounts, annotations and
/// promotions: the input of one night, or all that a store holds.
///
/// ```swift
/// let catalogue = try store.catalogue()
/// let free = catalogue.games.filter(\.isFree)
/// ```
///
/// Every array is sorted by the UTF-8 bytes of `id`, and no id occurs twice in it.
public struct Catalogue: Hashable, Sendable {
  /// All games, including those no longer for sale.
  public let games: [Game]
  /// All developers.
  public let developers: [Developer]
  /// All tags.
  public let tags: [Tag]
  /// All players.
  package let packedUsers: PackedRecords<User>
  /// All wishlists.
  package let packedWishlists: PackedRecords<Wishlist>
  /// Games' vectors.
  package let packedVectors: PackedRecords<GameVector>
  /// Accounts whose events do not count, besides those whose own record says so.
  package let packedUncounted: PackedRecords<UncountedPlayer>
  /// All annotations, including those that were withdrawn. A stage that reads them depends on the
  /// stage `annotations`: the catalogue's digest does not cover them.
  public let annotations: [Annotation]
  /// All promotions, including those that were withdrawn. A stage that reads them depends on the
  /// stage `promotions`: the catalogue's digest does not cover them.
  public let promotions: [Promotion]

  /// Creates a catalogue from records in the order in which they were read.
  ///
  /// If several records have one id, the one with the newest `updatedAt` stays (a record without a
  /// time is older than any other). Of equally new records the last one stays.
  /// - Complexity: O(n log n) comparisons of ids, O(n) if the records are sorted.
  public init(
    games: [Game] = [], developers: [Developer] = [], tags: [Tag] = [], users: [User] = [],
    wishlists: [Wishlist] = [], annotations: [Annotation] = [], promotions: [Promotion] = []
  ) {
    self.init(
      games: games, developers: developers, tags: tags, packedUsers: PackedRecords(users),
      packedWishlists: PackedRecords(wishlists), annotations: annotations, promotions: promotions)
  }

  /// The same with packed records, which are not unpacked.
  package init(
    games: [Game], developers: [Developer], tags: [Tag], packedUsers: PackedRecords<User>,
    packedWishlists: PackedRecords<Wishlist>, packedVectors: PackedRecords<GameVector> = [],
    packedUncounted: PackedRecords<UncountedPlayer> = [], annotations: [Annotation],
    promotions: [Promotion]
  ) {
    self.games = games.newest
    self.developers = developers.newest
    self.tags = tags.newest
    self.packedUsers = packedUsers.newest
    self.packedWishlists = packedWishlists.newest
    self.packedVectors = packedVectors.newest
    self.packedUncounted = packedUncounted.newest
    self.annotations = annotations.newest
    self.promotions = promotions.newest
  }
}

extension Catalogue {
  /// All players as values; they take ten times the memory of `packedUsers`.
  public var users: [User] { packedUsers.records }
  /// All wishlists as values, usually one per player.
  public var wishlists: [Wishlist] { packedWishlists.records }
}

extension Array where Element: CatalogueRecord {
  /// The newest record of each id (see `replaces`), sorted by the UTF-8 bytes of the ids.
  var newest: [Element] {
    let areInOrder = indices.dropFirst().allSatisfy {
      self[$0 - 1].id.utf8.lexicographicallyPrecedes(self[$0].id.utf8)
    }
    return areInOrder ? self : PackedRecords(self).newest.records
  }
}

extension Sequence<String> {
  /// Each text once, sorted by UTF-8 bytes.
  package var distinctSortedByBytes: [String] {
    var distinct: [SortKey] = []
    for key in map({ SortKey($0) }).sorted(by: { $0.precedes($1) }) {
      if let last = distinct.last, !last.precedes(key) { continue }
      distinct.append(key)
    }
    return distinct.map(\.id)
  }
}

/// An id, with its first 16 bytes as two numbers, which are enough to order most ids.
private struct SortKey {
  private let first: UInt64
  private let second: UInt64
  let id: String

  init(_ id: String) {
    let bytes = id.utf8.span
    func number(from start: Int) -> UInt64 {
      var number: UInt64 = 0
      // A shorter id is padded with zeros; `precedes` compares whole ids if the numbers are equal.
      for index in start..<start + 8 {
        number = number << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
      }
      return number
    }
    first = number(from: 0)
    second = number(from: 8)
    self.id = id
  }

  func precedes(_ other: SortKey) -> Bool {
    if first != other.first { return first < other.first }
    if second != other.second { return second < other.second }
    return id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }
}
