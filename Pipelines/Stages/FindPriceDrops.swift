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
    ) { _, history, catalogue, partners in
      // `findie sync` runs right before the night: prices of the as-of day count.
      PriceDropList(
        drops: PriceDrops.all(
          wishlists: catalogue.catalogue.wishlists, games: catalogue.catalogue.games,
          prices: partners.data.prices, on: history.day.adding(days: 1), parameters))
    }
  }
}
