import FindieLinearAlgebra

/// A concave function at one point: its value, gradient and negative second derivatives.
struct ConcaveState: Sendable {
  var objective = 0.0
  var gradient: [Double]
  /// The upper triangle.
  var curvature: [Double]

  init(size: Int) {
    gradient = [Double](repeating: 0, count: size)
    curvature = [Double](repeating: 0, count: size * size)
  }

  mutating func add(_ other: ConcaveState) {
    objective += other.objective
    for index in gradient.indices { gradient[index] += other.gradient[index] }
    for index in curvature.indices { curvature[index] += other.curvature[index] }
  }

  /// Subtracts ½ λ ‖w‖², w being the first `count` elements of the point.
  mutating func addRidge(_ regularization: Double, at point: [Double], count: Int) {
    for index in 0..<count {
      objective -= 0.5 * regularization * point[index] * point[index]
      gradient[index] -= regularization * point[index]
      curvature[index * gradient.count + index] += regularization
    }
  }

  /// The roots of the inverse curvature's diagonal: the standard errors at a likelihood's maximum.
  func standardErrors() throws(LAPACKFailure) -> [Double] {
    let size = gradient.count
    var identity = [Double](repeating: 0, count: size * size)
    for index in 0..<size { identity[index * size + index] = 1 }
    let inverse = try solve(identity, count: size)
    return (0..<size).map { inverse[$0 * size + $0].squareRoot() }
  }

  fileprivate func newtonStep() throws(LAPACKFailure) -> [Double] { try solve(gradient, count: 1) }

  private func solve(_ right: [Double], count: Int) throws(LAPACKFailure) -> [Double] {
    var (system, solution) = (curvature, right)
    // Too small to change a digit, but it avoids a division by zero for a column of zeros.
    for index in gradient.indices { system[index * gradient.count + index] += 1e-12 }
    var a = system.mutableSpan
    var b = solution.mutableSpan
    try LAPACK.posv(&a, order: gradient.count, rightHandSides: &b, count: count)
    return solution
  }
}

/// Newton's method for the maximum of a concave function; a step is halved until it gains.
enum NewtonAscent {
  private static let maximumIterations = 50

  /// - Throws: if the curvature is not positive definite, or not finite.
  static func maximum(
    from start: [Double], _ state: ([Double]) -> ConcaveState
  ) throws(LAPACKFailure) -> (point: [Double], state: ConcaveState) {
    var (point, current) = (start, state(start))
    for _ in 0..<maximumIterations {
      let step = try current.newtonStep()
      var length = 1.0
      var (moved, next) = (point, current)
      repeat {
        moved = zip(point, step).map { $0 + length * $1 }
        next = state(moved)
        length /= 2
      } while next.objective < current.objective && length > 1e-6
      let gain = next.objective - current.objective
      guard gain > 0 else { break }
      (point, current) = (moved, next)
      if gain < 1e-9 * abs(current.objective) { break }
    }
    return (point, current)
  }
}
