package import FindieDomain
package import FindieHistory

/// Decodes one line into a row of a collection of dated events, or throws the reason for its
/// rejection. A line of Google Analytics with several items has a row for each.
///
/// A line has any `LineShape`. Whatever the shape, the event's fields end up in one table of the
/// parser, so that all lines are checked alike, and completely, before a row is appended.
///
/// Not copyable, since it owns its parser.
package struct EventDecoder: ~Copyable {
  let collection: EventCollection
  let limits: IngestLimits
  /// The latest allowed timestamp.
  let latest: Timestamp
  private(set) var parser: JSONParser
  let ga4: GA4Rules
  private var ignored = IgnoredEvents()
  /// The actions or event types by code.
  private let kinds: AllowedTexts
  let texts: [FieldRule]
  let numbers: [FieldRule]
  /// By column of text: the allowed values, and the default that replaces an invalid value.
  private let allowedTexts: [AllowedTexts]
  private let standIns: [[UInt8]]
  /// The index of the column of countries; nil if the collection has none.
  private let countryColumn: Int?
  /// The indices of the columns that have no words for "no value": ids and sessions.
  private let idColumns: [Int]
  private var breaches = ContractBreaches()
  /// What the current line appends, by column.
  private var takenTexts: [TakenText]
  private var takenNumbers: [Float]
  /// The line decoded last, if some of its items were not decoded.
  private var itemsLeft: EventDocument?

  /// The text that is appended to a column.
  enum TakenText {
    case value, nothing, standIn
  }

  /// The outcome of a valid line.
  package enum Outcome: Equatable {
    case event(LineShape)
    /// A line that is not used.
    case ignored(LineShape)
  }

  package init(
    _ collection: EventCollection, limits: IngestLimits, contract: EventContract = EventContract(),
    latest: Timestamp
  ) {
    self.collection = collection
    self.limits = limits
    self.latest = latest
    let ga4 = GA4Rules(contract.ga4)
    self.ga4 = ga4
    parser = JSONParser(
      maxDepth: limits.depth,
      tables: Table.allCases.map { $0 == .ga4Parameters ? ga4.parameters : $0.keys(in: collection) }
    )
    kinds =
      switch collection {
      case .interactions: AllowedTexts(SwipeAction.allCases.map(\.rawValue))
      case .analytics: AllowedTexts(EventType.allCases.map(\.rawValue))
      }
    func rule(of field: EventField) -> FieldContract {
      contract[field.name(in: collection), in: collection]
    }
    let textFields = collection.textColumns.map { EventField($0) }
    let texts = textFields.map { FieldRule($0, rule(of: $0)) }
    self.texts = texts
    countryColumn = texts.firstIndex { $0.type == .country }
    idColumns = texts.indices.filter { texts[$0].isOfId }
    allowedTexts = textFields.map { AllowedTexts(rule(of: $0).values ?? []) }
    standIns = textFields.map { rule(of: $0).standInBytes }
    numbers = collection.numberColumns.map { EventField($0) }
      .map { FieldRule($0, rule(of: $0)) }
    // The parser checks all columns of text at once, except for allowed values.
    if !texts.contains(where: \.hasValues) {
      parser.setColumns(
        texts.map {
          JSONParser.Column(
            index: $0.field.rawValue, isList: $0.type == .list, mayBeAbsent: !$0.isRequired,
            mayBeEmpty: !$0.isRequired && $0.type != .id)
        })
    }
    takenTexts = texts.map { _ in .nothing }
    takenNumbers = numbers.map { _ in .nan }
  }

  /// The violations of the contract that did not reject their line, by `field.reason`, since the
  /// last call.
  mutating func takeWarnings() -> [String: Int] {
    breaches.take { $0.name(in: collection) }
  }

  /// What the lines had that is not used, since the last call.
  mutating func takeNotes() -> [String: Int] {
    let ga4 = ga4
    return ignored.take { name in
      let meaning = ga4.meaning(of: name.utf8.span)
      return meaning == nil || meaning == .ignored ? name : "\(name) without a game"
    }
  }

  /// Notes the name of an event of Google Analytics that is ignored.
  private mutating func noteIgnored() {
    ignored.add(parser.field(EventField.analyticsEventName, of: Table.line).text)
  }

  /// Reads the line at `range` of `buffer` and appends its event, or that of its first item.
  ///
  /// - Parameter offset: of the line's first byte in its file, in decompressed bytes.
  /// - Throws: the fault of the line or item; then nothing was appended.
  package mutating func decode(
    _ buffer: Span<UInt8>, _ range: Range<Int>, offset: Int, into rows: inout EventBatch
  ) throws(LineFault) -> Outcome {
    itemsLeft = nil
    // Most lines: plain, flat and valid.
    if parser.takeFlat(
      buffer, range, into: Table.line.rawValue, joinedBy: TextColumn.separator,
      limit: limits.idBytes), hasTimestamp
    {
      return try append(
        EventDocument(.plain, in: .line), hasTakenTexts: true, offset: offset, to: &rows)
    }
    if let fault = parser.parse(buffer, range) { throw LineFault(fault) }
    guard let document = try document() else {
      noteIgnored()
      return .ignored(.ga4)
    }
    guard document.hasItems else { return try append(document, offset: offset, to: &rows) }
    itemsLeft = document
    return try decodeItem(offset: offset, into: &rows)
  }

  /// Whether the line decoded last has items that are still to be decoded.
  package var hasItems: Bool { itemsLeft != nil }

  /// Appends the event of the next item of the line decoded last.
  ///
  /// - Throws: the fault of the item; then nothing was appended.
  /// - Precondition: `hasItems`
  package mutating func decodeItem(
    offset: Int, into rows: inout EventBatch
  ) throws(LineFault) -> Outcome {
    guard let document = itemsLeft else { preconditionFailure("the line has no more items") }
    defer { if parser.isAtEnd { itemsLeft = nil } }
    guard try setGameOfNextItem() else {
      noteIgnored()
      return .ignored(document.shape)
    }
    return try append(document, offset: offset, to: &rows)
  }

  /// Checks the fields of a document and appends its event.
  ///
  /// - Parameter hasTakenTexts: whether the parser has checked all columns of text.
  private mutating func append(
    _ document: EventDocument, hasTakenTexts: Bool = false, offset: Int,
    to rows: inout EventBatch
  ) throws(LineFault) -> Outcome {
    breaches.beginLine()
    if document.known == nil { try checkId(of: document) }
    let hasTakenTexts =
      hasTakenTexts
      || parser.takeTexts(
        of: document.table.rawValue, joinedBy: TextColumn.separator, limit: limits.idBytes)
    // The parser knows neither countries nor placeholders. Only these columns are checked again: a
    // list of the line is joined once.
    var checked: [Int] = []
    if hasTakenTexts {
      if let countryColumn, !hasSoundCountry { checked.append(countryColumn) }
      for column in idColumns {
        let text = parser.text(of: column).text
        if !text.isEmpty, text.isPlaceholder { checked.append(column) }
      }
    }
    if !hasTakenTexts || !checked.isEmpty {
      for column in texts.indices where !hasTakenTexts || checked.contains(column) {
        takenTexts[column] = try text(at: column, document)
      }
    }
    let kind = try kind(document)
    let timestamp = try timestamp(document)
    for column in numbers.indices { takenNumbers[column] = try number(numbers[column], document) }
    breaches.endLine()
    if let known = document.known {
      let id = ga4Id(known)
      rows.begin(id: id.span, kind: kind, milliseconds: timestamp.milliseconds, offset: offset)
    } else {
      rows.begin(
        id: parser.field(EventField.id, of: document.table).text, kind: kind,
        milliseconds: timestamp.milliseconds, offset: offset)
    }
    if hasTakenTexts {
      for column in texts.indices {
        if checked.contains(column) {
          append(textAt: column, document, to: &rows)
        } else {
          append(parser.text(of: column).text, to: column, of: &rows)
        }
      }
    } else {
      for column in texts.indices { append(textAt: column, document, to: &rows) }
    }
    for column in numbers.indices { rows.set(number: takenNumbers[column], of: column) }
    return .event(document.shape)
  }

  /// Appends the text of a column whose field was checked separately.
  private func append(textAt column: Int, _ document: EventDocument, to rows: inout EventBatch) {
    switch takenTexts[column] {
    case .nothing: rows.set(text: Span(), of: column)
    case .standIn:
      let standIn = standIns[column]
      rows.set(text: standIn.span, of: column)
    case .value where texts[column].type == .list:
      rows.set(text: parser.joined(column).text, of: column)
    case .value:
      append(parser.field(texts[column].field, of: document.table).text, to: column, of: &rows)
    }
  }

  /// Appends a sound text to a column; a country as its code.
  private func append(_ text: Span<UInt8>, to column: Int, of rows: inout EventBatch) {
    guard column == countryColumn, let code = CountryCode.of(text) else {
      return rows.set(text: text, of: column)
    }
    rows.set(text: code.span, of: column)
  }

  /// Whether the country that the parser took is one, or absent.
  private var hasSoundCountry: Bool {
    guard let countryColumn else { return true }
    let text = parser.text(of: countryColumn).text
    return text.isEmpty || CountryCode.of(text) != nil
  }

  // MARK: - Fields

  /// The state of a field before its contract applies.
  private enum Checked {
    case absent, sound
    /// A word for "no value" in a field that is not required.
    case placeholder
    /// An invalid value, which the column may nevertheless be able to store.
    case invalid(RejectionReason, canBeStored: Bool)
  }

  /// Checks the field of a column of text; a list is joined into the slot with the column's index.
  private func check(textAt column: Int, _ document: EventDocument) -> Checked {
    let rule = texts[column]
    let value = parser.field(rule.field, of: document.table)
    guard value.kind != .absent else { return .absent }
    if rule.type == .list {
      let fault = parser.join(
        value, by: TextColumn.separator, into: column, limit: limits.idBytes)
      if let fault { return .invalid(fault, canBeStored: false) }
      guard rule.hasValues else { return .sound }
      return allowedTexts[column].containsElements(of: parser.joined(column).text)
        ? .sound : .invalid(.notInContract, canBeStored: true)
    }
    if let fault = parser.textFault(of: value, limit: limits.idBytes) {
      return .invalid(fault, canBeStored: false)
    }
    // A column of text does not distinguish absent and empty.
    if value.text.isEmpty {
      return rule.type == .id ? .invalid(.emptyId, canBeStored: false) : .absent
    }
    if rule.isOfId, value.text.isPlaceholder {
      return rule.isRequired ? .invalid(.placeholderId, canBeStored: false) : .placeholder
    }
    if rule.type == .country, CountryCode.of(value.text) == nil {
      return .invalid(.notInContract, canBeStored: false)
    }
    guard rule.hasValues else { return .sound }
    return allowedTexts[column].contains(value.text)
      ? .sound : .invalid(.notInContract, canBeStored: true)
  }

  /// The text to append for a field.
  private mutating func text(
    at column: Int, _ document: EventDocument
  ) throws(LineFault) -> TakenText {
    let rule = texts[column]
    switch check(textAt: column, document) {
    case .sound: return .value
    case .placeholder:
      let word = parser.field(rule.field, of: document.table).text.placeholder
      breaches.note(.placeholderId, rule.field, word: word)
      return .nothing
    case .absent:
      guard rule.isRequired else { return .nothing }
      try tolerate(.missingField, rule)
      return rule.breach == .standIn ? .standIn : .nothing
    case .invalid(.placeholderId, _) where rule.breach == .reject:
      throw LineFault(
        placeholder: parser.field(rule.field, of: document.table).text,
        rule.field.name(in: collection))
    case .invalid(let reason, let canBeStored):
      try tolerate(reason, rule)
      return rule.breach == .standIn ? .standIn : canBeStored ? .value : .nothing
    }
  }

  /// The number of a field as its column stores it, NaN if absent, and its fault.
  private func check(
    _ rule: FieldRule, _ document: EventDocument
  ) -> (number: Float, fault: RejectionReason?) {
    let value = parser.field(rule.field, of: document.table)
    guard value.kind != .absent else { return (.nan, rule.isRequired ? .missingField : nil) }
    guard let number = value.number else {
      return (.nan, value.kind == .noNumber ? .badNumber : .wrongType)
    }
    // Adding zero turns -0 into 0, so that both have the same content hash.
    let stored = FieldRule.columnRange.contains(number) ? Float(number) + 0 : .nan
    let isSound =
      rule.range.contains(number) && (rule.type != .integer || number == number.rounded())
    return (stored, isSound ? nil : .numberOutOfRange)
  }

  /// The number to append for a field.
  private mutating func number(
    _ rule: FieldRule, _ document: EventDocument
  ) throws(LineFault) -> Float {
    let (number, fault) = check(rule, document)
    guard let fault else { return number }
    try tolerate(fault, rule)
    return rule.breach == .standIn ? rule.standInNumber : number
  }

  /// Notes a violation that does not reject the line.
  ///
  /// - Throws: the fault if the contract rejects the line.
  private mutating func tolerate(
    _ reason: RejectionReason, _ rule: FieldRule
  ) throws(LineFault) {
    guard rule.breach != .reject else { throw fault(reason, rule.field) }
    breaches.note(reason, rule.field)
  }

  private func checkId(of document: EventDocument) throws(LineFault) {
    let value = parser.field(EventField.id, of: document.table)
    guard value.kind != .absent else { throw fault(.missingField, .id) }
    try parser.checkId(value, EventField.id.name(in: collection), limit: limits.idBytes)
  }

  private func kind(_ document: EventDocument) throws(LineFault) -> UInt8 {
    if let known = document.known { return known.kind }
    let value = parser.field(EventField.kind, of: document.table)
    guard value.kind != .absent else { throw fault(.missingField, .kind) }
    guard value.kind == .string else { throw fault(.wrongType, .kind) }
    if let code = kinds.code(of: value.text) { return UInt8(code) }
    throw fault(collection == .interactions ? .unknownAction : .unknownEventType, .kind)
  }

  private func timestamp(_ document: EventDocument) throws(LineFault) -> Timestamp {
    if let known = document.known { return known.timestamp }
    let value = parser.field(EventField.timestamp, of: document.table)
    guard value.kind != .absent else { throw fault(.missingField, .timestamp) }
    guard let instant = parser.instant(value, table: Table.instant.rawValue) else {
      throw fault(.badTimestamp, .timestamp)
    }
    guard instant <= latest else { throw fault(.fromTheFuture, .timestamp) }
    return instant
  }

  private func fault(_ reason: RejectionReason, _ field: EventField) -> LineFault {
    LineFault(reason, field.name(in: collection))
  }
}
