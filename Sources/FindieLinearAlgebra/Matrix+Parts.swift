package import FindieWorkers

extension Matrix {
  /// The number of rows in a part. It is fixed, so that sums do not depend on the number of threads.
  private static let rowsAPart = 1024

  /// AᵀA, [columns, columns], as `gramian`, with its parts computed in parallel.
  ///
  /// Each part of 1,024 rows is summed in Float. The parts are added in order, in Double.
  package func gramian(workers: Workers) -> Matrix {
    let parts = Workers.ranges(of: rows, size: Matrix.rowsAPart)
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
