extension SparseRows {
  /// A matrix that is built row by row.
  package struct Builder: Sendable {
    private var offsets = [0]
    private var columnIndices: [UInt32] = []
    private var values: [Float] = []

    package init() {}

    mutating func reserve(rows: Int, elements: Int) {
      offsets.reserveCapacity(rows + 1)
      columnIndices.reserveCapacity(elements)
      values.reserveCapacity(elements)
    }

    /// Appends an element to the last row; columns ascend.
    package mutating func append(_ value: Float, at column: UInt32) {
      columnIndices.append(column)
      values.append(value)
    }

    /// The next elements are the next row's.
    package mutating func endRow() { offsets.append(columnIndices.count) }

    /// Appends the rows of another matrix.
    package mutating func append(_ other: Builder) {
      let start = columnIndices.count
      offsets += other.offsets.dropFirst().map { $0 + start }
      columnIndices += other.columnIndices
      values += other.values
    }

    /// - Precondition: every column is below `columns`.
    package consuming func matrix(columns: Int) -> SparseRows {
      SparseRows(
        rows: offsets.count - 1, columns: columns, offsets: offsets, columnIndices: columnIndices,
        values: values)
    }
  }

  /// One row of these elements.
  init(row elements: [UInt32: Float], columns: Int) {
    var builder = Builder()
    for (column, value) in elements.sorted(by: { $0.key < $1.key }) {
      builder.append(value, at: column)
    }
    builder.endRow()
    self = builder.matrix(columns: columns)
  }

  /// The matrix of other rows and columns.
  ///
  /// - Parameters:
  ///   - rows: for each new row, its row here, or nil for an empty one; nil for the same rows.
  ///   - positions: for each column here, its new one, in the same order; nil for none.
  ///   - count: the number of new columns.
  func mapping(rows: [Int?]? = nil, columns positions: [UInt32?], count: Int) -> SparseRows {
    var builder = Builder()
    for row in rows ?? Array(0..<self.rows) {
      for element in row.map(range(ofRow:)) ?? 0..<0 {
        guard let column = positions[Int(columnIndices[element])] else { continue }
        builder.append(values[element], at: column)
      }
      builder.endRow()
    }
    return builder.matrix(columns: count)
  }

  /// This matrix with the elements of some columns only.
  ///
  /// - Parameter isKept: by column.
  func keepingColumns(_ isKept: [Bool]) -> SparseRows {
    guard isKept.contains(false) else { return self }
    return mapping(
      columns: isKept.indices.map { isKept[$0] ? UInt32($0) : nil }, count: columns)
  }

  /// The matrix of the most frequent columns, at most `count`, in column order; ties by index.
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
    return mapping(columns: position, count: selected.count)
  }
}
