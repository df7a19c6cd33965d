import FindieStore

extension FileComparison {
  /// Compares two stores by their rows: what SQLite's version makes of equal rows does not count.
  mutating func compareRows(
    _ published: PublishedStore, _ remade: PublishedStore
  ) throws(StoreFailure) {
    let (rows, differences) = try published.comparison(with: remade)
    self.rows = rows
    isEqual = differences.isEmpty
    firstDifference = differences.first.map {
      Difference(
        line: $0.row, table: $0.table, published: $0.mine.map(shown), remade: $0.theirs.map(shown))
    }
  }

  private func shown(_ row: String) -> String { printable(Array(row.utf8), limit: 100) }
}
