import FindieDomain
import Foundation

/// Reads the fields of one catalogue document by their places.
///
/// What a record cannot do without is read by the functions that throw; the rest by `lenient`, which
/// takes a field of the wrong type, or beyond what it can be, for absent and counts a warning.
///
/// Not copyable, since it owns its parser.
struct RecordParser<Field: RecordField>: ~Copyable {
  private var parser: JSONParser
  /// The keys of a document by place: those of its wrapping, then its fields.
  private let names: [String]
  private let limits: IngestLimits
  /// The table that holds the document's fields, whatever is wrapped around it.
  private var table = RecordTable.outer
  /// The names of what was odd about the document and did not keep it from being read.
  private(set) var warnings: [String] = []
  /// What wishlists name again and again.
  private let texts = TextMemory()

  init(limits: IngestLimits) {
    names = RecordTable.wrapping + Field.names
    self.limits = limits
    parser = JSONParser(
      maxDepth: limits.depth,
      tables: [names, names, JSONParser.instantFields, WishlistItemField.names])
  }

  /// Reads the line at `range` of `buffer`; what the document before it said is forgotten.
  mutating func open(_ buffer: Span<UInt8>, _ range: Range<Int>) throws(LineFault) {
    if !warnings.isEmpty { warnings = [] }
    table = RecordTable.outer
    if let fault = parser.parse(buffer, range) { throw LineFault(fault) }
    guard parser.root.kind == .object else { throw LineFault(.notAnObject) }
    if let place = parser.read(parser.root, into: RecordTable.outer) {
      throw LineFault(.duplicateKey, names[place])
    }
    // A document with fields of its own is plain, whatever else it holds.
    let own = names.indices.dropFirst(RecordTable.fieldsStart)
    guard own.allSatisfy({ kind($0, RecordTable.outer) == .absent }) else { return }
    if kind(1, RecordTable.outer) == .object {
      let data = parser.field(1, of: RecordTable.outer)
      if let place = parser.read(data, into: RecordTable.inner) {
        throw LineFault(.duplicateKey, names[place])
      }
      table = RecordTable.inner
    } else if kind(2, RecordTable.outer) == .object {
      throw LineFault(.unsupportedShape, "Firestore's REST form")
    }
  }

  private func kind(_ place: Int, _ table: Int) -> JSONValue.Kind {
    parser.field(place, of: table).kind
  }

  // MARK: - What a record cannot do without

  /// The id: in the wrapped form the outer one, where there is one; nil where there is none.
  func documentId() throws(LineFault) -> String? {
    let isOutside = table == RecordTable.inner && kind(0, RecordTable.outer) != .absent
    return try id(parser.field(0, of: isOutside ? RecordTable.outer : table), of: nil)
  }

  /// An id that names another record, nil where it is absent.
  func id(_ field: Field) throws(LineFault) -> String? {
    try id(parser.field(place(field), of: table), of: field)
  }

  func text(_ field: Field) throws(LineFault) -> String? {
    let value = parser.field(place(field), of: table)
    guard value.kind != .absent else { return nil }
    guard let string = value.string else { throw LineFault(.wrongType, field.name) }
    return string
  }

  func bool(_ field: Field) throws(LineFault) -> Bool? {
    let value = parser.field(place(field), of: table)
    guard value.kind != .absent else { return nil }
    guard let bool = value.bool else { throw LineFault(.wrongType, field.name) }
    return bool
  }

  func integer(_ field: Field) throws(LineFault) -> Int? {
    let value = parser.field(place(field), of: table)
    guard value.kind != .absent else { return nil }
    guard let integer = value.integer else { throw LineFault(.wrongType, field.name) }
    return Int(integer)
  }

  /// A number of things.
  func count(_ field: Field) throws(LineFault) -> Int? {
    let count = try integer(field)
    if let count, count < 0 { throw LineFault(.numberOutOfRange, field.name) }
    return count
  }

  func instant(_ field: Field) throws(LineFault) -> Timestamp? {
    let value = parser.field(place(field), of: table)
    guard value.kind != .absent else { return nil }
    guard let instant = parser.instant(value, table: RecordTable.instant) else {
      throw LineFault(.badTimestamp, field.name)
    }
    return instant
  }

  /// A number, or text that spells one, as it was written.
  func decimal(_ field: Field) throws(LineFault) -> Decimal? {
    let value = parser.field(place(field), of: table)
    guard value.kind != .absent else { return nil }
    guard let decimal = value.decimal else { throw LineFault(.wrongType, field.name) }
    return decimal
  }

  /// The texts of an array; nil where it is absent. What is no text, or empty, is dropped.
  private func texts(of field: Field) throws(LineFault) -> [String]? {
    let value = parser.field(place(field), of: table)
    guard value.kind != .absent else { return nil }
    guard value.kind == .array else { throw LineFault(.wrongType, field.name) }
    var texts: [String] = []
    var elements = value.elements
    while let element = elements.next() {
      if let text = element.string, !text.isEmpty { texts.append(text) }
    }
    return texts
  }

  private func place(_ field: Field) -> Int { RecordTable.fieldsStart + field.rawValue }

