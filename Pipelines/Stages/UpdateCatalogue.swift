package import FindieBatch
package import FindieDomain
package import FindieHistory
import FindieIngest
import FindieStore

/// All games, studios, tags, players and wishlists that the store knows after tonight's input.
package struct NightCatalogue: TransientArtifact {
  package static var grain: String { "one record per game, studio, tag, player and wishlist" }
  package static var isKnownByContent: Bool { true }

  package let catalogue: Catalogue
  /// What became of tonight's lines.
  package let intake: [CollectionIntake]

  package var counts: [String: Int] {
    [
      "games": catalogue.games.count, "developers": catalogue.developers.count,
      "tags": catalogue.tags.count, "users": catalogue.users.count,
      "wishlists": catalogue.wishlists.count,
      "rejected": intake.reduce(0) { $0 + $1.counts.rejected },
      "warnings": intake.reduce(0) { $0 + $1.warnings.values.reduce(0, +) },
    ]
  }

  package var content: Fingerprint? {
    Fingerprint(of: catalogue.digest.hexadecimal + canonicalJSON(intake))
  }
}

/// What became of the lines of one collection of the catalogue.
package struct CollectionIntake: Codable, Sendable {
  package let collection: String
  package let files: Int
  package let counts: LineCounts
  /// How often a record that was kept broke a rule or held something odd, by name.
  package let warnings: [String: Int]
}

extension Stage<NightCatalogue> {
  /// Upserts tonight's catalogue files into the store, and reads back all that it knows.
  package static func updateCatalogue(from intake: Stage<Intake>, _ night: Night) -> Stage {
    Stage("catalogue", from: intake, parameters: night.parameters.ingest) { context, intake in
      let folder = try night.inputFolder()
      let read = try CatalogueReader(
        limits: night.parameters.ingest.limits, forgotten: night.forgotten?.contain
      ).read(folder, workers: night.workers)
      try night.accept(
        read.files.map {
          FileIntake(
            path: $0.source.path, collection: $0.source.collection, counts: $0.counts,
            rejected: $0.rejected)
        }, on: intake.day)
      let store = try LivingStore(at: night.store)
      try store.upsert(Catalogue(read))
      let catalogue = try store.catalogue()
      try store.close()
      if catalogue.games.isEmpty {
        context.warn(
          night.spooled == nil
            ? "the catalogue has no game, so every list is empty"
            : "standard input brings no catalogue, and no earlier night left one, so every list is "
              + "empty; run a night over the app's export first")
      }
      return NightCatalogue(
        catalogue: catalogue, intake: night.remade?.catalogueIntake ?? read.intake)
    }
  }
}

extension Catalogue {
  /// The records that were read, one an id.
  init(_ read: ReadCatalogue) {
    self.init(
      games: read.games.records, developers: read.developers.records, tags: read.tags.records,
      users: read.users.records, wishlists: read.wishlists.records)
  }
}

extension ReadCatalogue {
  /// What became of the lines, a collection each.
  var intake: [CollectionIntake] {
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
