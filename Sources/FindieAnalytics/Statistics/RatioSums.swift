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

  /// Σ(y − ratio · x)².
  func squares(around ratio: Double) -> Double {
    max(0, Double(yy) - 2 * ratio * Double(xy) + ratio * ratio * Double(xx))
  }
}
