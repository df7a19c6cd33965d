/// A probability in units of 2⁻³², so that chance is decided in integers.
struct Probability: Hashable, Sendable {
  /// 0 (never) to 2³² (always).
  let parts: UInt64

  static let one: UInt64 = 1 << 32

  init(parts: UInt64) {
    precondition(parts <= Self.one, "\(parts) parts exceed a probability of 1")
    self.parts = parts
  }

  init(_ value: Double) {
    precondition((0...1).contains(value), "\(value) is not a probability")
    self.init(parts: UInt64((value * Double(Self.one)).rounded()))
  }

  static func * (left: Probability, right: Probability) -> Probability {
    let product = left.parts.multipliedFullWidth(by: right.parts)
    return Probability(parts: product.high << 32 | product.low >> 32)
  }
}
