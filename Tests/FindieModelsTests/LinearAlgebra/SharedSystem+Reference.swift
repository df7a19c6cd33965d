import FindieModels
import FindieTestSupport

/// Random shared systems and their rows, with a seed.
struct SharedWorld {
  let factors: Matrix
  let diagonal: [Float]
  let observed: SparseRows
  let regularizations: [Float]

  /// - Parameter lengths: the number of elements of each row; one in four has preference 0.
  init(order: Int, factors count: Int, lengths: [Int], seed: UInt64 = 1) {
    var generator = SeededGenerator(seed: seed)
    factors = Matrix.random(count, order, seed: seed + 1)
    diagonal = (0..<order).map { _ in Float.random(in: 0.5...20, using: &generator) }
    var (offsets, columns, values): ([Int], [UInt32], [Float]) = ([0], [], [])
    for length in lengths {
      let drawn = (0..<UInt32(count)).shuffled(using: &generator).prefix(length).sorted()
      columns += drawn
      values += drawn.map { _ in
        Float.random(in: 0.1...4, using: &generator)
          * (Int.random(in: 0..<4, using: &generator) == 0 ? -1 : 1)
      }
      offsets.append(columns.count)
    }
    observed = SparseRows(
      rows: lengths.count, columns: count, offsets: offsets, columnIndices: columns, values: values)
    regularizations = lengths.map { 0.25 * Float($0) + 0.5 }
  }

  init(factors: Matrix, diagonal: [Float], observed: SparseRows, regularizations: [Float]) {
    self.factors = factors
    self.diagonal = diagonal
    self.observed = observed
    self.regularizations = regularizations
  }

  /// The same rows with other factors.
  init(_ world: SharedWorld, factors: Matrix) {
    self.init(
      factors: factors, diagonal: world.diagonal, observed: world.observed,
      regularizations: world.regularizations)
  }

  /// A and b of one row, in Double.
  func equation(of row: Int) -> (a: [[Double]], b: [Double]) {
    let order = factors.columns
    var a = [[Double]](repeating: [Double](repeating: 0, count: order), count: order)
    var b = [Double](repeating: 0, count: order)
    for i in 0..<order { a[i][i] = Double(diagonal[i]) + Double(regularizations[row]) }
    for index in observed.range(ofRow: row) {
      let (column, confidence) = (Int(observed.columnIndices[index]), observed.values[index])
      for i in 0..<order {
        let left = abs(Double(confidence)) * Double(factors[column, i])
        for j in 0..<order { a[i][j] += left * Double(factors[column, j]) }
        if confidence > 0 { b[i] += left }
      }
    }
    return (a, b)
  }

  /// The row's solution after some steps of conjugate gradient from `start`, by the textbook
  /// algorithm.
  ///
  /// Source: Shewchuk, *An Introduction to the Conjugate Gradient Method Without the Agonizing
  /// Pain* (1994), with the diagonal that all rows share as preconditioner.
  func reference(row: Int, from start: [Double], steps: Int) -> [Double] {
    let (a, b) = equation(of: row)
    func times(_ x: [Double]) -> [Double] { a.map { dot($0, x) } }
    func preconditioned(_ r: [Double]) -> [Double] {
      zip(r, diagonal).map { $0 / (Double($1) + Double(regularizations[row])) }
    }
    var x = start
    var r = zip(b, times(x)).map { $0 - $1 }
    var p = preconditioned(r)
    for _ in 0..<steps {
      let q = times(p)
      let size = dot(r, preconditioned(r))
      guard size > 0 else { break }
      let length = size / dot(p, q)
      x = zip(x, p).map { $0 + length * $1 }
      r = zip(r, q).map { $0 - length * $1 }
      let ratio = dot(r, preconditioned(r)) / size
      p = zip(preconditioned(r), p).map { $0 + ratio * $1 }
    }
    return x
  }
}

func dot(_ left: [Double], _ right: [Double]) -> Double {
  zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
}

extension Matrix {
  /// Each element rounded to half precision after multiplication by `scale`.
  func roundedToHalves(scale: Float) -> Matrix {
    Matrix(
      rows: rows, columns: columns, elements: elements.map { Float(Float16($0 * scale)) / scale })
  }
}
