import FindieWorkspace
package import FindieBatch
import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import FindieStore
import Foundation

extension Stage<CatalogueUpdate> {
  /// Merges tonight's catalogue files into the store, unless it already has these files.
  package static func updateCatalogue(from intake: Stage<Intake>, _ night: Night) -> Stage {
    Stage(
      "catalogue-update", from: intake, parameters: night.parameters.ingest,
      predict: { try night.predictedCatalogue(on: $0.day) }
    ) { context, intake in
      let update = try night.mergeCatalogue(of: night.inputFolder(), on: intake.day)
      if update.counts["games"] == 0 {
        context.warn(
          !night.input.isStream
            ? "the catalogue has no games, so all lists are empty"
            : "standard input has no catalogue and no earlier run stored one, so all lists are empty: "
              + "run a night over the app's export first")
      }
      return update
    }
  }
}

extension Stage<NightCatalogue> {
  /// Reads the catalogue from the store, unless the update has just read it.
  package static func readCatalogue(
    from catalogueUpdate: Stage<CatalogueUpdate>, _ night: Night
  ) -> Stage {
    Stage("catalogue", from: catalogueUpdate, parameters: NoParameters()) { _, update in
      NightCatalogue(
        catalogue: try update.catalogue ?? night.storedCatalogue(at: night.workspace.store),
        digest: update.digest, intake: update.intake)
    }
  }
}

extension Night {
  /// Merges a folder's catalogue files into the store. Files that did not change since they were merged
  /// into the same store are not read.
  fileprivate func mergeCatalogue(of folder: InputFolder, on day: Day) throws -> CatalogueUpdate {
    if let known = try knownCatalogue(of: folder, on: day, updates: true) { return known }
    let read = try catalogueFiles(of: folder)
    try quarantineRejected(
      read.files.map {
        FileIntake(
          path: $0.source.path, collection: $0.source.collection, counts: $0.counts,
          rejected: $0.rejected)
      }, on: day)
    try workspace.removeCatalogueSources()
    let update = try merge(read, intoStoreAt: workspace.store)
    try CatalogueSources(read, counts: update.counts, digest: update.digest, on: day, self)
      .write(of: self)
    return update
  }

  /// Plans the update: the files are merged into a copy of the store, outside the workspace.
  fileprivate func predictedCatalogue(on day: Day) throws -> Prediction<CatalogueUpdate> {
    let input = try inputFolder()
    if let known = try knownCatalogue(of: input, on: day, updates: false) {
      return .unchanged(known)
    }
    return try DurableFile.withTemporaryFolder { folder in
      let copy = folder.appending(path: Workspace.storeName)
      if DurableFile.exists(workspace.store) { try WorkspaceStore.copy(workspace.store, to: copy) }
      let before: Fingerprint
      do {
        before = try storedCatalogue(at: copy).digest(workers: workers)
      } catch let failure as StoreFailure where failure.concernsFile {
        throw failure.replacing(path: workspace.store.path)
      }
      let after = try merge(catalogueFiles(of: input), intoStoreAt: copy)
      return before == after.digest
        ? .unchanged(after) : .changed(after, because: "its files change the catalogue")
    }
  }

  /// The update if the store already has a folder's files; nil if they have to be read.
  ///
  /// - Parameter updates: whether new modification times of unchanged files are recorded.
  private func knownCatalogue(
    of folder: InputFolder, on day: Day, updates: Bool
  ) throws -> CatalogueUpdate? {
    guard let ledger = try CatalogueSources(of: self),
      try ledger.covers(folder, on: day, self, updates: updates)
    else { return nil }
    return CatalogueUpdate(
      digest: ledger.digest, intake: recipe?.catalogueIntake ?? ledger.intake,
      counts: ledger.counts, catalogue: nil)
  }

  private func catalogueFiles(of folder: InputFolder) throws -> ReadCatalogue {
    try CatalogueReader(
      limits: parameters.ingest.limits, forgotten: forgotten?.contain
    ).read(folder, workers: workers)
  }

  private func merge(_ read: ReadCatalogue, intoStoreAt url: URL) throws -> CatalogueUpdate {
    let store = try WorkspaceStore(at: url)
    let catalogue = try store.merge(Catalogue(read), beforeCommit: { try checkLock() }).catalogue
    try store.close()
    let lines = read.intake
    return CatalogueUpdate(
      digest: catalogue.digest(workers: workers), intake: recipe?.catalogueIntake ?? lines,
      counts: catalogue.counts.merging(
        [
          "rejected": lines.reduce(0) { $0 + $1.counts.rejected },
          "validationWarnings": lines.reduce(0) { $0 + $1.warnings.values.reduce(0, +) },
        ], uniquingKeysWith: { $1 }), catalogue: catalogue)
  }

  fileprivate func storedCatalogue(at url: URL) throws -> Catalogue {
    let store = try WorkspaceStore(at: url)
    let catalogue = try store.catalogue()
    try store.close()
    return catalogue
  }
}

extension Catalogue {
  /// The records that were read, one per id.
  fileprivate init(_ read: ReadCatalogue) {
    self.init(
      games: read.games.records, developers: read.developers.records, tags: read.tags.records,
      users: read.users.records, wishlists: read.wishlists.records)
  }
}
