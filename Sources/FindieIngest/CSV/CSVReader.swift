import FindieDomain
import FindieHistory
import FindieText

/// The rows of a CSV file with a header: each is the JSON object that a line of NDJSON would have.
///
/// A column fills the field that its name means (`CSVSchema`); the field's type decides how its
/// text becomes JSON. Columns with other names become texts that nothing reads. An empty field is
/// absent. The text to quarantine is the object, so that it can be repaired and replayed without
/// the header; if the record has no object, it is the array of its fields.
struct CSVReader: RowSource, ~Copyable {
  private var records: CSVRecords
  private let path: String
  private let schema: CSVSchema
  private let limit: Int
  /// Nil before the header.
  private var columns: CSVColumns?
  private(set) var buffer: [UInt8] = []
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
        }, schema, path: path)
    }
    try records.source.checkUnchanged()
    return nil
  }

  private mutating func row(_ columns: CSVColumns) -> InputRow {
    guard records.fault == nil else { return row(of: records.fault) }
    guard records.ends.count == columns.all.count else {
      return row(
        of: LineFault(
          .badRow, "\(records.ends.count.counted("field")), the header has \(columns.all.count)"))
    }
    buffer.removeAll(keepingCapacity: true)
    if !columns.identity.isEmpty { appendId(columns) }
    for index in columns.all.indices {
      let column = columns.all[index]
      guard let type = column.type else { continue }
      let text = records.text[records.range(of: index)]
      let value = type.isText ? text : text.trimmed
      guard !value.isEmpty else { continue }
      buffer += column.key
      append(value, type)
    }
    buffer += columns.constants
    return finish()
  }

  /// A row without an object: the array of its fields.
  private mutating func row(of fault: LineFault?) -> InputRow {
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
      length: length == 0 ? range.count : max(length, range.count + 1), fault: fault)
  }

  // MARK: - Values

  private mutating func append(_ text: ArraySlice<UInt8>, _ type: CSVType) {
    switch type {
    case .number where text.isNumber, .time where text.isEpoch: buffer += text
    case .text, .number, .time: buffer.append(quoted: text)
    case .flag:
      switch String(decoding: text, as: UTF8.self).lowercased() {
      case "true", "1", "yes": buffer += Array("true".utf8)
      case "false", "0", "no": buffer += Array("false".utf8)
      default: buffer.append(quoted: text)
      }
    case .list:
      buffer.append(UInt8(ascii: "["))
      for part in text.split(whereSeparator: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ";") })
      {
        let part = part.trimmed
        guard !part.isEmpty else { continue }
        if buffer.last == UInt8(ascii: "\"") { buffer.append(UInt8(ascii: ",")) }
        buffer.append(quoted: part)
      }
      buffer.append(UInt8(ascii: "]"))
    case .rating(let scale): buffer.append(quoted: scale.action(text))
    }
  }

  /// Appends an id that depends only on what identifies the event: not on the file, the order of
  /// its columns, or how the time is written.
  private mutating func appendId(_ columns: CSVColumns) {
    func half(_ seed: UInt64) -> UInt64 {
      columns.identity.reduce(seed) { hash, index in
        let text = records.text[records.range(of: index)]
        switch columns.all[index].type {
        case .time: return hash64(hash, adding: UInt64(bitPattern: text.trimmed.milliseconds))
        case .rating(let scale): return hash64(of: scale.action(text.trimmed).utf8.span, seed: hash)
        default: return hash64(of: text.span, seed: hash)
        }
      }
    }
    let id = derivedId("csv", (half(0), half(1)))
    buffer += columns.idKey
    buffer.append(UInt8(ascii: "\""))
    for index in id.indices { buffer.append(id[index]) }
    buffer.append(UInt8(ascii: "\""))
  }
}

extension CSVType {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
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

  /// Whether it is a number of seconds or milliseconds since 1970. Numbers with fewer than nine
  /// digits are not: they are a year, or a date without hyphens.
  fileprivate var isEpoch: Bool {
    guard isNumber else { return false }
    var digits = self
    if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
    return digits.popDigits() >= 9
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
        Timestamp(epoch: number)
      } else { Double(text).flatMap { Timestamp(epoch: $0) } }
    return instant?.milliseconds ?? Int64(bitPattern: hash64(of: span))
  }
}
