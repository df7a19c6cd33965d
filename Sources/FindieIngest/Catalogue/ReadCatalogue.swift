package import FindieDomain
package import FindieHistory

/// The collections that describe: games, studios, tags, players and what players saved.
package struct ReadCatalogue: Sendable {
  package let games: CatalogueRecords<Game>
  package let developers: CatalogueRecords<Developer>
  package let tags: CatalogueRecords<Tag>
  package let users: CatalogueRecords<User>
  package let wishlists: CatalogueRecords<Wishlist>

  /// The files of all five collections.
  package var files: [CatalogueFile] {
    games.files + developers.files + tags.files + users.files + wishlists.files
  }
}

/// The records of one collection, one an id, with what became of every line.
package struct CatalogueRecords<Record: CollectedRecord>: Sendable {
  /// By file and line of the record that was kept.
  package let records: [Record]
  /// By path.
  package let files: [CatalogueFile]
  /// How often a record that was kept broke a rule or held something odd, by name.
  package let warnings: [String: Int]

  /// The sum over all files; read = accepted + duplicate + rejected.
  package var counts: LineCounts { files.reduce(into: LineCounts()) { $0 += $1.counts } }
}

/// One file of the catalogue: its counts and the lines that were not taken in.
package struct CatalogueFile: Sendable {
  package let source: InputSource
  /// `StoredFile`'s hash of the bytes as stored, in hexadecimal.
  package let contentHash: String
  /// A record that another of its id replaced is a duplicate.
  package internal(set) var counts: LineCounts
  /// By line; at most as many as the limits keep, while the counts are of all.
  package let rejected: [RejectedLine]
}
