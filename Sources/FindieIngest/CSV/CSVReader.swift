import FindieDomain
import FindieHistory
import FindieText

/// The rows of a CSV file with a header: each is the JSON object that a line of NDJSON would have.
///
/// A column fills the field that its name means (`CSVSchema`); the field's type decides how its
/// text becomes JSON. Columns with other names become texts that nothing reads. An empty field is
/// absent. A quoted field with rows inside is a fault. The text to quarantine is the object, so
/// that it can be read without the header; if the record has no object, it is the array of its
/// fields.
struct CSVReader: RowSource, ~Copyable {
  private var records: CSVRecords
  private let path: String
  private let schema: CSVSchema
  private let limit: Int
  /// The number of rows so far.
  private var rows = 0
  /// Nil before the header.
  private var columns: CSVColumns?
  private(set) var buffer: [UInt8] = []
  private(set) var notes: [String: Int] = [:]
  let isWholeFile: Bool

  /// - Parameters:
  ///   - limit: the maximum length of a record, in bytes before its end.
  ///   - chunk: the number of bytes to read at a time; no row depends on it.
  ///   - decodesAhead: whether another thread decodes a compressed file.
  init(
    _ file: OpenFile, slice: Range<Int>, _ schema: CSVSchema, limit: Int,
    chunk: Int = StoredFile.blockBytes, decodesAhead: Bool = false
  ) throws(IngestFailure) {
    records = try CSVRecords(
      file, slice: slice, limit: limit, chunk: chunk, decodesAhead: decodesAhead)
    path = file.path
    isWholeFile = file.format.isCompressed
    self.schema = schema
    self.limit = limit
  }

  var number: Int { records.number }
  var blockHashes: [UInt64] { records.source.blockHashes }
  var bytesRead: Int { records.source.bytesRead }
  var mostBytesLeft: Int { max(0, records.source.mostBytes - records.offset) }
  var assumptions: [String] { columns?.assumptions ?? [] }
  var names: FieldNames { columns?.names ?? FieldNames() }

  mutating func next() throws(IngestFailure) -> InputRow? {
    while try records.next() {
      if let columns { return row(columns) }
      // If the file ends inside the header, the header is a truncated row.
      if records.fault?.reason == .truncatedFile { return row(of: records.fault) }
      if let fault = records.fault {
        throw .badHeader(
          path: path, why: fault == .tooLong ? "it is longer than \(limit) bytes" : fault.detail)
      }
      columns = try CSVColumns(
        (0..<records.ends.count).map {
          String(decoding: records.text[records.range(of: $0)], as: UTF8.self)
        }, separator: records.separator, schema, path: path)
    }
    for name in columns?.ignored ?? [] where rows > 0 { notes[FileNote.ignoredColumn(name)] = rows }
    try records.source.checkUnchanged()
    return nil
  }

  private mutating func row(_ columns: CSVColumns) -> InputRow {
    rows += 1
    guard records.fault == nil else { return row(of: records.fault) }
    guard records.ends.count == columns.all.count else {
      return row(
        of: LineFault(
          .badRow, "\(records.ends.count.counted("field")), the header has \(columns.all.count)"))
    }
    if records.lines > 1 {
      if joinsRows(columns) {
        return row(of: LineFault(.badRow, "rows inside a quoted field"))
      }
      note(FileNote.longRows)
      note(FileNote.linesOfLongRows, records.lines)
    }
    if records.hasQuotationMark { note(FileNote.quotationMarks) }
    buffer.removeAll(keepingCapacity: true)
    if !columns.identity.isEmpty { appendId(columns) }
    for index in columns.all.indices {
      let column = columns.all[index]
      guard let type = column.type else { continue }
      let text = records.text[records.range(of: index)]
      let value = type.isText ? text : text.trimmed
      guard !value.isEmpty else { continue }
      buffer += column.key
      append(value, type, of: column)
    }
    buffer += columns.constants
    return finish()
  }

  /// A row without an object: the array of its fields.
  private mutating func row(of fault: LineFault?) -> InputRow {
    var fault = fault
    if let found = fault, found.reason == .badRow, records.lines > 1 {
      fault = LineFault(
        .badRow,
        "\(found.detail), in lines \(records.line) to \(records.number): a quotation mark is missing, "
          + "or one too many")
    }
    buffer.removeAll(keepingCapacity: true)
    let shown = min(1 << 14, limit)
    for index in records.ends.indices {
      let field = records.range(of: index).clamped(to: 0..<shown)
      buffer.append(UInt8(ascii: ","))
      buffer.append(quoted: records.text[field])
    }
    let isShortened = records.length > limit || records.text.count > shown
    return finish(fault, length: isShortened ? records.length : 0)
  }