  /// - Parameter field: nil for the document's own id.
  private func id(_ value: JSONValue, of field: Field?) throws(LineFault) -> String? {
    guard value.kind != .absent else { return nil }
    if let fault = value.textFault(limit: limits.idBytes) {
      throw LineFault(fault.reason, field?.name ?? "id")
    }
    guard !value.text.isEmpty else { throw LineFault(.emptyId, field?.name ?? "id") }
    return String(copying: value.text)
  }

  // MARK: - The rest

  mutating func warn(_ warning: String) { warnings.append(warning) }

  /// What `read` finds in a field; nil, with a warning, where it cannot be read.
  private mutating func lenient<Value>(
    _ field: Field, _ read: (borrowing RecordParser, Field) throws(LineFault) -> Value?
  ) -> Value? {
    do {
      return try read(self, field)
    } catch {
      warn("unreadable.\(field.name)")
      return nil
    }
  }

  mutating func optionalText(_ field: Field) -> String? {
    lenient(field) { (record, field) throws(LineFault) in try record.text(field) }
  }

  mutating func optionalBool(_ field: Field) -> Bool? {
    lenient(field) { (record, field) throws(LineFault) in try record.bool(field) }
  }

  mutating func optionalInteger(_ field: Field) -> Int? {
    lenient(field) { (record, field) throws(LineFault) in try record.integer(field) }
  }

  mutating func optionalCount(_ field: Field) -> Int? {
    lenient(field) { (record, field) throws(LineFault) in try record.count(field) }
  }

  mutating func optionalInstant(_ field: Field) -> Timestamp? {
    lenient(field) { (record, field) throws(LineFault) in try record.instant(field) }
  }

  mutating func optionalDecimal(_ field: Field) -> Decimal? {
    lenient(field) { (record, field) throws(LineFault) in try record.decimal(field) }
  }

  /// The texts of an array; nil where it is absent. What is no text, or empty, is dropped.
  mutating func texts(_ field: Field) -> [String]? {
    lenient(field) { (record, field) throws(LineFault) in try record.texts(of: field) }
  }

  /// The known cases that an array names, each once, in order; unknown ones are warned of.
  mutating func cases<Case: RawRepresentable<String> & Equatable>(
    _ field: Field, unknown warning: String
  ) -> [Case] {
    var cases: [Case] = []
    for text in texts(field) ?? [] {
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
    _ field: Field, unknown warning: String, else fallback: Case
  ) -> Case {
    guard let text = optionalText(field) else { return fallback }
    guard let known = Case(rawValue: text) else {
      warn(warning)
      return fallback
    }
    return known
  }

  /// The items of a wishlist; one without a game is dropped with a warning.
  mutating func wishlistItems(_ field: Field) throws(LineFault) -> [WishlistItem] {
    let (items, dropped) = try items(of: field)
    if dropped > 0 { warnings += repeatElement("wishlist.item.unreadable", count: dropped) }
    return items
  }

  private func items(
    of field: Field
  ) throws(LineFault) -> (items: [WishlistItem], dropped: Int) {
    let value = parser.field(place(field), of: table)
    guard value.kind != .absent else { return ([], 0) }
    guard value.kind == .array else { throw LineFault(.wrongType, field.name) }
    var items: [WishlistItem] = []
    var dropped = 0
    var elements = value.elements
    while let element = elements.next() {
      guard element.kind == .object, parser.read(element, into: RecordTable.item) == nil,
        appendItem(to: &items)
      else {
        dropped += 1
        continue
      }
    }
    return (items, dropped)
  }

  /// Whether the item that was read names a game, and is appended.
  private func appendItem(to items: inout [WishlistItem]) -> Bool {
    func place(_ field: WishlistItemField) -> Int { field.rawValue }
    let item = RecordTable.item
    let game = parser.field(place(.gameId), of: item)
    guard game.textFault(limit: limits.idBytes) == nil, !game.text.isEmpty else { return false }
    let title = parser.field(place(.gameTitle), of: item)
    let added = parser.field(place(.addedDate), of: item)
    let priority = parser.field(place(.priority), of: item).string
    items.append(
      WishlistItem(
        gameId: shared(game.text), gameTitle: title.kind == .string ? shared(title.text) : nil,
        addedDate: parser.instant(added, table: RecordTable.instant),
        priority: priority.flatMap { Priority(rawValue: $0) },
        notifyOnRelease: parser.field(place(.notifyOnRelease), of: item).bool ?? false,
        notifyOnDiscount: parser.field(place(.notifyOnDiscount), of: item).bool ?? false,
        steamAppId: parser.field(place(.steamAppId), of: item).string,
        itchioGameId: parser.field(place(.itchioGameId), of: item).string,
        priceAtAdd: parser.field(place(.priceAtAdd), of: item).decimal))
    return true
  }

  private func shared(_ text: Span<UInt8>) -> String {
    texts.text(text) { String(copying: text) }
  }
}

/// The tables of keys that a document is read by.
private enum RecordTable {
  static let outer = 0
  static let inner = 1
  static let instant = 2
  static let item = 3

  /// The keys that stand before a document's own fields, in both tables that hold them.
  static let wrapping = ["id", "data", "fields"]
  static let fieldsStart = 3
}
