/// Which prices count.
package struct PriceParameters: Codable, Sendable, Equatable {
  /// The country of the prices, as an ISO 3166-1 code of two letters.
  package var country = "US"

  package init() {}
}
