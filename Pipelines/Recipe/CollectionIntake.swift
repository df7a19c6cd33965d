package import FindieHistory
import FindieIngest

/// The line counts of one collection of the catalogue.
package struct CollectionIntake: Codable, Sendable {
  package let collection: String
  package let files: Int
  package let counts: LineCounts
  /// The number of accepted records that break a validation rule or have an unusual value, by name.
  package let warnings: [String: Int]
}

extension ReadCatalogue {
  /// The line counts of the catalogue, one element per collection; vectors and
  /// uncounted accounts only with files.
  package var intake: [CollectionIntake] {
    [games.intake, developers.intake, tags.intake, users.intake, wishlists.intake]
      + [vectors.intake, uncounted.intake].filter { $0.files > 0 }
  }

  /// The line counts of prices, partners and metrics; empty without files of these.
  package var partnerIntake: [CollectionIntake] {
    [prices.intake, partners.intake, metrics.intake].filter { $0.files > 0 }
  }

  /// The line counts of annotations; empty without files.
  package var annotationIntake: [CollectionIntake] {
    [annotations.intake].filter { $0.files > 0 }
  }

  /// The line counts of promotions; empty without files.
  package var promotionIntake: [CollectionIntake] {
    [promotions.intake].filter { $0.files > 0 }
  }

  /// The line counts of candidates; empty without files.
  package var candidateIntake: [CollectionIntake] {
    [candidates.intake].filter { $0.files > 0 }
  }

  /// The line counts of all collections.
  package var allIntake: [CollectionIntake] {
    intake + partnerIntake + annotationIntake + promotionIntake + candidateIntake
  }
}

extension CatalogueRecords {
  fileprivate var intake: CollectionIntake {
    CollectionIntake(
      collection: Record.collection.rawValue, files: files.count, counts: counts,
      warnings: warnings)
  }
}

extension [CollectionIntake] {
  /// The numbers of rejected lines and of warnings.
  var faults: [String: Int] {
    [
      "rejected": reduce(0) { $0 + $1.counts.rejected },
      "validationWarnings": reduce(0) { $0 + $1.warnings.values.reduce(0, +) },
    ]
  }
}
