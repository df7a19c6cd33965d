/// Distinct byte strings with a code each, from 0 in the order of their first appearance.
///
/// ```swift
/// var players = Vocabulary()
/// players.code(of: "u1".utf8.span)   // 0
/// players.code(of: "u2".utf8.span)   // 1
/// players.code(of: "u1".utf8.span)   // 0
/// ```
///
/// An open-addressing table over the bytes, without a `String` for each.
///
/// - Complexity: one look-up hashes the string once and compares on average fewer than two slots.
package struct Vocabulary: Sendable {
  package private(set) var strings = ByteStrings()
  /// A power of two, at most half full; an empty slot holds `Slot.empty`.
  private var slots: [Slot]
  /// The slots that `prepare` read ahead, by row of the batch.
  private var ahead: [Slot] = []

  private struct Slot {
    var hash: UInt32
    var code: UInt32
    static let empty = Slot(hash: 0, code: .max)
  }

  package init() {
    slots = [Slot](repeating: .empty, count: 16)
  }

  /// The vocabulary whose codes are the indexes in `strings`; nil if a string occurs twice.
  package init?(_ strings: ByteStrings) {
    self.init()
    for index in 0..<strings.count where code(of: strings[index]) != index { return nil }
  }

  package var count: Int { strings.count }

  /// The memory of the strings and their table, in bytes.
  var byteCount: Int { strings.bytes.count + strings.count * 8 + slots.count * 8 }

  package func text(_ code: UInt32) -> String { strings.text(Int(code)) }

  /// The code of `string`, which is added if it is new.
  package mutating func code(of string: Span<UInt8>) -> UInt32 {
    code(of: string, hash: hash64(of: string))
  }

  /// As `code(of:)`, for a string whose `hash64` is known.
  mutating func code(of string: Span<UInt8>, hash: UInt64) -> UInt32 {
    switch searchSlot(of: string, hash: UInt32(truncatingIfNeeded: hash)) {
    case .code(let code): return code
    case .free(let position):
      let code = UInt32(strings.count)
      strings.append(string)
      slots[position] = Slot(hash: UInt32(truncatingIfNeeded: hash), code: code)
      if strings.count * 2 > slots.count { grow() }
      return code
    }
  }

  /// Reads the slots of a batch's texts ahead, so that their cache misses overlap.
  mutating func prepare(_ texts: EventBatch.Texts, _ rows: Range<Int>) {
    if ahead.isEmpty { ahead = [Slot](repeating: .empty, count: EventBatch.capacity) }
    let last = slots.count - 1
    for row in rows {
      ahead[row] = slots[Int(UInt32(truncatingIfNeeded: unsafe texts.hashes[row])) & last]
    }
  }

  /// The code of a text of a batch.
  ///
  /// - Precondition: `prepare` was called for its row. The slots that it read may be outdated, but
  ///   a code always means the same string.
  mutating func code(of texts: EventBatch.Texts, _ row: Int) -> UInt32 {
    let hash = unsafe texts.hashes[row]
    if !ahead.isEmpty {
      let slot = ahead[row]
      if slot.code != .max, slot.hash == UInt32(truncatingIfNeeded: hash),
        slot.code < strings.count, areEqual(strings[Int(slot.code)], texts[row])
      {
        return slot.code
      }
    }
    return code(of: texts[row], hash: hash)
  }

  /// The code of `string`; nil if it has none.
  package func existingCode(of string: Span<UInt8>) -> UInt32? {
    switch searchSlot(of: string, hash: UInt32(truncatingIfNeeded: hash64(of: string))) {
    case .code(let code): code
    case .free: nil
    }
  }

  package func existingCode(of text: String) -> UInt32? {
    existingCode(of: text.utf8.span)
  }

  private enum SlotSearch {
    case code(UInt32)
    case free(Int)
  }

  @inline(__always)
  private func searchSlot(of string: Span<UInt8>, hash: UInt32) -> SlotSearch {
    let last = slots.count - 1
    var position = Int(hash) & last
    while true {
      let slot = slots[position]
      guard slot.code != .max else { return .free(position) }
      if slot.hash == hash, areEqual(strings[Int(slot.code)], string) { return .code(slot.code) }
      position = (position + 1) & last
    }
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: .empty, count: old.count * 2)
    for slot in old where slot.code != .max {
      var position = Int(slot.hash) & (slots.count - 1)
      while slots[position].code != .max { position = (position + 1) & (slots.count - 1) }
      slots[position] = slot
    }
  }
}

@inline(__always)
func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  // Both spans are borrowed here; the pointers are read within the length that they share.
  return unsafe left.withUnsafeBytes { left in
    unsafe right.withUnsafeBytes { right in unsafe areEqual(left, right) }
  }
}

/// - Precondition: both hold the same number of bytes.
@inline(__always)
func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  let count = left.count
  guard let left = left.baseAddress, let right = right.baseAddress else { return count == 0 }
  if count < 8 {
    for offset in 0..<count
    where unsafe left.load(fromByteOffset: offset, as: UInt8.self)
      != right.load(fromByteOffset: offset, as: UInt8.self)
    { return false }
    return true
  }
  // Words up to the last whole one, then the last eight bytes, which may overlap.
  var offset = 0
  while offset < count - 8 {
    let isEqual =
      unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    guard isEqual else { return false }
    offset += 8
  }
  return unsafe left.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    == right.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
}

/// The ids of players who are to be forgotten, with a cache of results.
package struct ForgottenIds: Sendable {
  private let isForgotten: @Sendable (String) -> Bool
  private var known = Vocabulary()
  private var answers: [Bool] = []
  /// The maximum number of cached ids, and of their bytes.
  private static let capacity = (ids: 1 << 20, bytes: 64 << 20)

  package init(_ isForgotten: @escaping @Sendable (String) -> Bool) {
    self.isForgotten = isForgotten
  }

  package mutating func contains(_ id: Span<UInt8>) -> Bool {
    if answers.count == Self.capacity.ids || known.byteCount > Self.capacity.bytes {
      known = Vocabulary()
      answers = []
    }
    let code = known.code(of: id)
    if Int(code) == answers.count { answers.append(isForgotten(known.text(code))) }
    return answers[Int(code)]
  }
}
