import FindieDomain
import Foundation

/// Parses the documents of one collection, by the fields that the record declares.
///
/// Not copyable, since it owns its JSON parser.
struct RecordParser<Record: CollectedRecord>: ~Copyable {
  private var parser: JSONParser
  private let fields = Record.fields
  private let partFields = Record.Part.fields
  /// The keys of a document, by index: those of its wrapper, then the fields, then the list of
  /// parts or the field of a player's id.
  private let keys: [String]
  private let limits: IngestLimits
  /// The latest credible time of a record's change; nil for any time.
  private let latestChange: Timestamp?
  /// The table with the fields of the current document.
  private var table = KeyTable.outer
  /// The warnings about the document that was parsed last.
  private(set) var warnings: [String] = []
  /// The unknown words and unreadable values of all documents since the last `takeUnknownWords`, by
  /// field.
  private var unknownWords: [String: WordCounts] = [:]
  /// Texts that wishlists have in common.
  private let texts = TextCache()

  /// - Parameter latestChange: a later time of change counts as absent, with a warning.
  init(limits: IngestLimits, latestChange: Timestamp? = nil) {
    self.latestChange = latestChange
    keys =
      KeyTable.wrapper + fields.map(\.name) + (partFields.isEmpty ? [] : ["items"])
      + [Record.playersId].compactMap(\.self)
    self.limits = limits
    parser = JSONParser(
      maxDepth: limits.depth,
      tables: [keys, keys, JSONParser.instantFields, partFields.map(\.name)])
  }

  /// Parses the line at `range` of `buffer`.
  ///
  /// - Throws: why the document cannot be used. `warnings` names what else is wrong with it.
  mutating func record(
    _ buffer: Span<UInt8>, _ range: Range<Int>
  ) throws(LineFault) -> Record {
    if !warnings.isEmpty { warnings = [] }
    try open(buffer, range)
    var record = Record(defaultsOf: try id())
    for index in fields.indices {
      do {
        try read(fields[index], at: KeyTable.fieldsStart + index, into: &record)
      } catch {
        guard fields[index].requirement == .lenient else { throw error }
        let name = fields[index].name
        warnings.append(RecordWarning.unreadable + name)
        let value = parser.field(KeyTable.fieldsStart + index, of: table)
        unknownWords[name, default: WordCounts()].add(value.string ?? value.described)
      }
    }
    if !partFields.isEmpty {
      let (parts, faults) = try parts()
      record.parts = parts
      warnings += faults
    }
    return record.normalized.identified
  }

  /// The unknown words and unreadable values of all documents since the last call, also of rejected
  /// ones, by field.
  mutating func takeUnknownWords() -> [String: WordCounts] {
    defer { unknownWords = [:] }
    return unknownWords
  }

  /// Finds the fields of the document, which may be wrapped as `{"id": …, "data": {…}}`.
  private mutating func open(
    _ buffer: Span<UInt8>, _ range: Range<Int>
  ) throws(LineFault) {
    table = KeyTable.outer
    if let fault = parser.parse(buffer, range) { throw LineFault(fault) }
    guard parser.root.kind == .object else { throw LineFault(.notAnObject) }
    if let key = parser.read(parser.root, into: KeyTable.outer) {
      throw LineFault(.duplicateKey, keys[key])
    }
    // A document with fields of its own is not wrapped.
    let own = keys.indices.dropFirst(KeyTable.fieldsStart)
    guard own.allSatisfy({ kind($0, KeyTable.outer) == .absent }) else { return }
    if kind(1, KeyTable.outer) == .object {
      let data = parser.field(1, of: KeyTable.outer)
      if let key = parser.read(data, into: KeyTable.inner) {
        throw LineFault(.duplicateKey, keys[key])
      }
      table = KeyTable.inner
    } else if kind(2, KeyTable.outer) == .object {
      throw LineFault(.unsupportedShape, "Firestore's REST form")
    }
  }

  private func kind(_ key: Int, _ table: Int) -> ParsedValue.Kind {
    parser.field(key, of: table).kind
  }

