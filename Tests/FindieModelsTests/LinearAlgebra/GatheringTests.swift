import FindieModels
import Testing

struct GatheringTests {
  // [1 0 2; 0 0 0; 0 3 0]
  private let matrix = SparseRows(
    rows: 3, columns: 3, offsets: [0, 2, 2, 3], columnIndices: [0, 2, 1], values: [1, 2, 3])

  @Test func `rows are gathered in the given order, with repeats`() {
    #expect(
      matrix.gathering([2, 1, 0, 2])
        == SparseRows(
          rows: 4, columns: 3, offsets: [0, 1, 1, 3, 4], columnIndices: [1, 0, 2, 1],
          values: [3, 1, 2, 3]))
  }

  @Test func `gathering no rows gives a matrix without rows`() {
    #expect(matrix.gathering([]).rows == 0)
    #expect(matrix.gathering([]).columns == 3)
  }

  @Test func `elements are counted by column`() {
    #expect(matrix.columnCounts == [1, 1, 1])
    #expect(matrix.gathering([0, 0]).columnCounts == [2, 0, 2])
  }

  @Test func `a transposed matrix has columns for rows`() {
    let dense = Matrix(rows: 2, columns: 3, elements: [1, 2, 3, 4, 5, 6])
    #expect(dense.transposed == Matrix(rows: 3, columns: 2, elements: [1, 4, 2, 5, 3, 6]))
  }
}
