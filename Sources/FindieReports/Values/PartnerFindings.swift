package import FindieAnalytics
package import FindieDomain

/// What the team's report says about partners: their synchronization, their numbers, and the price
/// drops.
package struct PartnerFindings: Sendable {
  /// By id.
  package let statuses: [PartnerStatus]
  package let metrics: [PartnerMetric]
  package let drops: PriceDropSummary

  /// Nil without data of partners.
  package init?(_ data: PartnerData, _ drops: [PriceDrop]) {
    guard !data.prices.isEmpty || !data.partners.isEmpty || !data.metrics.isEmpty
    else { return nil }
    statuses = data.partners
    metrics = data.metrics
    self.drops = PriceDropSummary(drops)
  }
}
