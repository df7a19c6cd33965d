import FindieDomain

extension [UInt8] {
  /// Appends text as a JSON string.
  mutating func append(quoted text: String) {
    append(0x22)
    for byte in text.utf8 {
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
