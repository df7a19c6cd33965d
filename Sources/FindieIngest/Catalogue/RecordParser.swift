import FindieDomain
import Foundation

/// Reads the fields of one catalogue document by their names.
///
/// What a record cannot do without is read by the functions that throw; the rest by `lenient`, which
/// takes a field of the wrong type for absent and counts a warning.
///
/// Not copyable, since it owns its parser.
struct RecordParser: ~Copyable {
  private var parser: JSONParser
  private let places: [String: Int]
  private let names: [String]
  private let itemPlaces: [String: Int]
  private let limits: IngestLimits
  /// The table that holds the document's fields, whatever is wrapped around it.
  private var table = RecordParser.outer
  /// The names of what was odd about the document and did not keep it from being read.
  private(set) var warnings: [String] = []

  private static let outer = 0
  private static let inner = 1
  private static let instant = 2
  private static let item = 3

  /// - Parameters:
  ///   - fields: the names of the document's fields.
  ///   - itemFields: the names of the fields of the objects in its arrays.
  init(fields: [String], itemFields: [String], limits: IngestLimits) {
    names = ["id", "data", "fields"] + fields.filter { $0 != "id" }
    places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    itemPlaces = Dictionary(uniqueKeysWithValues: itemFields.enumerated().map { ($1, $0) })
    self.limits = limits
    parser = JSONParser(
      maxDepth: limits.depth, tables: [names, names, JSONParser.instantFields, itemFields])
  }

  /// Reads the line at `range` of `buffer`; what the document before it said is forgotten.
  mutating func open(_ buffer: Span<UInt8>, _ range: Range<Int>) throws(LineFault) {
    warnings = []
    table = RecordParser.outer
    if let fault = parser.parse(buffer, range) { throw LineFault(fault) }
    guard parser.root.kind == .object else { throw LineFault(.notAnObject) }
    if let place = parser.read(parser.root, into: RecordParser.outer) {
      throw LineFault(.duplicateKey, names[place])
    }
    // A document with fields of its own is plain, whatever else it holds.
    let own = names.indices.dropFirst(3)
    guard own.allSatisfy({ kind($0, RecordParser.outer) == .absent }) else { return }
    if kind(1, RecordParser.outer) == .object {
      let data = parser.field(1, of: RecordParser.outer)
      if let place = parser.read(data, into: RecordParser.inner) {
        throw LineFault(.duplicateKey, names[place])
      }
      table = RecordParser.inner
    } else if kind(2, RecordParser.outer) == .object {
      throw LineFault(.unsupportedShape, "Firestore's REST form")
    }
  }

  private func kind(_ place: Int, _ table: Int) -> JSONValue.Kind {
    parser.field(place, of: table).kind
  }

  // MARK: - What a record cannot do without

  /// The id: in the wrapped form the outer one, where there is one; nil where there is none.
  func documentId() throws(LineFault) -> String? {
    let isOutside = table == RecordParser.inner && kind(0, RecordParser.outer) != .absent
    let value = parser.field(0, of: isOutside ? RecordParser.outer : table)
    return try RecordParser.id(value, "id", limits)
  }

  /// An id that names another record, nil where it is absent.
  func id(_ name: String) throws(LineFault) -> String? {
    try RecordParser.id(parser.field(place(name), of: table), name, limits)
  }

  func text(_ name: String) throws(LineFault) -> String? {
    let value = parser.field(place(name), of: table)
    guard value.kind != .absent else { return nil }
    guard let string = value.string else { throw LineFault(.wrongType, name) }
    return string
  }

  func bool(_ name: String) throws(LineFault) -> Bool? {
    let value = parser.field(place(name), of: table)
    guard value.kind != .absent else { return nil }
    guard let bool = value.bool else { throw LineFault(.wrongType, name) }
    return bool
  }

  func integer(_ name: String) throws(LineFault) -> Int? {
    let value = parser.field(place(name), of: table)
    guard value.kind != .absent else { return nil }
    guard let integer = value.integer else { throw LineFault(.wrongType, name) }
    return Int(integer)
  }

  func instant(_ name: String) throws(LineFault) -> Timestamp? {
    let value = parser.field(place(name), of: table)
    guard value.kind != .absent else { return nil }
    guard let instant = parser.instant(value, table: RecordParser.instant) else {
      throw LineFault(.badTimestamp, name)
    }
    return instant
  }

  /// A number, or text that spells one, as it was written.
  func decimal(_ name: String) throws(LineFault) -> Decimal? {
    let value = parser.field(place(name), of: table)
    guard value.kind != .absent else { return nil }
    guard let decimal = value.decimal else { throw LineFault(.wrongType, name) }
    return decimal
  }

  private func place(_ name: String) -> Int {
    guard let place = places[name] else { preconditionFailure("no field \(name) in the table") }
    return place
  }

