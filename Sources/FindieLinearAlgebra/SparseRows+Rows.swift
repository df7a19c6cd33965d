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
    var range = 0..<rows
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = offsets[middle] <= position ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// The number of elements in each column, [columns].
  package var columnCounts: [Int] {
    var counts = [Int](repeating: 0, count: columns)
    for column in columnIndices { counts[Int(column)] += 1 }
    return counts
  }
}
