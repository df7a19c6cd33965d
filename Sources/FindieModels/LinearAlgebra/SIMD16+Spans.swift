extension Span where Element == Float {
  /// The elements from index 16 · `vector`.
  @inlinable @inline(__always)
  package func vector(_ vector: Int) -> SIMD16<Float> {
    // The load checks that it ends within the span; every bit pattern is a Float.
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 64 * vector, as: SIMD16<Float>.self)
  }
}

extension SIMD16<Float> {
  /// The largest element; none is NaN.
  @inlinable
  package var largest: Float {
    let eight = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
    let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .> eight.lowHalf)
    return Swift.max(four[0], four[1], four[2], four[3])
  }
}
