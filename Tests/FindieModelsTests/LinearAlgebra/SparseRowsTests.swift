import FindieModels
import FindieTestSupport
import Testing

struct SparseRowsTests {
  /// [1 0 2; 0 0 0; 0 3 0].
  private let small = SparseRows(
    rows: 3, columns: 3, offsets: [0, 2, 2, 3], columnIndices: [0, 2, 1], values: [1, 2, 3])

  private static func random(rows: Int, columns: Int, share: Double, seed: UInt64) -> SparseRows {
    var generator = SeededGenerator(seed: seed)
    var (offsets, indices, values): ([Int], [UInt32], [Float]) = ([0], [], [])
    for _ in 0..<rows {
      for column in 0..<columns where Double.random(in: 0..<1, using: &generator) < share {
        indices.append(UInt32(column))
        values.append(Float.random(in: -1...1, using: &generator))
      }
      offsets.append(indices.count)
    }
    return SparseRows(
      rows: rows, columns: columns, offsets: offsets, columnIndices: indices, values: values)
  }

  @Test func `transposing turns rows into columns`() {
    // [1 0 0; 0 0 3; 2 0 0].
    #expect(
      small.transposed
        == SparseRows(
          rows: 3, columns: 3, offsets: [0, 1, 2, 3], columnIndices: [0, 2, 0], values: [1, 3, 2]))
  }

  @Test(arguments: [(0, 0), (0, 5), (5, 0), (1, 1), (13, 7), (40, 90)])
  func `transposing twice gives the original matrix`(shape: (rows: Int, columns: Int)) {
    let matrix = Self.random(
      rows: shape.rows, columns: shape.columns, share: 0.2, seed: 1)
    #expect(matrix.transposed.rows == shape.columns)
    #expect(matrix.transposed.transposed == matrix)
  }

  @Test func `a row's elements and their number are found by its index`() {
    #expect((0..<3).map { small.count(ofRow: $0) } == [2, 0, 1])
    #expect(Array(small.columns(ofRow: 0)) == [0, 2])
    #expect(small.range(ofRow: 2) == 2..<3)
  }

  @Test func `contains is true for stored elements only`() {
    let matrix = Self.random(rows: 20, columns: 33, share: 0.3, seed: 2)
    for row in 0..<20 {
      let stored = Set(matrix.columns(ofRow: row))
      for column in UInt32(0)..<33 {
        #expect(matrix.contains(row: row, column: column) == stored.contains(column))
      }
    }
  }

  @Test(arguments: [0, 1, 2, 3, 10, 97, 500], [1, 2, 3, 96, 1000])
  func `balanced parts have every row once and in order`(rows: Int, parts: Int) {
    for share in [0.0, 0.05, 1.0] {
      let matrix = Self.random(rows: rows, columns: 12, share: share, seed: 3)
      let cut = matrix.balancedParts(parts)
      #expect(cut.count <= parts)
      #expect(cut.allSatisfy { !$0.isEmpty })
      #expect(cut.flatMap { Array($0) } == Array(0..<rows))
    }
  }

  @Test func `one part is all rows`() {
    #expect(small.balancedParts(1) == [0..<3])
  }

  @Test func `parts balance the number of elements`() {
    // One row of 90 elements, then nine of one: 99 elements and 10 rows weigh 109, half is 54.
    let indices = (0..<90).map { UInt32($0) } + [UInt32](repeating: 0, count: 9)
    let matrix = SparseRows(
      rows: 10, columns: 90, offsets: [0] + (90...99), columnIndices: indices,
      values: [Float](repeating: 1, count: 99))
    #expect(matrix.balancedParts(2) == [0..<10])
    // A third of 109 is 36, two thirds 72: the first row reaches past both.
    #expect(matrix.balancedParts(109).first == 0..<1)
  }

  @Test func `no part exceeds its share by more than one row`() {
    let matrix = Self.random(rows: 400, columns: 50, share: 0.2, seed: 4)
    let heaviestRow = (0..<400).map { matrix.count(ofRow: $0) + 1 }.max() ?? 0
    let share = (matrix.count + 400) / 16 + 1
    for part in matrix.balancedParts(16) {
      let weight = part.reduce(0) { $0 + matrix.count(ofRow: $1) + 1 }
      #expect(weight <= share + heaviestRow)
    }
  }
}
