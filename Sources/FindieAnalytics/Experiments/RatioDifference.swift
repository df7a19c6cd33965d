import Foundation

/// The difference of a metric between an arm and its control, absolute and relative, with intervals
/// that are valid at all nights together.
///
/// The players are the independent units. A ratio's variance is that of the delta method,
/// n / (n − 1) · Σ(y − R x)² / (Σx)². It is at least the variance that both groups would have with
/// the pooled squares: a small group in which a rare event did not happen yet shows no variance.
///
/// The interval is ±√(V (V + τ²) / τ² · (ln((V + τ²) / V) + 2 ln(1 / α))), the boundary of Robbins'
/// normal mixture with the information 1 / V, and τ a fifth of the pooled ratio. As an asymptotic
/// confidence sequence it holds for all nights from the one on which there are enough players.
///
/// The relative interval has the ratios ρ of arm and control for which R₁ − ρ R₀ is within the same
/// number of its standard errors, √(V₁ + ρ² V₀) (Fieller's theorem). So it has the error of the
/// control too, and excludes 0 exactly if the absolute interval does.
///
/// Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, *Time-uniform central
/// limit theory and asymptotic confidence sequences*, Annals of Statistics 52 (2024),
/// arXiv 2103.06476; H. Robbins, *Statistical methods related to the law of the iterated
/// logarithm* (1970), DOI 10.1214/aoms/1177696786; E. C. Fieller, *Some Problems in Interval
/// Estimation*, JRSS B 16 (1954), DOI 10.1111/j.2517-6161.1954.tb00159.x.
package struct RatioDifference: Sendable, Equatable {
  /// Arm − control.
  package let estimate: Double
  /// Half of the interval's length.
  package let radius: Double
  /// (Arm − control) / control.
  package let relativeEstimate: Double
  /// The ends of the relative interval. The upper one is nil if the control's ratio may be 0.
  package let relativeLower: Double
  package let relativeUpper: Double?
  private let control: Double
  private let variance: Double
  private let spread: Double
  private let alpha: Double

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
    let isOwn = left.own + right.own > left.pooled + right.pooled
    let (first, second) = isOwn ? (left.own, right.own) : (left.pooled, right.pooled)
    variance = first + second
    guard variance > 0 else { return nil }
    estimate = armRatio - ratio
    self.control = ratio
    self.alpha = alpha
    spread = Self.relativeSpread * pooled
    radius = Self.radius(variance: variance, spread: spread, alpha: alpha)
    // ρ solves (R₁ − ρ R₀)² = k (V₁ + ρ² V₀).
    let k = radius * radius / variance
    let (low, high) = (armRatio * armRatio - k * first, ratio * ratio - k * second)
    let product = armRatio * ratio
    let sum = product + max(0, product * product - low * high).squareRoot()
    relativeEstimate = estimate / ratio
    relativeLower = low > 0 ? low / sum - 1 : -1
    relativeUpper = high > 0 ? sum / high - 1 : nil
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

  /// Whether the interval could be ±`margin` of the control's ratio after `factor` times the
  /// present nights. The variance falls at most in proportion: players return.
  func canReach(_ margin: Double, afterNights factor: Double) -> Bool {
    Self.radius(variance: variance / factor, spread: spread, alpha: alpha) <= margin * control
  }
}
