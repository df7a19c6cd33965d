package import FindieLinearAlgebra

// What rows of confidences say: above zero a player is for a game, below zero against it.

extension SparseRows {
  /// For each column, the number of rows that are for it.
  package var positives: [Int] {
    var counts = [Int](repeating: 0, count: columns)
    for (column, value) in zip(columnIndices, values) where value > 0 { counts[Int(column)] += 1 }
    return counts
  }

  /// How many rows are for anything.
  var rowsWithPositives: Int { (0..<rows).count { hasPositives(row: $0) } }

  func hasPositives(row: Int) -> Bool { values[range(ofRow: row)].contains { $0 > 0 } }

  /// The columns that a row is for, ascending.
  package func positives(ofRow row: Int) -> [UInt32] {
    range(ofRow: row).filter { values[$0] > 0 }.map { columnIndices[$0] }
  }

  /// The places that stay where some columns of each row are taken out, and the matrix of them.
  func without(_ removed: [[UInt32]]) -> (kept: [Int], rows: SparseRows) {
    var kept: [Int] = []
    var newOffsets = [0]
    for row in 0..<rows {
      let gone = Set(removed[row])
      kept += range(ofRow: row).filter { !gone.contains(columnIndices[$0]) }
      newOffsets.append(kept.count)
    }
    return (
      kept,
      SparseRows(
        rows: rows, columns: columns, offsets: newOffsets,
        columnIndices: kept.map { columnIndices[$0] }, values: kept.map { values[$0] })
    )
  }
}

extension SparseRows {
  /// The element in a row and a column, nil where none is stored.
  func value(row: Int, column: UInt32) -> Float? {
    let own = columns(ofRow: row)
    var (low, high) = (own.startIndex, own.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if own[middle] < column { low = middle + 1 } else { high = middle }
    }
    return low < own.endIndex && own[low] == column ? values[low] : nil
  }

  /// For each column, whether a row has an element there.
  var columnsWithElements: [Bool] {
    var found = [Bool](repeating: false, count: columns)
    for column in columnIndices { found[Int(column)] = true }
    return found
  }
}