  /// Replaces the first comma by the opening bracket; appends the closing one and the padding.
  private mutating func finish(_ fault: LineFault? = nil, length: Int = 0) -> InputRow {
    let isArray = fault != nil
    if buffer.isEmpty { buffer.append(UInt8(ascii: ",")) }
    buffer[0] = UInt8(ascii: isArray ? "[" : "{")
    buffer.append(UInt8(ascii: isArray ? "]" : "}"))
    let range = 0..<buffer.count
    buffer += repeatElement(0, count: JSONParser.padding)
    return InputRow(
      number: records.line, byteOffset: records.byteOffset, range: range,
      length: length == 0 ? range.count : max(length, range.count + 1), fault: fault,
      lines: records.lines)
  }

  private mutating func note(_ name: String, _ count: Int = 1) { notes[name, default: 0] += count }

  // MARK: - Rows inside a quoted field

  /// How many lines of a quoted field look like rows if no column shows it.
  private static let fewestJoinedRows = 5

  /// Whether a quoted field of this record has joined rows: a quotation mark is missing or one too
  /// many, and so is another one after them.
  ///
  /// A line is a row if it has as many fields as the header, and what it has in columns of numbers,
  /// times and flags is one. The record has joined rows if a line inside the field is a row, or its
  /// first and last lines are. Without such a column, most of the lines must be rows, and some.
  private func joinsRows(_ columns: CSVColumns) -> Bool {
    let separator = records.separator ?? UInt8(ascii: ",")
    let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
    let fields = records.ends.indices.map { records.text[records.range(of: $0)] }
    var (lines, rows) = (0, 0)
    for (index, field) in fields.enumerated() where field.contains(where: isEnd) {
      let parts = field.split(omittingEmptySubsequences: false, whereSeparator: isEnd)
      var ends = 0
      for (part, line) in parts.enumerated() where !line.isEmpty {
        let (isFirst, isLast) = (part == 0, part == parts.count - 1)
        var row = fields[..<(isFirst ? index : 0)]
        row += line.split(separator: separator, omittingEmptySubsequences: false)
        if isLast { row += fields[(index + 1)...] }
        lines += 1
        guard let isTyped = columns.isTyped(row) else { continue }
        rows += 1
        if isTyped, !isFirst, !isLast { return true }
        if isTyped { ends += 1 }
      }
      if ends == 2 { return true }
    }
    return rows >= Self.fewestJoinedRows && rows * 2 > lines
  }

  // MARK: - Values

  private mutating func append(
    _ text: ArraySlice<UInt8>, _ type: CSVType, of column: CSVColumns.Column
  ) {
    switch type {
    case .number where text.isNumber, .time where text.isEpoch: buffer += text
    case .number:
      guard let number = decimal(text) else { return buffer.append(quoted: text) }
      note(FileNote.decimalCommas)
      buffer += number
    case .text, .time: buffer.append(quoted: text)
    case .flag:
      guard let flag = text.flag else { return buffer.append(quoted: text) }
      buffer += Array("\(flag)".utf8)
    case .list:
      let isSeparator: (UInt8) -> Bool = { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ";") }
      if text.contains(UInt8(ascii: ",")), !text.contains(where: isSeparator) {
        note(FileNote.commas(column.name.beginning))
      }
      buffer.append(UInt8(ascii: "["))
      for part in text.split(whereSeparator: isSeparator) {
        let part = part.trimmed
        guard !part.isEmpty else { continue }
        if buffer.last == UInt8(ascii: "\"") { buffer.append(UInt8(ascii: ",")) }
        buffer.append(quoted: part)
      }
      buffer.append(UInt8(ascii: "]"))
    case .rating(let scale):
      let number = decimal(text)
      if number != nil { note(FileNote.decimalCommas) }
      buffer.append(quoted: scale.action(number ?? text))
    }
  }

  /// A number that is written with a decimal comma, with a point. Nil for others, and where a comma
  /// may be one between thousands: before three digits, unless the separator is a semicolon, as
  /// where numbers have a decimal comma.
  private func decimal(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    var number = text
    number[comma] = UInt8(ascii: ".")
    let whole = text[..<comma].drop { $0 == UInt8(ascii: "-") }
    let mayGroup =
      text[comma...].count == 4 && whole.count <= 3 && whole.first != UInt8(ascii: "0")
    return number.isNumber && (!mayGroup || records.separator == UInt8(ascii: ";")) ? number : nil
  }

  /// Appends an id that depends only on what identifies the event: not on the file, the order of
  /// its columns, or how the time is written.
  private mutating func appendId(_ columns: CSVColumns) {
    func half(_ seed: UInt64) -> UInt64 {
      columns.identity.reduce(seed) { hash, index in
        let text = records.text[records.range(of: index)]
        switch columns.all[index].type {
        case .time: return hash64(hash, adding: UInt64(bitPattern: text.trimmed.milliseconds))
        case .rating(let scale):
          let rating = decimal(text.trimmed) ?? text.trimmed
          return hash64(of: scale.action(rating).utf8.span, seed: hash)
        default: return hash64(of: text.span, seed: hash)
        }
      }
    }
    let id = DerivedId.bytes("csv", (half(0), half(1)))
    buffer += columns.idKey
    buffer.append(UInt8(ascii: "\""))
    for index in id.indices { buffer.append(id[index]) }
    buffer.append(UInt8(ascii: "\""))
  }
}

