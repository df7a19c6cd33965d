package import FindieDomain
package import FindieHistory

/// Turns one line into one row of a collection of dated events, or says why not.
///
/// The complete decoder: it takes a line of any `LineShape`. A shape's file brings the event's fields
/// into one table of the parser; from there on all lines are checked alike, whole, before anything of
/// them is appended.
///
/// Not copyable, since it owns its parser.
package struct EventDecoder: ~Copyable {
  let collection: EventCollection
  let limits: IngestLimits
  /// Later events are `fromTheFuture`.
  let latest: Timestamp
  private(set) var parser: JSONParser
  /// The actions or event types by code.
  private let kinds: [[UInt8]]
  private let texts: [FieldRule]
  private let numbers: [FieldRule]
  /// By column of text: what may stand in it, and what stands in a broken field's place.
  private let allowedTexts: [AllowedTexts]
  private let standIns: [[UInt8]]
  private var breaches = ContractBreaches()
  /// What becomes of the line's fields, by column.
  private var takenTexts: [TakenText]
  private var takenNumbers: [Float]

  /// What is appended to a column of text.
  enum TakenText {
    case value, nothing, standIn
  }

  /// What became of a sound line.
  package enum Outcome: Equatable {
    case event(LineShape)
    /// A line that the batch has no use for.
    case ignored(LineShape)
  }

  package init(
    _ collection: EventCollection, limits: IngestLimits, contract: EventContract = EventContract(),
    latest: Timestamp
  ) {
    self.collection = collection
    self.limits = limits
    self.latest = latest
    parser = JSONParser(
      maxDepth: limits.depth, tables: Table.allCases.map { $0.keys(in: collection) })
    kinds =
      switch collection {
      case .interactions: SwipeAction.allCases.map { Array($0.rawValue.utf8) }
      case .analytics: EventType.allCases.map { Array($0.rawValue.utf8) }
      }
    func rule(of field: EventField) -> FieldContract {
      contract[field.name(in: collection), in: collection]
    }
    let textFields = collection.textColumns.map { EventField($0) }
    texts = textFields.map { FieldRule($0, rule(of: $0)) }
    allowedTexts = textFields.map { AllowedTexts(rule(of: $0).values ?? []) }
    standIns = textFields.map { rule(of: $0).standInBytes }
    numbers = collection.numberColumns.map { EventField($0) }
      .map { FieldRule($0, rule(of: $0)) }
    takenTexts = texts.map { _ in .nothing }
    takenNumbers = numbers.map { _ in .nan }
  }

  /// The breaches of the contract that cost no line, by `field.reason`, counted since the last call.
  mutating func takeWarnings() -> [String: Int] {
    breaches.take { $0.name(in: collection) }
  }

  /// Reads the line at `range` of `buffer` and appends its event.
  ///
  /// - Parameter offset: of the line's first byte in its file, in decompressed bytes.
  /// - Throws: what is wrong with the line; then nothing was appended.
  package mutating func decode(
    _ buffer: Span<UInt8>, _ range: Range<Int>, offset: Int, into rows: inout EventBatch
  ) throws(LineFault) -> Outcome {
    if let fault = parser.parse(buffer, range) { throw LineFault(fault) }
    guard let document = try document() else { return .ignored(.ga4) }
    breaches.beginLine()
    try checkId(parser.field(EventField.id, of: document.table), .id)
    for place in texts.indices { takenTexts[place] = try text(at: place, document) }
    let kind = try kind(document)
    let timestamp = try timestamp(document)
    for place in numbers.indices { takenNumbers[place] = try number(numbers[place], document) }
    breaches.endLine()
    append(document, kind, timestamp, offset: offset, to: &rows)
    return .event(document.shape)
  }

  /// Appends the checked line's row: the one place that knows what rows are appended to.
  ///
  /// The bytes that are given stay where they are until the next line is decoded.
  private func append(
    _ document: EventDocument, _ kind: UInt8, _ timestamp: Timestamp, offset: Int,
    to rows: inout EventBatch
  ) {
    rows.begin(
      id: parser.field(EventField.id, of: document.table).text, kind: kind,
      milliseconds: timestamp.milliseconds, offset: offset)
    for place in texts.indices {
      switch takenTexts[place] {
      case .nothing: rows.set(text: Span(), of: place)
      case .standIn:
        let standIn = standIns[place]
        rows.set(text: standIn.span, of: place)
      case .value where texts[place].type == .list:
        rows.set(text: parser.joined(place).text, of: place)
      case .value:
        rows.set(text: parser.field(texts[place].field, of: document.table).text, of: place)
      }
    }
    for (place, number) in takenNumbers.enumerated() { rows.set(number: number, of: place) }
  }

  // MARK: - Fields

  /// What a field is before its contract has a say in it.
  private enum Checked {
    case absent, sound
    /// Its column may be able to keep it nevertheless.
    case broken(RejectionReason, canBeKept: Bool)
  }

  /// Checks the field of a column of text; a list is joined into the slot of the column's place.
  private func check(textAt place: Int, _ document: EventDocument) -> Checked {
    let rule = texts[place]
    let value = parser.field(rule.field, of: document.table)
    guard value.kind != .absent else { return .absent }
    if rule.type == .list {
      let fault = parser.join(
        value, by: TextColumn.separator, into: place, limit: limits.idBytes)
      if let fault { return .broken(fault.reason, canBeKept: false) }
      guard rule.hasValues else { return .sound }
      return allowedTexts[place].holdsElements(of: parser.joined(place).text)
        ? .sound : .broken(.notInContract, canBeKept: true)
    }
    if let fault = value.textFault(limit: limits.idBytes) {
      return .broken(fault.reason, canBeKept: false)
    }
    // A column of text keeps nothing and an empty text alike.
    if value.text.isEmpty {
      return rule.type == .id ? .broken(.emptyId, canBeKept: false) : .absent
    }
    guard rule.hasValues else { return .sound }
    return allowedTexts[place].holds(value.text)
      ? .sound : .broken(.notInContract, canBeKept: true)
  }

  /// What is appended of the field of a column of text.
  private mutating func text(
    at place: Int, _ document: EventDocument
  ) throws(LineFault) -> TakenText {
    let rule = texts[place]
    switch check(textAt: place, document) {
    case .sound: return .value
    case .absent:
      guard rule.isRequired else { return .nothing }
      try tolerate(.missingField, rule)
      return rule.breach == .standIn ? .standIn : .nothing
    case .broken(let reason, let canBeKept):
      try tolerate(reason, rule)
      return rule.breach == .standIn ? .standIn : canBeKept ? .value : .nothing
    }
  }

  /// The number of a field as its column keeps it, NaN for nothing, and what is wrong with it.
  private func check(
    _ rule: FieldRule, _ document: EventDocument
  ) -> (number: Float, fault: RejectionReason?) {
    let value = parser.field(rule.field, of: document.table)
    guard value.kind != .absent else { return (.nan, rule.isRequired ? .missingField : nil) }
    guard let number = value.number else {
      return (.nan, value.kind == .noNumber ? .badNumber : .wrongType)
    }
    // Adding zero makes -0 the 0 that it equals, so that both have one content hash.
    let kept = FieldRule.columnRange.contains(number) ? Float(number) + 0 : .nan
    let isSound =
      rule.range.contains(number) && (rule.type != .integer || number == number.rounded())
    return (kept, isSound ? nil : .numberOutOfRange)
  }

  /// The number that is appended of a field.
  private mutating func number(
    _ rule: FieldRule, _ document: EventDocument
  ) throws(LineFault) -> Float {
    let (number, fault) = check(rule, document)
    guard let fault else { return number }
    try tolerate(fault, rule)
    return rule.breach == .standIn ? rule.standInNumber : number
  }

  /// Notes a breach that the contract lets pass.
  ///
  /// - Throws: where it does not.
  private mutating func tolerate(
    _ reason: RejectionReason, _ rule: FieldRule
  ) throws(LineFault) {
    guard rule.breach != .reject else { throw fault(reason, rule.field) }
    breaches.note(reason, rule.field)
  }

  private func checkId(_ value: JSONValue, _ field: EventField) throws(LineFault) {
    guard value.kind != .absent else { throw fault(.missingField, field) }
    if let fault = value.textFault(limit: limits.idBytes) { throw self.fault(fault.reason, field) }
    guard !value.text.isEmpty else { throw fault(.emptyId, field) }
  }

  private func kind(_ document: EventDocument) throws(LineFault) -> UInt8 {
    if let known = document.known { return known.kind }
    let value = parser.field(EventField.kind, of: document.table)
    guard value.kind != .absent else { throw fault(.missingField, .kind) }
    guard value.kind == .string else { throw fault(.wrongType, .kind) }
    let text = value.text
    for (code, name) in kinds.enumerated() where text.isEqual(to: name) { return UInt8(code) }
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

extension Span<UInt8> {
  func isEqual(to bytes: [UInt8]) -> Bool {
    guard count == bytes.count else { return false }
    for place in 0..<count where self[place] != bytes[place] { return false }
    return true
  }
}
