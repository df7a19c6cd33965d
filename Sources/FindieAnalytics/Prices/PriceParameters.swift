package import FindieDomain

/// Which prices count.
package struct PriceParameters: Codable, Sendable, Equatable {
  /// The country of the prices, as an ISO 3166-1 code of two letters.
  package var country = "US"

  package init() {}

  /// These parameters with the only country that has prices, if that is another one. Nil if several other countries
  /// have prices: then none is compared.
  package func applied(to prices: [PriceSeries]) -> PriceParameters? {
    let countries = Set(prices.map(\.country))
    guard let only = countries.first, !countries.contains(country) else { return self }
    guard countries.count == 1 else { return nil }
    var parameters = self
    parameters.country = only
    return parameters
  }
}
