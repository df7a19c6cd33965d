import FindieModels
import FindieWorkers
import Testing

struct BLASTests {
  @Test(arguments: [(1, 1), (1, 5), (7, 3), (3, 7), (129, 17), (64, 33)])
  func `a Gramian has the inner products of the columns`(shape: (rows: Int, columns: Int)) {
    let (rows, columns) = shape
    let a = Matrix.random(rows, columns, seed: 1)
    var expected: [Double] = []
    for i in 0..<columns {
      for j in 0..<columns {
        expected.append((0..<rows).reduce(0) { $0 + Double(a[$1, i]) * Double(a[$1, j]) })
      }
    }
    #expect(
      distance(a.gramian(workers: Workers(threads: 1)).elements, expected) < tolerance(terms: rows))
  }

  @Test func `a Gramian without rows is zero`() {
    #expect(
      Matrix(rows: 0, columns: 3).gramian(workers: Workers(threads: 1))
        == Matrix(rows: 3, columns: 3))
  }

  @Test func `the Gramian of a rank-one matrix is the outer product times the rows`() {
    // Four rows [1, 2, 3]: AᵀA = 4 · [1, 2, 3]ᵀ[1, 2, 3].
    let a = Matrix(rows: 4, columns: 3, elements: [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3])
    #expect(a.gramian(workers: Workers(threads: 1)).elements == [4, 8, 12, 8, 16, 24, 12, 24, 36])
  }

  @Test func `adding a Gramian adds to the upper triangle only`() {
    let a: [Float] = [1, 2]
    var c: [Float] = [10, 20, 30, 40]
    var span = c.mutableSpan
    BLAS.addGramian(of: a.span, rows: 1, columns: 2, to: &span)
    // Above and on the diagonal 10 + 1·1, 20 + 1·2, 40 + 2·2.
    #expect(c == [11, 22, 30, 44])
  }

  @Test func `only the first requested rows are added to a Gramian`() {
    let a: [Float] = [1, 2, 100, 100]
    var c: [Float] = [0, 0, 0, 0]
    var span = c.mutableSpan
    BLAS.addGramian(of: a.span, rows: 1, columns: 2, to: &span)
    #expect(c == [1, 2, 0, 4])
  }

  @Test(arguments: [(1, 1, 1), (1, 6, 3), (5, 1, 4), (7, 11, 13), (64, 65, 33)])
  func `products are all inner products of two matrices' rows`(shape: (Int, Int, Int)) {
    let (m, n, k) = shape
    let a = Matrix.random(m, k, seed: 2)
    let b = Matrix.random(n, k, seed: 3)
    // Overwritten, not added to: it starts with nines.
    var c = [Float](repeating: 9, count: m * n)
    var span = c.mutableSpan
    BLAS.products(
      ofRows: a.elements.span, m, withRows: b.elements.span, n, columns: k, into: &span)
    var expected: [Double] = []
    for i in 0..<m {
      for j in 0..<n {
        expected.append((0..<k).reduce(0) { $0 + Double(a[i, $1]) * Double(b[j, $1]) })
      }
    }
    #expect(distance(c, expected) < tolerance(terms: k))
  }

  @Test func `products over no columns are zero`() {
    let none: [Float] = []
    var c: [Float] = [9, 9]
    var span = c.mutableSpan
    BLAS.products(ofRows: none.span, 1, withRows: none.span, 2, columns: 0, into: &span)
    #expect(c == [0, 0])
  }

  @Test func `products without rows change nothing`() {
    let b: [Float] = [1, 2]
    var c: [Float] = []
    var span = c.mutableSpan
    BLAS.products(ofRows: [Float]().span, 0, withRows: b.span, 1, columns: 2, into: &span)
    #expect(c.isEmpty)
  }

  @Test(arguments: [0, 1, 2, 3, 31, 1000])
  func `dot is the sum of the products`(count: Int) {
    let x = Matrix.random(1, count, seed: 7).elements
    let y = Matrix.random(1, count, seed: 8).elements
    let expected = zip(x, y).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
    let dot = BLAS.dot(x.span, y.span)
    #expect(abs(Double(dot) - expected) < tolerance(terms: count))
  }
}
