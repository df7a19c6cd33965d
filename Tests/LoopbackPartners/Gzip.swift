/// Gzip (RFC 1952) without compression, and a gigabyte of zeros compressed as far as fixed codes
/// allow.
enum Gzip {
  private static let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]

  /// - Parameter bytes: fewer than 65,536.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    return header + [1] + little(length) + little(~length) + bytes + little(checksum(bytes))
      + little(UInt32(bytes.count))
  }

  /// A piece of 6.5 MB that decompress to a gigabyte; nil after the last.
  static func zeros(_ index: Int) -> [UInt8]? {
    switch index {
    case 0: header + start
    case 1...500: block
    default: nil
    }
  }

  /// The start of a block with fixed codes (RFC 1951, section 3.2.6), in which the first 11 bits
  /// are spent, and the first eight repetitions.
  private static let start: [UInt8] = bytes(
    of: [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0] + pattern(repeated: 9), count: 16)

  /// The bits of `pattern` repeat after 8 · 13 bits, which is 13 bytes.
  private static let block: [UInt8] = {
    let bits = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0] + pattern(repeated: 30)
    let period = Array(bytes(of: bits, count: 29)[16..<29])
    return Array(repeatElement(period, count: 1000).joined())
  }()

  /// Code 285, a copy of 258 bytes; then distance code 0, from one byte before.
  private static func pattern(repeated count: Int) -> [UInt8] {
    Array(repeatElement([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0], count: count).joined())
  }

  private static func bytes(of bits: [UInt8], count: Int) -> [UInt8] {
    (0..<count).map { index in
      bits[(index * 8)..<(index * 8 + 8)].enumerated().reduce(0) { $0 | $1.element << $1.offset }
    }
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// CRC-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { checksum, byte in
      (0..<8).reduce(checksum ^ UInt32(byte)) { sum, _ in
        sum >> 1 ^ (sum & 1 == 1 ? 0xedb8_8320 : 0)
      }
    }
  }
}
