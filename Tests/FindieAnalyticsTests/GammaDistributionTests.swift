import FindieAnalytics
import Foundation
import Testing

@Suite struct GammaDistributionTests {
  /// The probability below `x`: Simpson's rule over the density, 20,000 strips, in Double.
  private func probability(below x: Double, shape: Double, rate: Double) -> Double {
    func density(_ t: Double) -> Double {
      guard t > 0 else { return 0 }
      return exp(shape * log(rate) + (shape - 1) * log(t) - rate * t - lgamma(shape))
    }
    let strips = 20_000
    let width = x / Double(strips)
    var sum = density(0) + density(x)
    for strip in 1..<strips { sum += (strip % 2 == 1 ? 4 : 2) * density(Double(strip) * width) }
    return sum * width / 3
  }

  @Test(arguments: [5.0, 8, 26, 105, 700], [0.5, 5, 12])
  func `the 5 % quantile leaves 5 % below it`(shape: Double, rate: Double) {
    let quantile = GammaDistribution(shape: shape, rate: rate).quantile(z: -1.6448536269514722)
    #expect(abs(probability(below: quantile, shape: shape, rate: rate) - 0.05) < 0.001)
  }

  @Test func `the mean is shape over rate`() {
    #expect(GammaDistribution(shape: 8, rate: 5).mean == 1.6)
  }
}
