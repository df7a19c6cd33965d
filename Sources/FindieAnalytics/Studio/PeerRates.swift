import Foundation

/// The rates of similar games, against which the rate of one more game is tested.
///
/// Rates differ between games, and by chance. Both follow from the rates (k + 3/8) / (n + 3/4)
/// themselves: to find high rates, from their logarithms; to find low ones, from asin √ of them,
/// with the variance 1 / (4n + 2) of n independent trials. So neither scale stretches the tail
/// that is tested: whether the rates of games have a lognormal or a beta distribution, the error
/// is at most the stated one. The sums are of games, so that a game can be taken out again.
///
/// Source: F. J. Anscombe, *The Transformation of Poisson, Binomial and Negative-Binomial Data*,
/// Biometrika 35 (1948), DOI 10.1093/biomet/35.3-4.246.
package struct PeerRates: Sendable {
  package private(set) var games = 0
  private var sum = 0.0
  private var squares = 0.0
  /// The sum of the variances by chance.
  private var noise = 0.0

  /// A game's rate against that of similar games.
  package struct Comparison {
    package let rate: Proportion
    /// The mean rate of the similar games, on the scale of the test.
    package let usual: Double
    /// The probability of such a rate, of a game like the others or one that differs less than by
    /// `minimumRatio`.
    package let probability: Double
    /// How many times the rate is above (below) the usual one: the lower end of its interval.
    package let effect: Double
  }

  /// A rate at most this many times the usual one is too close to it for a suggestion.
  static let minimumRatio = 1.25

  /// Whether rates above the usual one are looked for, or those below it.
  private let isAbove: Bool

  package init(isAbove: Bool) { self.isAbove = isAbove }

  /// Adds a game; with `sign` -1, takes it out again.
  package mutating func add(_ rate: Proportion, sign: Double = 1) {
    let value = scaled(share(rate))
    games += sign > 0 ? 1 : -1
    sum += sign * value
    squares += sign * value * value
    noise += sign * noise(of: rate)
  }

  /// Tests whether the rate of a game that is not among these is above (below) the usual one.
  ///
  /// Two claims must hold, so the larger probability counts (R. L. Berger, *Multiparameter
  /// Hypothesis Testing*, Technometrics 24, 1982, DOI 10.1080/00401706.1982.10487790): the rate is
  /// outside the range of the games, by the prediction interval of one more value, and it is more
  /// than `minimumRatio` times away from their mean. Both by Student's distribution. The variance
  /// of a game that has fewer trials than the others is larger; that of one with more is not taken
  /// to be smaller.
  package func comparison(of rate: Proportion) -> Comparison? {
    guard games > 1 else { return nil }
    let count = Double(games)
    let (mean, chance, own) = (sum / count, noise / count, noise(of: rate))
    let spread = max((squares - count * mean * mean) / (count - 1), chance)
    let usual = isAbove ? exp(mean) : sin(mean) * sin(mean)
    let bound = isAbove ? min(1, Self.minimumRatio * usual) : usual / Self.minimumRatio
    func tail(_ middle: Double, _ variance: Double) -> Double {
      let distance = (scaled(share(rate)) - middle) / (variance + spread / count).squareRoot()
      return StudentT.tail(above: isAbove ? distance : -distance, degrees: count - 1)
    }
    return Comparison(
      rate: rate, usual: usual,
      probability: max(
        tail(mean, spread + max(0, own - chance)), tail(scaled(bound), own)),
      effect: isAbove ? rate.lower / usual : usual / rate.upper)
  }

  private func scaled(_ rate: Double) -> Double { isAbove ? log(rate) : asin(rate.squareRoot()) }

  private func share(_ rate: Proportion) -> Double {
    (Double(rate.successes) + 0.375) / (Double(rate.trials) + 0.75)
  }

  private func noise(of rate: Proportion) -> Double {
    let (share, trials) = (share(rate), Double(rate.trials))
    return isAbove ? (1 - share) / (trials * share) : 1 / (4 * trials + 2)
  }
}
