/// A 64-bit hash of bytes, the same on every machine and in every run.
///
/// It tells accidents (a flipped bit, another content under one id) apart, not attackers: eight bytes
/// at a time are mixed in by a 64 × 64 → 128 bit product whose halves are folded.
package func hash64(of bytes: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
  // UInt8 has no padding: its raw bytes are the span's own.
  let raw = unsafe bytes.bytes
  var state = seed ^ 0x9E37_79B9_7F4A_7C15
  var offset = 0
  while raw.byteCount - offset >= 8 {
    // The loop's condition keeps the eight bytes inside the span.
    let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
    state = mixed(state ^ UInt64(littleEndian: word))
    offset += 8
  }
  var tail: UInt64 = 0
  while offset < raw.byteCount {
    tail = tail << 8 | UInt64(bytes[offset])
    offset += 1
  }
  return mixed(mixed(state ^ tail) ^ UInt64(raw.byteCount))
}

/// `hash` with one more number mixed in.
package func hash64(_ hash: UInt64, adding number: UInt64) -> UInt64 {
  mixed(hash ^ number)
}

private func mixed(_ value: UInt64) -> UInt64 {
  let product = (value ^ 0xE703_7ED1_A0B4_28DB).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
  return product.high ^ product.low ^ value.byteSwapped
}
