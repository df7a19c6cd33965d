import FindieDomain

extension [UInt8] {
  /// Appends text as a JSON string.
  mutating func append(quoted text: String) { append(quoted: text.utf8) }

  /// Appends the bytes of a text as a JSON string. Bytes that are not UTF-8 stay as they are.
  mutating func append(quoted text: some Sequence<UInt8>) {
    append(0x22)
    for byte in text {
      switch byte {
      case 0x22: self += [0x5C, 0x22]
      case 0x5C: self += [0x5C, 0x5C]
      case 0x0A: self += Array(#"\n"#.utf8)
      case 0x0D: self += Array(#"\r"#.utf8)
      case 0x09: self += Array(#"\t"#.utf8)
      case 0..<0x20: self += Array("\\u\(byte.padded(to: 4, radix: 16))".utf8)
      default: append(byte)
      }
    }
    append(0x22)
  }
}

extension Span<UInt8> {
  func isEqual(to bytes: [UInt8]) -> Bool {
    guard count == bytes.count else { return false }
    for column in 0..<count where self[column] != bytes[column] { return false }
    return true
  }
}
