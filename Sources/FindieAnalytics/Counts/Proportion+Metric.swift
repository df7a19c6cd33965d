package import FindieDomain

extension PartnerMetric {
  /// The share of the total. Nil without one, and if the numbers are not counts.
  package var rate: Proportion? {
    guard let total, let trials = Int("\(total)"), let successes = Int("\(value)") else {
      return nil
    }
    return Proportion(successes, of: trials)
  }
}
