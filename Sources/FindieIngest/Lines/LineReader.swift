import Foundation
import Glibc

/// The lines of an open file or of a slice of it, one at a time, in bounded memory.
///
/// ```swift
/// var lines = try LineReader(OpenFile(url), limit: 1 << 20)
/// while let line = try lines.next() { parse(lines.buffer.span, line.range) }
/// ```
///
/// Lines end at `\n`, or at `\r` in a file that has no `\n`. A `\r` before `\n`, a byte order mark
/// at the file's start, blank lines and a last line without an end are allowed. If the file is a
/// JSON array, its elements are the lines, each with the number of the line on which it begins. A
/// line of any length takes at most `limit` and one chunk of memory.
struct LineReader: RowSource, ~Copyable {
  private var source: ByteSource
  private let limit: Int
  private let chunk: Int
  /// Lines that begin here or later belong to the next slice.
  private let sliceEnd: Int
  private(set) var buffer: [UInt8]
  /// Nil before the first line.
  private var layout: ContentFormat.Layout?
  /// The byte that ends a line.
  private var lineEnd: UInt8 = 0x0A
  /// Whether the array whose elements are the lines has begun and not ended.
  private var isInsideArray = false
  /// The bytes of the buffer that were not yet returned; no line ends before `searched`.
  private var start = 0
  private var searched = 0
  private var end = 0
  /// The offset of `start`, in decompressed bytes.
  private var offset = 0
  private(set) var number = 0
  private var isAtEnd = false
  private var isFinished = false
  /// Whether the slice may begin inside a line that belongs to the slice before.
  private var isInsideLine: Bool

  /// The maximum number of bytes of an incomplete line in `range`; at most the limit, so that it
  /// does not depend on the size of a chunk.
  private var shown: Int { min(1 << 14, limit) }

  /// - Parameters:
  ///   - slice: the range in which the returned lines begin, in bytes of the file. If the content
  ///     cannot be divided, a slice from 0 has all lines, and others have none.
  ///   - limit: the maximum length of a line, in bytes before its end.
  ///   - chunk: the number of bytes to read at a time; no line depends on it.
  ///   - decodesAhead: whether another thread decodes a compressed file.
  init(
    _ file: OpenFile, slice: Range<Int> = 0..<Int.max, limit: Int,
    chunk: Int = StoredFile.blockBytes, decodesAhead: Bool = false
  ) throws(IngestFailure) {
    precondition(limit > 0 && chunk > 0, "a limit of \(limit), a chunk of \(chunk) bytes")
    self.limit = limit
    self.chunk = chunk
    isWholeFile = file.format.isCompressed
    buffer = [UInt8](repeating: 0, count: chunk + JSONParser.padding)
    if case .text(.lines) = file.format {
      source = try ByteSource(file, slice, decodesAhead: false)
      sliceEnd = slice.upperBound
      offset = slice.lowerBound
      isInsideLine = slice.lowerBound > 0
    } else if slice.lowerBound == 0 {
      source = try ByteSource(file, 0..<Int.max, decodesAhead: decodesAhead)
      sliceEnd = Int.max
      isInsideLine = false
    } else {
      source = ByteSource(nothingOf: file)
      sliceEnd = 0
      isInsideLine = false
    }
  }

  deinit { source.close() }

  let isWholeFile: Bool
  var blockHashes: [UInt64] { source.blockHashes }
  var bytesRead: Int { source.bytesRead }
  var mostBytesLeft: Int { max(0, source.mostBytes - offset) }

  /// Skips the end of a line that began before the slice.
  private mutating func skipToLineBegin() throws(IngestFailure) {
    isInsideLine = false
    guard try !source.lineBegins(at: offset, after: lineEnd) else { return }
    repeat {
      offset += end - start
      try fill(keeping: end..<end)
    } while newline(in: start..<end) == nil && !isAtEnd
    let close = newline(in: start..<end).map { $0 + 1 } ?? end
    offset += close - start
    start = close
    searched = start
  }

  /// Whether the slice's last line was returned.
  private var isBehindSlice: Bool { offset >= sliceEnd }

  mutating func next() throws(IngestFailure) -> InputRow? {
    if layout == nil, !isBehindSlice { layout = try source.layout() }
    if case .lines(let end)? = layout { lineEnd = end }
    if isInsideLine { try skipToLineBegin() }
    if let line = try layout == .array ? nextElement() : nextLine() { return line }
    try source.checkUnchanged()
    return nil
  }

  private mutating func nextLine() throws(IngestFailure) -> InputRow? {
    while !isFinished, !isBehindSlice {
      skipEmptyLines()
      // Else the line belongs to the next slice.
      guard !isBehindSlice else { return nil }
      if let newline = newline(in: searched..<end) {
        if let line = taken(upTo: newline, lineEnd: 1) { return line }
        continue
      }
      searched = end
      if end - start > limit {
        if let line = try skipped() { return line }
        continue
      }
      if isAtEnd { return last() }
      try fill(keeping: start..<end)
    }
    return nil
  }

  /// Skips empty lines, of which a compressed file may have billions.
  private mutating func skipEmptyLines() {
    let (first, close) = (start, min(end - start, sliceEnd - offset) + start)
    while start < close, buffer[start] == lineEnd { start += 1 }
    number += start - first
    offset += start - first
    searched = max(searched, start)
  }

