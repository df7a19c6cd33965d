import FindieModels
import FindieWorkers
import Testing

struct InverseTests {
  /// Every pair of indices, each once.
  private func pairs(_ order: Int) -> [(Int, Int)] {
    (0..<order).flatMap { i in (i..<order).map { (i, $0) } }
  }

  private func symmetric(_ matrix: Matrix) -> SymmetricMatrix {
    var packed = SymmetricMatrix(order: matrix.rows)
    for (i, j) in pairs(matrix.rows) { packed[i, j] = matrix[i, j] }
    return packed
  }

  @Test(arguments: [0, 1, 2, 3, 15, 16, 17, 64, 65])
  func `a symmetric matrix has each pair of its indices once`(order: Int) {
    let values = Matrix.random(order, order, seed: 4)
    let packed = symmetric(values)
    let rows = packed.rows(0..<order)
    let lower = order / 2..<order
    #expect(packed.rows(lower) == rows.gathering(Array(lower)))
    for (i, j) in pairs(order) {
      #expect(packed[i, j] == values[i, j] && packed[j, i] == values[i, j])
      #expect(rows[i, j] == values[i, j] && rows[j, i] == values[i, j])
    }
    #expect(packed.diagonal == (0..<order).map { values[$0, $0] })
  }

  @Test(arguments: [0, 1, 2, 3, 15, 16, 17, 64, 65])
  func `a symmetric matrix is filled by rows, each pair once`(order: Int) {
    var counts = SymmetricMatrix(order: order)
    counts.updateRows(workers: Workers(threads: 3)) { row, columns, elements, start in
      for column in columns { elements[start + column] += Float(row + column + 1) }
    }
    for (i, j) in pairs(order) { #expect(counts[i, j] == Float(i + j + 1)) }
  }

  @Test func `the inverse of a matrix of order two equals the hand-computed one`() throws {
    // [4 2; 2 3]: the determinant is 8, the inverse [3 -2; -2 4] / 8.
    var matrix = symmetric(Matrix(rows: 2, columns: 2, elements: [4, 2, 99, 3]))
    try matrix.invert()
    #expect(distance(matrix.rows(0..<2).elements, [0.375, -0.25, -0.25, 0.5]) < 1e-6)
  }

  // Order 133 crashes with OpenBLAS's Prescott kernels.
  @Test(arguments: [1, 2, 7, 64, 129, 133, 300])
  func `the inverse times the matrix is the identity`(order: Int) throws {
    let matrix = Matrix.randomPositiveDefinite(order, seed: UInt64(order))
    var inverse = symmetric(matrix)
    try inverse.invert()
    for i in 0..<order {
      for j in 0..<order {
        let product = (0..<order).reduce(0.0) { sum, k in
          sum + Double(inverse[i, k]) * Double(matrix[k, j])
        }
        #expect(abs(product - (i == j ? 1 : 0)) < 1e-4)
      }
    }
  }

  @Test func `a matrix of order zero has an inverse of order zero`() throws {
    var matrix = SymmetricMatrix(order: 0)
    try matrix.invert()
    #expect(matrix.diagonal.isEmpty)
  }

  @Test(arguments: [1, 2, 3])
  func `a matrix that is not positive definite is named by its first bad minor`(bad: Int) {
    var matrix = SymmetricMatrix(order: 3)
    for index in 0..<3 { matrix[index, index] = index + 1 == bad ? 0 : 1 }
    #expect(throws: LAPACKFailure.notPositiveDefinite(order: bad)) { try matrix.invert() }
  }

  @Test func `a system in Double has the hand-computed solution for each right-hand side`() throws {
    // [4 2; 2 3]: the determinant is 8; x = [(3 b₀ - 2 b₁) / 8, (4 b₁ - 2 b₀) / 8].
    var a: [Double] = [4, 2, .nan, 3]
    var b: [Double] = [8, 7, 0, 8]
    var system = a.mutableSpan
    var rows = b.mutableSpan
    try LAPACK.posv(&system, order: 2, rightHandSides: &rows, count: 2)
    let expected = [1.25, 1.5, -2, 4]
    #expect(zip(b, expected).allSatisfy { abs($0 - $1) < 1e-14 })
  }

  @Test func `a system in Double that is not positive definite is named by its minor`() {
    var a: [Double] = [1, 2, 2, 4]
    var b: [Double] = [1, 1]
    #expect(throws: LAPACKFailure.notPositiveDefinite(order: 2)) {
      var system = a.mutableSpan
      var rows = b.mutableSpan
      try LAPACK.posv(&system, order: 2, rightHandSides: &rows, count: 1)
    }
  }
}
