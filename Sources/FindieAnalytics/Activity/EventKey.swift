/// One event of a known game in 64 bits, whose order is that of day, record, player and kind: 23
/// bits for the day since year 1, 1 for the record, 32 for the player, 4 for the kind.
struct EventKey: Comparable {
  private let bits: UInt64

  /// Days from 0001-01-01 to 1970-01-01: no event is earlier than year 1.
  private static let epoch: Int32 = 719_162

  init(day: Int32, source: EventSource, player: UInt32, kind: Int) {
    let sourceBit: UInt64 = source == .interactions ? 0 : 1
    let shifted = UInt64(day + Self.epoch)
    bits = shifted << 37 | sourceBit << 36 | UInt64(player) << 4 | UInt64(kind)
  }

  var day: Int32 { Int32(bits >> 37) - Self.epoch }
  var player: UInt32 { UInt32(truncatingIfNeeded: bits >> 4) }
  var kind: Int { Int(bits & 15) }

  func isSamePlayerDay(as other: EventKey) -> Bool { bits >> 4 == other.bits >> 4 }

  static func < (left: EventKey, right: EventKey) -> Bool { left.bits < right.bits }
}
