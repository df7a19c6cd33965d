import FindieLinearAlgebra
import Testing

struct CholeskyTests {
  @Test func `a matrix of order two is solved as by hand`() throws {
    // [4 2; 2 3] x = [8 7]: the determinant is 8, x = [(3·8 - 2·7) / 8, (4·7 - 2·8) / 8].
    let cholesky = try CholeskyFactorization(
      Matrix(rows: 2, columns: 2, elements: [4, 2, 2, 3]))
    #expect(distance(cholesky.solution([8, 7]), [1.25, 1.5]) < 1e-6)
  }

  @Test func `a matrix of order three is solved as by hand`() throws {
    // The second difference [2 -1 0; -1 2 -1; 0 -1 2]; for b = [1 1 1], xᵢ = i (4 - i) / 2.
    let cholesky = try CholeskyFactorization(
      Matrix(rows: 3, columns: 3, elements: [2, -1, 0, -1, 2, -1, 0, -1, 2]))
    #expect(distance(cholesky.solution([1, 1, 1]), [1.5, 2, 1.5]) < 1e-6)
  }

  @Test func `the identity solves to the right-hand side itself`() throws {
    var identity = Matrix(rows: 5, columns: 5)
    for i in 0..<5 { identity[i, i] = 1 }
    let b: [Float] = [3, -1, 4, -1, 5]
    #expect(try CholeskyFactorization(identity).solution(b) == b)
  }

  @Test func `only the upper triangle is read`() throws {
    let whole = try CholeskyFactorization(Matrix(rows: 2, columns: 2, elements: [4, 2, 2, 3]))
    let upper = try CholeskyFactorization(Matrix(rows: 2, columns: 2, elements: [4, 2, .nan, 3]))
    #expect(upper.solution([8, 7]) == whole.solution([8, 7]))
  }

  @Test(arguments: [1, 2, 5, 32, 65, 200])
  func `what is solved gives the right-hand side back`(order: Int) throws {
    let matrix = Matrix.randomPositiveDefinite(order, seed: UInt64(order))
    let b = Matrix.random(1, order, seed: 9).elements
    let x = try CholeskyFactorization(matrix).solution(b)
    let product = (0..<order).map { row in
      (0..<order).reduce(0.0) { $0 + Double(matrix[row, $1]) * Double(x[$1]) }
    }
    #expect(distance(b, product) < 1e-4)
  }

  @Test func `every row of a matrix is solved for itself`() throws {
    let cholesky = try CholeskyFactorization(Matrix.randomPositiveDefinite(7, seed: 1))
    let rows = Matrix.random(4, 7, seed: 2)
    var solved = rows
    cholesky.solve(into: &solved)
    for row in 0..<4 {
      let alone = cholesky.solution(Array(rows.elements[row * 7..<row * 7 + 7]))
      #expect(
        distance(Array(solved.elements[row * 7..<row * 7 + 7]), alone.map { Double($0) }) < 1e-5)
    }
  }

  @Test(arguments: [(1, 0), (2, 1), (3, 1), (40, 20), (300, 199)])
  func `a matrix that is not positive definite is named by its first bad minor`(
    shape: (order: Int, place: Int)
  ) {
    // The identity but for one -1 on the diagonal: minors are 1 before it, and -1 with it.
    var matrix = Matrix(rows: shape.order, columns: shape.order)
    for i in 0..<shape.order { matrix[i, i] = i == shape.place ? -1 : 1 }
    #expect(throws: LAPACKFailure.notPositiveDefinite(order: shape.place + 1)) {
      try CholeskyFactorization(matrix)
    }
  }

  @Test func `a singular matrix is not positive definite`() {
    // The second row is half the first: 4 · 1 - 2 · 2 = 0.
    let matrix = Matrix(rows: 2, columns: 2, elements: [4, 2, 2, 1])
    #expect(throws: LAPACKFailure.notPositiveDefinite(order: 2)) {
      try CholeskyFactorization(matrix)
    }
  }

  @Test func `the failure says which minor and what to do`() {
    let text = "\(LAPACKFailure.notPositiveDefinite(order: 17))"
    #expect(text.contains("order 17"))
    #expect(text.contains("raise the regularization"))
  }
}
