/// The hash of an event without its id and origin: two events with equal id and content hash are
/// the same event.
///
/// Each part is mixed with a key of its position, and the products are combined, so that none waits
/// for another.
enum ContentHash {
  /// - Parameters:
  ///   - texts: the `hash64` of each column of text, in the collection's order.
  ///   - numbers: the bit patterns of the columns of numbers.
  @inline(__always)
  static func of(
    kind: UInt8, milliseconds: Int64, textCount: Int, text: (Int) -> UInt64,
    numbers: (UInt32, UInt32)
  ) -> UInt64 {
    var hash = folded(
      UInt64(kind) ^ HashKeys.first, UInt64(bitPattern: milliseconds) ^ HashKeys.second)
    var key = HashKeys.third
    for column in 0..<textCount {
      hash ^= folded(text(column) ^ key, HashKeys.fourth ^ UInt64(column))
      key = key &+ HashKeys.first
    }
    hash ^= folded((UInt64(numbers.0) | UInt64(numbers.1) << 32) ^ key, HashKeys.second)
    return folded(hash ^ HashKeys.third, HashKeys.fourth)
  }
}
