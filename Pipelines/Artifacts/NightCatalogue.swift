package import FindieDomain
import FindieHistory
package import FindieWorkspace

/// The catalogue in the store after tonight's files were merged into it.
package struct CatalogueUpdate: TransientArtifact {
  package static var grain: String { "one record per game, studio, tag, player and wishlist" }
  package static var isIdentifiedByContent: Bool { true }

  /// The digest of all records.
  package let digest: Fingerprint
  /// The line counts of tonight's files.
  package let intake: [CollectionIntake]
  package let counts: [String: Int]
  /// The run's warnings.
  let warnings: [String]
  /// The records, if this run has read them; nil if they are only in the store.
  let catalogue: Catalogue?
  /// Prices and partners. They are not part of the content, so stages that do not read them need
  /// not run if only these change.
  let partners: PartnerUpdate
  /// The annotations and the promotions, which are not part of the content either.
  let team: TeamUpdate

  package var content: Fingerprint? {
    Fingerprint(of: digest.hexadecimal + canonicalJSON(intake))
  }
}

/// All games, studios, tags, players and wishlists in the store after tonight's input.
package struct NightCatalogue: TransientArtifact {
  package static var grain: String { "one record per game, studio, tag, player and wishlist" }

  package let catalogue: Catalogue
  /// The digest of all records.
  package let digest: Fingerprint
  /// The line counts of tonight's files.
  package let intake: [CollectionIntake]

  package var counts: [String: Int] { catalogue.counts }
}

extension Catalogue {
  var counts: [String: Int] {
    [
      "games": games.count, "developers": developers.count, "tags": tags.count,
      "users": users.count, "wishlists": wishlists.count,
    ]
  }
}

/// The prices and partners in the store after tonight's files were merged into it.
package struct PartnerUpdate: TransientArtifact {
  package static var grain: String {
    "one record per price series, partner and number of a partner"
  }
  package static var isIdentifiedByContent: Bool { true }

  /// The digest of all records.
  package let digest: Fingerprint
  /// The line counts of tonight's files.
  package let intake: [CollectionIntake]
  package let counts: [String: Int]
  /// The records, if this run has read them; nil if they are only in the store.
  let data: PartnerData?

  package var content: Fingerprint? {
    Fingerprint(of: digest.hexadecimal + canonicalJSON(intake))
  }
}

/// All prices and partners in the store after tonight's input.
package struct NightPartners: TransientArtifact {
  package static var grain: String {
    "one record per price series, partner and number of a partner"
  }

  package let data: PartnerData
  /// The line counts of tonight's files.
  package let intake: [CollectionIntake]

  package var counts: [String: Int] { data.counts }
}

extension PartnerData {
  var counts: [String: Int] {
    ["prices": prices.count, "partners": partners.count, "metrics": metrics.count]
  }
}

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
