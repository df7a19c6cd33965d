import CLineScanner
package import FindieHistory
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
    /// From 1; 0 of no bytes.
    package let number: UInt32
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
  /// Changes when all lists are forgotten, and with them their numbers.
  package private(set) var numbering = 1
  private var waiting = [Waiting](repeating: Waiting(), count: LineRows.capacity)

  /// The number of the list that an owner had last, by a part of the owner's hash.
  private var lastOfOwner: [UInt32]

  /// What is known of a row's list while others are looked up.
  private struct Waiting {
    /// In `lastOfOwner`.
    var place = 0
    /// The place of the entry that it may be, -1 of none.
    var guess = -1
  }

  private static let ownerCount = 1 << 16

  private static let firstSlots = 1 << 12
  private static let emptyHash = hash64(of: Span())

  /// - Parameters:
  ///   - elementLimit: the longest element, in bytes.
  ///   - memoryLimit: how many bytes are kept before all is forgotten.
  package init(elementLimit: Int, memoryLimit: Int = 64 << 20) {
    self.elementLimit = elementLimit
    self.memoryLimit = memoryLimit
    slots = Array(repeating: 0, count: RawLists.firstSlots)
    lastOfOwner = Array(repeating: 0, count: RawLists.ownerCount)
  }

  /// Forgets all lists where they take too much memory; what was handed out before is void then.
  package mutating func startOverIfFull() {
    guard memory.count + entries.count * MemoryLayout<Entry>.stride > memoryLimit else { return }
    entries.removeAll()
    slots = Array(repeating: 0, count: RawLists.firstSlots)
    lastOfOwner = Array(repeating: 0, count: RawLists.ownerCount)
    numbering += 1
    memory.removeAll()
  }

  /// The text of a list in its raw form, from '[' to ']'; empty for no bytes, nil where it is no list of
  /// plain texts.
  ///
  /// - Precondition: the bytes are UTF-8 without control characters from U+0080 on.
  package mutating func joined(_ raw: UnsafeBufferPointer<UInt8>) -> Joined? {
    // The buffer's own bytes.
    unsafe joined(raw, hash: findie_bytes_hash(raw.baseAddress, raw.count))
  }

  private mutating func joined(_ raw: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Joined? {
    guard raw.count > 0 else {
      return unsafe Joined(start: nil, count: 0, hash: RawLists.emptyHash, number: 0)
    }
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot] & 0xFFFF_FFFF) - 1
      if slots[slot] >> 32 == hash >> 32, unsafe isEqual(entries[place], raw) {
        return joined(place)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    unsafe insert(raw, hash)
    return joined(entries.count - 1)
  }

  /// Puts the joined text of each of the first `count` rows' lists in place of its raw bytes; the rows
  /// whose bytes are no list are left as they are and returned.
  ///
  /// Where an owner is known, its last list is tried first; else a list is found by its bytes. Rows are
  /// looked up side by side: one after the other, each would wait for memory three times.
  ///
  /// - Parameters:
  ///   - column: tells the lists of one owner apart.
  ///   - owners: hashed texts, few of them, that mostly have the same list.
  package mutating func resolve(
    _ texts: EventBatch.Texts, _ count: Int, column: Int, of owners: EventBatch.Texts?
  ) -> [Int] {
    // The scanner set that many pointers and lengths, of bytes that stay.
    unsafe findie_find_repeats(texts.pointers, texts.lengths, count, texts.repeats)
    if let owners { guess(texts, count, column: column, of: owners) } else { find(texts, count) }
    unsafe entries.withUnsafeBufferPointer { entries in
      for row in 0..<count where unsafe !texts.repeats[row] && waiting[row].guess >= 0 {
        let raw = unsafe entries[waiting[row].guess].raw
        unsafe findie_prefetch(raw)
        unsafe findie_prefetch(raw + 64)
      }
    }
    var refused: [Int] = []
    var last: Joined?
    for row in 0..<count {
      if unsafe !texts.repeats[row] {
        let raw = unsafe UnsafeBufferPointer(
          start: texts.pointers[row], count: Int(texts.lengths[row]))
        let (guess, place) = (waiting[row].guess, waiting[row].place)
        if guess >= 0, unsafe isEqual(entries[guess], raw) {
          last = joined(guess)
        } else {
          unsafe last = joined(raw)
          if owners != nil { lastOfOwner[place] = last?.number ?? 0 }
        }
      }
      guard let list = last else {
        refused.append(row)
        continue
      }
      unsafe texts.pointers[row] = list.start
      unsafe texts.lengths[row] = UInt32(list.count)
      unsafe texts.hashes[row] = list.hash
      unsafe texts.numbers[row] = list.number
    }
    return refused
  }

  /// Guesses the lists by their owners.
  private mutating func guess(
    _ texts: EventBatch.Texts, _ count: Int, column: Int, of owners: EventBatch.Texts
  ) {
    unsafe entries.withUnsafeBufferPointer { entries in
      for row in 0..<count where unsafe !texts.repeats[row] {
        let place = unsafe place(ofOwner: owners.hashes[row], column)
        let guess = Int(lastOfOwner[place]) - 1
        waiting[row] = Waiting(place: place, guess: guess)
        if guess >= 0 { unsafe findie_prefetch(entries.baseAddress.unsafelyUnwrapped + guess) }
      }
    }
  }

  /// Guesses the lists by a part of their bytes' hash.
  private mutating func find(_ texts: EventBatch.Texts, _ count: Int) {
    for row in 0..<count where unsafe !texts.repeats[row] {
      // The scanner set both, within bytes that stay.
      let hash = unsafe findie_bytes_hash(texts.pointers[row], Int(texts.lengths[row]))
      let slot = slots[Int(truncatingIfNeeded: hash) & (slots.count - 1)]
      waiting[row] = Waiting(place: 0, guess: Int(slot & 0xFFFF_FFFF) - 1)
    }
  }

  /// Where the last list of an owner is noted; each column takes other bits of the hash.
  private func place(ofOwner hash: UInt64, _ column: Int) -> Int {
    Int(truncatingIfNeeded: hash >> UInt64(16 * (column & 3))) & (RawLists.ownerCount - 1)
  }

  private func joined(_ place: Int) -> Joined? {
    let entry = entries[place]
    guard entry.joinedCount >= 0 else { return nil }
    return unsafe Joined(
      start: entry.raw + entry.rawCount, count: entry.joinedCount, hash: entry.joinedHash,
      number: UInt32(place + 1))
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
