/// Sums over the players of a group, of which the ratio Σy / Σx is a metric: y likes of x
/// impressions, or y wishes with x = 1.
///
/// The sums are whole numbers, so that they do not depend on the order of the players.
package struct RatioSums: Sendable, Equatable {
  package private(set) var players = 0
  /// Σx.
  package private(set) var denominator = 0
  /// Σy.
  package private(set) var numerator = 0
  private var xx = 0
  private var xy = 0
  private var yy = 0
  /// Σy²/x, in 65,536ths.
  private var shares = 0

  package init() {}

  /// Adds a player with `numerator` y of `denominator` x.
  package mutating func add(_ numerator: Int, of denominator: Int) {
    players += 1
    self.denominator += denominator
    self.numerator += numerator
    xx += denominator * denominator
    xy += denominator * numerator
    yy += numerator * numerator
    shares += (numerator * numerator) << 16 / denominator
  }

  package static func + (left: RatioSums, right: RatioSums) -> RatioSums {
    var sum = left
    sum.players += right.players
    sum.denominator += right.denominator
    sum.numerator += right.numerator
    sum.xx += right.xx
    sum.xy += right.xy
    sum.yy += right.yy
    sum.shares += right.shares
    return sum
  }

  /// Nil if the denominator is 0.
  package var ratio: Double? {
    denominator > 0 ? Double(numerator) / Double(denominator) : nil
  }

  /// The variance of y successes of x trials relative to that of independent trials, at least 1:
  /// 1 + ρ(Σx²/Σx − 1) with the correlation ρ of a player's trials, of the analysis of variance
  /// over k players,
  ///
  ///     ρ = (S − (k − 1)) / (Σx − Σx²/Σx − (k − 1)),  S = (Σy²/x − pΣy) / (p(1 − p))
  ///
  /// A few players may have most of the trials: all players tell ρ, where the sum of squares of the
  /// ratio itself, Σ(y − px)², would be known from those few. The result is multiplied by
  /// (t / 1.96)² with (Σx)² / Σx² − 1 degrees of freedom, and is at most Σx² / Σx, that of players
  /// who succeed with all trials or none.
  ///
  /// Source: L. Kish, *Survey Sampling* (1965), 5.4; A. Donner, *A Review of Inference Procedures
  /// for the Intraclass Correlation Coefficient*, International Statistical Review 54 (1986),
  /// DOI 10.2307/1403259.
  package var designEffect: Double {
    let (n, degrees) = (Double(denominator), Double(players - 1))
    guard let ratio, players > 1 else { return max(1, n) }
    let (binomial, size) = (ratio * (1 - ratio), Double(xx) / n)
    let squares = Double(shares) / 65536 - ratio * Double(numerator)
    let others = n - size - degrees
    let correlation =
      binomial > 0 && others > 0 ? max(0, (squares / binomial - degrees) / others) : 0
    let t = StudentT.quantile975(degrees: max(1, n / size - 1)) / Normal.quantile975
    return min((1 + correlation * (size - 1)) * t * t, max(1, size))
  }

  /// Σ(y − ratio · x)².
  func squares(around ratio: Double) -> Double {
    max(0, Double(yy) - 2 * ratio * Double(xy) + ratio * ratio * Double(xx))
  }
}
