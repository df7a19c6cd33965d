import CFactorKernels
import FindieWorkers

/// The rows of a matrix in half precision (IEEE 754 binary16), which halves the bytes of a gather.
///
/// Each row is padded with zeros to a multiple of 16 elements. All elements are multiplied by `scale`.
struct HalfRows: Sendable {
  /// The distance between two rows, in elements.
  let stride: Int
  let scale: Float
  let elements: [UInt16]

  /// - Parameters:
  ///   - bound: an upper bound of the elements' magnitudes.
  init(_ matrix: Matrix, bound: Float, workers: Workers) {
    let lanes = Int(FINDIE_FACTOR_LANES)
    let stride = (matrix.columns + lanes - 1) / lanes * lanes
    let scale = HalfRows.scale(bound: bound)
    let count = matrix.rows * stride
    let variant = findie_factors_best()
    elements = unsafe [UInt16](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe HugePages.request(for: UnsafeMutableRawBufferPointer(buffer))
      let target = unsafe DisjointParts(buffer: buffer)
      let parts = Workers.ranges(of: matrix.rows, size: 1024)
      workers.each(parts.count) { part in
        let rows = parts[part]
        // Parts do not overlap and are inside of the buffer, which outlives the call.
        unsafe matrix.rows(rows).withUnsafeBufferPointer { source in
          guard let source = source.baseAddress, let target = unsafe target.buffer.baseAddress
          else { return }
          unsafe findie_make_halves(
            variant, source, rows.count, matrix.columns, scale, stride,
            target + rows.lowerBound * stride)
        }
      }
      initialized = count
    }
    self.stride = stride
    self.scale = scale
  }

  /// The power of two that brings `bound` to 2¹⁴..<2¹⁵, a little below the largest half, 65,504.
  static func scale(bound: Float) -> Float {
    guard bound > 0, bound.isFinite else { return 1 }
    let exponent = min(max(14 - Int(bound.exponent), -40), 40)
    return Float(sign: .plus, exponent: exponent, significand: 1)
  }
}
