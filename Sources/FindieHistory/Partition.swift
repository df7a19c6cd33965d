package import FindieDomain
import Foundation

/// The events of one UTC day as one file: a header in JSON, then the columns as they lie in memory.
///
/// ```
/// bytes 0–7     "FINDIE\0" and the format version, one byte
/// bytes 8–15    length of the header, UInt64
/// header        {"collection":…,"day":…,"rows":n,"columns":[{"name":…,"type":…,"offset":…,
///               "length":…,"checksum":"…"},…]}, blanks to a multiple of 8
/// data          the columns, each at a multiple of 8 bytes from the data's start
/// ```
///
/// Numbers are little-endian. A column of strings is two columns: `<name>.bytes` (UInt8) and
/// `<name>.ends` (UInt64, where each string ends). A column of text is three: `<name>.codes` (UInt32)
/// and the strings of its vocabulary. Rows stand by instant, then by id; a vocabulary's strings in
/// the order of their first row: one day's events make one file's bytes, whatever order they came in.
///
/// Grain: one row per event.
package enum Partition {
  package static let formatVersion: UInt8 = 1
  static let magic = Array("FINDIE\0".utf8)

  struct Header: Codable {
    var collection: EventCollection
    var day: Day
    var rows: Int
    var columns: [Column]

    struct Column: Codable {
      var name: String
      var type: String
      var offset: Int
      var length: Int
      var checksum: String
    }
  }

  /// What is wrong with a partition's bytes.
  package enum Damage: Error, Equatable, CustomStringConvertible {
    case notAPartition
    case newerFormat(UInt8)
    case truncated
    case header(String)
    case checksum(column: String)
    case column(String)
    case notTheLedgers

    package var description: String {
      switch self {
      case .notAPartition: "it does not begin like a partition"
      case .newerFormat(let version):
        "its format is \(version), this program reads up to \(Partition.formatVersion)"
      case .truncated: "it ends too early"
      case .header(let why): "its header cannot be read: \(why)"
      case .checksum(let column): "column \(column) does not match its checksum"
      case .notTheLedgers: "it is not the file that the ledger names"
      case .column(let column): "column \(column) is missing or has the wrong length"
      }
    }
  }
}

// MARK: - Writing

extension Partition {
  /// The file of one day.
  ///
  /// - Precondition: all of `events` are of `day`, in the order of `EventTable.rowsInOrder()`, with
  ///   ids and origins, and their vocabularies hold nothing else.
  package static func bytes(of events: EventTable, day: Day) -> [UInt8] {
    var columns: [Header.Column] = []
    var data: [UInt8] = []

    func add(_ name: String, _ type: String, _ bytes: [UInt8]) {
      let checksum = String(hash64(of: bytes.span), radix: 16)
      columns.append(
        .init(
          name: name, type: type, offset: data.count, length: bytes.count, checksum: checksum))
      data += bytes
      data += [UInt8](repeating: 0, count: (8 - data.count % 8) % 8)
    }
    func add(_ name: String, _ strings: ByteStrings) {
      add(name + ".bytes", "u8", strings.bytes)
      add(name + ".ends", "u64", littleEndian(strings.ends.lazy.map { UInt64($0) }))
    }
    func add(_ name: String, _ text: CodedText) {
      add(name + ".codes", "u32", littleEndian(text.codes))
      add(name, text.vocabulary.strings)
    }

    add("id", events.ids)
    add("kind", "u8", events.kinds)
    add("milliseconds", "i64", littleEndian(events.milliseconds))
    add("contentHash", "u64", littleEndian(events.contentHashes))
    for column in events.collection.textColumns { add(column.rawValue, events[column]) }
    for column in events.collection.numberColumns {
      add(column.rawValue, "f32", littleEndian(events[column].lazy.map(\.bitPattern)))
    }
    add("originFile.codes", "u32", littleEndian(events.origins.lazy.map(\.file)))
    add("originFile", events.originFiles.strings)
    add("originLine", "u32", littleEndian(events.origins.lazy.map(\.line)))

    let header = Header(
      collection: events.collection, day: day, rows: events.count, columns: columns)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var json: [UInt8]
    do {
      json = try Array(encoder.encode(header))
    } catch {
      preconditionFailure("a partition's header holds only names and numbers: \(error)")
    }
    json += [UInt8](repeating: 0x20, count: (8 - json.count % 8) % 8)
    return magic + [formatVersion] + littleEndian([UInt64(json.count)]) + json + data
  }