  /// The line from `start` up to `close`; nil if it is blank.
  private mutating func taken(upTo close: Int, lineEnd: Int) -> InputRow? {
    var range = start..<close
    var first = offset
    number += 1
    offset += range.count + lineEnd
    start = close + lineEnd
    searched = start
    guard range.count <= limit else {
      if isBlank(range) { return nil }
      return InputRow(
        number: number, byteOffset: first, range: range.prefix(shown), length: range.count,
        fault: .tooLong)
    }
    if first == 0, buffer[range].starts(with: [0xEF, 0xBB, 0xBF]) {
      range = range.dropFirst(3)
      first = 3
    }
    if let byte = range.last, buffer[byte] == 0x0D { range = range.dropLast() }
    if isBlank(range) { return nil }
    return InputRow(
      number: number, byteOffset: first, range: range, length: range.count, fault: nil)
  }

  /// The bytes after the last line's end.
  private mutating func last() -> InputRow? {
    isFinished = true
    guard source.isTruncated else {
      return start < end ? taken(upTo: end, lineEnd: 0) : nil
    }
    return InputRow(
      number: number + 1, byteOffset: offset, range: (start..<end).prefix(shown),
      length: end - start, fault: .cut)
  }

  /// Whether a part of the buffer is blank by JSON's rules; the first byte of most lines decides.
  private func isBlank(_ range: Range<Int>) -> Bool {
    range.allSatisfy { [0x20, 0x09, 0x0D, 0x0A].contains(buffer[$0]) }
  }

  /// Reads to the end of a line that is too long and returns its beginning; nil if it is blank.
  private mutating func skipped() throws(IngestFailure) -> InputRow? {
    let first = offset
    var length = end - start
    var beginning = start..<start + shown
    var newline: Int?
    var isAllBlank = isBlank(start..<end)
    number += 1
    repeat {
      try fill(keeping: beginning)
      beginning = 0..<shown
      newline = self.newline(in: shown..<end)
      isAllBlank = isAllBlank && isBlank(shown..<(newline ?? end))
      length += (newline ?? end) - shown
    } while newline == nil && !isAtEnd
    start = newline.map { $0 + 1 } ?? end
    searched = start
    offset = first + length + (newline == nil ? 0 : 1)
    isFinished = isAtEnd && source.isTruncated
    if isAllBlank, !isFinished { return nil }
    return InputRow(
      number: number, byteOffset: first, range: beginning, length: length,
      fault: isFinished ? .cut : .tooLong)
  }

  // MARK: - Arrays

  /// The next element of an array; after the array's end, the next line.
  private mutating func nextElement() throws(IngestFailure) -> InputRow? {
    guard !isFinished else { return nil }
    if number == 0 { number = 1 }
    if try skipBetweenElements() {
      if isInsideArray { return try element() }
      layout = .lines(end: lineEnd)
      number -= 1
      return try nextLine()
    }
    isFinished = true
    guard isInsideArray || source.isTruncated else { return nil }
    return InputRow(number: number, byteOffset: offset, range: 0..<0, length: 0, fault: .cut)
  }

  /// Skips what may be before, between and after elements and arrays; false at the end of the file.
  private mutating func skipBetweenElements() throws(IngestFailure) -> Bool {
    while true {
      while start < end {
        switch buffer[start] {
        case 0x0A: number += 1
        case 0x20, 0x09, 0x0D, UInt8(ascii: ","): break
        // A byte order mark.
        case 0xEF where offset == 0, 0xBB where offset == 1, 0xBF where offset == 2: break
        case UInt8(ascii: "[") where !isInsideArray: isInsideArray = true
        case UInt8(ascii: "]") where isInsideArray: isInsideArray = false
        default: return true
        }
        start += 1
        searched = start
        offset += 1
      }
      if isAtEnd { return false }
      try fill(keeping: end..<end)
    }
  }

  /// The element from `start` on.
  private mutating func element() throws(IngestFailure) -> InputRow {
    let (number, first) = (number, offset)
    var scanner = ElementScanner()
    var close: Int?
    var range = start..<start
    var length = 0
    while true {
      close = scanner.end(in: &buffer, searched..<end)
      length += (close ?? end) - searched
      searched = close ?? end
      range = range.lowerBound..<(length > limit ? range.lowerBound + shown : searched)
      guard close == nil, !isAtEnd else { break }
      try fill(keeping: range)
      range = 0..<range.count
      searched = range.count
    }
    start = searched
    offset = first + length
    self.number += scanner.newlines
    let fault: LineFault? = close == nil ? .cut : length > limit ? .tooLong : nil
    if close == nil { isFinished = true }
    return InputRow(
      number: number, byteOffset: first, range: fault == nil ? range : range.prefix(shown),
      length: length, fault: fault, lines: scanner.newlines + 1)
  }

  /// Moves `rest` to the buffer's start and reads up to one chunk after it.
  private mutating func fill(keeping rest: Range<Int>) throws(IngestFailure) {
    if rest.lowerBound > 0 {
      // Both ranges are inside the buffer; memmove allows that they overlap.
      unsafe buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe memmove(base, base + rest.lowerBound, rest.count)
      }
    }
    start = 0
    searched = max(0, searched - rest.lowerBound)
    let needed = rest.count + chunk + JSONParser.padding
    if buffer.count < needed {
      let size = max(needed, buffer.count * 2)
      buffer += [UInt8](repeating: 0, count: size - buffer.count)
    }
    let count = try source.read(into: &buffer, rest.count..<rest.count + chunk)
    end = rest.count + count
    isAtEnd = count == 0
  }

  private func newline(in range: Range<Int>) -> Int? {
    // memchr searches 32 bytes at a time, inside the range that the buffer holds.
    unsafe buffer.withUnsafeBytes { bytes in
      guard !range.isEmpty, let base = bytes.baseAddress,
        let found = unsafe memchr(base + range.lowerBound, Int32(lineEnd), range.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
