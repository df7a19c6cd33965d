/// How much less a card is liked the further down the feed it stands.
///
/// The like probability at position p is that at position 0 times curve[p], where
/// curve[p] = 0.5 + 0.5·e^(-p / 6), in four decimals.
struct PositionBias {
  static let positions = 60

  let curve: [Double]
  private let factors: [Probability]

  init() {
    curve = (0..<PositionBias.positions).map {
      (5000 + 5000 * PortableMath.exp(-Double($0) / 6)).rounded() / 10_000
    }
    factors = curve.map { Probability($0) }
  }

  /// The factor at `position`; past the curve's end its last value.
  subscript(position: Int) -> Probability {
    factors[min(position, factors.count - 1)]
  }
}
