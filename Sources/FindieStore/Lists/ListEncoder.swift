/// Encodes the entries of a list as bytes. Ids of games and other texts are numbers of `list_texts`.
///
/// The first byte is the format, the next number the count of entries. In the format `plain`, each entry
/// is the game's number, its rank, its score and the fields of its kind of list; `PlayerListEncoder`
/// describes the format `ranked`. Numbers are LEB128, fractions the little-endian bytes of a Double or
/// Float. A list of fifty entries takes 0.5 to 0.8 KB, as JSON 5 KB.
struct ListEncoder {
  private(set) var bytes: [UInt8] = []

  enum Format: UInt8 {
    /// Similar and trending games.
    case plain = 1
    /// Recommendations: ranked from 1, with scores as Float.
    case ranked = 2
  }

  mutating func begin(_ format: Format, count: Int) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(format.rawValue)
    add(count)
  }

  /// - Precondition: `number` is not negative.
  mutating func add(_ number: Int) {
    precondition(number >= 0, "a list cannot contain the number \(number)")
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func add(_ fraction: Double) { addBytes(of: fraction.bitPattern) }

  mutating func add(_ fraction: Float) { addBytes(of: fraction.bitPattern) }

  private mutating func addBytes<Bits: FixedWidthInteger>(of bits: Bits) {
    for offset in stride(from: 0, to: Bits.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> Bits(offset)))
    }
  }
}
