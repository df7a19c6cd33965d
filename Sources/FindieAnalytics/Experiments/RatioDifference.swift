import Foundation

/// The difference of a metric between an arm and its control, with an interval that is valid at
/// all nights together.
///
/// The players are the independent units. A ratio's variance is that of the delta method,
/// n / (n − 1) · Σ(y − R x)² / (Σx)². It is at least the variance that both groups would have with
/// the pooled squares: a small group in which a rare event did not happen yet shows no variance.
///
/// The interval is ±√(V (V + τ²) / τ² · (ln((V + τ²) / V) + 2 ln(1 / α))), the boundary of Robbins'
/// normal mixture with the information 1 / V, and τ a fifth of the pooled ratio. As an asymptotic
/// confidence sequence it holds for all nights from the one on which there are enough players.
///
/// Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, *Time-uniform central
/// limit theory and asymptotic confidence sequences*, Annals of Statistics 52 (2024),
/// arXiv 2103.06476; H. Robbins, *Statistical methods related to the law of the iterated
/// logarithm* (1970), DOI 10.1214/aoms/1177696786.
package struct RatioDifference: Sendable, Equatable {
  /// Arm − control.
  package let estimate: Double
  /// Half of the interval's length.
  package let radius: Double
  /// The control's ratio, above 0.
  package let control: Double
  let variance: Double
  let spread: Double
  let alpha: Double

  /// The minimum number of players of each group.
  package static let minimumPlayers = 100
  /// τ, relative to the pooled ratio: differences of this size are found with the fewest players.
  static let relativeSpread = 0.2

  /// Nil with too few players, or if there is nothing to compare: no event in the control.
  ///
  /// - Parameter alpha: the chance, over all nights together, that the interval misses the truth.
  package init?(arm: RatioSums, control: RatioSums, alpha: Double) {
    let all = arm + control
    guard arm.players >= Self.minimumPlayers, control.players >= Self.minimumPlayers,
      let armRatio = arm.ratio, let ratio = control.ratio, ratio > 0, let pooled = all.ratio
    else { return nil }
    let square =
      (arm.squares(around: pooled) + control.squares(around: pooled)) / Double(all.players - 1)
    func variances(_ sums: RatioSums, _ own: Double) -> (own: Double, pooled: Double) {
      let (players, x) = (Double(sums.players), Double(sums.denominator))
      return (
        players / (players - 1) * sums.squares(around: own) / (x * x), players * square / (x * x)
      )
    }
    let (left, right) = (variances(arm, armRatio), variances(control, ratio))
    let variance = max(left.own + right.own, left.pooled + right.pooled)
    guard variance > 0 else { return nil }
    estimate = armRatio - ratio
    self.control = ratio
    self.variance = variance
    self.alpha = alpha
    spread = Self.relativeSpread * pooled
    radius = Self.radius(variance: variance, spread: spread, alpha: alpha)
  }

  /// The boundary for a difference with this variance; `spread` is τ.
  package static func radius(variance: Double, spread: Double, alpha: Double) -> Double {
    let square = spread * spread
    return
      (variance * (variance + square) / square
      * (log((variance + square) / variance) + 2 * log(1 / alpha))).squareRoot()
  }

  /// The interval's ends.
  package var lower: Double { estimate - radius }
  package var upper: Double { estimate + radius }

  /// Relative to the control's ratio.
  package var relativeEstimate: Double { estimate / control }
  package var relativeLower: Double { lower / control }
  package var relativeUpper: Double { upper / control }

  /// How many times the present number of players' nights narrows the interval to ±`margin` of the
  /// control's ratio, if the variance falls in proportion.
  func factor(toReach margin: Double) -> Double {
    func isReached(_ factor: Double) -> Bool {
      Self.radius(variance: variance / factor, spread: spread, alpha: alpha) <= margin * control
    }
    var high = 1.0
    while !isReached(high), high < 1e6 { high *= 2 }
    var low = high / 2
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if isReached(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
