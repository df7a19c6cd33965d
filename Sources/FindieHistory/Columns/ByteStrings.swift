/// A list of byte strings in one buffer, without an allocation or a reference count for each.
///
/// - Invariant: `ends` ascends, and its last element is the number of bytes.
package struct ByteStrings: Sendable, Equatable {
  package private(set) var bytes: [UInt8] = []
  package private(set) var ends: [Int] = []

  package init() {}

  /// The strings in `bytes` that end at `ends`; nil if the two do not match.
  package init?(bytes: [UInt8], ends: [Int]) {
    guard (ends.last ?? 0) == bytes.count, (ends.first ?? 0) >= 0,
      zip(ends, ends.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    self.bytes = bytes
    self.ends = ends
  }

  package var count: Int { ends.count }

  package mutating func append(_ string: Span<UInt8>) {
    // The buffer is read while the span is borrowed, and does not escape.
    unsafe string.withUnsafeBufferPointer { buffer in
      unsafe bytes.append(contentsOf: buffer)
    }
    ends.append(bytes.count)
  }

  /// Appends a copy of one string to `buffer`, without a reference count.
  package func copy(_ index: Int, to buffer: inout [UInt8]) {
    // The bytes are read inside the closure only, and the range is inside them by the invariant.
    unsafe bytes.withUnsafeBufferPointer { all in
      unsafe buffer.append(contentsOf: UnsafeBufferPointer(rebasing: all[range(index)]))
    }
  }

  /// Appends the texts of a batch's column.
  mutating func append(_ texts: EventBatch.Texts, _ rows: Range<Int>) {
    var end = bytes.count
    for row in rows {
      end += unsafe Int(texts.lengths[row])
      ends.append(end)
    }
    // Reserve for all, at least doubling, so that the buffer grows once.
    if bytes.capacity < end { bytes.reserveCapacity(max(end, 2 * bytes.capacity)) }
    for row in rows {
      unsafe texts[row].withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
  }

  package func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// The bytes of one string.
  package subscript(index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { bytes.span.extracting(range(index)) }
  }

  /// One string as text; bytes that are not UTF-8 become U+FFFD.
  package func text(_ index: Int) -> String {
    String(decoding: bytes[range(index)], as: UTF8.self)
  }

  /// Whether the string at `left` precedes the one at `right`, byte by byte.
  package func precedes(_ left: Int, _ right: Int) -> Bool {
    bytes[range(left)].lexicographicallyPrecedes(bytes[range(right)])
  }
}

extension Span where Element: BitwiseCopyable {
  /// The bytes of numbers as in memory.
  package var rawBytes: RawSpan {
    @_lifetime(copy self)
    get {
      // Numbers have no padding.
      unsafe bytes
    }
  }
}
