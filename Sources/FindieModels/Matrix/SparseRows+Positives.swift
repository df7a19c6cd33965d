// Rows of confidences: above zero for a positive, below zero for a negative.

extension SparseRows {
  /// For each column, its number of positives.
  package var positives: [Int] {
    var counts = [Int](repeating: 0, count: columns)
    for (column, value) in zip(columnIndices, values) where value > 0 { counts[Int(column)] += 1 }
    return counts
  }

  /// The number of rows with a positive.
  package var rowsWithPositives: Int { (0..<rows).count { hasPositives(row: $0) } }

  package func hasPositives(row: Int) -> Bool { values[range(ofRow: row)].contains { $0 > 0 } }

  /// The columns of a row's positives, ascending.
  package func positives(ofRow row: Int) -> [UInt32] {
    range(ofRow: row).filter { values[$0] > 0 }.map { columnIndices[$0] }
  }

  /// Removes some columns of each row; returns the ranges of the remaining elements, and the matrix
  /// of these.
  package func without(_ removed: [[UInt32]]) -> (remaining: [Range<Int>], rows: SparseRows) {
    var remaining: [Range<Int>] = []
    var newOffsets = [0]
    newOffsets.reserveCapacity(rows + 1)
    var start = 0
    for row in 0..<rows {
      let own = range(ofRow: row)
      var stay = own.count
      if !removed[row].isEmpty {
        var gone = removed[row].sorted()[...]
        for position in own {
          gone = gone.drop { $0 < columnIndices[position] }
          guard gone.first == columnIndices[position] else { continue }
          remaining.append(start..<position)
          start = position + 1
          stay -= 1
        }
      }
      newOffsets.append(newOffsets[row] + stay)
    }
    remaining.append(start..<columnIndices.count)
    return (
      remaining,
      SparseRows(
        rows: rows, columns: columns, offsets: newOffsets,
        columnIndices: columnIndices.elements(in: remaining), values: values.elements(in: remaining)
      )
    )
  }
}

extension Array {
  /// The elements of some ranges, one range after the other.
  package func elements(in runs: [Range<Int>]) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(runs.reduce(0) { $0 + $1.count })
    for run in runs { elements += self[run] }
    return elements
  }
}

extension SparseRows {
  /// The element in a row and a column, nil if none is stored.
  package func value(row: Int, column: UInt32) -> Float? {
    index(row: row, column: column).map { values[$0] }
  }

  /// For each column, whether a row has an element there.
  package var columnsWithElements: [Bool] {
    var found = [Bool](repeating: false, count: columns)
    for column in columnIndices { found[Int(column)] = true }
    return found
  }
}

extension SparseRows {
  /// Rows without elements.
  package init(emptyRows rows: Int, columns: Int) {
    self.init(
      rows: rows, columns: columns, offsets: [Int](repeating: 0, count: rows + 1),
      columnIndices: [], values: [])
  }

  /// The rows of several matrices of the same columns, one after the other; at least one.
  package init(joining parts: [SparseRows]) {
    var offsets = [0]
    for part in parts {
      let start = offsets[offsets.count - 1]
      offsets += part.offsets.dropFirst().map { $0 + start }
    }
    let count = parts.reduce(0) { $0 + $1.count }
    var (columnIndices, values): ([UInt32], [Float]) = ([], [])
    columnIndices.reserveCapacity(count)
    values.reserveCapacity(count)
    for part in parts {
      columnIndices += part.columnIndices
      values += part.values
    }
    self.init(
      rows: offsets.count - 1, columns: parts[0].columns, offsets: offsets,
      columnIndices: columnIndices, values: values)
  }

  /// The elements that `other` does not have; the values of `other` are ignored.
  package func subtracting(_ other: SparseRows) -> SparseRows {
    precondition(other.rows == rows && other.columns == columns, "rows of other shapes")
    guard other.count > 0 else { return self }
    return without((0..<rows).map { Array(other.columns(ofRow: $0)) }).rows
  }
}
