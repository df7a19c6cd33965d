/// Distinct byte strings with a code each, 0 for the first that came.
///
/// ```swift
/// var players = Vocabulary()
/// players.code(of: "u1".utf8.span)   // 0
/// players.code(of: "u2".utf8.span)   // 1
/// players.code(of: "u1".utf8.span)   // 0
/// ```
///
/// An open-addressing table over the bytes: no `String` a field.
///
/// - Complexity: one look-up hashes the string once and compares on average fewer than two slots.
package struct Vocabulary: Sendable {
  package private(set) var strings = ByteStrings()
  /// A power of two, at most half full; an empty slot holds `Slot.empty`.
  private var slots: [Slot]

  private struct Slot {
    var hash: UInt32
    var code: UInt32
    static let empty = Slot(hash: 0, code: .max)
  }

  package init() {
    slots = [Slot](repeating: .empty, count: 16)
  }

  /// The vocabulary whose codes are the places in `strings`; nil where a string stands twice.
  package init?(_ strings: ByteStrings) {
    self.init()
    for index in 0..<strings.count where code(of: strings[index]) != index { return nil }
  }

  package var count: Int { strings.count }

  package func text(_ code: UInt32) -> String { strings.text(Int(code)) }

  /// The code of `string`, a new one where it has not come before.
  package mutating func code(of string: Span<UInt8>) -> UInt32 {
    let hash = UInt32(truncatingIfNeeded: hash64(of: string))
    var place = Int(hash) & (slots.count - 1)
    while slots[place].code != .max {
      if slots[place].hash == hash, areEqual(strings[Int(slots[place].code)], string) {
        return slots[place].code
      }
      place = (place + 1) & (slots.count - 1)
    }
    let code = UInt32(strings.count)
    strings.append(string)
    slots[place] = Slot(hash: hash, code: code)
    if strings.count * 2 > slots.count { grow() }
    return code
  }

  /// The code of `string`, or nil where it has not come.
  package func existingCode(of string: Span<UInt8>) -> UInt32? {
    let hash = UInt32(truncatingIfNeeded: hash64(of: string))
    var place = Int(hash) & (slots.count - 1)
    while slots[place].code != .max {
      if slots[place].hash == hash, areEqual(strings[Int(slots[place].code)], string) {
        return slots[place].code
      }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  package func existingCode(of text: String) -> UInt32? {
    existingCode(of: text.utf8.span)
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: .empty, count: old.count * 2)
    for slot in old where slot.code != .max {
      var place = Int(slot.hash) & (slots.count - 1)
      while slots[place].code != .max { place = (place + 1) & (slots.count - 1) }
      slots[place] = slot
    }
  }
}

func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  // UInt8 has no padding: the raw bytes are the spans' own.
  let (left, right) = unsafe (left.bytes, right.bytes)
  var offset = 0
  while left.byteCount - offset >= 8 {
    // The loop's condition keeps the eight bytes inside both spans, which are equally long.
    let isEqual =
      unsafe left.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
      == right.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
    guard isEqual else { return false }
    offset += 8
  }
  while offset < left.byteCount {
    let isEqual =
      unsafe left.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
      == right.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    guard isEqual else { return false }
    offset += 1
  }
  return true
}
