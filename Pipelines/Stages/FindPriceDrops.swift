import FindieAnalytics
package import FindieBatch
import FindieDomain

extension Stage<PriceDropList> {
  /// Finds the games of wishlists that cost less than when players wished for them.
  package static func findPriceDrops(
    from history: Stage<HistorySnapshot>, _ catalogue: Stage<NightCatalogue>,
    _ partners: Stage<NightPartners>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.prices
    return Stage(
      "price-drops", from: history, catalogue, partners,
      parameters: ["prices": parameters] as NamedParameters
    ) { context, history, catalogue, partners in
      let prices = partners.data.prices
      guard let applied = parameters.applied(to: prices) else {
        let countries = Set(prices.map(\.country)).sorted().joined(separator: ", ")
        context.warn(
          "prices.country is \(parameters.country), but prices are known for \(countries) only. "
            + "Set it to one of these countries.")
        return PriceDropList(drops: [])
      }
      // `findie sync` runs right before the night: prices of the as-of day count.
      return PriceDropList(
        drops: PriceDrops.all(
          wishlists: catalogue.catalogue.wishlists, games: catalogue.catalogue.games,
          prices: prices, on: history.day.adding(days: 1), applied))
    }
  }
}
