/// The metrics of models' lists, of the same players, as means with intervals.
struct PlayerStatistics: Sendable {
  /// For each model V[players, columns].
  private let values: [[Double]]
  private let players: Int

  init(_ values: [[Double]], players: Int) {
    (self.values, self.players) = (values, players)
  }

  private func values(_ model: Int, _ column: Int) -> [Double] {
    let columns = values[model].count / players
    return (0..<players).map { values[model][$0 * columns + column] }
  }

  /// Without players the interval is the range of a share.
  func interval(_ model: Int, _ column: Int) -> Interval {
    guard players > 0 else { return Interval(mean: 0, low: 0, high: 1) }
    return Interval(ofShares: values(model, column))
  }

  /// With fewer than two players the interval is the range of a difference of shares.
  func difference(_ model: Int, _ other: Int, _ column: Int) -> Interval {
    guard players > 0 else { return Interval(mean: 0, low: -1, high: 1) }
    let differences = zip(values(model, column), values(other, column)).map { $0 - $1 }
    guard players > 1 else { return Interval(mean: differences[0], low: -1, high: 1) }
    return Interval(ofDifferences: differences)
  }

  /// The difference as a share of the other model's mean; nil if that is not above 0 for sure.
  func relative(_ model: Int, _ other: Int, _ column: Int) -> Interval? {
    guard players > 1 else { return nil }
    return Interval(of: values(model, column), relativeTo: values(other, column))
  }
}
