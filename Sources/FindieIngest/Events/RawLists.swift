import CLineScanner
import FindieHistory
import Glibc

/// Lists of texts by the bytes they were written as: each is checked and joined once.
///
/// Players and games have the same lists in thousands of lines. Joined texts stay where they are until
/// `startOverIfFull`.
@safe package struct RawLists: ~Copyable {
  /// The elements of a list joined by U+001F, empty ones left out.
  @safe package struct Joined {
    /// Nil of an empty text only.
    package let start: UnsafePointer<UInt8>?
    package let count: Int
    /// `hash64` of the text.
    package let hash: UInt64
  }

  /// Raw bytes and what they join to; the joined text stands behind them.
  @safe private struct Entry {
    let raw: UnsafeMutablePointer<UInt8>
    let rawCount: Int
    /// -1: the bytes are no list of texts.
    let joinedCount: Int
    let joinedHash: UInt64
  }

  private let elementLimit: Int
  private let memoryLimit: Int
  private var entries: [Entry] = []
  /// Places in `entries` + 1 in the lower half and a part of the hash in the upper; 0 is free. At most
  /// half of the slots are taken.
  private var slots: [UInt64]
  private var memory = RawListMemory()
  /// The entry of each column's last list + 1: often the next is the same.
  private var last: [Int]

  private static let firstSlots = 1 << 12
  private static let emptyHash = hash64(of: Span())

  /// - Parameters:
  ///   - elementLimit: the longest element, in bytes.
  ///   - memoryLimit: how many bytes are kept before all is forgotten.
  package init(elementLimit: Int, memoryLimit: Int = 64 << 20) {
    self.elementLimit = elementLimit
    self.memoryLimit = memoryLimit
    slots = Array(repeating: 0, count: RawLists.firstSlots)
    last = Array(repeating: 0, count: Int(FINDIE_SCAN_TEXT_COLUMNS))
  }

  /// Forgets all lists where they take too much memory; what was handed out before is void then.
  package mutating func startOverIfFull() {
    guard memory.count + entries.count * MemoryLayout<Entry>.stride > memoryLimit else { return }
    entries.removeAll()
    slots = Array(repeating: 0, count: RawLists.firstSlots)
    last = Array(repeating: 0, count: last.count)
    memory.removeAll()
  }

  /// The text of a list in its raw form, from '[' to ']'; empty for no bytes, nil where it is no list of
  /// plain texts.
  ///
  /// - Precondition: the bytes are UTF-8 without control characters from U+0080 on, and `column` is one
  ///   of the scanner's.
  package mutating func joined(_ raw: UnsafeBufferPointer<UInt8>, column: Int) -> Joined? {
    guard raw.count > 0 else {
      return unsafe Joined(start: nil, count: 0, hash: RawLists.emptyHash)
    }
    if last[column] > 0, unsafe isEqual(entries[last[column] - 1], raw) {
      return joined(last[column] - 1)
    }
    // The buffer's own bytes.
    let hash = unsafe findie_bytes_hash(raw.baseAddress, raw.count)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot] & 0xFFFF_FFFF) - 1
      if slots[slot] >> 32 == hash >> 32, unsafe isEqual(entries[place], raw) {
        last[column] = place + 1
        return joined(place)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    unsafe insert(raw, hash)
    last[column] = entries.count
    return joined(entries.count - 1)
  }

  private func joined(_ place: Int) -> Joined? {
    let entry = entries[place]
    guard entry.joinedCount >= 0 else { return nil }
    return unsafe Joined(
      start: entry.raw + entry.rawCount, count: entry.joinedCount, hash: entry.joinedHash)
  }

  private func isEqual(_ entry: Entry, _ raw: UnsafeBufferPointer<UInt8>) -> Bool {
    // Both hold as many bytes as they say.
    unsafe entry.rawCount == raw.count && memcmp(entry.raw, raw.baseAddress!, raw.count) == 0
  }

  private mutating func insert(_ raw: UnsafeBufferPointer<UInt8>, _ hash: UInt64) {
    if (entries.count + 1) * 2 > slots.count { grow() }
    // A joined text is never longer than the list.
    let bytes = unsafe memory.allocate(raw.count * 2)
    unsafe bytes.update(from: raw.baseAddress!, count: raw.count)
    let joiner = ListJoiner(elementLimit: elementLimit)
    let target = unsafe UnsafeMutableBufferPointer(start: bytes + raw.count, count: raw.count)
    let count = unsafe joiner.join(Span(_unsafeElements: raw), into: target)
    memory.giveBack(raw.count - (count ?? 0))
    let joinedHash = unsafe hash64(
      of: Span(_unsafeStart: UnsafePointer(bytes + raw.count), count: count ?? 0))
    entries.append(
      unsafe Entry(
        raw: bytes, rawCount: raw.count, joinedCount: count ?? -1, joinedHash: joinedHash))
    place(UInt64(entries.count), hash)
  }

  /// Puts an entry's place + 1 into the first free slot.
  private mutating func place(_ number: UInt64, _ hash: UInt64) {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = hash & ~0xFFFF_FFFF | number
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for index in entries.indices {
      let entry = entries[index]
      place(UInt64(index + 1), unsafe findie_bytes_hash(entry.raw, entry.rawCount))
    }
  }
}