  /// The id of the document: that of the wrapper, if it has one, else its own. Empty if it has none
  /// and its fields identify it.
  private func id() throws(LineFault) -> String {
    let isOutside = table == KeyTable.inner && kind(0, KeyTable.outer) != .absent
    let own = parser.field(0, of: isOutside ? KeyTable.outer : table)
    if own.kind != .absent { return try id(own, named: "id") }
    if !Record.identity.isEmpty { return "" }
    guard let name = Record.alternativeId, let index = fields.firstIndex(where: { $0.name == name })
    else { throw LineFault(.missingField, "id") }
    let alternative = parser.field(KeyTable.fieldsStart + index, of: table)
    if alternative.kind == .absent, let name = Record.playersId {
      let player = parser.field(keys.count - 1, of: table)
      if player.kind != .absent {
        return GameVector.playerPrefix + (try id(player, named: name))
      }
    }
    guard alternative.kind != .absent else { throw LineFault(.missingField, name) }
    return try id(alternative, named: name)
  }

  // MARK: - Fields

  private mutating func read<Value: FieldRecord>(
    _ field: CatalogueField<Value>, at key: Int, into record: inout Value
  ) throws(LineFault) {
    guard kind(key, table) != .absent else {
      guard field.requirement == .present else { return }
      throw LineFault(.missingField, field.name)
    }
    let (value, unreadable) = try value(parser.field(key, of: table), field)
    if unreadable > 0 {
      guard field.requirement == .lenient else { throw LineFault(.wrongType, field.name) }
      warnings += repeatElement(RecordWarning.unreadable + "\(field.name)[]", count: unreadable)
    }
    switch value {
    case .texts(let texts):
      _ = field.set(.texts(try known(texts, field)), &record)
    case .text(let text):
      guard case .word = field.type else { return try set(field, of: &record, to: value) }
      guard let word = field.type.word(text) else {
        if field.requirement != .lenient { throw LineFault(.unknownStatus, field.name) }
        unknownWords[field.name, default: WordCounts()].add(text)
        if let warning = field.unknownWord { warnings.append(warning) }
        return
      }
      try set(field, of: &record, to: .text(word))
    case .time(let time):
      if let latestChange, field.column == "updatedAt", time > latestChange {
        warnings.append(RecordWarning.future + field.name)
      } else {
        try set(field, of: &record, to: value)
      }
    default: try set(field, of: &record, to: value)
    }
  }

  private func set<Value>(
    _ field: CatalogueField<Value>, of record: inout Value, to value: FieldValue
  ) throws(LineFault) {
    guard field.set(value, &record) else { throw LineFault(.wrongType, field.name) }
  }

  /// The texts of a list, each once; of a list of words the known ones, with warnings for the
  /// others.
  ///
  /// - Throws: if there are others, and the field must be valid.
  private mutating func known<Value>(
    _ texts: [String], _ field: CatalogueField<Value>
  ) throws(LineFault) -> [String] {
    guard case .words = field.type else {
      return texts.unique
    }
    var known: [String] = []
    for text in texts {
      guard let word = field.type.word(text) else {
        guard field.requirement == .lenient else { throw LineFault(.unknownWord, field.name) }
        unknownWords[field.name, default: WordCounts()].add(text)
        if let warning = field.unknownWord { warnings.append(warning) }
        continue
      }
      if !known.contains(word) { known.append(word) }
    }
    return known
  }

