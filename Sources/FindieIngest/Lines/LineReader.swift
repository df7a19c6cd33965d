import Foundation
import Glibc

/// The lines of an input file or of a slice of it, one at a time, in bounded memory.
///
/// ```swift
/// var lines = try LineReader(url, .gzip, limit: 1 << 20)
/// while let line = try lines.next() { parse(lines.buffer.span, line.range) }
/// ```
///
/// Lines end at `\n`. A `\r` before it, a byte order mark at the file's start, blank lines and a
/// last line without `\n` are allowed. The buffer has `JSONParser.padding` bytes after every line.
/// A line of any length takes at most `limit` and one chunk of memory.
struct LineReader: ~Copyable {
  struct Line {
    /// From 1, in the slice; blank lines are numbered too.
    let number: Int
    /// The offset of the first byte of `range`, in decompressed bytes.
    let byteOffset: Int
    /// The line's range in `buffer`, valid until the next call of `next`.
    let range: Range<Int>
    /// In bytes; larger than `range` if the line is too long.
    let length: Int
    let state: State
  }

  enum State {
    case whole
    /// Longer than the limit; `range` is its beginning.
    case tooLong
    /// The compressed file ends inside this line, or just before it.
    case cut
  }

  private var source: ByteSource
  private let limit: Int
  private let chunk: Int
  /// Lines that begin here or later belong to the next slice.
  private let sliceEnd: Int
  private(set) var buffer: [UInt8]
  /// The bytes of the buffer that were not yet returned; there is no `\n` before `searched`.
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

  /// The maximum number of bytes that `range` has of an incomplete line; at most the limit, so that
  /// it does not depend on the size of a chunk.
  private var shown: Int { min(1 << 14, limit) }

  /// - Parameters:
  ///   - slice: the range in which the returned lines begin, in bytes of a plain file.
  ///   - limit: the maximum length of a line, in bytes before its `\n`.
  ///   - chunk: the number of bytes to read at a time; no line depends on it.
  ///   - decodesAhead: whether another thread decodes a compressed file.
  init(
    _ url: URL, _ compression: Compression, slice: Range<Int> = 0..<Int.max, limit: Int,
    chunk: Int = StoredFile.blockBytes, decodesAhead: Bool = false
  ) throws(IngestFailure) {
    precondition(limit > 0 && chunk > 0, "a limit of \(limit), a chunk of \(chunk) bytes")
    precondition(
      compression == .none || slice.lowerBound == 0, "a slice of a compressed file at \(slice)")
    source = try ByteSource(url, compression, slice, decodesAhead: decodesAhead)
    self.limit = limit
    self.chunk = chunk
    sliceEnd = slice.upperBound
    offset = slice.lowerBound
    buffer = [UInt8](repeating: 0, count: chunk + JSONParser.padding)
    isInsideLine = slice.lowerBound > 0
  }

  deinit { source.close() }

  /// The hashes of the slice's blocks; complete once `next` has returned nil.
  var blockHashes: [UInt64] { source.blockHashes }

  /// The number of bytes read so far, before decompression.
  var bytesRead: Int { source.bytesRead }

  /// Skips the end of a line that began before the slice.
  private mutating func skipToLineBegin() throws(IngestFailure) {
    isInsideLine = false
    guard try !source.lineBegins(at: offset) else { return }
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

  /// The next line that is not blank; nil after the last.
  mutating func next() throws(IngestFailure) -> Line? {
    if isInsideLine { try skipToLineBegin() }
    while !isFinished, !isBehindSlice {
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

  /// The line from `start` up to `close`; nil if it is blank.
  private mutating func taken(upTo close: Int, lineEnd: Int) -> Line? {
    var range = start..<close
    var first = offset
    number += 1
    offset += range.count + lineEnd
    start = close + lineEnd
    searched = start
    guard range.count <= limit else {
      if isBlank(range) { return nil }
      return Line(
        number: number, byteOffset: first, range: range.prefix(shown), length: range.count,
        state: .tooLong)
    }
    if first == 0, buffer[range].starts(with: [0xEF, 0xBB, 0xBF]) {
      range = range.dropFirst(3)
      first = 3
    }
    if let byte = range.last, buffer[byte] == 0x0D { range = range.dropLast() }
    if isBlank(range) { return nil }
    return Line(
      number: number, byteOffset: first, range: range, length: range.count, state: .whole)
  }

  /// The bytes after the last `\n`.
  private mutating func last() -> Line? {
    isFinished = true
    guard source.isTruncated else {
      return start < end ? taken(upTo: end, lineEnd: 0) : nil
    }
    return Line(
      number: number + 1, byteOffset: offset, range: (start..<end).prefix(shown),
      length: end - start, state: .cut)
  }

  /// Whether a part of the buffer is blank by JSON's rules; the first byte of most lines decides.
  private func isBlank(_ range: Range<Int>) -> Bool {
    range.allSatisfy { buffer[$0] == 0x20 || buffer[$0] == 0x09 || buffer[$0] == 0x0D }
  }

  /// Reads to the end of a line that is too long and returns its beginning; nil if it is blank.
  private mutating func skipped() throws(IngestFailure) -> Line? {
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
    return Line(
      number: number, byteOffset: first, range: beginning, length: length,
      state: isFinished ? .cut : .tooLong)
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
        let found = unsafe memchr(base + range.lowerBound, 0x0A, range.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