extension CSVColumns {
  /// Whether a row of these fields has a number, time or flag where the columns have them; nil if
  /// it is no row.
  fileprivate func isTyped(_ fields: ArraySlice<ArraySlice<UInt8>>) -> Bool? {
    guard fields.count == all.count else { return nil }
    var isTyped = false
    for (column, field) in zip(all, fields) {
      let field = field.trimmed
      guard !field.isEmpty, let isOfType = column.type?.takes(field) else { continue }
      guard isOfType else { return nil }
      isTyped = true
    }
    return isTyped
  }
}

extension CSVType {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }

  /// Whether a text has the form of this type; nil if any text has.
  fileprivate func takes(_ text: ArraySlice<UInt8>) -> Bool? {
    switch self {
    case .text, .list: nil
    case .number, .rating:
      text.isNumber
        || ArraySlice(text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 })
          .isNumber
    case .flag: text.flag != nil
    case .time: text.isEpoch || Timestamp(iso8601: String(decoding: text, as: UTF8.self)) != nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// Without leading and trailing blanks.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    return self[...last].drop(while: isBlank)
  }

  /// Whether it is a number as JSON writes it.
  fileprivate var isNumber: Bool {
    var rest = self
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = rest.popDigits()
    guard whole == 1 || whole > 1 && self[rest.startIndex - whole] != UInt8(ascii: "0") else {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard rest.popDigits() > 0 else { return false }
    }
    if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      guard rest.popDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// The flag that it stands for; nil for other texts.
  fileprivate var flag: Bool? {
    switch String(decoding: self, as: UTF8.self).lowercased() {
    case "true", "1", "yes": true
    case "false", "0", "no": false
    default: nil
    }
  }

  /// Whether it is a time in digits: seconds (9 or 10 digits) or milliseconds (12 or 13) since
  /// 1970, or a calendar time (8, 12 or 14; see `Timestamp(number:)`). Other numbers of digits are
  /// no time: a year, or microseconds.
  fileprivate var isEpoch: Bool {
    guard isNumber else { return false }
    var rest = self
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    switch rest.popDigits() {
    case 9, 10, 12, 13: return true
    case 8, 14:
      return Int64(String(decoding: self, as: UTF8.self))
        .map { Timestamp.hasCalendarDigits($0) } ?? false
    default: return false
    }
  }

  /// Removes the digits at the beginning; returns their number.
  private mutating func popDigits() -> Int {
    let digits = prefix { (0x30...0x39).contains($0) }.count
    removeFirst(digits)
    return digits
  }

  /// The instant of a time, in any of its forms; a hash of the text if it is not a time.
  fileprivate var milliseconds: Int64 {
    let text = String(decoding: self, as: UTF8.self)
    let instant =
      if !isEpoch { Timestamp(iso8601: text) } else if let number = Int64(text) {
        Timestamp(number: number)
      } else { Double(text).flatMap { Timestamp(number: $0) } }
    return instant?.milliseconds ?? Int64(bitPattern: hash64(of: span))
  }
}
