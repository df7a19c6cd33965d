package import FindieWorkers

extension Matrix {
  /// Rows that one thread takes at a time: fixed, so that sums do not hang on the number of threads.
  private static let rowsAPart = 1024

  /// AᵀA, [columns, columns], as `gramian`, its parts made side by side.
  ///
  /// Each part of 1,024 rows is summed in Float, the parts in Double and in their order.
  package func gramian(workers: Workers) -> Matrix {
    let parts = Workers.ranges(of: rows, size: Matrix.rowsAPart)
    // A stripe of parts is summed where it is made: not all parts are held at once.
    let stripes = Workers.ranges(of: parts.count, size: 8)
    let sums = workers.map(stripes.count) { stripe in
      var sum = [Double](repeating: 0, count: columns * columns)
      for part in stripes[stripe] {
        var product = Matrix(rows: columns, columns: columns)
        product.withElements {
          BLAS.addGramian(of: rows(parts[part]), rows: parts[part].count, columns: columns, to: &$0)
        }
        for place in sum.indices { sum[place] += Double(product.elements[place]) }
      }
      return sum
    }
    var total = [Double](repeating: 0, count: columns * columns)
    for sum in sums {
      for place in total.indices { total[place] += sum[place] }
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
      for place in 0..<elements.count { scratch[place] = elements[place] }
      BLAS.products(
        ofRows: scratch.span, rows.count, withRows: b.elements.span, columns, columns: columns,
        into: &elements)
    }
  }
}
