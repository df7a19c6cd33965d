package import FindieDomain
package import FindieWorkspace

/// The suggestions that a night has.
package struct SuggestionRecord: Codable, Sendable, Equatable {
  /// Those of one day.
  package struct File: Codable, Sendable, Equatable {
    package let day: Day
    package let checksum: Fingerprint
  }

  /// When tonight's came.
  package let received: Day
  package let hasCandidates: Bool
  package let hasVectors: Bool
  /// Those of earlier days, ascending.
  package let earlier: [File]
}
