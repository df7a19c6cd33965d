package import FindieDomain

extension PartnerMetric {
  /// The share of the total. Nil without one, if the numbers are not counts of at most a billion, and for the k-factor,
  /// which is a mean: one player may bring several.
  package var rate: Proportion? {
    guard metric != "kFactor", let total, let trials = Int("\(total)"),
      let successes = Int("\(value)"),
      trials <= 1_000_000_000
    else {
      return nil
    }
    return Proportion(successes, of: trials)
  }
}
