package import FindieLinearAlgebra

extension SparseRows {
  /// The matrix of the most frequent columns, at most `count`, in their order; ties by index.
  func gatheringColumns(mostUsed count: Int) -> SparseRows {
    guard columns > count else { return self }
    let uses = columnCounts
    return gatheringColumns(
      (0..<columns).sorted { (uses[$1], $0) < (uses[$0], $1) }.prefix(count).sorted())
  }

  /// The matrix of some of the columns.
  ///
  /// - Parameter selected: ascending.
  package func gatheringColumns(_ selected: [Int]) -> SparseRows {
    var position = [UInt32?](repeating: nil, count: columns)
    for (index, column) in selected.enumerated() { position[column] = UInt32(index) }
    var offsets = [0]
    var (indices, values): ([UInt32], [Float]) = ([], [])
    for row in 0..<rows {
      for element in range(ofRow: row) {
        guard let index = position[Int(columnIndices[element])] else { continue }
        indices.append(index)
        values.append(self.values[element])
      }
      offsets.append(indices.count)
    }
    return SparseRows(
      rows: rows, columns: selected.count, offsets: offsets, columnIndices: indices, values: values)
  }
}
