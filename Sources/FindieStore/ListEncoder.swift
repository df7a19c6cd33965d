/// Writes the entries of one list as bytes: game ids and reasons as numbers of `list_texts`.
///
/// The first byte is the format, the next number the count of entries; then each entry: the game's
/// number, its rank, its score and what its kind of list adds. Numbers are LEB128, fractions the
/// eight bytes of a Double, lowest first. Fifty entries take 0.8 KB, as JSON with their texts 5 KB;
/// `PlayerListEncoder` says what the other format is, which takes 0.5 KB.
struct ListEncoder {
  private(set) var bytes: [UInt8] = []

  enum Format: UInt8 {
    case plain = 1
    /// Of players' lists alone, ranked from 1, with scores of a Float.
    case ranked = 2
  }

  mutating func begin(_ format: Format = .plain, count: Int) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(format.rawValue)
    add(count)
  }

  /// - Precondition: `number` is not negative.
  mutating func add(_ number: Int) {
    precondition(number >= 0, "a list cannot hold the number \(number)")
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func add(_ fraction: Double) {
    var bits = fraction.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  mutating func add(_ fraction: Float) {
    var bits = fraction.bitPattern
    for _ in 0..<4 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }
}
