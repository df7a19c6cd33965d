package import FindieDomain
package import FindieHistory

/// The records of the collections of the catalogue and of partners.
package struct ReadCatalogue: Sendable {
  package let games: CatalogueRecords<Game>
  package let developers: CatalogueRecords<Developer>
  package let tags: CatalogueRecords<Tag>
  package let users: CatalogueRecords<User>
  package let wishlists: CatalogueRecords<Wishlist>
  package let prices: CatalogueRecords<PriceSeries>
  package let partners: CatalogueRecords<PartnerStatus>
  package let metrics: CatalogueRecords<PartnerMetric>

  /// The files of all collections.
  package var files: [CatalogueFile] {
    games.files + developers.files + tags.files + users.files + wishlists.files + prices.files
      + partners.files + metrics.files
  }
}

/// The records of one collection, one per id, with the counts of lines.
package struct CatalogueRecords<Record: CollectedRecord>: Sendable {
  /// In the order of files and lines.
  package let records: [Record]
  /// By path.
  package let files: [CatalogueFile]
  /// The number of warnings about these records, by name.
  package let warnings: [String: Int]
  /// The words of all lines that are none of the field's, by field.
  package let unknownWords: [String: WordCounts]
  /// The ids of records that are in files of `findie sync`, but not in the app's own.
  package let onlyOfPartners: Set<ExactText>

  /// Whether the app exported the collection tonight.
  package var isExported: Bool { files.contains { !$0.source.isOfPartners } }

  /// The sum over all files; read = accepted + duplicate + rejected.
  package var counts: LineCounts { files.reduce(into: LineCounts()) { $0 += $1.counts } }
}

/// One file of the catalogue: its counts and its rejected lines.
package struct CatalogueFile: Sendable {
  package let source: InputSource
  /// The hash of the file's bytes, in hexadecimal (see `StoredFile`).
  package let contentHash: String
  /// A record that another one replaced counts as a duplicate.
  package internal(set) var counts: LineCounts
  /// In the order of lines, up to the limit; the counts include all rejected lines.
  package let rejected: [RejectedLine]
}