  private static func id(
    _ value: JSONValue, _ name: String, _ limits: IngestLimits
  ) throws(LineFault) -> String? {
    guard value.kind != .absent else { return nil }
    if let fault = value.textFault(limit: limits.idBytes) { throw LineFault(fault.reason, name) }
    guard !value.text.isEmpty else { throw LineFault(.emptyId, name) }
    return String(copying: value.text)
  }

  // MARK: - The rest

  mutating func warn(_ warning: String) { warnings.append(warning) }

  /// What `read` finds in a field; nil, with a warning, where it cannot be read.
  mutating func lenient<Value>(
    _ name: String, _ read: (borrowing RecordParser, String) throws(LineFault) -> Value?
  ) -> Value? {
    do {
      return try read(self, name)
    } catch {
      warn("unreadable.\(name)")
      return nil
    }
  }

  mutating func optionalText(_ name: String) -> String? {
    lenient(name) { (record, name) throws(LineFault) in try record.text(name) }
  }

  mutating func optionalBool(_ name: String) -> Bool? {
    lenient(name) { (record, name) throws(LineFault) in try record.bool(name) }
  }

  mutating func optionalInteger(_ name: String) -> Int? {
    lenient(name) { (record, name) throws(LineFault) in try record.integer(name) }
  }

  mutating func optionalInstant(_ name: String) -> Timestamp? {
    lenient(name) { (record, name) throws(LineFault) in try record.instant(name) }
  }

  mutating func optionalDecimal(_ name: String) -> Decimal? {
    lenient(name) { (record, name) throws(LineFault) in try record.decimal(name) }
  }

  /// The texts of an array; nil where it is absent. What is no text, or empty, is dropped.
  mutating func texts(_ name: String) -> [String]? {
    lenient(name) { (record, name) throws(LineFault) in
      let value = record.parser.field(record.place(name), of: record.table)
      guard value.kind != .absent else { return nil }
      guard value.kind == .array else { throw LineFault(.wrongType, name) }
      var texts: [String] = []
      var elements = value.elements
      while let element = elements.next() {
        if let text = element.string, !text.isEmpty { texts.append(text) }
      }
      return texts
    }
  }

  /// The known cases that an array names, each once, in order; unknown ones are warned of.
  mutating func cases<Case: RawRepresentable<String> & Equatable>(
    _ name: String, unknown warning: String
  ) -> [Case] {
    var cases: [Case] = []
    for text in texts(name) ?? [] {
      guard let known = Case(rawValue: text) else {
        warn(warning)
        continue
      }
      if !cases.contains(known) { cases.append(known) }
    }
    return cases
  }

  /// The known case that a text names, `fallback` where it is absent or, with a warning, unknown.
  mutating func oneCase<Case: RawRepresentable<String>>(
    _ name: String, unknown warning: String, else fallback: Case
  ) -> Case {
    guard let text = optionalText(name) else { return fallback }
    guard let known = Case(rawValue: text) else {
      warn(warning)
      return fallback
    }
    return known
  }

  /// The items of a wishlist; one without a game is dropped with a warning.
  mutating func wishlistItems(_ name: String) throws(LineFault) -> [WishlistItem] {
    let value = parser.field(place(name), of: table)
    guard value.kind != .absent else { return [] }
    guard value.kind == .array else { throw LineFault(.wrongType, name) }
    var items: [WishlistItem] = []
    var dropped = 0
    var elements = value.elements
    while let element = elements.next() {
      guard element.kind == .object, parser.read(element, into: RecordParser.item) == nil,
        let item = wishlistItem()
      else {
        dropped += 1
        continue
      }
      items.append(item)
    }
    warnings += repeatElement("wishlist.item.unreadable", count: dropped)
    return items
  }

  private func wishlistItem() -> WishlistItem? {
    func field(_ name: String) -> Int {
      guard let place = itemPlaces[name] else { preconditionFailure("no item field \(name)") }
      return place
    }
    let game = parser.field(field("gameId"), of: RecordParser.item)
    guard game.textFault(limit: limits.idBytes) == nil, !game.text.isEmpty else { return nil }
    let added = parser.field(field("addedDate"), of: RecordParser.item)
    return WishlistItem(
      gameId: String(copying: game.text),
      gameTitle: parser.field(field("gameTitle"), of: RecordParser.item).string,
      addedDate: parser.instant(added, table: RecordParser.instant),
      priority: parser.field(field("priority"), of: RecordParser.item).string
        .flatMap { Priority(rawValue: $0) },
      notifyOnRelease: parser.field(field("notifyOnRelease"), of: RecordParser.item).bool ?? false,
      notifyOnDiscount: parser.field(field("notifyOnDiscount"), of: RecordParser.item).bool
        ?? false,
      steamAppId: parser.field(field("steamAppId"), of: RecordParser.item).string,
      itchioGameId: parser.field(field("itchioGameId"), of: RecordParser.item).string,
      priceAtAdd: parser.field(field("priceAtAdd"), of: RecordParser.item).decimal)
  }
}
