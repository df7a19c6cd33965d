import FindieDomain
import FindieHistory
import Foundation

/// Reads slices of the files of one collection, on one thread.
struct RecordReader<Record: CollectedRecord>: ~Copyable {
  private let limits: IngestLimits
  private let forgotten: (@Sendable (String) -> Bool)?
  private let decodesAhead: Bool
  private let badShareLimit: BadShareLimit?
  /// The maximum memory of a slice's records.
  private let maximumBytes: Int
  private let known: KnownLines.Records<Record>?
  private var parser: RecordParser<Record>

  init(
    _ limits: IngestLimits, known: KnownLines.Records<Record>? = nil,
    forgotten: (@Sendable (String) -> Bool)? = nil, latestChange: Timestamp? = nil,
    decodesAhead: Bool, badShareLimit: BadShareLimit? = nil, maximumBytes: Int = .max
  ) {
    self.maximumBytes = maximumBytes
    self.known = known
    self.badShareLimit = badShareLimit
    self.limits = limits
    self.forgotten = forgotten
    self.decodesAhead = decodesAhead
    parser = RecordParser(limits: limits, latestChange: latestChange)
  }

  mutating func read(_ slice: FileSlice) throws(IngestFailure) -> ReadRecords<Record> {
    let file = try slice.open()
    defer { slice.close() }
    let limit = limits.catalogueLineBytes
    let lines = SliceLines(of: slice.source, file.status, limits: limits)
    switch slice.source.format {
    case .json:
      let rows = try LineReader(
        file, slice: slice.bytes, limit: limit, decodesAhead: decodesAhead)
      return try read(rows, into: lines)
    case .csv:
      let rows = try CSVReader(
        file, slice: slice.bytes, CSVSchema(Record.collection, Record.fields), limit: limit,
        decodesAhead: decodesAhead)
      return try read(rows, into: lines)
    }
  }

  private mutating func read(
    _ rows: consuming some RowSource & ~Copyable, into lines: SliceLines
  ) throws(IngestFailure) -> ReadRecords<Record> {
    var read = ReadRecords<Record>(lines: lines)
    if let known { read.records = PackedRecords(sharing: known.records) }
    var named = forgotten.map { ForgottenLines($0) }
    while let row = try rows.next() {
      read.lines.beginRow()
      do throws(LineFault) {
        if let fault = row.fault { throw fault }
        let hash = known?.hash(rows.buffer.span.extracting(row.range)) ?? .none
        if let known, let index = known.index(of: hash), rows.assumptions.isEmpty {
          read.records.append(at: index, of: known.records)
          continue
        }
        var record = try parser.record(rows.buffer.span, row.range)
        if let forgotten {
          guard let remaining = record.forgetting(forgotten) else {
            read.lines.forget()
            continue
          }
          record = remaining
        }
        let broken = record.brokenRules
        if let rule = broken.first(where: { $0.severity == .reject }) {
          throw LineFault(.brokenRule, rule.name)
        }
        let warnings = rows.assumptions + parser.warnings + broken.map(\.name)
        if !warnings.isEmpty { read.warnings.append((read.records.count, warnings)) }
        read.records.append(record, line: warnings.isEmpty ? hash : .none)
      } catch {
        read.lines.reject(row, for: error, in: rows, forgotten: &named)
      }
      if read.lines.isHopeless(by: badShareLimit, in: rows) { break }
      if maximumBytes < .max, read.records.bytes > maximumBytes {
        throw .tooMuch(Record.collection, bytes: maximumBytes)
      }
    }
    read.unknownWords = parser.takeUnknownWords()
    read.lines.finish(rows)
    return read
  }
}

/// The records of a slice, and the outcomes of its lines.
struct ReadRecords<Record: CollectedRecord>: Sendable {
  var lines: SliceLines
  /// By line.
  var records = PackedRecords<Record>()
  /// The warnings about a record, by its index; they count only if no other record replaces it.
  var warnings: [(index: Int, names: [String])] = []
  /// The unknown words of all lines, by field.
  var unknownWords: [String: WordCounts] = [:]
}

extension ParsedValue {
  /// A number, or a text that contains one (`"9.99"`), with its decimals. Nil for anything else.
  ///
  /// A number with more than seventeen digits is rounded to the nearest Double.
  var decimal: Decimal? {
    switch kind {
    case .integer: integer.map { Decimal($0) }
    // The description of a Double is the shortest decimal that identifies it, such as 9.99.
    case .double, .largeInteger: number.flatMap { Decimal(string: "\($0)") }
    case .string: string.flatMap { Self.isPlainNumber($0) ? Decimal(string: $0) : nil }
    case .absent, .bool, .array, .object, .noNumber, .other: nil
    }
  }

  /// Whether a text consists of an optional minus, digits and an optional fraction. `Decimal`
  /// itself accepts "9.99 EUR" and ignores the rest.
  private static func isPlainNumber(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && digits.utf8.count <= 30
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
}
