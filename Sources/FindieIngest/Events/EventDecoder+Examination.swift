import FindieDomain
import FindieHistory

extension EventDecoder: LineExaminer {
  mutating func examine(_ buffer: Span<UInt8>, _ range: Range<Int>) -> ExaminedLine {
    if let fault = parse(buffer, range) {
      return ExaminedLine(LineFault(fault), buffer.extracting(range))
    }
    var line = ExaminedLine()
    let document: EventDocument
    do throws(LineFault) {
      guard let found = try self.document() else { return line }
      document = found
    } catch {
      guard error.reason != .notAnObject else {
        return ExaminedLine(error, buffer.extracting(range))
      }
      addFault(error, to: &line)
      line.keys = parser.root.keys(limit: ExaminedLine.shownKeys)
      return line
    }
    line.keys = keys(of: document)
    // Events of Google Analytics have no id, and those with items have no game of their own.
    if document.known == nil {
      check(.id, of: document, &line) { () throws(LineFault) in
        try checkId(parser.field(EventField.id, of: document.table), .id)
      }
    }
    if document.hasItems { addFaultsOfItems(to: &line) }
    for (column, rule) in texts.enumerated() where !(document.hasItems && rule.field == .game) {
      let reason: RejectionReason? =
        switch check(textAt: column, document) {
        case .sound, .placeholder: nil
        case .absent: rule.isRequired ? .missingField : nil
        case .invalid(let reason, _): reason
        }
      add(reason, rule, document, &line)
    }
    check(.kind, of: document, &line) { () throws(LineFault) in _ = try kind(document) }
    check(.timestamp, of: document, &line) { () throws(LineFault) in _ = try timestamp(document) }
    for rule in numbers { add(check(rule, document).fault, rule, document, &line) }
    return line
  }

  private func addFaultsOfItems(to line: inout ExaminedLine) {
    parser.begin(parser.field(GA4Key.items, of: Table.ga4))
    while !parser.isAtEnd {
      do throws(LineFault) {
        _ = try setGameOfNextItem()
      } catch {
        addFault(error, to: &line)
      }
    }
  }

  /// Adds a fault of a line's shape; of an event of Google Analytics with the value at fault.
  private func addFault(_ fault: LineFault, to line: inout ExaminedLine) {
    func add(_ value: ParsedValue) {
      line.add(
        fault.reason, fault.detail, found: value.found(fault.reason),
        expected: ga4Expected(fault))
    }
    let isRead = isGA4 && fault.reason != .duplicateKey
    if isRead, let key = GA4Key.allCases.first(where: { $0.name == fault.detail }) {
      add(parser.field(key, of: Table.ga4))
    } else if isRead, let place = ga4.parameters.firstIndex(of: fault.detail) {
      add(parser.field(place, of: Table.ga4Parameters.rawValue))
    } else if isRead, fault.detail == Self.itemId {
      add(parser.field(GA4ObjectKey.item, of: Table.ga4Object))
    } else {
      line.add(fault.reason, fault.detail)
    }
  }

  private func ga4Expected(_ fault: LineFault) -> String {
    switch fault.reason {
    case .unknownAction: ga4.actionNames.choice + " (ga4.actions of the contract)"
    case .badTimestamp: "a whole number of microseconds since 1970"
    case .fromTheFuture: fault.reason.timeInWords
    case .wrongType where fault.detail == GA4Key.parameters.name: "a list of parameters"
    default: fault.reason.textInWords(limits)
    }
  }

  private func keys(of document: EventDocument) -> [String] {
    let limit = ExaminedLine.shownKeys
    return switch document.shape {
    case .plain, .ga4: parser.root.keys(limit: limit)
    case .wrapped: parser.field(EventField.data, of: Table.line).keys(limit: limit)
    case .rest: parser.field(RestKey.fields, of: Table.rest).keys(limit: limit)
    }
  }

  private func check(
    _ field: EventField, of document: EventDocument, _ line: inout ExaminedLine,
    _ body: () throws(LineFault) -> Void
  ) {
    do throws(LineFault) { try body() } catch { add(error.reason, field, .id, document, &line) }
  }

