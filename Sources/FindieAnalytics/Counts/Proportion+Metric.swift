package import FindieDomain

extension PartnerMetric {
  /// The share of the total. Nil without one, and if the numbers are not counts of at most a billion.
  package var rate: Proportion? {
    guard let total, let trials = Int("\(total)"), let successes = Int("\(value)"),
      trials <= 1_000_000_000
    else {
      return nil
    }
    return Proportion(successes, of: trials)
  }
}
