package import FindieDomain
import FindieRanking
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
  /// The accounts whose events do not count.
  let uncounted: [UncountedPlayer]
  /// Likewise, what the operator's own model says about players in tonight's files.
  let suggestions: Suggestions

  package var content: Fingerprint? {
    Fingerprint(of: digest.hexadecimal + canonicalJSON(intake))
  }
}

/// All games, studios, tags, players and wishlists in the store after tonight's input, without the
/// wishlists of accounts that do not count.
package struct NightCatalogue: TransientArtifact {
  package static var grain: String { "one record per game, studio, tag, player and wishlist" }

  package let records: Catalogue
  /// The digest of all records.
  package let digest: Fingerprint
  /// The line counts of tonight's files.
  package let intake: [CollectionIntake]

  init(records: Catalogue, digest: Fingerprint, intake: [CollectionIntake]) {
    self.records = records.withoutUncountedWishlists
    self.digest = digest
    self.intake = intake
  }

  package var counts: [String: Int] { records.counts }
}

extension Catalogue {
  var counts: [String: Int] {
    let vectors = packedVectors.isEmpty ? [:] : ["vectors": packedVectors.count]
    return [
      "games": games.count, "developers": developers.count, "tags": tags.count,
      "users": packedUsers.count, "wishlists": packedWishlists.count,
    ].merging(vectors, uniquingKeysWith: { $1 })
  }
}
