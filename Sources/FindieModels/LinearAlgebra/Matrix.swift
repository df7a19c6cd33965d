import CFactorKernels
package import FindieWorkers

/// A dense matrix of Float32, row-major: element (i, j) of A[rows, columns] at i · columns + j.
package struct Matrix: Sendable, Equatable {
  package let rows: Int
  package let columns: Int
  package private(set) var elements: [Float]

  /// A matrix of zeros.
  package init(rows: Int, columns: Int) {
    precondition(rows >= 0 && columns >= 0, "a matrix of \(rows) × \(columns)")
    self.rows = rows
    self.columns = columns
    elements = [Float](repeating: 0, count: rows * columns)
  }

  /// - Precondition: there are rows · columns elements.
  package init(rows: Int, columns: Int, elements: [Float]) {
    precondition(
      elements.count == rows * columns, "\(elements.count) elements for \(rows) × \(columns)")
    self.rows = rows
    self.columns = columns
    self.elements = elements
  }

  package subscript(row: Int, column: Int) -> Float {
    get { elements[row * columns + column] }
    set { elements[row * columns + column] = newValue }
  }

  /// One row, [columns].
  @_lifetime(borrow self)
  package func row(_ index: Int) -> Span<Float> {
    elements.span.extracting(index * columns..<(index + 1) * columns)
  }

  /// The rows of `range`, [range.count, columns], one after the other.
  @_lifetime(borrow self)
  package func rows(_ range: Range<Int>) -> Span<Float> {
    elements.span.extracting(range.lowerBound * columns..<range.upperBound * columns)
  }

  /// Appends the inner products of some rows with a vector of [columns].
  package func appendProducts(
    ofRows indices: Span<UInt32>, with vector: Span<Float>, to products: inout [Float]
  ) {
    precondition(vector.count == columns, "a vector of \(vector.count) for \(columns) columns")
    for index in indices.indices {
      precondition(Int(indices[index]) < rows, "row \(indices[index]) of \(rows)")
    }
    let start = products.count
    products.append(contentsOf: repeatElement(0, count: indices.count))
    // The shapes are checked above, and there is one product per index.
    unsafe elements.withUnsafeBufferPointer { rows in
      unsafe indices.withUnsafeBufferPointer { indices in
        unsafe vector.withUnsafeBufferPointer { vector in
          unsafe products.withUnsafeMutableBufferPointer { products in
            guard let products = products.baseAddress else { return }
            unsafe findie_row_products(
              rows.baseAddress, columns, indices.baseAddress, indices.count, vector.baseAddress,
              products + start)
          }
        }
      }
    }
  }

  /// A matrix of the given rows of this one, in the order given.
  package func gathering(_ indices: [Int]) -> Matrix {
    var gathered: [Float] = []
    gathered.reserveCapacity(indices.count * columns)
    for index in indices { gathered += elements[index * columns..<(index + 1) * columns] }
    return Matrix(rows: indices.count, columns: columns, elements: gathered)
  }

  /// Aᵀ, [columns, rows].
  package var transposed: Matrix {
    var transposed = Matrix(rows: columns, columns: rows)
    for i in 0..<rows {
      for j in 0..<columns { transposed[j, i] = self[i, j] }
    }
    return transposed
  }

  /// Calls `body` with all elements, which it may change in place.
  package mutating func withElements<Result, Failure: Error>(
    _ body: (inout MutableSpan<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var span = elements.mutableSpan
    return try body(&span)
  }

  /// Writes rows in parallel: each part of rows is passed to one thread.
  ///
  /// - Parameter parts: ranges of rows that do not overlap.
  package mutating func updateRows<Scratch>(
    in parts: [Range<Int>], workers: Workers, scratch: @Sendable () -> Scratch,
    _ body: @Sendable (_ rows: Range<Int>, inout MutableSpan<Float>, inout Scratch) -> Void
  ) {
    precondition(Self.areDisjoint(parts, below: rows), "parts of rows that overlap")
    let columns = columns
    unsafe elements.withUnsafeMutableBufferPointer { buffer in
      // Parts do not overlap (checked above), so no two threads access one element. The buffer
      // outlives the call, which returns when all parts are done.
      let shared = unsafe DisjointParts(buffer: buffer)
      workers.eachWithScratch(parts.count, scratch: scratch) { part, scratch in
        let range = parts[part]
        let own = unsafe UnsafeMutableBufferPointer(
          rebasing: shared.buffer[range.lowerBound * columns..<range.upperBound * columns])
        var span = unsafe MutableSpan(_unsafeElements: own)
        body(range, &span, &scratch)
      }
    }
  }

  private static func areDisjoint(_ parts: [Range<Int>], below count: Int) -> Bool {
    var end = 0
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard part.lowerBound >= end, part.upperBound <= count else { return false }
      end = part.upperBound
    }
    return true
  }
}

