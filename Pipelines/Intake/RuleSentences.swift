import FindieDomain
import FindieIngest

/// The sentence for each validation rule and each assumption about a CSV file, by name.
package let ruleSentences: [String: String] = {
  func sentences<Record>(_ rules: [ValidationRule<Record>]) -> [(String, String)] {
    rules.map { ($0.name, $0.sentence) }
  }
  return Dictionary(
    uniqueKeysWithValues: sentences(Game.rules) + sentences(User.rules)
      + sentences(Developer.rules) + sentences(Tag.rules) + sentences(Wishlist.rules)
      + sentences(PriceSeries.rules) + sentences(PartnerStatus.rules)
      + sentences(PartnerMetric.rules) + assumptionSentences.map { ($0.key, $0.value) })
}()
