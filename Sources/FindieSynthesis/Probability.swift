/// A probability in 2⁻³² parts, so that chance is decided in whole numbers.
struct Probability: Hashable, Sendable {
  /// 0 (never) to 2³² (always).
  let parts: UInt64

  static let one: UInt64 = 1 << 32

  init(parts: UInt64) {
    precondition(parts <= Probability.one, "\(parts) parts are more than certain")
    self.parts = parts
  }

  init(_ value: Double) {
    precondition((0...1).contains(value), "\(value) is not a probability")
    self.init(parts: UInt64((value * Double(Probability.one)).rounded()))
  }

  var value: Double { Double(parts) / Double(Probability.one) }

  static func * (left: Probability, right: Probability) -> Probability {
    let product = left.parts.multipliedFullWidth(by: right.parts)
    return Probability(parts: product.high << 32 | product.low >> 32)
  }
}
