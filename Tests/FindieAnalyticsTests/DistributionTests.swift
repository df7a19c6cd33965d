import FindieAnalytics
import Foundation
import Testing

/// Values of SciPy 1.17.
struct DistributionTests {
  @Test("the normal distribution")
  func normal() {
    #expect(abs(Normal.tail(above: Normal.quantile975) - 0.025) < 1e-15)
    #expect(abs(Normal.tail(above: 3) - 0.0013498980316301) < 1e-15)
  }

  @Test(
    "the distribution of t",
    arguments: [
      (2.0, 3.0, 0.0696629842794216), (-1.5, 12, 0.9202712482433966),
      (4.5, 47, 2.2288376664403563e-05),
      (0, 5, 0.5),
    ])
  func student(_ t: Double, _ degrees: Double, _ tail: Double) {
    #expect(abs(StudentT.tail(above: t, degrees: degrees) / tail - 1) < 1e-10)
    #expect(
      abs(StudentT.value(exceededWith: min(tail, 1 - tail), degrees: degrees) - abs(t)) < 1e-3)
  }

  @Test(
    "the incomplete beta function",
    arguments: [
      (2.0, 3.0, 0.4, 0.5248), (0.5, 0.5, 0.1, 0.2048327646991335),
      (30, 70, 0.35, 0.8615754758661092), (200, 5, 0.99, 0.9445902696571835),
    ])
  func beta(_ a: Double, _ b: Double, _ x: Double, _ value: Double) {
    #expect(abs(regularizedBeta(a, b, at: x) - value) < 1e-12)
  }

  @Test("findings of Benjamini and Hochberg's own example: 4 of 15 at 5%")
  func findings() {
    let probabilities = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
      0.5719, 0.6528, 0.7590, 1,
    ]
    #expect(
      FalseDiscoveries.findings(in: probabilities.reversed(), rate: 0.05) == [11, 12, 13, 14])
    #expect(FalseDiscoveries.findings(in: [0.06, 0.5], rate: 0.05).isEmpty)
    #expect(FalseDiscoveries.findings(in: [], rate: 0.05).isEmpty)
    #expect(abs(FalseDiscoveries.level(ofSelected: 4, of: 15, rate: 0.05) - 0.2 / 15) < 1e-15)
  }

  /// At the switch between both sides, a call of the other side must end.
  @Test(arguments: [0.5, 1, 3.5]) func `a symmetric beta has half below the middle`(a: Double) {
    #expect(abs(regularizedBeta(a, a, at: 0.5) - 0.5) < 1e-12)
    #expect(abs(StudentT.value(exceededWith: 0.25, degrees: 1) - 1) < 1e-9)
  }
}