  private static func littleEndian<Number: FixedWidthInteger>(
    _ numbers: some Collection<Number>
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * MemoryLayout<Number>.size)
    for number in numbers {
      // A copy of the number's own bytes, as long as it is.
      unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}

// MARK: - Reading

extension Partition {
  /// The events in a file's bytes; every checksum is compared.
  package static func events(in file: [UInt8]) throws(Damage) -> EventTable {
    let reader = try Reader(file)
    let header = reader.header
    var events = EventTable(header.collection)
    events.ids = try reader.strings("id")
    events.kinds = try reader.numbers("kind")
    events.milliseconds = try reader.numbers("milliseconds")
    events.contentHashes = try reader.numbers("contentHash")
    for column in header.collection.textColumns {
      events[column] = try reader.text(column.rawValue)
    }
    for column in header.collection.numberColumns {
      let patterns: [UInt32] = try reader.numbers(column.rawValue)
      events[column] = patterns.map { Float(bitPattern: $0) }
    }
    let files: [UInt32] = try reader.numbers("originFile.codes")
    let lines: [UInt32] = try reader.numbers("originLine")
    guard let originFiles = Vocabulary(try reader.strings("originFile", rows: nil)) else {
      throw .column("originFile")
    }
    guard files.allSatisfy({ $0 < originFiles.count }) else { throw .column("originFile.codes") }
    events.originFiles = originFiles
    events.origins = zip(files, lines).map { EventTable.Origin(file: $0, line: $1) }
    let kinds = header.collection.kindCount
    guard events.kinds.allSatisfy({ $0 < kinds }) else { throw .column("kind") }
    return events
  }

  /// The day and the number of rows that a file's header names.
  package static func summary(of file: [UInt8]) throws(Damage) -> (day: Day, rows: Int) {
    let header = try Reader(file).header
    return (header.day, header.rows)
  }

  private struct Reader {
    let file: [UInt8]
    let dataStart: Int
    let header: Header

    init(_ file: [UInt8]) throws(Damage) {
      guard file.count >= 16, file.starts(with: magic) else { throw .notAPartition }
      guard file[7] <= formatVersion else { throw .newerFormat(file[7]) }
      let length = file[8..<16].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard length <= UInt64(file.count - 16) else { throw .truncated }
      self.file = file
      dataStart = 16 + Int(length)
      do {
        header = try JSONDecoder().decode(Header.self, from: Data(file[16..<dataStart]))
      } catch {
        throw .header("\(error)")
      }
    }

    func bytes(_ name: String) throws(Damage) -> ArraySlice<UInt8> {
      guard let column = header.columns.first(where: { $0.name == name }),
        column.offset >= 0, column.length >= 0
      else { throw .column(name) }
      let (start, overflow) = dataStart.addingReportingOverflow(column.offset)
      guard !overflow, start <= file.count, column.length <= file.count - start else {
        throw .truncated
      }
      let bytes = file[start..<start + column.length]
      guard String(hash64(of: bytes.span), radix: 16) == column.checksum else {
        throw .checksum(column: name)
      }
      return bytes
    }

    /// A column of numbers, one a row; `rows` nil where its length is not the table's.
    func numbers<Number: FixedWidthInteger>(
      _ name: String, rows: Int?
    ) throws(Damage) -> [Number] {
      let bytes = try bytes(name)
      let size = MemoryLayout<Number>.size
      guard bytes.count % size == 0, rows.map({ $0 == bytes.count / size }) ?? true else {
        throw .column(name)
      }
      // The length was checked to be a multiple of the number's size just above.
      return unsafe bytes.withUnsafeBytes { raw in
        stride(from: 0, to: raw.count, by: size).map {
          Number(littleEndian: unsafe raw.loadUnaligned(fromByteOffset: $0, as: Number.self))
        }
      }
    }

    func numbers<Number: FixedWidthInteger>(_ name: String) throws(Damage) -> [Number] {
      try numbers(name, rows: header.rows)
    }

    func strings(_ name: String, rows: Int?) throws(Damage) -> ByteStrings {
      let ends: [UInt64] = try numbers(name + ".ends", rows: rows)
      let bytes = try bytes(name + ".bytes")
      guard ends.allSatisfy({ $0 <= bytes.count }),
        let strings = ByteStrings(bytes: Array(bytes), ends: ends.map { Int($0) })
      else { throw .column(name) }
      return strings
    }

    func strings(_ name: String) throws(Damage) -> ByteStrings {
      try strings(name, rows: header.rows)
    }

    func text(_ name: String) throws(Damage) -> CodedText {
      var text = CodedText()
      text.codes = try numbers(name + ".codes")
      guard let vocabulary = Vocabulary(try strings(name, rows: nil)),
        text.codes.allSatisfy({ $0 < vocabulary.count })
      else { throw .column(name) }
      text.vocabulary = vocabulary
      return text
    }
  }
}

extension EventCollection {
  /// How many kinds of event there are: actions or event types.
  var kindCount: UInt8 {
    switch self {
    case .interactions: UInt8(SwipeAction.allCases.count)
    case .analytics: UInt8(EventType.allCases.count)
    }
  }
}
