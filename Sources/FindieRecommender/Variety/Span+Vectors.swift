extension Span where Element == Float {
  /// The elements from place 16 · `vector` on.
  @inline(__always)
  func vector(_ vector: Int) -> SIMD16<Float> {
    // The load checks that it ends within the span; every bit pattern is a Float.
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 64 * vector, as: SIMD16<Float>.self)
  }
}
