extension Span where Element == Float {
  /// The elements from place 16 · `vector` on.
  @inline(__always)
  func vector(_ vector: Int) -> SIMD16<Float> {
    // The load checks that it ends within the span; every bit pattern is a Float.
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 64 * vector, as: SIMD16<Float>.self)
  }

  /// The inner product, sixteen sums side by side: the same bytes on every processor.
  @inline(__always)
  func dot(_ other: Span<Float>) -> Float {
    precondition(count == other.count, "a product of \(count) and \(other.count)")
    var sums = SIMD16<Float>(repeating: 0)
    let vectors = count / 16
    // No fused addition: without the instruction for it, it is a call for each element.
    for index in 0..<vectors { sums += vector(index) * other.vector(index) }
    var sum = sums.sum()
    for index in 16 * vectors..<count { sum += self[index] * other[index] }
    return sum
  }
}
