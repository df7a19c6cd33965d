/// What shops answered: the prices of games, and the state of the synchronization with each shop.
///
/// Both arrays are sorted by the UTF-8 bytes of `id`, and no id occurs twice in one.
package struct PartnerData: Hashable, Sendable {
  package let prices: [PriceSeries]
  package let partners: [PartnerStatus]

  /// Of several records with one id, the newest one stays, as in `Catalogue`.
  package init(prices: [PriceSeries] = [], partners: [PartnerStatus] = []) {
    self.prices = prices.newest
    self.partners = partners.newest
  }
}
