/// Z[rows, features], standardized to mean 0 and deviation 1 on access. A feature that is constant,
/// but for rounding, reads 0.
struct StandardizedFeatures: Sendable {
  /// Features are of the order of 1: less variation, such as that of products of factors that
  /// vanish on small data, is rounding.
  private static let minimumDeviation = 1e-6

  let count: Int
  private let features: [Float]
  let means: [Double]
  let deviations: [Double]
  /// 1 / deviation, 0 for a constant feature: multiplies the weight of a standardized feature to
  /// give that of the original one.
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
    scales = deviations.map { $0 > Self.minimumDeviation ? 1 / $0 : 0 }
  }

  subscript(row: Int, column: Int) -> Double {
    (Double(features[row * count + column]) - means[column]) * scales[column]
  }
}
