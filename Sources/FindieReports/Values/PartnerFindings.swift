package import FindieAnalytics
package import FindieDomain

/// What the team's report says about shops: their synchronization, and the price drops.
package struct PartnerFindings: Sendable {
  /// By id.
  package let statuses: [PartnerStatus]
  package let drops: PriceDropSummary

  /// Nil without prices and partners.
  package init?(_ data: PartnerData, _ drops: [PriceDrop]) {
    guard !data.prices.isEmpty || !data.partners.isEmpty else { return nil }
    statuses = data.partners
    self.drops = PriceDropSummary(drops)
  }
}
