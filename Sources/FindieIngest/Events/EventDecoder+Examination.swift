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
      line.add(error.reason, error.detail)
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
        case .sound: nil
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
        line.add(error.reason, error.detail)
      }
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
      reason, field.name(in: collection),
      found: value.found(reason),
      expected: expected ?? self.expected(reason, field, type))
  }

  private func expected(
    _ reason: RejectionReason, _ field: EventField, _ type: FieldType
  ) -> String {
    switch (reason, field) {
    case (_, .timestamp): return reason.timeInWords
    case (_, .kind):
      return collection == .interactions
        ? SwipeAction.allCases.inWords : EventType.allCases.inWords
    case (.notInContract, _): return "a value that the contract allows"
    default: break
    }
    return switch type {
    case .id, .text, .action, .eventType, .timestamp: reason.textInWords(limits)
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
  /// What an invalid time must be.
  var timeInWords: String {
    self == .fromTheFuture
      ? "at most a day after now"
      : "ISO 8601 text such as \"2025-02-26T18:00:00Z\", or seconds or milliseconds since 1970 as a number"
  }

  /// What an invalid text must be.
  func textInWords(_ limits: IngestLimits) -> String {
    switch self {
    case .emptyId: "text that is not empty"
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
