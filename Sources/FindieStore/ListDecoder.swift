import Foundation

/// Reads what `ListEncoder` wrote; nil where the bytes end early or are of another format.
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
    guard bytes.count - position >= 8 else { return nil }
    var bits: UInt64 = 0
    for offset in 0..<8 { bits |= UInt64(bytes[position + offset]) << UInt64(8 * offset) }
    position += 8
    return Double(bitPattern: bits)
  }

  mutating func shortFraction() -> Double? {
    guard bytes.count - position >= 4 else { return nil }
    var bits: UInt32 = 0
    for offset in 0..<4 { bits |= UInt32(bytes[position + offset]) << UInt32(8 * offset) }
    position += 4
    return Double(Float(bitPattern: bits))
  }
}
