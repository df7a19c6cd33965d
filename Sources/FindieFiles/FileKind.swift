/// The first eight bytes of a binary file: seven that name the kind of file, then the version of
/// its format.
package struct FileKind: Sendable {
  private let name: [UInt8]
  package let version: UInt8

  /// - Precondition: the name has seven bytes.
  package init(_ name: String, version: UInt8) {
    precondition(name.utf8.count == 7, "\(name) has \(name.utf8.count) bytes")
    self.name = Array(name.utf8)
    self.version = version
  }

  package var bytes: [UInt8] { name + [version] }

  /// The version of a file of this kind; nil if the bytes are those of another kind.
  package func version(of bytes: RawSpan) -> UInt8? {
    guard bytes.byteCount >= 8 else { return nil }
    let first = [UInt8](copying: bytes, 0..<8)
    return first.starts(with: name) ? first[7] : nil
  }
}

extension RawSpan {
  /// The eight bytes at an offset as a number, little-endian.
  package func number(at offset: Int) -> UInt64 {
    let bytes = extracting(offset..<offset + 8)
    // Any eight bytes are a number.
    return unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(as: UInt64.self))
  }
}

extension UInt64 {
  /// Eight bytes, the least significant first.
  package var littleEndianBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}

extension [UInt8] {
  /// - Precondition: the range is inside the bytes.
  package init(copying bytes: RawSpan, _ range: Range<Int>) {
    // Copied inside the closure, while the span is borrowed.
    self = unsafe bytes.extracting(range).withUnsafeBytes { unsafe Array($0) }
  }
}
