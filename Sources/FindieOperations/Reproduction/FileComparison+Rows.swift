import FindieStore

extension FileComparison {
  /// Compares two stores by their rows: other versions of SQLite write equal rows as other bytes.
  mutating func compareRows(
    _ published: PublishedStore, _ reproduced: PublishedStore
  ) throws(StoreFailure) {
    let (rows, differences) = try published.comparison(with: reproduced)
    self.rows = rows
    isEqual = differences.isEmpty
    firstDifference = differences.first.map {
      Difference(
        line: $0.row, table: $0.table, published: $0.mine.map(shown),
        reproduced: $0.theirs.map(shown))
    }
  }

  private func shown(_ row: String) -> String { printable(Array(row.utf8), limit: 100) }
}
