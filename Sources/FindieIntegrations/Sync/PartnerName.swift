/// A partner of `findie sync`.
package enum PartnerName: String, CaseIterable, Codable, Sendable {
  case steam, itch, igdb, auth, plur, crashlytics, appstore

  /// The shop that the partner is; nil for a partner of numbers only.
  package var shop: Shop? { Shop(rawValue: rawValue) }

  /// Whether the partner's numbers are read from a file.
  package var needsFile: Bool {
    switch self {
    case .auth, .plur, .crashlytics: true
    case .steam, .itch, .igdb, .appstore: false
    }
  }
}
