/// A partner of `findie sync`.
package enum PartnerName: String, CaseIterable, Codable, Sendable {
  case steam, itch, igdb, auth

  /// The shop that the partner is; nil for a partner of numbers only.
  package var shop: Shop? { Shop(rawValue: rawValue) }
}
