import FindieWorkers

/// Means of metrics over players, with intervals; the same resamples are used for all models.
struct PlayerStatistics: Sendable {
  private let players: Int
  private let columns: Int
  /// The mean of each column of each model: [models × columns].
  private let means: [Double]
  private let resampled: [[Double]]

  /// - Parameter values: for each model V[players, columns].
  init(_ values: [[Double]], players: Int, _ bootstrap: Bootstrap, workers: Workers) {
    self.players = players
    guard players > 0 else {
      (columns, means, resampled) = (0, [], [])
      return
    }
    let columns = values[0].count / players
    self.columns = columns
    let width = values.count * columns
    var all = [Double](repeating: 0, count: players * width)
    var means = [Double](repeating: 0, count: width)
    for player in 0..<players {
      for model in values.indices {
        for column in 0..<columns {
          let value = values[model][player * columns + column]
          all[player * width + model * columns + column] = value
          means[model * columns + column] += value
        }
      }
    }
    self.means = means.map { $0 / Double(players) }
    resampled = bootstrap.means(of: all, columns: width, workers: workers)
  }

  /// With fewer than two players the interval is the range of a share.
  func interval(_ model: Int, _ column: Int) -> Interval {
    guard players > 0 else { return Interval(mean: 0, low: 0, high: 1) }
    let mean = means[model * columns + column]
    guard players > 1 else { return Interval(mean: mean, low: 0, high: 1) }
    return Interval(mean: mean, resampled: resampled[model * columns + column])
  }

  /// With fewer than two players the interval is the range of a difference of shares.
  func difference(_ model: Int, _ other: Int, _ column: Int) -> Interval {
    guard players > 0 else { return Interval(mean: 0, low: -1, high: 1) }
    let (left, right) = (model * columns + column, other * columns + column)
    let mean = means[left] - means[right]
    guard players > 1 else { return Interval(mean: mean, low: -1, high: 1) }
    // A resample has the same players for both: the difference of means is the mean of differences.
    return Interval(mean: mean, resampled: zip(resampled[left], resampled[right]).map { $0 - $1 })
  }
}
