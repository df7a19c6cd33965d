import FindieModels
import FindieWorkers
import Testing

struct InverseTests {
  @Test func `the inverse of a matrix of order two equals the hand-computed one`() throws {
    // [4 2; 2 3]: the determinant is 8, the inverse [3 -2; -2 4] / 8.
    var matrix = Matrix(rows: 2, columns: 2, elements: [4, 2, 99, 3])
    try matrix.invertPositiveDefinite()
    #expect(distance(matrix.elements, [0.375, -0.25, 99, 0.5]) < 1e-6)
  }

  // Order 133 crashes with OpenBLAS's Prescott kernels.
  @Test(arguments: [1, 2, 7, 64, 129, 133, 300])
  func `the inverse times the matrix is the identity`(order: Int) throws {
    let matrix = Matrix.randomPositiveDefinite(order, seed: UInt64(order))
    var inverse = matrix
    try inverse.invertPositiveDefinite()
    for i in 0..<order {
      for j in 0..<order {
        let product = (0..<order).reduce(0.0) { sum, k in
          sum + Double(inverse[min(i, k), max(i, k)]) * Double(matrix[k, j])
        }
        #expect(abs(product - (i == j ? 1 : 0)) < 1e-4)
      }
    }
  }

  @Test func `a matrix of order zero has an inverse of order zero`() throws {
    var matrix = Matrix(rows: 0, columns: 0)
    try matrix.invertPositiveDefinite()
    #expect(matrix.elements.isEmpty)
  }

  @Test func `a matrix that is not positive definite is named by its first bad minor`() {
    var matrix = Matrix(rows: 3, columns: 3, elements: [1, 0, 0, 0, 0, 0, 0, 0, 1])
    #expect(throws: LAPACKFailure.notPositiveDefinite(order: 2)) {
      try matrix.invertPositiveDefinite()
    }
  }

  @Test(arguments: [0, 1, 2, 63, 64, 65, 200])
  func `a symmetric matrix times a diagonal is computed from its upper triangle`(order: Int) {
    var symmetric = Matrix.random(order, order, seed: 4)
    let scales = Matrix.random(1, order, seed: 5).elements
    let expected = (0..<order).flatMap { i in
      (0..<order).map { j in symmetric[min(i, j), max(i, j)] * scales[j] }
    }
    for i in 0..<order {
      for j in 0..<i { symmetric[i, j] = .nan }
    }
    var other = symmetric
    symmetric.multiplySymmetric(byDiagonal: scales, workers: Workers(threads: 1))
    other.multiplySymmetric(byDiagonal: scales, workers: Workers(threads: 3))
    #expect(symmetric.elements == expected)
    #expect(other.elements == expected)
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
