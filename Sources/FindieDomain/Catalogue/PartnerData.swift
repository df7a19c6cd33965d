/// What partners answered: the prices of games, the state of the synchronization, and numbers by
/// day.
///
/// The arrays are sorted by the UTF-8 bytes of `id`, and no id occurs twice in one.
package struct PartnerData: Hashable, Sendable {
  package let prices: [PriceSeries]
  package let partners: [PartnerStatus]
  package let metrics: [PartnerMetric]

  /// Of several records with one id, the newest one stays, as in `Catalogue`.
  package init(
    prices: [PriceSeries] = [], partners: [PartnerStatus] = [], metrics: [PartnerMetric] = []
  ) {
    self.prices = prices.newest
    self.partners = partners.newest
    self.metrics = metrics.newest
  }
}
