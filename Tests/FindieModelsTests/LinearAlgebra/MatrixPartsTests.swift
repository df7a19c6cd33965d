import FindieModels
import FindieWorkers
import Testing

struct MatrixPartsTests {
  /// Results of BLAS depend on its number of threads, which is a setting of the process.
  init() { BLASLibrary.useOneThread() }

  // Around the parts of 1,024 rows and the stripes of eight parts.
  @Test(arguments: [0, 1, 1023, 1024, 1025, 8192, 9000])
  func `a Gramian computed in parts is the sum in Double`(rows: Int) {
    let a = Matrix.random(rows, 5, seed: UInt64(rows))
    var expected: [Double] = []
    for i in 0..<5 {
      for j in 0..<5 {
        expected.append((0..<rows).reduce(0) { $0 + Double(a[$1, i]) * Double(a[$1, j]) })
      }
    }
    let found = a.gramian(workers: Workers(threads: 3))
    #expect(distance(found.elements, expected) < 1e-6 * Double(rows + 2))
  }

  @Test func `the number of threads changes no byte of a Gramian`() {
    let a = Matrix.random(20_000, 9, seed: 1)
    let one = a.gramian(workers: Workers(threads: 1))
    #expect(a.gramian(workers: Workers(threads: 2)) == one)
    #expect(a.gramian(workers: Workers(threads: 5)) == one)
  }

  @Test(arguments: [0, 1, 255, 256, 257, 1000])
  func `each row is transformed by the matrix`(rows: Int) {
    let a = Matrix.random(rows, 4, seed: 1)
    let b = Matrix.random(4, 4, seed: 2)
    var found = a
    found.transformRows(by: b, workers: Workers(threads: 2))
    var expected: [Double] = []
    for row in 0..<rows {
      for i in 0..<4 {
        expected.append((0..<4).reduce(0) { $0 + Double(b[i, $1]) * Double(a[row, $1]) })
      }
    }
    #expect(distance(found.elements, expected) < 1e-5)
  }

  @Test func `transposing exchanges rows and columns`() {
    let a = Matrix(rows: 2, columns: 3, elements: [1, 2, 3, 4, 5, 6])
    #expect(a.transposed == Matrix(rows: 3, columns: 2, elements: [1, 4, 2, 5, 3, 6]))
  }
}
