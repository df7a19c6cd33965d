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
  /// 1 + ρ(Σx²/Σx − 1) with the `intraclassCorrelation` ρ of a player's trials, of the sum of
  /// squares Σy²/x − pΣy.
  ///
  /// A few players may have most of the trials: all players tell ρ, where the sum of squares of the
  /// ratio itself, Σ(y − px)², would be known from those few. The result is multiplied by
  /// (t / 1.96)² with (Σx)² / Σx² − 1 degrees of freedom, and is at most Σx² / Σx, that of players
  /// who succeed with all trials or none.
  ///
  /// Source: L. Kish, *Survey Sampling* (1965), 5.4.
  package var designEffect: Double {
    let n = Double(denominator)
    guard let ratio, players > 1 else { return max(1, n) }
    let size = Double(xx) / n
    let correlation = intraclassCorrelation(
      squares: Double(shares) / 65536 - ratio * Double(numerator), share: ratio, trials: n,
      size: size, groups: players)
    let t = StudentT.quantile975(degrees: max(1, n / size - 1)) / Normal.quantile975
    return min((1 + correlation * (size - 1)) * t * t, max(1, size))
  }

  /// Σ(y − ratio · x)².
  func squares(around ratio: Double) -> Double {
    max(0, Double(yy) - 2 * ratio * Double(xy) + ratio * ratio * Double(xx))
  }
}

/// How alike the trials of one group are: the moment estimate of the intraclass correlation, of the
/// analysis of variance over k groups, at least 0,
///
///     ρ = (S / (p(1 − p)) − (k − 1)) / (Σn − Σn²/Σn − (k − 1))
///
/// Source: A. Donner, *A Review of Inference Procedures for the Intraclass Correlation
/// Coefficient*, International Statistical Review 54 (1986), DOI 10.2307/1403259.
///
/// - Parameters:
///   - squares: S, Σn(s/n − p)² over the groups with s successes of n trials.
///   - share: p, of all trials.
///   - trials: Σn.
///   - size: Σn²/Σn.
func intraclassCorrelation(
  squares: Double, share: Double, trials: Double, size: Double, groups: Int
) -> Double {
  let (variance, degrees) = (share * (1 - share), Double(groups - 1))
  let others = trials - size - degrees
  return variance > 0 && others > 0 ? max(0, (squares / variance - degrees) / others) : 0
}
