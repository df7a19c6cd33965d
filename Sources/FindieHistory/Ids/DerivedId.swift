/// Ids of events that have none in their source.
package enum DerivedId {
  /// The word that ids of Google Analytics' events begin with, before `-` and 32 digits.
  package static let googleAnalytics = "ga4"

  /// Whether two contents of an id are versions of one event, and no conflict: Google exports a day
  /// as a streaming table and as a daily one, which may have other parameters.
  static func hasVersions(_ id: String) -> Bool {
    id.utf8.count == 36 && id.utf8.starts(with: (googleAnalytics + "-").utf8)
  }
}