/// A buffer whose parts are written by several threads, each element by one.
@unsafe struct DisjointParts<Element>: @unchecked Sendable {
  let buffer: UnsafeMutableBufferPointer<Element>
}

extension Matrix {
  /// The number of rows in a part. It is fixed, so that sums do not depend on the number of
  /// threads.
  private static let rowsAPart = 1024

  /// AᵀA, [columns, columns], both triangles filled; its parts are computed in parallel.
  ///
  /// Each part of 1,024 rows is summed in Float. The parts are added in order, in Double.
  package func gramian(workers: Workers) -> Matrix {
    let parts = Workers.ranges(of: rows, size: Self.rowsAPart)
    // Each stripe of parts is added as soon as it is computed, to limit memory.
    let stripes = Workers.ranges(of: parts.count, size: 8)
    let sums = workers.map(stripes.count) { stripe in
      var sum = [Double](repeating: 0, count: columns * columns)
      for part in stripes[stripe] {
        var product = Matrix(rows: columns, columns: columns)
        product.withElements {
          BLAS.addGramian(of: rows(parts[part]), rows: parts[part].count, columns: columns, to: &$0)
        }
        for element in sum.indices { sum[element] += Double(product.elements[element]) }
      }
      return sum
    }
    var total = [Double](repeating: 0, count: columns * columns)
    for sum in sums {
      for element in total.indices { total[element] += sum[element] }
    }
    var product = Matrix(rows: columns, columns: columns, elements: total.map { Float($0) })
    for i in 0..<columns {
      for j in 0..<i { product[i, j] = product[j, i] }
    }
    return product
  }

  /// Replaces each row x by B x for the square B[columns, columns].
  package mutating func transformRows(by b: Matrix, workers: Workers) {
    precondition(b.rows == columns && b.columns == columns, "\(b.rows) × \(b.columns)")
    let columns = columns
    updateRows(
      in: Workers.ranges(of: rows, size: 256), workers: workers,
      scratch: { [Float](repeating: 0, count: 256 * columns) }
    ) { rows, elements, scratch in
      for element in 0..<elements.count { scratch[element] = elements[element] }
      BLAS.products(
        ofRows: scratch.span, rows.count, withRows: b.elements.span, columns, columns: columns,
        into: &elements)
    }
  }
}

/// The eigendecomposition QΛQᵀ of a symmetric matrix A[n, n], with ascending eigenvalues.
package struct SymmetricSpectrum: Sendable {
  package let values: [Float]
  /// Qᵀ[n, n]: one eigenvector per row.
  package let vectors: Matrix

  /// - Parameter matrix: symmetric and finite; only its upper triangle is read.
  /// - Throws: if LAPACK does not converge, which is not known to happen for finite matrices.
  package init(_ matrix: Matrix) throws(LAPACKFailure) {
    precondition(matrix.rows == matrix.columns, "\(matrix.rows) × \(matrix.columns) is not square")
    var vectors = matrix
    values = try vectors.diagonalize()
    self.vectors = vectors
  }
}

extension Matrix {
  /// Becomes its own eigenvectors, and returns the eigenvalues.
  fileprivate mutating func diagonalize() throws(LAPACKFailure) -> [Float] {
    let order = rows
    var values = [Float](repeating: 0, count: order)
    var failure: LAPACKFailure?
    withElements { elements in
      var span = values.mutableSpan
      do throws(LAPACKFailure) {
        try LAPACK.syevd(&elements, order: order, eigenvalues: &span)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return values
  }
}
