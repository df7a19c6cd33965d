/// Z[rows, features], read as if each feature had mean 0 and deviation 1. One that is the same in all rows
/// reads 0, and so does one that varies by no more than rounding does: it says nothing.
struct StandardizedFeatures: Sendable {
  /// The features are of the order of 1: what varies by less, such as the products of factors that went
  /// to 0 in a small world, is rounding.
  private static let leastDeviation = 1e-6

  let count: Int
  private let features: [Float]
  let means: [Double]
  let deviations: [Double]
  /// 1 / deviation, 0 where the feature says nothing: a weight of what is read, times this, is the
  /// feature's own.
  let scales: [Double]

  init(_ features: [Float], rows: Int, count: Int) {
    precondition(features.count == rows * count, "\(features.count) features of \(rows) rows")
    self.features = features
    self.count = count
    var (means, deviations): ([Double], [Double]) = ([], [])
    for column in 0..<count {
      var (sum, squares) = (0.0, 0.0)
      for row in 0..<rows { sum += Double(features[row * count + column]) }
      let mean = sum / Double(max(1, rows))
      for row in 0..<rows {
        let difference = Double(features[row * count + column]) - mean
        squares += difference * difference
      }
      means.append(mean)
      deviations.append((squares / Double(max(1, rows))).squareRoot())
    }
    self.means = means
    self.deviations = deviations
    scales = deviations.map { $0 > Self.leastDeviation ? 1 / $0 : 0 }
  }

  subscript(row: Int, column: Int) -> Double {
    (Double(features[row * count + column]) - means[column]) * scales[column]
  }
}
