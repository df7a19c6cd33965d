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
  /// The line counts, one element per collection.
  package var intake: [CollectionIntake] {
    [games.intake, developers.intake, tags.intake, users.intake, wishlists.intake]
  }
}

extension CatalogueRecords {
  fileprivate var intake: CollectionIntake {
    CollectionIntake(
      collection: Record.collection.rawValue, files: files.count, counts: counts,
      warnings: warnings)
  }
}
