import FindieDomain

/// Each validation rule's sentence, by the rule's name.
package let ruleSentences: [String: String] = {
  func sentences<Record>(_ rules: [ValidationRule<Record>]) -> [(String, String)] {
    rules.map { ($0.name, $0.sentence) }
  }
  return Dictionary(
    uniqueKeysWithValues: sentences(Game.rules) + sentences(User.rules)
      + sentences(Developer.rules) + sentences(Tag.rules) + sentences(Wishlist.rules)
      + sentences(PriceSeries.rules) + sentences(PartnerStatus.rules)
      + sentences(PartnerMetric.rules))
}()
