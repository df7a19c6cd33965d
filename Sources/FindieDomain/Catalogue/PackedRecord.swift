import Foundation

/// One record of `PackedRecords`.
package struct PackedRecord<Record: CatalogueRecord>: Sendable {
  /// The id, the record's fields, the number of parts, and the parts' fields.
  let fields: PackedFields
  /// The number of bytes.
  let count: Int

  package init(_ record: Record) { self = PackedRecords([record])[0] }

  init(fields: PackedFields, count: Int) {
    self.fields = fields
    self.count = count
  }

  package var id: String { fields.text(0) ?? "" }

  /// When the record was last changed.
  package var lastChanged: Timestamp? {
    Record.fields.firstIndex { $0.column == "updatedAt" }.flatMap { fields.time($0 + 1) }
  }

  package var parts: PackedParts<Record.Part> {
    PackedParts(after: fields, Record.fields.count + 1)
  }

  /// The record as a value.
  package var record: Record {
    var record = Record(defaultsOf: id)
    var cursor = PackedCursor(fields)
    cursor.skip(1)
    cursor.read(Record.fields, into: &record)
    let partFields = Record.Part.fields
    guard !partFields.isEmpty, case .number(let count) = cursor.next() else { return record }
    record.parts = (0..<count).map { _ in
      var part = Record.Part()
      cursor.read(partFields, into: &part)
      return part
    }
    return record
  }

  /// All values in order: the id, the fields, the number of parts, and the fields of each.
  package var values: PackedCursor { PackedCursor(fields) }

  var range: Range<Int> { fields.start..<fields.start + count }

  // MARK: - Comparing

  /// Whether both records have the same values, byte for byte.
  package func isEqual(to other: PackedRecord) -> Bool {
    fields.bytes.span.extracting(range)
      .hasBytes(of: other.fields.bytes.span.extracting(other.range))
  }

  /// Whether this record, read tonight, replaces a stored one that was changed at `time`.
  package func replacesStored(of time: Timestamp?) -> Bool {
    guard let time, let lastChanged else { return true }
    return lastChanged >= time
  }

  package func hasId(of other: PackedRecord) -> Bool {
    fields.bytes.span.extracting(idRange)
      .hasBytes(of: other.fields.bytes.span.extracting(other.idRange))
  }

  /// Whether the bytes of this record's id precede those of the other's.
  package func precedes(_ other: PackedRecord) -> Bool {
    if idStart != other.idStart { return idStart < other.idStart }
    let (own, others) = (idRange, other.idRange)
    let (first, second) = (fields.bytes.span, other.fields.bytes.span)
    for offset in 0..<Swift.min(own.count, others.count) {
      let (left, right) = (first[own.lowerBound + offset], second[others.lowerBound + offset])
      if left != right { return left < right }
    }
    return own.count < others.count
  }

  /// The first eight bytes of the id as a number, in the order of the bytes. A shorter id is padded
  /// with zeros.
  var idStart: UInt64 {
    let range = idRange
    let bytes = fields.bytes.span
    return (0..<8).reduce(0) { number, offset in
      number << 8 | (offset < range.count ? UInt64(bytes[range.lowerBound + offset]) : 0)
    }
  }

  private var idRange: Range<Int> {
    guard case .text(let range) = fields.value(0) else { return 0..<0 }
    return range
  }
}

/// The parts of a packed record.
package struct PackedParts<Part: CataloguePart>: Sequence, IteratorProtocol, Sendable {
  private var cursor: PackedCursor
  private let fieldCount = Part.fields.count
  private var left = 0

  fileprivate init(after fields: PackedFields, _ count: Int) {
    cursor = PackedCursor(fields)
    cursor.skip(count)
    if case .number(let count) = cursor.next() { left = count }
  }

  package mutating func next() -> PackedPart<Part>? {
    guard left > 0 else { return nil }
    left -= 1
    let part = PackedPart<Part>(
      fields: PackedFields(bytes: cursor.bytes, start: cursor.position))
    cursor.skip(fieldCount)
    return part
  }
}

/// One part of a packed record.
package struct PackedPart<Part: CataloguePart>: Sendable {
  let fields: PackedFields

  /// The part as a value.
  package var value: Part {
    var (part, cursor) = (Part(), PackedCursor(fields))
    cursor.read(Part.fields, into: &part)
    return part
  }
}

/// The values of successive fields.
struct PackedFields: Sendable {
  fileprivate let bytes: [UInt8]
  fileprivate let start: Int

  init(bytes: [UInt8], start: Int) {
    self.bytes = bytes
    self.start = start
  }

  /// - Complexity: O(index).
  func value(_ index: Int) -> PackedValue {
    var cursor = PackedCursor(self)
    cursor.skip(index)
    return cursor.next()
  }

  func text(_ index: Int) -> String? {
    guard case .text(let range) = value(index) else { return nil }
    return bytes.span.text(range)
  }

  func time(_ index: Int) -> Timestamp? {
    guard case .number(let number) = value(index) else { return nil }
    return Timestamp(milliseconds: Int64(number))
  }

  func flag(_ index: Int) -> Bool? {
    guard case .number(let number) = value(index) else { return nil }
    return number != 0
  }

  func texts(_ index: Int) -> [String] {
    guard case .list(let list) = value(index) else { return [] }
    return bytes.span.texts(list)
  }

  func words<Word: FieldWord>(_ index: Int) -> [Word] {
    texts(index).compactMap { Word(rawValue: $0) }
  }

