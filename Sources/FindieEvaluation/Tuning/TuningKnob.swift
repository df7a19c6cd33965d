import FindieModels

/// A parameter that a search changes, one at a time.
package struct TuningKnob: Sendable {
  /// Its key in the parameter file.
  package let name: String
  /// The name of its model.
  let model: String
  private let range: ClosedRange<Double>
  private let step: Step
  private let value: @Sendable (TuningPoint) -> Double
  private let set: @Sendable (inout TuningPoint, Double) -> Void

  private enum Step {
    /// Multiplied or divided by 4, then 2, then √2.
    case factor
    /// More or less by this, then half of it, then a quarter.
    case summand(Double)
  }

  /// The number of step sizes, from coarse to fine.
  static let levels = 3

  /// The point with this parameter increased or decreased; nil at the end of its range.
  func turned(_ point: TuningPoint, up: Bool, level: Int) -> TuningPoint? {
    let old = value(point)
    let target: Double
    switch step {
    case .factor:
      let factor = [4, 2, 2.0.squareRoot()][level]
      target = up ? old * factor : old / factor
    case .summand(let coarse):
      let part = coarse / Double(1 << level)
      target = up ? old + part : old - part
    }
    let new = TuningPoint.threeDigits(min(max(target, range.lowerBound), range.upperBound))
    guard new.isFinite, new != old else { return nil }
    var turned = point
    set(&turned, new)
    return turned
  }

  private init(
    _ name: String, _ model: String, _ step: Step, in range: ClosedRange<Double>,
    value: @escaping @Sendable (TuningPoint) -> Double,
    set: @escaping @Sendable (inout TuningPoint, Double) -> Void
  ) {
    self.name = name
    self.model = model
    self.step = step
    self.range = range
    self.value = value
    self.set = set
  }

  static let regularization = TuningKnob(
    "als.regularizationScale", "als", .factor, in: 1e-3...1e5,
    value: { $0.als.regularizationScale }, set: { $0.als.regularizationScale = $1 })

  /// The parameters that are searched, in order.
  ///
  /// - Parameter ages: whether actions decay; otherwise the half-life has no effect.
  static func all(ages: Bool) -> [TuningKnob] {
    let always = [
      regularization,
      TuningKnob(
        "als.unobservedScale", "als", .factor, in: 0.01...1e4,
        value: { $0.als.unobservedScale }, set: { $0.als.unobservedScale = $1 }),
      TuningKnob(
        "als.frequencyExponent", "als", .summand(0.25), in: 0...2,
        value: { $0.als.frequencyExponent }, set: { $0.als.frequencyExponent = $1 }),
      TuningKnob(
        "ease.regularization", "ease", .factor, in: 1...1e6,
        value: { $0.ease.regularization }, set: { $0.ease.regularization = $1 }),
      TuningKnob(
        "neighborhood.shrinkage", "knn", .factor, in: 0.1...1e4,
        value: { $0.neighborhood.shrinkage }, set: { $0.neighborhood.shrinkage = $1 }),
    ]
    let halfLife = TuningKnob(
      "matrix.halfLifeInDays", "als", .factor, in: 7...100_000,
      value: { $0.matrix.halfLifeInDays }, set: { $0.matrix.halfLifeInDays = $1 })
    return ages ? always + [halfLife] : always
  }
}
