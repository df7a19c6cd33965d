/// The positions of a sparse matrix's elements, without values: the columns of each row, ascending.
package struct SparsePattern: Sendable, Equatable {
  package let rows: Int
  package let columns: Int
  /// The columns of row i are at `offsets[i]..<offsets[i + 1]`.
  package let offsets: [Int]
  package let columnIndices: [UInt32]

  private init(rows: Int, columns: Int, offsets: [Int], columnIndices: [UInt32]) {
    self.rows = rows
    self.columns = columns
    self.offsets = offsets
    self.columnIndices = columnIndices
  }

  /// The positions of the elements above zero.
  package init(positivesOf matrix: SparseRows) {
    var offsets = [0]
    offsets.reserveCapacity(matrix.rows + 1)
    var indices: [UInt32] = []
    indices.reserveCapacity(matrix.values.count { $0 > 0 })
    for row in 0..<matrix.rows {
      for index in matrix.range(ofRow: row) where matrix.values[index] > 0 {
        indices.append(matrix.columnIndices[index])
      }
      offsets.append(indices.count)
    }
    self.init(rows: matrix.rows, columns: matrix.columns, offsets: offsets, columnIndices: indices)
  }

  package var count: Int { columnIndices.count }

  package func range(ofRow row: Int) -> Range<Int> { offsets[row]..<offsets[row + 1] }

  package func count(ofRow row: Int) -> Int { offsets[row + 1] - offsets[row] }

  /// This pattern with a subset of each row's columns, in the same order.
  package func filteringRows(
    _ filter: (_ row: Int, _ columns: ArraySlice<UInt32>) -> [UInt32]
  ) -> SparsePattern {
    var selected: [UInt32] = []
    selected.reserveCapacity(count)
    let ends = (0..<rows).map { row in
      selected += filter(row, columnIndices[range(ofRow: row)])
      return selected.count
    }
    return SparsePattern(rows: rows, columns: columns, offsets: [0] + ends, columnIndices: selected)
  }

  package var transposed: SparsePattern {
    var offsets = [Int](repeating: 0, count: columns + 1)
    for column in columnIndices { offsets[Int(column) + 1] += 1 }
    for column in 0..<columns { offsets[column + 1] += offsets[column] }
    var next = offsets
    var rowIndices = [UInt32](repeating: 0, count: count)
    for row in 0..<rows {
      for index in range(ofRow: row) {
        let column = Int(columnIndices[index])
        rowIndices[next[column]] = UInt32(row)
        next[column] += 1
      }
    }
    return SparsePattern(rows: columns, columns: rows, offsets: offsets, columnIndices: rowIndices)
  }
}
