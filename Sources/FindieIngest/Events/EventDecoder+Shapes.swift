import FindieDomain
import FindieHistory

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
