package import FindieBatch
package import FindieDomain
import FindieFiles
package import FindieHistory
import FindieIngest
import FindieStore
import Foundation

/// What the store knows of games, studios, tags, players and wishlists after tonight's input.
package struct StoredCatalogue: TransientArtifact {
  package static var grain: String { "one record per game, studio, tag, player and wishlist" }
  package static var isKnownByContent: Bool { true }

  /// Of all records.
  package let digest: Fingerprint
  /// What became of the lines of the files of the input.
  package let intake: [CollectionIntake]
  package let counts: [String: Int]
  /// The records, where they were read tonight; else they lie in the store.
  let catalogue: Catalogue?

  package var content: Fingerprint? {
    Fingerprint(of: digest.hexadecimal + canonicalJSON(intake))
  }
}

/// All games, studios, tags, players and wishlists that the store knows after tonight's input.
package struct NightCatalogue: TransientArtifact {
  package static var grain: String { "one record per game, studio, tag, player and wishlist" }

  package let catalogue: Catalogue
  /// Of all records.
  package let digest: Fingerprint
  /// What became of tonight's lines.
  package let intake: [CollectionIntake]

  package var counts: [String: Int] { catalogue.counts }
}

/// What became of the lines of one collection of the catalogue.
package struct CollectionIntake: Codable, Sendable {
  package let collection: String
  package let files: Int
  package let counts: LineCounts
  /// How often a record that was kept broke a rule or held something odd, by name.
  package let warnings: [String: Int]
}

extension Stage<StoredCatalogue> {
  /// Upserts tonight's catalogue files into the store, where it has not taken in just those already.
  package static func updateCatalogue(from intake: Stage<Intake>, _ night: Night) -> Stage {
    Stage(
      "catalogue", from: intake, parameters: night.parameters.ingest,
      foreseen: { try night.foreseenCatalogue(on: $0.day) }
    ) { context, intake in
      let stored = try night.takeCatalogue(of: night.inputFolder(), on: intake.day)
      if stored.counts["games"] == 0 {
        context.warn(
          night.spooled == nil
            ? "the catalogue has no game, so every list is empty"
            : "standard input brings no catalogue, and no earlier night left one, so every list is "
              + "empty; run a night over the app's export first")
      }
      return stored
    }
  }
}

extension Stage<NightCatalogue> {
  /// Reads all that the store knows, for the stages that need it; nothing where tonight's input was
  /// just read.
  package static func readCatalogue(from stored: Stage<StoredCatalogue>, _ night: Night) -> Stage {
    Stage("records", from: stored, parameters: NoParameters()) { _, stored in
      NightCatalogue(
        catalogue: try stored.catalogue ?? night.storedCatalogue(at: night.store),
        digest: stored.digest,
        intake: stored.intake)
    }
  }
}

extension Night {
  /// Takes the files of a folder's catalogue into the store.
  ///
  /// Files that were taken in as they are, into the store as it is, are not read again.
  fileprivate func takeCatalogue(of folder: InputFolder, on day: Day) throws -> StoredCatalogue {
    if let known = try knownCatalogue(of: folder, on: day, remembering: true) { return known }
    let read = try catalogueFiles(of: folder)
    try accept(
      read.files.map {
        FileIntake(
          path: $0.source.path, collection: $0.source.collection, counts: $0.counts,
          rejected: $0.rejected)
      }, on: day)
    try CatalogueLedger.forget(of: self)
    let stored = try merge(read, intoStoreAt: store)
    try CatalogueLedger(read, stored, on: day, self).write(of: self)
    return stored
  }

  /// What taking the catalogue would find: it is tried on a copy of the store, outside the workspace.
  fileprivate func foreseenCatalogue(on day: Day) throws -> Foreseen<StoredCatalogue> {
    let folder = try inputFolder()
    if let known = try knownCatalogue(of: folder, on: day, remembering: false) {
      return .unchanged(known)
    }
    return try DurableFile.withTemporaryFolder { place in
      let copy = place.appending(path: "findie.sqlite")
      if DurableFile.exists(store) { try LivingStore.copy(store, to: copy) }
      let before: Fingerprint
      do {
        before = try storedCatalogue(at: copy).digest(workers: workers)
      } catch let failure as StoreFailure where failure.isOfTheFile {
        throw failure.naming(store.path)
      }
      let after = try merge(catalogueFiles(of: folder), intoStoreAt: copy)
      return before == after.digest
        ? .unchanged(after) : .changed(after, because: "its files say something new")
    }
  }

  /// What the store holds already of a folder's files; nil where they have to be read.
  ///
  /// - Parameter remembering: whether files that were only touched are written down as such.
  private func knownCatalogue(
    of folder: InputFolder, on day: Day, remembering: Bool
  ) throws -> StoredCatalogue? {
    guard let ledger = try CatalogueLedger(of: self),
      try ledger.covers(folder, on: day, self, remembering: remembering)
    else { return nil }
    return StoredCatalogue(
      digest: ledger.digest, intake: remade?.catalogueIntake ?? ledger.intake,
      counts: ledger.counts, catalogue: nil)
  }

  private func catalogueFiles(of folder: InputFolder) throws -> ReadCatalogue {
    try CatalogueReader(
      limits: parameters.ingest.limits, forgotten: forgotten?.contain
    ).read(folder, workers: workers)
  }

  private func merge(_ read: ReadCatalogue, intoStoreAt place: URL) throws -> StoredCatalogue {
    let living = try LivingStore(at: place)
    let catalogue = try living.merge(Catalogue(read), beforeCommit: { try checkLock() }).catalogue
    try living.close()
    let lines = read.intake
    return StoredCatalogue(
      digest: catalogue.digest(workers: workers), intake: remade?.catalogueIntake ?? lines,
      counts: catalogue.counts.merging(
        [
          "rejected": lines.reduce(0) { $0 + $1.counts.rejected },
          "warnings": lines.reduce(0) { $0 + $1.warnings.values.reduce(0, +) },
        ], uniquingKeysWith: { $1 }), catalogue: catalogue)
  }

  fileprivate func storedCatalogue(at place: URL) throws -> Catalogue {
    let living = try LivingStore(at: place)
    let catalogue = try living.catalogue()
    try living.close()
    return catalogue
  }
}

extension Catalogue {
  fileprivate var counts: [String: Int] {
    [
      "games": games.count, "developers": developers.count, "tags": tags.count,
      "users": users.count, "wishlists": wishlists.count,
    ]
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