  private func add(
    _ reason: RejectionReason?, _ rule: FieldRule, _ document: EventDocument,
    _ line: inout ExaminedLine
  ) {
    guard let reason, rule.breach == .reject else { return }
    let expected = reason == .numberOutOfRange ? rule.rangeInWords : nil
    add(reason, rule.field, rule.type, document, &line, expected: expected)
  }

  private func add(
    _ reason: RejectionReason, _ field: EventField, _ type: FieldType, _ document: EventDocument,
    _ line: inout ExaminedLine, expected: String? = nil
  ) {
    let value = parser.field(field, of: document.table)
    line.add(
      reason, document.shape == .ga4 ? ga4Name(of: field) : field.name(in: collection),
      found: value.found(reason),
      expected: expected ?? self.expected(reason, field, type))
  }

  /// Where Google Analytics has a field.
  private func ga4Name(of field: EventField) -> String {
    switch field {
    case .deviceType: "\(GA4Key.device.name).\(GA4ObjectKey.category.name)"
    case .appVersion: "\(GA4Key.app.name).\(GA4ObjectKey.version.name)"
    case .country: "\(GA4Key.geo.name).\(GA4ObjectKey.country.name)"
    default:
      ga4.texts.first { $0.field == field }?.places.map { ga4.parameters[$0] }
        .joined(separator: " or ") ?? field.name(in: collection)
    }
  }

  private func expected(
    _ reason: RejectionReason, _ field: EventField, _ type: FieldType
  ) -> String {
    switch (reason, field) {
    case (_, .timestamp): return reason.timeInWords
    case (_, .kind):
      return collection == .interactions
        ? SwipeAction.allCases.inWords : EventType.allCases.inWords
    case (.notInContract, .country): return "a country code of ISO 3166-1 such as \"DE\""
    case (.notInContract, _): return "a value that the contract allows"
    default: break
    }
    return switch type {
    case .id, .text, .country, .action, .eventType, .timestamp: reason.textInWords(limits)
    case .list: "a list of texts"
    case .integer: "a whole number"
    case .number: "a number"
    }
  }
}

extension FieldRule {
  fileprivate var rangeInWords: String {
    let bounds = [range.lowerBound, range.upperBound].map {
      $0 == $0.rounded() ? "\(Int64(exactly: $0).map { "\($0)" } ?? "\($0)")" : "\($0)"
    }
    return "\(type == .integer ? "a whole number" : "a number") from \(bounds[0]) to \(bounds[1])"
  }
}

extension RejectionReason {
  /// What is expected instead of an invalid time.
  var timeInWords: String {
    self == .fromTheFuture
      ? "at most a day after now"
      : "ISO 8601 text such as \"2025-02-26T18:00:00Z\", or seconds or milliseconds since 1970 "
        + "as a number"
  }

  /// What is expected instead of an invalid text.
  func textInWords(_ limits: IngestLimits) -> String {
    switch self {
    case .emptyId: "text that is not empty"
    case .placeholderId: "an id, not a word for no value"
    case .idTooLong: "text of at most \(limits.idBytes) bytes"
    case .controlCharacter: "text without control characters"
    default: "text"
    }
  }
}

extension Sequence where Element: RawRepresentable<String> {
  /// The raw values as a choice.
  var inWords: String { map(\.rawValue).choice }
}

extension [String] {
  /// The words as a choice: `one of a, b, c`.
  var choice: String { "one of " + joined(separator: ", ") }
}

extension EventDecoder {
  /// The tables of keys, by the object that they read.
  enum Table: Int, CaseIterable {
    /// The line's own object.
    case line
    /// The event's document, if it is not the line's own object.
    case document
    case instant
    /// A document of Firestore's REST API, and the result of runQuery around it.
    case rest
    /// An event of Google Analytics, its parameters, and its nested objects.
    case ga4, ga4Parameters, ga4Object

