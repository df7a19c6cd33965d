import FindieAnalytics

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
  /// The number of nights, and the standard error of `sum` from how these differ.
  private var nights = 1.0
  private var spread = 0.0

  private enum CodingKeys: CodingKey { case players, trained, sum, squares }

  /// The largest loss, as a share of the nDCG, at which models are used for a week.
  package static let maximum = 0.01
  /// With fewer players, or one night, intervals are unreliable.
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
  package init(of nights: [ModelAgeLoss]) {
    for night in nights {
      players += night.players
      trained += night.trained
      sum += night.sum
      squares += night.squares
    }
    self.nights = Double(nights.count { $0.players > 0 })
    guard self.nights > 1, trained > 0 else { return }
    let rest = nights.reduce(0) { rest, night in
      let own = night.sum - sum / trained * night.trained
      return rest + own * own
    }
    spread = (rest * self.nights / (self.nights - 1)).squareRoot()
  }

  /// The mean difference, as a share of the mean nDCG of the lists by trained models: negative for
  /// a loss. Nil for fewer than two players or without any hit.
  ///
  /// The interval is the wider one of players' differences and, for several nights, of the nights'
  /// (ratio estimate with Student's t; Cochran, *Sampling Techniques*, 1977, chapter 6): the loss
  /// of a week is not that of the next.
  package var share: Interval? {
    guard players > 1, trained > 0 else { return nil }
    let count = Double(players)
    let mean = sum / count
    let variance = max(0, squares - sum * mean) / (count * (count - 1))
    let nDCG = trained / count
    let ofNights =
      nights > 1 ? StudentT.value(exceededWith: 0.025, degrees: nights - 1) * spread / trained : 0
    let half = max(Normal.quantile975 * variance.squareRoot() / nDCG, ofNights)
    return Interval(mean: mean / nDCG, low: mean / nDCG - half, high: mean / nDCG + half)
  }

  /// Whether the loss is small: at most `maximum`, with the whole interval.
  package var isSmall: Bool {
    guard nights > 1, players >= Self.minimumPlayers, let share else { return false }
    return share.low >= -Self.maximum
  }

  /// Whether the loss is larger than `maximum`, with the whole interval.
  package var isLarge: Bool {
    guard nights > 1, players >= Self.minimumPlayers, let share else { return false }
    return share.high < -Self.maximum
  }
}
