import FindieLinearAlgebra
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import Testing

struct NormalEquationTests {
  @Test func `one like with one factor has the hand-computed solution`() throws {
    // Rank one, y = 2, c = 3, α₀ YᵀY = 0.5, λ = 1.5: A = 0.5 + 1.5 + 3 · 4 = 14, b = 3 · 2 = 6.
    let x = try solved(
      factors: Matrix(rows: 1, columns: 1, elements: [2]), confidences: [3],
      gramian: Matrix(rows: 1, columns: 1, elements: [0.5]), regularization: 1.5)
    #expect(isClose(x, [6.0 / 14]))
  }

  @Test func `a dislike adds to the matrix and not to the right-hand side`() throws {
    // As above with a dislike of y = 1 and confidence 6: A = 14 + 6 · 1 = 20, b = 6.
    let x = try solved(
      factors: Matrix(rows: 2, columns: 1, elements: [2, 1]), confidences: [3, -6],
      gramian: Matrix(rows: 1, columns: 1, elements: [0.5]), regularization: 1.5)
    #expect(isClose(x, [6.0 / 20]))
  }

  @Test func `a row without elements has the solution zero`() throws {
    #expect(
      try solved(
        factors: Matrix(rows: 0, columns: 2), confidences: [], gramian: Matrix(rows: 2, columns: 2),
        regularization: 1) == [0, 0])
  }

  // Elements are added in blocks of 128: below, at and above one and two blocks.
  @Test(arguments: [1, 5, 127, 128, 129, 256, 300], [1, 3, 16])
  func `the solution of a row equals a brute-force one`(count: Int, rank: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count * 100 + rank))
    let factors = Matrix.random(count, rank, seed: 1)
    let gramian = Matrix.random(rank + 2, rank, seed: 2).gramian
    let confidences = (0..<count).map { _ in
      Float.random(in: 0.1...2, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
    }
    let found = try solved(
      factors: factors, confidences: confidences, gramian: gramian, regularization: 0.75)
    var a = (0..<rank).map { row in
      (0..<rank).map { Double(gramian[row, $0]) + (row == $0 ? 0.75 : 0) }
    }
    var b = [Double](repeating: 0, count: rank)
    for (index, confidence) in confidences.enumerated() {
      let y = factors.doubles(index)
      for i in 0..<rank {
        for j in 0..<rank { a[i][j] += abs(Double(confidence)) * y[i] * y[j] }
        if confidence > 0 { b[i] += Double(confidence) * y[i] }
      }
    }
    for (value, expected) in zip(found, solution(a, b)) {
      #expect(abs(Double(value) - expected) < 1e-4)
    }
  }

  @Test func `a new row does not depend on the previous one`() throws {
    let gramian = Matrix.random(5, 3, seed: 3).gramian
    let factors = Matrix.random(200, 3, seed: 4)
    var used = NormalEquation(rank: 3)
    used.reset(weightedGramian: gramian, regularization: 7)
    for row in 0..<200 { used.add(factor: factors.row(row), confidence: 2) }
    try used.factorize()
    used.reset(weightedGramian: gramian, regularization: 7)
    // One element that is added without a factorization, as after a failure.
    used.add(factor: factors.row(0), confidence: 1)
    var fresh = NormalEquation(rank: 3)
    #expect(try one(&used, factors, gramian) == one(&fresh, factors, gramian))
  }

  @Test func `a matrix that is not positive definite is refused`() {
    var equation = NormalEquation(rank: 2)
    equation.reset(weightedGramian: Matrix(rows: 2, columns: 2), regularization: 0)
    #expect(throws: LAPACKFailure.notPositiveDefinite(order: 1)) { try equation.factorize() }
  }

  private func one(
    _ equation: inout NormalEquation, _ factors: Matrix, _ gramian: Matrix
  ) throws -> [Float] {
    equation.reset(weightedGramian: gramian, regularization: 0.5)
    equation.add(factor: factors.row(9), confidence: 1)
    try equation.factorize()
    var x: [Float] = [9, 9, 9]
    var span = x.mutableSpan
    equation.solve(into: &span, at: 0)
    return x
  }

  private func solved(
    factors: Matrix, confidences: [Float], gramian: Matrix, regularization: Float
  ) throws -> [Float] {
    var equation = NormalEquation(rank: factors.columns)
    equation.reset(weightedGramian: gramian, regularization: regularization)
    for (row, confidence) in confidences.enumerated() {
      equation.add(factor: factors.row(row), confidence: confidence)
    }
    try equation.factorize()
    var x = [Float](repeating: 9, count: factors.columns)
    var span = x.mutableSpan
    equation.solve(into: &span, at: 0)
    return x
  }
}
