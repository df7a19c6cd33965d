import FindieModels
import Testing

struct SparsePatternTests {
  // [1 0 -2; 0 0 0; 0.5 3 nan]
  private let matrix = SparseRows(
    rows: 3, columns: 3, offsets: [0, 2, 2, 5], columnIndices: [0, 2, 0, 1, 2],
    values: [1, -2, 0.5, 3, .nan])

  @Test func `elements above zero are in the pattern`() {
    let pattern = SparsePattern(positivesOf: matrix)
    #expect(pattern.offsets == [0, 1, 1, 3])
    #expect(pattern.columnIndices == [0, 0, 1])
    #expect(pattern.count == 3)
    #expect(pattern.count(ofRow: 2) == 2)
  }

  @Test func `the transpose has one row per column`() {
    let transposed = SparsePattern(positivesOf: matrix).transposed
    #expect(transposed.rows == 3)
    #expect(transposed.offsets == [0, 2, 3, 3])
    #expect(transposed.columnIndices == [0, 2, 2])
    #expect(transposed.transposed == SparsePattern(positivesOf: matrix))
  }

  @Test func `the row of an element is found by its index, also with empty rows`() {
    #expect((0..<5).map { matrix.row(ofElement: $0) } == [0, 0, 2, 2, 2])
    let sparse = SparseRows(
      rows: 5, columns: 1, offsets: [0, 0, 1, 1, 2, 2], columnIndices: [0, 0], values: [1, 1])
    #expect((0..<2).map { sparse.row(ofElement: $0) } == [1, 3])
  }
}
