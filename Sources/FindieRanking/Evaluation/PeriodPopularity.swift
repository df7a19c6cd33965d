package import FindieModels

/// The popularity of each period.
package struct PeriodPopularity: Ranker {
  package let name: String
  /// [periods, games].
  private let positives: [[Int]]
  private let periods: [Int]

  /// - Parameter periods: for each row of the profiles, its period.
  package init(_ name: String, _ positives: [[Int]], periods: [Int]) {
    self.name = name
    self.positives = positives
    self.periods = periods
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    var position = 0
    for row in rows {
      for count in positives[periods[row]] {
        scores[position] = Float(count)
        position += 1
      }
    }
  }
}
