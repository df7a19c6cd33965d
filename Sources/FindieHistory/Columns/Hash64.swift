/// A 64-bit hash of bytes, the same on every machine and in every run.
///
/// It detects accidents (a flipped bit, another content with the same id), not attacks. Sixteen
/// bytes at a time are mixed in by a 64 × 64 → 128 bit product whose halves are folded; for 64
/// bytes and more, four such chains run in parallel. `Tests/FindieHistoryTests/read_history.py`
/// implements it in Python.
///
/// Source: the multiply-and-fold of wyhash (Wang Yi, 2019).
package func hash64(of bytes: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
  // UInt8 has no padding: its raw bytes are the span's own.
  unsafe bytes.withUnsafeBytes { unsafe hash64($0, seed: seed) }
}

package func hash64(of bytes: RawSpan, seed: UInt64 = 0) -> UInt64 {
  unsafe bytes.withUnsafeBytes { unsafe hash64($0, seed: seed) }
}

/// `hash` with one more number mixed in.
package func hash64(_ hash: UInt64, adding number: UInt64) -> UInt64 {
  folded(hash ^ HashKeys.first, number ^ HashKeys.second)
}

/// Odd numbers with as many ones as zeros, without a pattern.
enum HashKeys {
  static let first: UInt64 = 0xA076_1D64_78BD_642F
  static let second: UInt64 = 0xE703_7ED1_A0B4_28DB
  static let third: UInt64 = 0x8EBC_6AF0_9C88_C6E3
  static let fourth: UInt64 = 0x5899_65CC_7537_4CC3
}

@inline(__always)
func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
  let product = left.multipliedFullWidth(by: right)
  return product.high ^ product.low
}

func hash64(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
  let count = bytes.count
  var state = seed ^ HashKeys.first
  guard count > 0 else {
    return folded(state ^ HashKeys.third, HashKeys.fourth)
  }

  var offset = 0
  if count >= 64 {
    var chains = HashChains(seed: seed)
    offset = unsafe chains.mix(bytes)
    state = chains.joined
  }
  return unsafe finished(state, bytes, from: offset, total: count)
}

/// Four parallel chains over blocks of 64 bytes.
struct HashChains {
  private var first: UInt64
  private var second: UInt64
  private var third: UInt64
  private var fourth: UInt64

  init(seed: UInt64) {
    first = seed ^ HashKeys.first
    second = first ^ HashKeys.second
    third = first ^ HashKeys.third
    fourth = first ^ HashKeys.fourth
  }

  /// Mixes in the whole blocks that `bytes` begins with, and returns how many bytes they have.
  @inline(__always)
  mutating func mix(_ bytes: UnsafeRawBufferPointer) -> Int {
    var offset = 0
    while bytes.count - offset >= 64 {
      first = unsafe folded(
        bytes.word(offset) ^ HashKeys.second, bytes.word(offset + 8) ^ first)
      second = unsafe folded(
        bytes.word(offset + 16) ^ HashKeys.third, bytes.word(offset + 24) ^ second)
      third = unsafe folded(
        bytes.word(offset + 32) ^ HashKeys.fourth, bytes.word(offset + 40) ^ third)
      fourth = unsafe folded(
        bytes.word(offset + 48) ^ HashKeys.first, bytes.word(offset + 56) ^ fourth)
      offset += 64
    }
    return offset
  }

  var joined: UInt64 {
    folded(first, second ^ HashKeys.third) ^ folded(third, fourth ^ HashKeys.second)
  }
}

/// The hash of `total` bytes that end like `bytes`, which are mixed into `state` from `offset` on.
///
/// - Precondition: if bytes precede `start`, `bytes` includes at least the last 16 of them.
@inline(__always)
func finished(
  _ state: UInt64, _ bytes: UnsafeRawBufferPointer, from start: Int, total: Int
) -> UInt64 {
  let count = bytes.count
  var (state, offset) = (state, start)
  while count - offset >= 16 {
    state = unsafe folded(bytes.word(offset) ^ HashKeys.second, bytes.word(offset + 8) ^ state)
    offset += 16
  }
  let left = count - offset
  if left > 0 {
    let tail: (UInt64, UInt64) =
      if count >= 16 {
        unsafe (bytes.word(count - 16), bytes.word(count - 8))
      } else if left >= 8 {
        unsafe (bytes.word(0), bytes.word(count - 8))
      } else if left >= 4 {
        unsafe (bytes.half(0), bytes.half(count - 4))
      } else {
        unsafe (
          UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8 | UInt64(bytes[count - 1]) << 16, 0
        )
      }
    state = folded(tail.0 ^ HashKeys.second, tail.1 ^ state)
  }
  return folded(state ^ HashKeys.third, UInt64(total) ^ HashKeys.fourth)
}

extension UnsafeRawBufferPointer {
  // Callers have checked that the number's bytes are inside.
  @inline(__always)
  fileprivate func word(_ offset: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: baseAddress.unsafelyUnwrapped.loadUnaligned(
        fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  fileprivate func half(_ offset: Int) -> UInt64 {
    unsafe UInt64(
      UInt32(
        littleEndian: baseAddress.unsafelyUnwrapped.loadUnaligned(
          fromByteOffset: offset, as: UInt32.self)))
  }
}

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

/// The `hash64` of bytes that arrive in pieces.
///
/// ```swift
/// var hash = HashStream()
/// hash.append(first)
/// hash.append(second)
/// hash.value   // hash64 of both, one after the other
/// ```
package struct HashStream {
  package init() {}

  private var chains = HashChains(seed: 0)
  private var count = 0
  /// The last 16 bytes that were mixed in, then those of an incomplete block.
  private var rest = [UInt8](repeating: 0, count: 16)

  package mutating func append(_ bytes: RawSpan) {
    // The bytes are read while they are borrowed.
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var start = 0
    if rest.count > 16 {
      start = min(bytes.count, 16 + 64 - rest.count)
      unsafe rest.append(contentsOf: bytes[..<start])
      guard rest.count == 16 + 64 else { return }
      unsafe rest.withUnsafeBytes {
        _ = unsafe chains.mix(UnsafeRawBufferPointer(rebasing: $0[16...]))
      }
      rest.removeFirst(64)
    }
    let whole = unsafe chains.mix(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    if whole > 0 {
      unsafe rest.replaceSubrange(0..<16, with: bytes[(start + whole - 16)..<(start + whole)])
    }
    unsafe rest.append(contentsOf: bytes[(start + whole)...])
  }

  package var value: UInt64 {
    guard count >= 64 else {
      return unsafe rest.withUnsafeBytes {
        unsafe hash64(UnsafeRawBufferPointer(rebasing: $0[16...]), seed: 0)
      }
    }
    return unsafe rest.withUnsafeBytes {
      unsafe finished(chains.joined, $0, from: 16, total: count)
    }
  }
}
