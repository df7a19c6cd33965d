import FindieDomain
/// A sparse matrix in compressed rows: A[rows, columns] with one Float32 per stored element.
///
/// The elements of row i are at `offsets[i]..<offsets[i + 1]`, with ascending columns.
package struct SparseRows: Sendable, Equatable {
  package let rows: Int
  package let columns: Int
  package let offsets: [Int]
  package let columnIndices: [UInt32]
  package let values: [Float]

  /// - Precondition: offsets ascend from 0 to the number of elements, and every column is in range.
  package init(rows: Int, columns: Int, offsets: [Int], columnIndices: [UInt32], values: [Float]) {
    precondition(offsets.count == rows + 1 && offsets.first == 0, "\(offsets.count) offsets")
    precondition(
      offsets.last == columnIndices.count && columnIndices.count == values.count,
      "\(columnIndices.count) columns and \(values.count) values")
    precondition(columnIndices.allSatisfy { $0 < columns }, "a column beyond \(columns)")
    self.rows = rows
    self.columns = columns
    self.offsets = offsets
    self.columnIndices = columnIndices
    self.values = values
  }

  package var count: Int { values.count }

  /// The indices of row i's elements in `columnIndices` and `values`.
  package func range(ofRow row: Int) -> Range<Int> { offsets[row]..<offsets[row + 1] }

  package func count(ofRow row: Int) -> Int { offsets[row + 1] - offsets[row] }

  package func columns(ofRow row: Int) -> ArraySlice<UInt32> { columnIndices[range(ofRow: row)] }

  package func contains(row: Int, column: UInt32) -> Bool {
    index(row: row, column: column) != nil
  }

  /// The index of an element in `columnIndices` and `values`; nil if the element is not stored.
  package func index(row: Int, column: UInt32) -> Int? {
    let range = range(ofRow: row)
    let index = range.partitionPoint { columnIndices[$0] < column }
    return index < range.upperBound && columnIndices[index] == column ? index : nil
  }

  /// Aᵀ, with the elements of each of its rows in the order of this matrix's rows.
  package var transposed: SparseRows {
    var offsets = [Int](repeating: 0, count: columns + 1)
    for column in columnIndices { offsets[Int(column) + 1] += 1 }
    for column in 0..<columns { offsets[column + 1] += offsets[column] }
    var next = offsets
    var rowIndices = [UInt32](repeating: 0, count: count)
    var transposedValues = [Float](repeating: 0, count: count)
    for row in 0..<rows {
      for position in range(ofRow: row) {
        let column = Int(columnIndices[position])
        rowIndices[next[column]] = UInt32(row)
        transposedValues[next[column]] = values[position]
        next[column] += 1
      }
    }
    return SparseRows(
      rows: columns, columns: rows, offsets: offsets, columnIndices: rowIndices,
      values: transposedValues)
  }

  /// Divides the rows into at most `count` ranges with similar numbers of elements and rows.
  package func balancedParts(_ count: Int) -> [Range<Int>] {
    guard rows > 0 else { return [] }
    let total = self.count + rows
    var parts: [Range<Int>] = []
    var start = 0
    for part in 1...count {
      let goal = total * part / count
      var end = start
      while end < rows, offsets[end + 1] + end + 1 <= goal { end += 1 }
      if end > start { parts.append(start..<end) }
      start = end
    }
    return parts
  }
}

extension SparseRows {
  /// A matrix of the given rows of this one, in the order given.
  package func gathering(_ indices: [Int]) -> SparseRows {
    var offsets = [0]
    offsets.reserveCapacity(indices.count + 1)
    for index in indices { offsets.append(offsets[offsets.count - 1] + count(ofRow: index)) }
    var gatheredColumns: [UInt32] = []
    var gatheredValues: [Float] = []
    gatheredColumns.reserveCapacity(offsets[indices.count])
    gatheredValues.reserveCapacity(offsets[indices.count])
    for index in indices {
      gatheredColumns += columnIndices[range(ofRow: index)]
      gatheredValues += values[range(ofRow: index)]
    }
    return SparseRows(
      rows: indices.count, columns: columns, offsets: offsets, columnIndices: gatheredColumns,
      values: gatheredValues)
  }
}

extension SparseRows {
  /// The row of an element.
  package func row(ofElement position: Int) -> Int {
    precondition(columnIndices.indices.contains(position), "position \(position) of \(count)")
    return (0..<rows).partitionPoint { offsets[$0] <= position } - 1
  }

  /// The number of elements in each column, [columns].
  package var columnCounts: [Int] {
    var counts = [Int](repeating: 0, count: columns)
    for column in columnIndices { counts[Int(column)] += 1 }
    return counts
  }
}
