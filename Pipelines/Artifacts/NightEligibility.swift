import FindieWorkspace

/// Which games the lists of a night may show, by the parameters `recommendations.eligible`.
package struct NightEligibility: JSONArtifact {
  package static var grain: String { "one row per game" }
  package static var countOfGrain: String? { "games" }
  package static var formatVersion: Int { 1 }

  /// By game, in the order of the catalogue.
  package let isEligible: [Bool]

  package var counts: [String: Int] {
    ["games": isEligible.count, "eligible": isEligible.count { $0 }]
  }
}
