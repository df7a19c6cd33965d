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
