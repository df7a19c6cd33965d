import Foundation

/// Decodes the bytes of a `ListEncoder`. All functions return nil if the bytes are invalid.
struct ListDecoder {
  let format: ListEncoder.Format
  private let bytes: [UInt8]
  private var position = 1

  init?(_ data: Data) {
    bytes = Array(data)
    guard let format = bytes.first.flatMap(ListEncoder.Format.init(rawValue:)) else { return nil }
    self.format = format
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func number() -> Int? {
    var number = 0
    var shift = 0
    while position < bytes.count, shift < 63 {
      let byte = bytes[position]
      position += 1
      number |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return number }
      shift += 7
    }
    return nil
  }

  mutating func fraction() -> Double? {
    bits(UInt64.self).map { Double(bitPattern: $0) }
  }

  mutating func shortFraction() -> Double? {
    bits(UInt32.self).map { Double(Float(bitPattern: $0)) }
  }

  private mutating func bits<Bits: FixedWidthInteger>(_ type: Bits.Type) -> Bits? {
    let count = Bits.bitWidth / 8
    guard bytes.count - position >= count else { return nil }
    var bits: Bits = 0
    for offset in 0..<count { bits |= Bits(bytes[position + offset]) << Bits(8 * offset) }
    position += count
    return bits
  }
}
