/// Games, developers, tags, users, wishlists, annotations and promotions: the input of one night,
/// or all that a store holds.
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
  public let users: [User]
  /// All wishlists, usually one per player.
  public let wishlists: [Wishlist]
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
    self.games = games.newest
    self.developers = developers.newest
    self.tags = tags.newest
    self.users = users.newest
    self.wishlists = wishlists.newest
    self.annotations = annotations.newest
    self.promotions = promotions.newest
  }
}

/// A record of the catalogue. It has an id, and a time by which its versions are ordered.
package protocol CatalogueRecord: FieldRecord, Identifiable, Hashable where ID == String {
  /// A record that a list inside this one holds, such as an item of a wishlist.
  associatedtype Part: CataloguePart = NoPart

  /// The record of `id` with every field at its default.
  init(defaultsOf id: String)

  /// When the record was last changed. Among tonight's records nil counts as older than any time.
  var lastChanged: Timestamp? { get }

  var parts: [Part] { get set }

  /// The record with values that depend on several fields brought into their usual form.
  var normalized: Self { get }

  /// The record without references to the players for whom `isForgotten` is true, given their ids.
  /// Nil if the record itself belongs to one of them.
  func forgetting(_ isForgotten: (String) -> Bool) -> Self?
}

/// A record inside another one, stored in a table of its own.
package protocol CataloguePart: FieldRecord, Hashable {
  /// The part with every field at its default.
  init()
}

/// The part of a record that has none.
package struct NoPart: CataloguePart {
  package static var fields: [CatalogueField<NoPart>] { [] }
  package init() {}
}

extension CatalogueRecord where Part == NoPart {
  package var parts: [NoPart] {
    get { [] }
    set {}
  }
}

extension CatalogueRecord {
  /// Whether this record, read later in the same night, replaces `other`, which has the same id.
  package func replaces(_ other: Self) -> Bool {
    lastChanged == nil ? other.lastChanged == nil : replacesStored(of: other.lastChanged)
  }

  /// Whether this record, read tonight, replaces a stored one that was changed at `time`. A record
  /// without a time does: an export that no longer has times must still update the store.
  package func replacesStored(of time: Timestamp?) -> Bool {
    guard let time, let lastChanged else { return true }
    return lastChanged >= time
  }

  package func forgetting(_ isForgotten: (String) -> Bool) -> Self? { self }

  package var normalized: Self { self }
}

/// One field of a record: what parsing, storing, reading and digests of the catalogue need to know.
///
/// A record declares its fields once, as `Game.fields` does. To add a field, add the property and
/// its line there: the parser, the table of the store and the catalogue's digest follow.
///
/// A class: one reference is cheaper to pass for each record than six.
package final class CatalogueField<Record>: Sendable {
  /// The key in documents.
  package let name: String
  /// The column in the store.
  package let column: String
  package let type: FieldType
  /// Whether a record may lack the field.
  package let isOptional: Bool
  package let requirement: FieldRequirement
  /// The warning for a word that the type does not have; nil for no warning.
  package let unknownWord: String?
  package let value: @Sendable (Record) -> FieldValue
  /// Sets the field; returns false if its type has no such value.
  package let set: @Sendable (FieldValue, inout Record) -> Bool

  /// - Parameters:
  ///   - get: reads the property. A key path would take several times as long for each record.
  ///   - assign: sets the property.
  ///   - column: nil for `name`.
  ///   - type: nil for the property's own.
  @inline(__always)
  package init<Value: FieldConvertible>(
    _ name: String, _ get: @escaping @Sendable (Record) -> Value,
    _ assign: @escaping @Sendable (inout Record, Value) -> Void,
    column: String? = nil, as type: FieldType? = nil,
    _ requirement: FieldRequirement = .lenient, unknownWord: String? = nil
  ) {
    self.name = name
    self.column = column ?? name
    self.type = type ?? Value.fieldType
    self.isOptional = Value.isOptional
    self.requirement = requirement
    self.unknownWord = unknownWord
    value = { get($0).fieldValue }
    set = { value, record in
      guard let value = Value(fieldValue: value) else { return false }
      assign(&record, value)
      return true
    }
  }
}

/// What happens to a document whose field cannot be read.
package enum FieldRequirement: Sendable {
  /// The field has its default value, and the record a warning.
  case lenient
  /// The document is rejected.
  case valid
  /// The document is rejected, even if the field is only missing.
  case present
}

/// A value that declares its fields: a record of the catalogue, or a part of one.
package protocol FieldRecord: Sendable {
  /// In the order of the store's columns.
  static var fields: [CatalogueField<Self>] { get }
}

extension Array where Element: CatalogueRecord {
  /// Whether the ids are strictly ascending by their UTF-8 bytes.
  var areInOrderOfIds: Bool {
    let records = span
    return records.indices.dropFirst().allSatisfy {
      SortKey(records[$0 - 1].id).precedes(SortKey(records[$0].id))
    }
  }

  /// The indices of the records, sorted by the UTF-8 bytes of their ids. Records with the same id
  /// keep their order.
  ///
  /// Not by `String.<`, which treats two spellings of "é" as equal; in a file they are two ids.
  /// - Complexity: O(n log n) comparisons, most of them of two numbers.
  var indicesInOrderOfIds: [Int] {
    // A span avoids retaining and releasing the texts of each record.
    let records = span
    let keys = indices.map { SortKey(records[$0].id) }
    return indices.sorted { left, right in
      if keys[left].precedes(keys[right]) { return true }
      return keys[right].precedes(keys[left]) ? false : left < right
    }
  }

  /// The newest record of each id (see `replaces`), sorted by id.
  var newest: [Element] {
    guard !areInOrderOfIds else { return self }
    let indices = indicesInOrderOfIds
    let replaced = indicesOfReplaced(inOrder: indices)
    return indices.lazy.filter { !replaced.contains($0) }.map { self[$0] }
  }

  /// The indices of the records that are replaced by another with the same id (see `replaces`).
  package var indicesOfReplaced: Set<Int> {
    areInOrderOfIds ? [] : indicesOfReplaced(inOrder: indicesInOrderOfIds)
  }

  /// - Parameter order: `indicesInOrderOfIds`.
  func indicesOfReplaced(inOrder order: [Int]) -> Set<Int> {
    var replaced: Set<Int> = []
    guard var newest = order.first else { return replaced }
    let records = span
    for index in order.dropFirst() {
      if records[index].id.hasSameBytes(as: records[newest].id) {
        let isNewer = self[index].replaces(self[newest])
        replaced.insert(isNewer ? newest : index)
        if !isNewer { continue }
      }
      newest = index
    }
    return replaced
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
