import FindieModels
import Testing

struct ExactSystemsTests {
  private func solution(_ world: SharedWorld, row: Int) throws -> [Float] {
    var exact = ExactSystems(SharedSystems(world.factors, diagonal: world.diagonal))
    var x = [Float](repeating: 9, count: world.factors.columns + 1)
    var span = x.mutableSpan
    try exact.solve(
      row: row, of: world.observed, regularization: world.regularizations[row], into: &span, at: 1)
    #expect(x[0] == 9)
    return Array(x.dropFirst())
  }

  // Rows shorter than the order, for which the system of the row's elements is solved, of equal
  // length, and longer than one and two blocks of 256.
  @Test(arguments: [1, 2, 15, 16, 33, 64], [1, 2, 15, 16, 17, 63, 64, 255, 256, 257, 600])
  func `a row's solution satisfies its equation`(order: Int, length: Int) throws {
    let world = SharedWorld(
      order: order, factors: 600, lengths: [length], seed: UInt64(order * 1000 + length))
    let x = try solution(world, row: 0).map { Double($0) }
    let (a, b) = world.equation(of: 0)
    for (left, right) in zip(a, b) {
      #expect(abs(dot(left, x) - right) < 1e-5 * Double(length + 10))
    }
  }

  @Test func `the order of rows does not change a solution`() throws {
    let world = SharedWorld(order: 8, factors: 40, lengths: [3, 30, 8, 1])
    var exact = ExactSystems(SharedSystems(world.factors, diagonal: world.diagonal))
    var all = [Float](repeating: 0, count: 32)
    var span = all.mutableSpan
    for row in 0..<4 {
      try exact.solve(
        row: row, of: world.observed, regularization: world.regularizations[row], into: &span,
        at: row * 8)
    }
    for row in 0..<4 { #expect(try Array(all[row * 8..<row * 8 + 8]) == solution(world, row: row)) }
  }

  @Test func `a diagonal element that is not positive is named by its index`() {
    let world = SharedWorld(order: 3, factors: 9, lengths: [2])
    var exact = ExactSystems(SharedSystems(world.factors, diagonal: [1, 0, 1]))
    var x: [Float] = [0, 0, 0]
    var span = x.mutableSpan
    #expect(throws: LAPACKFailure.notPositiveDefinite(order: 2)) {
      try exact.solve(row: 0, of: world.observed, regularization: 0, into: &span, at: 0)
    }
  }
}
