/// A partner of `findie sync`. The raw value is its name in commands and files.
package enum PartnerName: String, CaseIterable, Codable, Sendable {
  case steam, itch, igdb, auth, plur, crashlytics, appstore

  /// The name that people read.
  package var title: String {
    switch self {
    case .steam: "Steam"
    case .itch: "itch.io"
    case .igdb: "IGDB"
    case .auth: "Firebase Authentication"
    case .plur: "Plur"
    case .crashlytics: "Crashlytics"
    case .appstore: "App Store"
    }
  }
}
