package import FindieDomain
package import FindieHistory

/// Turns one line into one row of a collection of dated events, or says why not.
///
/// Shapes: the plain document, and the document wrapped as `{"id":…,"data":{…}}`, where the outer id
/// wins. A line is checked whole before anything of it is appended.
///
/// Not copyable, since it owns its parser.
package struct EventDecoder: ~Copyable {
  private let collection: EventCollection
  private let limits: IngestLimits
  /// Later events are `fromTheFuture`.
  private let latest: Timestamp
  private var parser: JSONParser
  /// The actions or event types by code.
  private let kinds: [[UInt8]]
  private let columns: [Column]

  /// A column of text and the field it is read from.
  private struct Column {
    let field: EventField
    let role: Role
  }

  private enum Role {
    case id, text, list
  }

  /// The tables of keys: of the line's own object, of the document that it wraps, of an instant.
  private static let outer = 0
  private static let inner = 1
  private static let instant = 2

  package init(_ collection: EventCollection, limits: IngestLimits, latest: Timestamp) {
    self.collection = collection
    self.limits = limits
    self.latest = latest
    let names = EventField.allCases.map { $0.name(in: collection) }
    parser = JSONParser(
      maxDepth: limits.depth, tables: [names, names, JSONParser.instantFields])
    kinds =
      switch collection {
      case .interactions: SwipeAction.allCases.map { Array($0.rawValue.utf8) }
      case .analytics: EventType.allCases.map { Array($0.rawValue.utf8) }
      }
    columns = collection.textColumns.map { column in
      let field = EventField(column)
      return Column(
        field: field, role: field.isList ? .list : field == .user || field == .game ? .id : .text)
    }
  }

  /// Reads the line at `range` of `buffer` and appends its event.
  ///
  /// - Throws: what is wrong with the line; then nothing was appended.
  package mutating func decode(
    _ buffer: Span<UInt8>, _ range: Range<Int>, offset: Int, into rows: inout EventBatch
  ) throws(LineFault) {
    if let fault = parser.parse(buffer, range) { throw LineFault(fault) }
    let table = try documentTable()
    let idPlace = idPlace(table)
    let id = parser.field(idPlace.field, of: idPlace.table)
    try checkId(id, .id)
    for (place, column) in columns.enumerated() { try check(column, at: place, table) }
    let kind = try kind(table)
    let timestamp = try timestamp(table)
    let numbers =
      collection == .interactions
      ? [
        try number(.cardPosition, table, 0...1_000_000, isWhole: true),
        try number(.viewDuration, table, 0...86_400, isWhole: false),
      ] : []

    rows.begin(
      id: id.text, kind: kind, milliseconds: timestamp.milliseconds, offset: offset)
    for (place, column) in columns.enumerated() {
      if column.role == .list {
        rows.set(text: parser.joined(place).text, of: place)
      } else {
        rows.set(text: parser.field(column.field, of: table).text, of: place)
      }
    }
    for (place, number) in numbers.enumerated() { rows.set(number: number, of: place) }
  }

  // MARK: - Shapes

  /// The table that holds the document's fields, whatever is wrapped around it.
  private func documentTable() throws(LineFault) -> Int {
    try read(parser.root, into: EventDecoder.outer)
    // A document that has an instant of its own is plain, whatever else it holds.
    guard parser.field(.timestamp, of: EventDecoder.outer).kind == .absent else {
      return EventDecoder.outer
    }
    if parser.field(.data, of: EventDecoder.outer).kind == .object {
      try read(parser.field(.data, of: EventDecoder.outer), into: EventDecoder.inner)
      return EventDecoder.inner
    }
    if parser.field(.restFields, of: EventDecoder.outer).kind == .object {
      throw LineFault(.unsupportedShape, "Firestore's REST form")
    }
    if parser.field(.analyticsEventName, of: EventDecoder.outer).kind == .string {
      throw LineFault(.unsupportedShape, "an event of Google Analytics")
    }
    return EventDecoder.outer
  }

  private func read(_ object: JSONValue, into table: Int) throws(LineFault) {
    guard object.kind == .object else { throw LineFault(.notAnObject) }
    if let place = parser.read(object, into: table) {
      throw LineFault(.duplicateKey, EventField.allCases[place].name(in: collection))
    }
  }

  /// Where the event's id stands: in the wrapped form outside, where there is one.
  private func idPlace(_ table: Int) -> (field: EventField, table: Int) {
    guard table == EventDecoder.inner else { return (.id, table) }
    let outer: EventField = collection == .analytics ? .documentId : .id
    return parser.field(outer, of: EventDecoder.outer).kind == .absent
      ? (.id, table) : (outer, EventDecoder.outer)
  }

  // MARK: - Fields

  /// Checks the field of a column of text; a list is joined into the slot of the column's place.
  private func check(_ column: Column, at place: Int, _ table: Int) throws(LineFault) {
    let value = parser.field(column.field, of: table)
    switch column.role {
    case .id: try checkId(value, column.field)
    case .text:
      if value.kind != .absent { try checkText(value, column.field) }
    case .list:
      let fault = parser.join(
        value, by: TextColumn.separator, into: place, limit: limits.idBytes)
      if let fault { throw self.fault(fault.reason, column.field) }
    }
  }

  private func checkId(_ value: JSONValue, _ field: EventField) throws(LineFault) {
    guard value.kind != .absent else { throw fault(.missingField, field) }
    try checkText(value, field)
    guard !value.text.isEmpty else { throw fault(.emptyId, field) }
  }

  private func checkText(_ value: JSONValue, _ field: EventField) throws(LineFault) {
    if let fault = value.textFault(limit: limits.idBytes) { throw self.fault(fault.reason, field) }
  }

  private func kind(_ table: Int) throws(LineFault) -> UInt8 {
    let value = parser.field(.kind, of: table)
    guard value.kind != .absent else { throw fault(.missingField, .kind) }
    guard value.kind == .string else { throw fault(.wrongType, .kind) }
    let text = value.text
    for (code, name) in kinds.enumerated() where text.isEqual(to: name) { return UInt8(code) }
    throw fault(collection == .interactions ? .unknownAction : .unknownEventType, .kind)
  }

  private func timestamp(_ table: Int) throws(LineFault) -> Timestamp {
    let value = parser.field(.timestamp, of: table)
    guard value.kind != .absent else { throw fault(.missingField, .timestamp) }
    guard let instant = parser.instant(value, table: EventDecoder.instant) else {
      throw fault(.badTimestamp, .timestamp)
    }
    guard instant <= latest else { throw fault(.fromTheFuture, .timestamp) }
    return instant
  }

  /// The number of a field as it is kept, NaN where it is absent.
  private func number(
    _ field: EventField, _ table: Int, _ range: ClosedRange<Double>, isWhole: Bool
  ) throws(LineFault) -> Float {
    let value = parser.field(field, of: table)
    guard value.kind != .absent else { return .nan }
    guard let number = value.number else { throw fault(.wrongType, field) }
    guard range.contains(number), !isWhole || number == number.rounded() else {
      throw fault(.numberOutOfRange, field)
    }
    // Adding zero makes -0 the 0 that it equals, so that both have one content hash.
    return Float(number) + 0
  }

  private func fault(_ reason: RejectionReason, _ field: EventField) -> LineFault {
    LineFault(reason, field.name(in: collection))
  }
}

extension Span<UInt8> {
  fileprivate func isEqual(to bytes: [UInt8]) -> Bool {
    guard count == bytes.count else { return false }
    for place in 0..<count where self[place] != bytes[place] { return false }
    return true
  }
}