  func word<Word: FieldWord>(_ index: Int) -> Word? {
    text(index).flatMap { Word(rawValue: $0) }
  }
}

/// A value in its buffer.
package enum PackedValue: Sendable {
  case absent
  /// A number, a flag (0 or 1), or the milliseconds of a time.
  case number(Int)
  /// A text, or a decimal.
  case text(Range<Int>)
  case list(PackedList)
}

/// The texts of a list, each behind its length.
package struct PackedList: Sendable {
  package let count: Int
  fileprivate let start: Int
}

/// Reads values one after the other.
package struct PackedCursor: Sendable {
  package let bytes: [UInt8]
  fileprivate var position: Int

  fileprivate init(_ fields: PackedFields) {
    bytes = fields.bytes
    position = fields.start
  }

  package mutating func next() -> PackedValue {
    var end = position
    let value = bytes.span.value(at: &end)
    position = end
    return value
  }

  mutating func skip(_ count: Int) {
    for _ in 0..<count { _ = next() }
  }

  /// The ranges of the texts of a list.
  package func ranges(of list: PackedList) -> [Range<Int>] { bytes.span.ranges(of: list) }

  package func texts(of list: PackedList) -> [String] { bytes.span.texts(list) }

  fileprivate mutating func read<Value: FieldRecord>(
    _ fields: [CatalogueField<Value>], into record: inout Value
  ) {
    for field in fields {
      let isRead = field.set(fieldValue(next(), of: field.type), &record)
      precondition(isRead, "a packed record has the values of its fields")
    }
  }

  private func fieldValue(_ value: PackedValue, of type: CatalogueFieldType) -> FieldValue {
    switch (value, type) {
    case (.number(let number), .flag): .flag(number != 0)
    case (.number(let number), .time): .time(Timestamp(milliseconds: Int64(number)))
    case (.number(let number), _): .number(number)
    // Written by `Decimal.description`, which every decimal can be read from.
    case (.text(let range), .decimal): .decimal(Decimal(string: bytes.span.text(range)) ?? .nan)
    case (.text(let range), _): .text(bytes.span.text(range))
    case (.list(let list), _): .texts(bytes.span.texts(list))
    case (.absent, _): .absent
    }
  }
}

/// The last two bits before each value. The others are the size of a text or list.
private enum PackedKind {
  static let absent: UInt64 = 0
  static let number: UInt64 = 1
  static let text: UInt64 = 2
  static let list: UInt64 = 3
}

extension [UInt8] {
  mutating func append<Record: CatalogueRecord>(_ record: Record) {
    append(.text(record.id))
    for field in Record.fields { append(field.value(record)) }
    let partFields = Record.Part.fields
    guard !partFields.isEmpty else { return }
    let parts = record.parts.span
    append(.number(parts.count))
    for index in parts.indices {
      for field in partFields { append(field.value(parts[index])) }
    }
  }

  private mutating func append(_ value: FieldValue) {
    switch value {
    case .absent: append(number: PackedKind.absent)
    case .text(let text): append(text, PackedKind.text)
    case .flag(let flag): append(flag ? 1 : 0)
    case .number(let number): append(number)
    case .time(let time): append(Int(time.milliseconds))
    case .decimal(let decimal): append(decimal.description, PackedKind.text)
    case .texts(let texts):
      append(number: UInt64(texts.count) << 2 | PackedKind.list)
      for text in texts {
        append(number: UInt64(text.utf8.count))
        append(contentsOf: text.utf8)
      }
    }
  }

  private mutating func append(_ text: String, _ kind: UInt64) {
    append(number: UInt64(text.utf8.count) << 2 | kind)
    append(contentsOf: text.utf8)
  }

  private mutating func append(_ number: Int) {
    append(number: PackedKind.number)
    append(number: UInt64(UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1))))
  }

  /// Seven bits a byte, the lowest first.
  private mutating func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension Span<UInt8> {
  /// Faster than a loop over the bytes.
  fileprivate func hasBytes(of other: Span<UInt8>) -> Bool {
    guard count == other.count, !isEmpty else { return count == other.count }
    // Neither pointer outlives the call, and both have `count` bytes.
    return unsafe withUnsafeBytes { own in
      unsafe other.withUnsafeBytes { others in
        unsafe memcmp(own.baseAddress!, others.baseAddress!, count) == 0
      }
    }
  }

  fileprivate func value(at position: inout Int) -> PackedValue {
    let header = number(at: &position)
    let size = Int(header >> 2)
    switch header & 3 {
    case PackedKind.absent: return .absent
    case PackedKind.number:
      let number = number(at: &position)
      return .number(Int(bitPattern: UInt(number >> 1)) ^ -Int(number & 1))
    case PackedKind.text:
      position += size
      return .text(position - size..<position)
    default:
      let list = PackedList(count: size, start: position)
      for _ in 0..<size {
        let length = Int(number(at: &position))
        position += length
      }
      return .list(list)
    }
  }

  fileprivate func number(at position: inout Int) -> UInt64 {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = self[position]
      position += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  fileprivate func text(_ range: Range<Int>) -> String {
    // The bytes are those of a text, and are copied before the call returns.
    unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  fileprivate func ranges(of list: PackedList) -> [Range<Int>] {
    var position = list.start
    return (0..<list.count).map { _ in
      let length = Int(number(at: &position))
      position += length
      return position - length..<position
    }
  }

  fileprivate func texts(_ list: PackedList) -> [String] { ranges(of: list).map { text($0) } }
}
