package import FindieReports
package import FindieWorkspace

/// The list quality of the nights that were published before this one.
package struct PreviousNights: TransientArtifact {
  package static var grain: String { "one row per previous night" }
  package static var countOfGrain: String? { "nights" }
  package static var isIdentifiedByContent: Bool { true }

  /// The oldest first.
  package let nights: [NightHealth]

  /// The maximum number of nights.
  static let maximumCount = 28

  package var counts: [String: Int] { ["nights": nights.count] }

  package var content: Fingerprint? { Fingerprint(of: canonicalJSON(nights)) }
}
