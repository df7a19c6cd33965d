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
