package import CFactorKernels
package import FindieWorkers

/// Solves shared systems with a few conjugate gradient steps per row, starting at the current
/// solution.
///
/// With D as preconditioner the spectrum is that of I plus a term of low rank, so two steps are
/// accurate. The factors are read in half precision; products and sums are in Float.
///
/// - Complexity: a row of n elements takes 4 n k (steps + 1) operations.
package struct ConjugateGradient: Sendable {
  /// The scratch memory of one thread.
  package struct Scratch {
    fileprivate var elements: [Float]
  }

  private let order: Int
  private let rows: Int
  private let halves: HalfRows
  /// Λ times the square of the scale, padded with ones.
  private let spectrum: [Float]
  private let variant: findie_factors_variant

  /// - Parameters:
  ///   - bound: an upper bound of the magnitudes of the factors' elements.
  ///   - variant: the kernel, one that this processor has.
  package init(
    _ systems: SharedSystems, bound: Float, workers: Workers,
    variant: findie_factors_variant = findie_factors_best()
  ) {
    order = systems.factors.columns
    rows = systems.factors.rows
    halves = HalfRows(systems.factors, bound: bound, workers: workers)
    let scale = halves.scale
    spectrum =
      systems.diagonal.map { $0 * scale * scale }
      + [Float](repeating: 1, count: halves.stride - order)
    self.variant = variant
  }

  package func scratch() -> Scratch {
    Scratch(elements: [Float](repeating: 0, count: findie_solve_scratch(halves.stride)))
  }

  /// Improves the solutions of some rows. A row without elements becomes zero.
  ///
  /// - Parameters:
  ///   - regularizations: λ of each row of `observed`.
  ///   - solutions: [range.count, k]: the initial values, overwritten.
  /// - Returns: the first row with a number that is not finite; nil if there is none.
  package func improve(
    _ range: Range<Int>, of observed: SparseRows, regularizations: [Float], steps: Int,
    solutions: inout MutableSpan<Float>, scratch: inout Scratch
  ) -> Int? {
    precondition(
      observed.columns == rows && regularizations.count == observed.rows
        && range.upperBound <= observed.rows && solutions.count == range.count * order
        && scratch.elements.count == findie_solve_scratch(halves.stride),
      "\(range.count) rows of \(observed.columns) columns for \(rows) factors")
    // SparseRows guarantees that all columns are below `rows`; the lengths of the buffers are
    // checked above.
    let failed = unsafe withUnsafe(observed) { observed in
      unsafe withFactors { factors in
        unsafe regularizations.withUnsafeBufferPointer { regularizations in
          unsafe solutions.withUnsafeMutableBufferPointer { solutions in
            unsafe scratch.elements.withUnsafeMutableBufferPointer { scratch in
              guard let target = solutions.baseAddress else { return range.upperBound }
              return unsafe findie_solve_rows(
                variant, &factors, &observed, range.lowerBound, range.upperBound,
                regularizations.baseAddress, UInt32(steps), order, target, scratch.baseAddress)
            }
          }
        }
      }
    }
    return failed < range.upperBound ? failed : nil
  }

  private func withUnsafe(
    _ observed: SparseRows, _ body: (inout findie_observed) -> Int
  ) -> Int {
    unsafe observed.offsets.withUnsafeBufferPointer { offsets in
      unsafe observed.columnIndices.withUnsafeBufferPointer { columns in
        unsafe observed.values.withUnsafeBufferPointer { values in
          var rows = unsafe findie_observed(
            offsets: offsets.baseAddress, columns: columns.baseAddress,
            confidences: values.baseAddress)
          return unsafe body(&rows)
        }
      }
    }
  }

  private func withFactors(_ body: (inout findie_factors) -> Int) -> Int {
    unsafe halves.elements.withUnsafeBufferPointer { elements in
      unsafe spectrum.withUnsafeBufferPointer { spectrum in
        var factors = unsafe findie_factors(
          rank: halves.stride, halves: elements.baseAddress, spectrum: spectrum.baseAddress,
          scale: halves.scale)
        return unsafe body(&factors)
      }
    }
  }
}

/// The rows of a matrix in half precision (IEEE 754 binary16), which halves the bytes of a gather.
///
/// Each row is padded with zeros to a multiple of 16 elements. All elements are multiplied by
/// `scale`.
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
    let scale = Self.scale(bound: bound)
    let count = matrix.rows * stride
    let variant = findie_factors_best()
    elements = unsafe [UInt16](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe HugePages.request(for: UnsafeMutableRawBufferPointer(buffer))
      let target = unsafe DisjointParts(buffer: buffer)
      let parts = Workers.ranges(of: matrix.rows, size: 1024)
      workers.each(parts.count) { part in
        let rows = parts[part]
        // Parts do not overlap and are inside the buffer, which outlives the call.
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
