import Foundation

extension EASE {
  /// How young the positives of each game are: the mean of 2^(−age / h) over its positives, as a
  /// multiple of the mean over all positives. The age of a positive without a date is infinite.
  ///
  /// It is a factor of the weights that lead to the game. A likely next positive resembles the
  /// player's profile and is of a game that others like now. Steck's weights know nothing of when
  /// a game was liked, and old positives cannot be left out: the profiles have them. The ratio
  /// does not depend on the day from which ages are counted, so the passing of a day changes
  /// nothing.
  ///
  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - days: as `InteractionMatrix.days`; empty if unknown. Evaluated only with a half-life.
  /// - Returns: nil without a half-life or without a dated positive; 0 for a game without
  ///   positives.
  package func youth(
    _ observed: SparseRows, days: @autoclosure () -> [Float]
  ) -> [Float]? {
    guard let halfLife = parameters.halfLifeInDays else { return nil }
    let days = days()
    guard !days.isEmpty else { return nil }
    precondition(days.count == observed.count, "\(days.count) days of \(observed.count) elements")
    let positives = observed.values.indices.filter { observed.values[$0] > 0 }
    guard let last = positives.lazy.map({ days[$0] }).filter(\.isFinite).max() else { return nil }
    var sums = [Double](repeating: 0, count: observed.columns)
    var counts = sums
    for position in positives {
      let game = Int(observed.columnIndices[position])
      counts[game] += 1
      if days[position].isFinite {
        sums[game] += exp2(Double(days[position] - last) / halfLife)
      }
    }
    let mean = sums.reduce(0, +) / Double(positives.count)
    return zip(sums, counts).map { $1 > 0 ? Float($0 / $1 / mean) : 0 }
  }
}
