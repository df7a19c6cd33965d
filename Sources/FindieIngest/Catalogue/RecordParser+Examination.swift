import FindieDomain

extension RecordParser: LineExaminer {
  mutating func examine(_ buffer: Span<UInt8>, _ range: Range<Int>) -> ExaminedLine {
    var line = ExaminedLine()
    do throws(LineFault) {
      try open(buffer, range)
    } catch {
      guard error.reason == .duplicateKey || error.reason == .unsupportedShape else {
        return ExaminedLine(error, buffer.extracting(range))
      }
      line.keys = parser.root.keys(limit: ExaminedLine.shownKeys)
      line.add(error.reason, error.detail)
      return line
    }
    let limit = ExaminedLine.shownKeys
    line.keys =
      table == KeyTable.inner
      ? parser.field(1, of: KeyTable.outer).keys(limit: limit) : parser.root.keys(limit: limit)
    var id = ""
    do throws(LineFault) { id = try self.id() } catch {
      let name = error.detail
      let outer = parser.field(0, of: KeyTable.outer)
      line.add(
        error.reason, name,
        found: error.reason == .missingField || outer.kind == .absent ? "" : outer.described,
        expected: error.reason.textInWords(limits))
    }
    var record = Record(defaultsOf: id)
    for (index, field) in fields.enumerated() {
      do throws(LineFault) {
        try read(field, at: KeyTable.fieldsStart + index, into: &record)
      } catch {
        guard field.requirement != .lenient,
          !line.faults.contains(where: { $0.field == field.name })
        else { continue }
        let value = parser.field(KeyTable.fieldsStart + index, of: table)
        line.add(
          error.reason, field.name, found: value.found(error.reason),
          expected: expected(error.reason, field.type))
      }
    }
    do throws(LineFault) { try readParts(into: &record) } catch {
      line.add(
        error.reason, error.detail,
        found: parser.field(fields.count + KeyTable.fieldsStart, of: table).described,
        expected: "a list of objects")
    }
    addRules(brokenBy: record.normalized, to: &line)
    return line
  }

  /// Adds the rules that the record breaks. A missing text breaks the rule that requires it.
  private func addRules(brokenBy record: Record, to line: inout ExaminedLine) {
    let broken = record.brokenRules.filter { $0.severity == .reject }
    let isMissing = { (rule: ValidationRule<Record>) in rule.name.hasSuffix(".present") }
    if broken.contains(where: isMissing) {
      for (index, field) in fields.enumerated()
      where field.requirement == .valid && !field.isOptional {
        guard case .text("") = field.value(record),
          !line.faults.contains(where: { $0.field == field.name })
        else { continue }
        let isAbsent = kind(KeyTable.fieldsStart + index, table) == .absent
        line.add(
          isAbsent ? .missingField : .emptyId, field.name, found: isAbsent ? "" : "empty",
          expected: RejectionReason.emptyId.textInWords(limits))
      }
    }
    for rule in broken where line.faults.isEmpty || !isMissing(rule) {
      line.add(.brokenRule, rule.name, expected: rule.sentence)
    }
  }

  private func expected(_ reason: RejectionReason, _ type: CatalogueFieldType) -> String {
    switch type {
    case .id, .text, .code: reason.textInWords(limits)
    case .flag: "true or false"
    case .number: "a whole number"
    case .count: "a whole number that is not negative"
    case .time: reason.timeInWords
    case .decimal: "a number"
    case .texts: "a list of texts"
    case .word(let words): words.choice
    case .words(let words): "a list of words: " + words.choice
    }
  }
}
