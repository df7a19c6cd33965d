/// The records of a CSV file (RFC 4180), one at a time: the texts of their fields, without
/// quotation marks.
///
/// Fields end at a comma, semicolon or tab: whichever comes first in the first record. Records end
/// at `\n`, `\r\n` or `\r`, or at the end of the file. A byte order mark and blank lines are
/// skipped.
struct CSVRecords: ~Copyable {
  private(set) var source: ByteSource
  private let limit: Int
  private let chunk: Int
  /// The bytes that were read and not yet used: those from `position` to `end`.
  private var input: [UInt8]
  private var position = 0
  private var end = 0
  private var isAtEnd = false
  /// Whether the last record ended at a `\r`; a `\n` that follows belongs to it.
  private var endedAtReturn = false
  private(set) var separator: UInt8?
  /// Whether lines end at `\r` alone.
  private var endsAtReturns = false

  /// The texts of the fields, one after the other.
  private(set) var text: [UInt8] = []
  /// The index in `text` after each field.
  private(set) var ends: [Int] = []
  /// Whether a field that does not begin with a quotation mark has one.
  private(set) var hasQuotationMark = false
  /// The number of lines so far.
  private(set) var number = 0
  /// The line on which the record begins, from 1.
  private(set) var line = 0
  /// The offset of the record's first byte, in decompressed bytes.
  private(set) var byteOffset = 0
  /// The offset of the next byte.
  private(set) var offset = 0
  /// The number of the record's bytes, without its end.
  private(set) var length = 0
  /// The fault of the record, whose fields may then be incomplete.
  private(set) var fault: LineFault?

  /// - Parameters:
  ///   - slice: a file is not divided: the slice from 0 has all records, and others have none.
  ///   - limit: the maximum length of a record, in bytes before its end.
  ///   - chunk: the number of bytes to read at a time; no record depends on it.
  init(
    _ file: OpenFile, slice: Range<Int>, limit: Int, chunk: Int, decodesAhead: Bool
  ) throws(IngestFailure) {
    precondition(limit > 0 && chunk > 0, "a limit of \(limit), a chunk of \(chunk) bytes")
    self.limit = limit
    self.chunk = chunk
    input = [UInt8](repeating: 0, count: chunk)
    if slice.lowerBound == 0 {
      source = try ByteSource(file, 0..<Int.max, decodesAhead: decodesAhead)
    } else {
      source = ByteSource(nothingOf: file)
    }
  }

  deinit { source.close() }

  /// The number of lines that the record takes.
  var lines: Int { number - line + 1 }

  /// The range of a field in `text`.
  func range(of field: Int) -> Range<Int> {
    (field == 0 ? 0 : ends[field - 1])..<ends[field]
  }

  /// Moves to the next record that is not blank; false after the last.
  mutating func next() throws(IngestFailure) -> Bool {
    repeat {
      guard try read() else { return false }
    } while fault == nil && ends.count == 1 && text.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    return true
  }

  private enum State {
    case fieldBegin, unquoted, quoted
    /// After a quotation mark inside a quoted field, which ends it unless another one follows.
    case quote
  }

  private mutating func read() throws(IngestFailure) -> Bool {
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    (fault, length, byteOffset, hasQuotationMark) = (nil, 0, offset, false)
    var state = State.fieldBegin
    var lineOfQuote = 0
    // The number of the line is known once the record has a byte.
    line = number + 1
    while true {
      guard try hasNextByte() else { return finish(state, lineOfQuote) }
      let byte = input[position]
      position += 1
      offset += 1
      if length == 0 {
        let belongsToEnd = endedAtReturn && byte == 0x0A
        if endedAtReturn, !belongsToEnd, number == 1 { endsAtReturns = true }
        endedAtReturn = false
        if belongsToEnd || isByteOrderMark(byte) {
          byteOffset = offset
          continue
        }
      }
      if state == .quoted {
        if byte == UInt8(ascii: "\"") {
          state = .quote
        } else {
          if byte == 0x0A || byte == 0x0D && endsAtReturns { number += 1 }
          append(byte)
        }
      } else if byte == 0x0A || byte == 0x0D {
        endedAtReturn = byte == 0x0D
        endRecord()
        return true
      } else if isSeparator(byte) {
        if length <= limit { ends.append(text.count) }
        state = .fieldBegin
      } else if byte == UInt8(ascii: "\""), state != .unquoted {
        // A second quotation mark stands for one.
        if state == .quote { append(byte) }
        if state == .fieldBegin { lineOfQuote = number + 1 }
        state = .quoted
      } else {
        if state == .quote {
          fault = fault ?? LineFault(.badRow, "text after a closing quotation mark")
        }
        if byte == UInt8(ascii: "\"") { hasQuotationMark = true }
        state = .unquoted
        append(byte)
      }
      length += 1
    }
  }

  private mutating func append(_ byte: UInt8) {
    if length < limit { text.append(byte) }
  }

  private mutating func endRecord() {
    number += 1
    ends.append(text.count)
    if length > limit { fault = .tooLong }
  }

  /// Ends the last record; false if there is none.
  private mutating func finish(_ state: State, _ lineOfQuote: Int) -> Bool {
    guard length > 0 || source.isTruncated, !isAtEnd else { return false }
    isAtEnd = true
    // The file's last line break is in the quoted field, and begins no line.
    if state == .quoted, text.last == 0x0A || text.last == 0x0D && endsAtReturns { number -= 1 }
    endRecord()
    if state == .quoted {
      fault = LineFault(
        .truncatedFile, "the quotation mark on line \(lineOfQuote) is not closed")
    } else if source.isTruncated {
      fault = .cut
    }
    return true
  }

  private mutating func isSeparator(_ byte: UInt8) -> Bool {
    if let separator { return byte == separator }
    guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == 0x09 else {
      return false
    }
    separator = byte
    return true
  }

  /// Whether it belongs to a byte order mark of UTF-8 at the file's start.
  private func isByteOrderMark(_ byte: UInt8) -> Bool {
    switch (offset, byte) {
    case (1, 0xEF), (2, 0xBB), (3, 0xBF): true
    default: false
    }
  }

  private mutating func hasNextByte() throws(IngestFailure) -> Bool {
    if position < end { return true }
    guard !isAtEnd else { return false }
    position = 0
    end = try source.read(into: &input, 0..<chunk)
    return end > 0
  }
}