    func keys(in collection: EventCollection) -> [String] {
      switch self {
      case .line, .document: EventField.allCases.map { $0.name(in: collection) }
      case .instant: JSONParser.instantFields
      case .rest: RestKey.allCases.map { "\($0)" }
      case .ga4: GA4Key.allCases.map(\.name)
      case .ga4Parameters: []
      case .ga4Object: GA4ObjectKey.allCases.map(\.name)
      }
    }
  }

  /// Whether the line is an event of Google Analytics.
  var isGA4: Bool {
    collection == .analytics && !hasTimestamp && kind(of: .data) != .object
      && kind(of: .restFields) != .object && kind(of: .analyticsEventName) == .string
  }

  /// Whether the line's own object has a timestamp: then it is a plain document.
  var hasTimestamp: Bool { kind(of: .timestamp) != .absent }

  /// The line's event; nil if the line is valid and ignored.
  func document() throws(LineFault) -> EventDocument? {
    guard parser.root.kind == .object else { throw LineFault(.notAnObject) }
    let twice = parser.read(parser.root, into: Table.line.rawValue)
    // A document with a timestamp is plain, whatever else it has: keys of other shapes are not
    // read, and may occur twice.
    let isPlain = hasTimestamp
    if let twice, !isPlain || EventField.allCases[twice].isOfEvent {
      throw LineFault(.duplicateKey, EventField.allCases[twice].name(in: collection))
    }
    guard !isPlain else { return EventDocument(.plain, in: .line) }
    if kind(of: .data) == .object { return try wrappedDocument() }
    if kind(of: .restFields) == .object { return try restDocument(parser.root) }
    if kind(of: .analyticsEventName) == .string { return try ga4Event() }
    try read(parser.root, into: .rest)
    let found = parser.field(RestKey.document, of: Table.rest)
    if found.kind == .object { return try restDocument(found) }
    return EventDocument(.plain, in: .line)
  }

  private func kind(of field: EventField) -> ParsedValue.Kind {
    parser.field(field, of: Table.line).kind
  }

  /// The document in `data`; the outer id takes precedence.
  private func wrappedDocument() throws(LineFault) -> EventDocument {
    try read(parser.field(EventField.data, of: Table.line), into: .document)
    let outer: EventField = collection == .analytics ? .documentId : .id
    if kind(of: outer) != .absent { set(parser.field(outer, of: Table.line), as: .id) }
    return EventDocument(.wrapped, in: .document)
  }

  /// Reads the fields of an object into a table.
  func read(_ object: ParsedValue, into table: Table) throws(LineFault) {
    guard object.kind == .object else { throw LineFault(.notAnObject) }
    if let index = parser.read(object, into: table.rawValue) {
      guard table != .document || EventField.allCases[index].isOfEvent else { return }
      throw LineFault(.duplicateKey, table.keys(in: collection)[index])
    }
  }

  /// Puts a value of the line into the table of the event's document.
  func set(_ value: ParsedValue, as field: EventField) {
    parser.set(value, at: field.rawValue, of: Table.document.rawValue)
  }
}

extension EventDecoder {
  /// The keys of a document of Firestore's REST API.
  enum RestKey: Int, CaseIterable {
    case name, fields
    /// In a result of runQuery, which has one document per line.
    case document
  }

  /// The event of `{"name":"projects/…/documents/interactions/ID","fields":{…}}`.
  ///
  /// The id is the last part of its name; if it has no name, the id among its fields.
  func restDocument(_ object: ParsedValue) throws(LineFault) -> EventDocument {
    try read(object, into: .rest)
    let fields = parser.field(RestKey.fields, of: Table.rest)
    // A document without any field has no `fields` either.
    if fields.kind == .absent {
      parser.clear(Table.document.rawValue)
    } else {
      guard fields.kind == .object else { throw LineFault(.wrongType, "fields") }
      try read(fields.typedFields, into: .document)
    }
    let name = parser.field(RestKey.name, of: Table.rest)
    if name.kind != .absent {
      guard name.kind == .string else { throw LineFault(.wrongType, "name") }
      set(name.lastPathPart, as: .id)
    }
    return EventDocument(.rest, in: .document)
  }
}
