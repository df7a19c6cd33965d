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

  package init() {}

  /// Adds a player with `numerator` y of `denominator` x.
  package mutating func add(_ numerator: Int, of denominator: Int) {
    players += 1
    self.denominator += denominator
    self.numerator += numerator
    xx += denominator * denominator
    xy += denominator * numerator
    yy += numerator * numerator
  }

  package static func + (left: RatioSums, right: RatioSums) -> RatioSums {
    var sum = left
    sum.players += right.players
    sum.denominator += right.denominator
    sum.numerator += right.numerator
    sum.xx += right.xx
    sum.xy += right.xy
    sum.yy += right.yy
    return sum
  }

  /// Nil if the denominator is 0.
  package var ratio: Double? {
    denominator > 0 ? Double(numerator) / Double(denominator) : nil
  }

  /// The variance of y successes of x trials relative to that of independent trials, at least 1: by
  /// the delta method, k/(k − 1) · Σ(y − px)² / (Σx · p(1 − p)) over k players. It is known from no
  /// more than (Σx)² / Σx² players, so it is multiplied by (t / 1.96)² with one degree of freedom
  /// less; at most Σx² / Σx, that of players who succeed with all trials or none.
  ///
  /// Source: A. Deng, U. Knoblich and J. Lu, *Applying the Delta Method in Metric Analytics*, KDD
  /// (2018), DOI 10.1145/3219819.3219919; the degrees of freedom: A. V. Carter, K. T. Schnepel and
  /// D. G. Steigerwald, *Asymptotic Behavior of a t-Test Robust to Cluster Heterogeneity*, Review
  /// of Economics and Statistics 99 (2017), DOI 10.1162/REST_a_00639.
  package var designEffect: Double {
    guard let ratio, players > 1 else { return max(1, Double(denominator)) }
    let binomial = Double(denominator) * ratio * (1 - ratio)
    let count = Double(players)
    let variance = binomial > 0 ? count / (count - 1) * squares(around: ratio) / binomial : 1
    let known = Double(denominator) * Double(denominator) / Double(xx)
    let t = StudentT.quantile975(degrees: max(1, known - 1)) / Normal.quantile975
    return min(max(1, variance) * t * t, Double(xx) / Double(denominator))
  }

  /// Σ(y − ratio · x)².
  func squares(around ratio: Double) -> Double {
    max(0, Double(yy) - 2 * ratio * Double(xy) + ratio * ratio * Double(xx))
  }
}
