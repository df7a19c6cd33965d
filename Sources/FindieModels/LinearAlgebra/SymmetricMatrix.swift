package import FindieWorkers

/// A symmetric matrix of Float32, of which one triangle is stored: half the memory of a `Matrix`.
///
/// The form is LAPACK's rectangular full packed one, whose two triangles form a rectangle. Its row
/// r has the elements (i, j) with h ≤ j ≤ i of one row i of the lower triangle, and then row r of
/// the upper triangle, h being half of the order, rounded up.
///
/// Source: Gustavson, Waśniewski, Dongarra and Langou, *Rectangular Full Packed Format for
/// Cholesky's Algorithm* (2010), DOI 10.1145/1731022.1731028.
package struct SymmetricMatrix: Sendable {
  package let order: Int
  private var rectangle: Matrix
  private let layout: Layout

  private struct Layout: Sendable {
    let half: Int
    /// 1 if the order is even.
    let even: Int
    /// The number of columns of the rectangle.
    let columns: Int

    init(_ order: Int) {
      half = (order + 1) / 2
      even = 1 - order % 2
      columns = order + even
    }

    func position(_ i: Int, _ j: Int) -> Int {
      let (first, last) = i < j ? (i, j) : (j, i)
      return first < half
        ? first * columns + even + last : (last - half + 1 - even) * columns + first - half
    }
  }

  /// A matrix of zeros.
  package init(order: Int) {
    self.order = order
    layout = Layout(order)
    rectangle = Matrix(rows: layout.half, columns: layout.columns)
  }

  package subscript(i: Int, j: Int) -> Float {
    get { rectangle.elements[layout.position(i, j)] }
    set { rectangle[0, layout.position(i, j)] = newValue }
  }

  package var diagonal: [Float] { (0..<order).map { self[$0, $0] } }

  /// Some rows with all columns, [range.count, order].
  package func rows(_ range: Range<Int>) -> Matrix {
    var rows = Matrix(rows: range.count, columns: order)
    rows.withElements { rows in
      let elements = rectangle.elements.span
      for column in 0..<order {
        for row in range {
          rows[(row - range.lowerBound) * order + column] = elements[layout.position(row, column)]
        }
      }
    }
    return rows
  }

  /// Calls `body` for each row in parallel, to change a part of it: `columns` are those that are
  /// stored with the row. Column j is the element `start` + j.
  package mutating func updateRows(
    workers: Workers,
    _ body:
      @Sendable (
        _ row: Int, _ columns: ClosedRange<Int>, inout MutableSpan<Float>, _ start: Int
      ) -> Void
  ) {
    let (order, layout) = (order, layout)
    rectangle.updateRows(
      in: Workers.ranges(of: layout.half, size: 16), workers: workers, scratch: {}
    ) { rows, elements, _ in
      for (position, row) in rows.enumerated() {
        let start = position * layout.columns
        body(row, row...order - 1, &elements, start + layout.even)
        let other = row + layout.half - 1 + layout.even
        if other >= layout.half {
          body(other, layout.half...other, &elements, start - layout.half)
        }
      }
    }
  }

  /// Becomes the inverse, in place, if it is positive definite.
  ///
  /// - Complexity: n³ operations, and no copy of the matrix.
  /// - Throws: if the matrix is not positive definite. Its elements are then undefined.
  package mutating func invert() throws(LAPACKFailure) {
    let order = order
    try rectangle.withElements { elements throws(LAPACKFailure) in
      try LAPACK.pftrf(&elements, order: order)
      try LAPACK.pftri(&elements, order: order)
    }
  }
}
