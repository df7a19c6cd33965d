import FindieText
import FindieDomain
import FindieIngest
import FindieNight
import FindieCommands
import FindieWorkspace
import Foundation
import Testing

/// Texts for people.
struct TextTests {
  @Test func `every validation rule and every assumption about CSV has its sentence`() {
    let names =
      Game.rules.map(\.name) + User.rules.map(\.name) + Developer.rules.map(\.name)
      + FindieDomain.Tag.rules.map(\.name) + Wishlist.rules.map(\.name)
      + PriceSeries.rules.map(\.name) + PartnerStatus.rules.map(\.name)
      + PartnerMetric.rules.map(\.name) + Annotation.rules.map(\.name)
      + Promotion.rules.map(\.name) + GameVector.rules.map(\.name)
      + PlayerCandidate.rules.map(\.name) + UncountedPlayer.rules.map(\.name)
    #expect(Set(names).union(assumptionSentences.keys) == Set(ruleSentences.keys))
    #expect(ruleSentences.values.allSatisfy { !$0.isEmpty })
  }

  @Test(arguments: [
    (0.0, "0.0000"), (0.16204, "0.1620"), (0.99996, "1.0000"), (-0.0234, "-0.0234"),
    (-0.00001, "0.0000"), (12.5, "12.5000"), (1e12, "1000000000000.0"), (-3.5e+19, "-3.5e+19"),
  ])
  func `a measure has four decimals`(of: (number: Double, text: String)) {
    #expect(fourDecimals(of.number) == of.text)
  }
}
