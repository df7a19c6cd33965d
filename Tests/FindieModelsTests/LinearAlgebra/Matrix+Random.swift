import FindieModels
import FindieTestSupport
import FindieWorkers

extension Matrix {
  /// Elements uniform in -1...1.
  static func random(_ rows: Int, _ columns: Int, seed: UInt64) -> Matrix {
    var generator = SeededGenerator(seed: seed)
    return Matrix(
      rows: rows, columns: columns,
      elements: (0..<rows * columns).map { _ in Float.random(in: -1...1, using: &generator) })
  }

  /// AᵀA / rows + I for a random A: symmetric and positive definite.
  static func randomPositiveDefinite(_ order: Int, seed: UInt64) -> Matrix {
    var matrix = random(order + 3, order, seed: seed).gramian(workers: Workers(threads: 1))
    for i in 0..<order {
      for j in 0..<order { matrix[i, j] /= Float(order + 3) }
      matrix[i, i] += 1
    }
    return matrix
  }
}

/// The largest difference between two lists of numbers; infinite if their lengths differ.
func distance(_ left: [Float], _ right: [Double]) -> Double {
  guard left.count == right.count else { return .infinity }
  return zip(left, right).reduce(0.0) { max($0, abs(Double($1.0) - $1.1)) }
}

/// The error bound of a Float32 sum of `terms` products of numbers within -1...1.
func tolerance(terms: Int) -> Double { 1e-6 * Double(terms + 1) }
