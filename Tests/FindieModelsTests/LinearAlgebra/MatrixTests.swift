import FindieModels
import FindieWorkers
import Testing

struct MatrixTests {
  private let matrix = Matrix(rows: 3, columns: 2, elements: [1, 2, 3, 4, 5, 6])

  @Test func `elements are stored row by row`() {
    #expect(matrix[1, 0] == 3)
    #expect(matrix[2, 1] == 6)
  }

  @Test func `a row has the elements of its columns`() {
    let row = matrix.row(1)
    #expect([row[0], row[1]] == [3, 4])
  }

  @Test func `the rows of a range are contiguous`() {
    let rows = matrix.rows(1..<3)
    #expect((0..<rows.count).map { rows[$0] } == [3, 4, 5, 6])
  }

  @Test func `gathering takes rows in the order given and may repeat them`() {
    #expect(matrix.gathering([2, 0, 2]).elements == [5, 6, 1, 2, 5, 6])
    #expect(matrix.gathering([]) == Matrix(rows: 0, columns: 2))
  }

  @Test(arguments: [1, 2, 5])
  func `rows that are written in parallel do not depend on the number of threads`(threads: Int) {
    // Parts of one, no, many and the last rows; row 3 belongs to no part and is unchanged.
    var written = Matrix(rows: 50, columns: 3)
    written.updateRows(
      in: [10..<50, 0..<1, 4..<4, 1..<3, 4..<10], workers: Workers(threads: threads),
      scratch: { [Float](repeating: 0, count: 3) }
    ) { rows, elements, scratch in
      for (position, row) in rows.enumerated() {
        for column in 0..<3 { scratch[column] = Float(row * 10 + column) / 7 }
        for column in 0..<3 { elements[position * 3 + column] = scratch[column] }
      }
    }
    for row in 0..<50 {
      for column in 0..<3 {
        #expect(written[row, column] == (row == 3 ? 0 : Float(row * 10 + column) / 7))
      }
    }
  }

  @Test func `a body accesses its own rows only`() {
    var written = Matrix(rows: 7, columns: 2)
    written.updateRows(
      in: [0..<2, 2..<7], workers: Workers(threads: 2), scratch: {}
    ) { rows, elements, _ in
      for index in 0..<elements.count { elements[index] = Float(elements.count) }
    }
    // Two rows of two columns, then five.
    #expect(
      written.elements
        == [Float](repeating: 4, count: 4) + [Float](repeating: 10, count: 10))
  }
}
