/// What lists lose because their models were trained on an earlier night: nDCG on what the same
/// players liked on the day of the lists, by older models minus by models that the night trained.
///
/// Players see the lists of one side only, and like what they see more often: so the measured loss
/// is rather too large than too small.
package struct ModelAgeLoss: Codable, Hashable, Sendable {
  /// The tested players.
  package private(set) var players = 0
  /// The sum over players of the nDCG of the lists by models that the night trained.
  private var trained = 0.0
  /// The sums over players of the difference, older minus trained, and of its square.
  private var sum = 0.0
  private var squares = 0.0

  /// The largest loss, as a share of the nDCG, at which models are used for a week.
  package static let maximum = 0.01
  /// With fewer players, intervals are unreliable.
  package static let minimumPlayers = 1_000

  package init() {}

  /// - Parameters:
  ///   - differences: older minus trained, one per player.
  ///   - trained: of the same players.
  package mutating func add(_ differences: [Double], of trained: [Double]) {
    precondition(differences.count == trained.count, "differences of other players")
    players += differences.count
    self.trained += trained.reduce(0, +)
    sum += differences.reduce(0, +)
    squares += differences.reduce(0) { $0 + $1 * $1 }
  }

  /// All players of several nights.
  package init(of nights: some Sequence<ModelAgeLoss>) {
    for night in nights {
      players += night.players
      trained += night.trained
      sum += night.sum
      squares += night.squares
    }
  }

  /// The mean difference, as a share of the mean nDCG of the lists by trained models: negative for
  /// a loss. Nil for fewer than two players or without any hit.
  package var share: Interval? {
    guard players > 1, trained > 0 else { return nil }
    let count = Double(players)
    let mean = sum / count
    let variance = max(0, squares - sum * mean) / (count * (count - 1))
    let nDCG = trained / count
    return Interval(mean: mean / nDCG, normalDeviation: variance.squareRoot() / nDCG)
  }

  /// Whether the loss is small: at most `maximum`, with the whole interval.
  package var isSmall: Bool {
    guard players >= Self.minimumPlayers, let share else { return false }
    return share.low >= -Self.maximum
  }

  /// Whether the loss is larger than `maximum`, with the whole interval.
  package var isLarge: Bool {
    guard players >= Self.minimumPlayers, let share else { return false }
    return share.high < -Self.maximum
  }
}