  /// The value of a field that is not absent, and the number of list elements that are not texts.
  private func value<Value>(
    _ value: ParsedValue, _ field: CatalogueField<Value>, texts: TextCache? = nil
  ) throws(LineFault) -> (FieldValue, unreadable: Int) {
    switch field.type {
    case .id: return (.text(try id(value, named: field.name, sharing: texts)), 0)
    case .text, .word:
      guard value.kind == .string else { break }
      return (.text(string(value.text, texts)), 0)
    case .code:
      guard value.kind == .string else { break }
      let bytes = value.text
      if bytes.indices.allSatisfy({ (0x41...0x5A).contains(bytes[$0]) }), !bytes.isEmpty {
        return (.text(string(bytes, texts)), 0)
      }
      let code = String(copying: bytes).trimmingCharacters(in: .whitespaces).uppercased()
      // A blank text is not a code.
      return (code.isEmpty ? .absent : .text(code), 0)
    case .flag:
      guard let flag = value.bool else { break }
      return (.flag(flag), 0)
    case .number, .count:
      guard let number = value.integer else { break }
      if case .count = field.type, number < 0 {
        throw LineFault(.numberOutOfRange, field.name)
      }
      return (.number(Int(number)), 0)
    case .time:
      guard let time = parser.instant(value, table: KeyTable.instant) else {
        throw LineFault(.badTimestamp, field.name)
      }
      return (.time(time), 0)
    case .decimal:
      guard let decimal = value.decimal else { break }
      return (.decimal(decimal), 0)
    case .texts, .words:
      guard value.kind == .array else { break }
      var list: [String] = []
      var unreadable = 0
      var elements = value.elements
      while let element = elements.next() {
        guard let text = element.string else {
          unreadable += 1
          continue
        }
        if !text.isEmpty { list.append(text) }
      }
      return (.texts(list), unreadable)
    case .vector:
      guard value.kind == .array else { break }
      var numbers: [Float] = []
      var elements = value.elements
      while let element = elements.next() {
        guard let number = element.number else { throw LineFault(.wrongType, field.name) }
        numbers.append(Float(number))
      }
      guard numbers.allSatisfy({ $0.isFinite }) else {
        throw LineFault(.numberOutOfRange, field.name)
      }
      return (ModelVector(numbers).fieldValue, 0)
    }
    throw LineFault(.wrongType, field.name)
  }

  private func id(
    _ value: ParsedValue, named name: String, sharing texts: TextCache? = nil
  ) throws(LineFault) -> String {
    try parser.checkId(value, name, limit: limits.idBytes)
    return string(value.text, texts)
  }

  private func string(_ text: Span<UInt8>, _ texts: TextCache?) -> String {
    guard let texts else { return String(copying: text) }
    return texts.text(text) { String(copying: text) }
  }

  // MARK: - Parts

  /// The items of the document. An item that cannot be used is dropped with a warning.
  private func parts() throws(LineFault) -> (parts: [Record.Part], warnings: [String]) {
    let value = parser.field(keys.count - 1, of: table)
    guard value.kind != .absent else { return ([], []) }
    guard value.kind == .array else { throw LineFault(.wrongType, "items") }
    var parts: [Record.Part] = []
    var warnings: [String] = []
    var elements = value.elements
    while let element = elements.next() {
      if let part = part(element, &warnings) {
        parts.append(part)
      } else {
        warnings.append(Record.unreadableItem)
      }
    }
    return (parts, warnings)
  }

  /// A part; fields that are unreadable have their defaults, with warnings. Nil if a required field
  /// is unreadable.
  private func part(_ element: ParsedValue, _ warnings: inout [String]) -> Record.Part? {
    guard element.kind == .object, parser.read(element, into: KeyTable.part) == nil else {
      return nil
    }
    var part = Record.Part()
    var faults: [String] = []
    for (key, field) in partFields.enumerated() {
      let json = parser.field(key, of: KeyTable.part)
      do throws(LineFault) {
        if json.kind != .absent {
          var (value, unreadable) = try value(json, field, texts: texts)
          faults += repeatElement(
            RecordWarning.unreadable + "items[].\(field.name)[]", count: unreadable)
          if case .text(let text) = value, case .word = field.type {
            guard let word = field.type.word(text) else {
              faults.append(RecordWarning.unknown + "items[].\(field.name)")
              continue
            }
            value = .text(word)
          }
          try set(field, of: &part, to: value)
        } else if field.requirement == .present {
          return nil
        }
      } catch {
        if field.requirement != .lenient { return nil }
        faults.append(RecordWarning.unreadable + "items[].\(field.name)")
      }
    }
    warnings += faults
    return part
  }
}

/// The tables of keys of a JSON parser.
enum KeyTable {
  static let outer = 0
  static let inner = 1
  static let instant = 2
  static let part = 3

  /// The keys before a document's own fields, in both tables that contain them.
  static let wrapper = ["id", "data", "fields"]
  static let fieldsStart = 3
}

extension [String] {
  /// Each text once, in the order of the first ones.
  fileprivate var unique: [String] {
    // Most lists are short, and name nothing twice.
    let isUnique =
      count <= 32
      && indices.allSatisfy { index in
        !self[..<index].contains { $0.hasSameBytes(as: self[index]) }
      }
    if isUnique { return self }
    var seen = Set<ExactText>()
    return filter { seen.insert(ExactText($0)).inserted }
  }
}
