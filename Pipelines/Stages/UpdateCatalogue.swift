package import FindieWorkspace
import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import FindieRanking
import FindieStore
import FindieWorkers
import Foundation

extension Stage<CatalogueUpdate> {
  /// Merges tonight's catalogue files into the store, unless it already has them.
  package static func updateCatalogue(from intake: Stage<Intake>, _ night: Night) -> Stage {
    Stage(
      "catalogue-update", from: intake, parameters: night.parameters.ingest,
      predict: { try night.predictedCatalogue(on: $0.day) }
    ) { context, intake in
      let update = try night.mergeCatalogue(of: night.inputFolder(), on: intake.day)
      for warning in update.warnings { context.warn(warning) }
      if update.counts["games"] == 0 {
        try night.refuse(NightRefusal(withoutGames: night, intake, update.intake)) {
          context.warn($0)
        }
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
        records: try update.catalogue ?? night.storedCatalogue(),
        digest: update.digest, intake: update.intake)
    }
  }
}

extension Stage {
  /// A part of the catalogue's update: its readers run only if this part changed.
  fileprivate static func part(
    _ name: String, of catalogueUpdate: Stage<CatalogueUpdate>,
    _ part: @escaping @Sendable (CatalogueUpdate) -> Output
  ) -> Stage {
    Stage(
      name, from: catalogueUpdate, parameters: NoParameters(), predict: { .unchanged(part($0)) }
    ) { _, update in part(update) }
  }
}

extension Stage<PartnerUpdate> {
  /// Determines whether tonight's files changed prices or partners.
  package static func updatePartners(from catalogueUpdate: Stage<CatalogueUpdate>) -> Stage {
    part("partner-update", of: catalogueUpdate) { $0.partners }
  }
}

extension Stage<NightPartners> {
  /// Reads prices and partners from the store, unless the update has just read them.
  package static func readPartners(
    from partnerUpdate: Stage<PartnerUpdate>, _ night: Night
  ) -> Stage {
    Stage("partners", from: partnerUpdate, parameters: NoParameters()) { _, update in
      NightPartners(
        data: try update.data ?? night.storedPartners(at: night.workspace.store),
        intake: update.intake)
    }
  }
}

extension Stage<CollectionUpdate> {
  /// Determines whether tonight's files changed annotations.
  package static func updateAnnotations(from catalogueUpdate: Stage<CatalogueUpdate>) -> Stage {
    part("annotations", of: catalogueUpdate) { $0.team.annotations }
  }

  /// Determines whether tonight's files changed promotions.
  package static func updatePromotions(from catalogueUpdate: Stage<CatalogueUpdate>) -> Stage {
    part("promotions", of: catalogueUpdate) { $0.team.promotions }
  }
}

extension Night {
  /// Merges a folder's catalogue, price and partner files into the store. Files that are unchanged
  /// since they were merged into the same store are not read.
  fileprivate func mergeCatalogue(of folder: InputFolder, on day: Day) throws -> CatalogueUpdate {
    let before = try CatalogueSources(of: self)
    if let known = try knownCatalogue(before, of: folder, on: day) {
      if var sources = before, !sources.hasPlayers(self) {
        try sources.keep(StoredPlayers(storedCatalogue(at: workspace.store)), self)
        try sources.write(of: self)
      }
      return known
    }
    let stored = try before?.storedPlayers(of: self)
    let players = before?.knowsLines(self) ?? false ? stored : stored?.withoutLines
    let known = players ?? StoredPlayers(users: [], wishlists: [])
    let read = try catalogueFiles(
      of: folder, known: KnownLines(known.users, known.wishlists) { LineHash(of: $0) })
    try quarantineRejected(
      read.files.map { FileIntake($0) }, on: day)
    try workspace.removeCatalogueSources()
    let update = try merge(read, intoStoreAt: workspace.store, players: players)
    var sources = CatalogueSources(read, update, on: day, self)
    if let catalogue = update.catalogue {
      try sources.keep(StoredPlayers(catalogue), since: before, stored, self)
    }
    try sources.keep(update.suggestions, self)
    try sources.write(of: self)
    return update
  }

  /// Plans the update by merging the files into a copy of the store, outside the workspace.
  fileprivate func predictedCatalogue(on day: Day) throws -> Prediction<CatalogueUpdate> {
    let input = try inputFolder()
    if let known = try knownCatalogue(CatalogueSources(of: self), of: input, on: day) {
      return .unchanged(known)
    }
    return try DurableFile.withTemporaryFolder { folder in
      let copy = folder.appending(path: Workspace.storeName)
      if DurableFile.exists(workspace.store) { try WorkspaceStore.copy(workspace.store, to: copy) }
      let before: (catalogue: Catalogue, partners: Fingerprint)
      do {
        before = (
          try storedCatalogue(at: copy), try storedPartners(at: copy).digest(workers: workers)
        )
      } catch let failure as StoreFailure where failure.concernsFile {
        throw failure.replacing(path: workspace.store.path)
      }
      let after = try merge(catalogueFiles(of: input), intoStoreAt: copy)
      if before.catalogue.digest(workers: workers) != after.digest {
        return .changed(after, because: "its files change the catalogue")
      }
      if before.partners != after.partners.digest {
        return .changed(after, because: "its files change prices, partners or metrics")
      }
      let team = (after.team.annotations.digest, after.team.promotions.digest)
      return before.catalogue.annotations.digest(workers: workers) == team.0
        && before.catalogue.promotions.digest(workers: workers) == team.1
        ? .unchanged(after) : .changed(after, because: "its files change annotations or promotions")
    }
  }

  /// The update if the store already has a folder's files; nil if they have to be read.
  private func knownCatalogue(
    _ sources: CatalogueSources?, of folder: InputFolder, on day: Day
  ) throws -> CatalogueUpdate? {
    guard let sources, try sources.covers(folder, on: day, self),
      let suggestions = try sources.storedSuggestions(of: self)
    else { return nil }
    return CatalogueUpdate(
      digest: sources.digest, intake: recipe?.catalogueIntake ?? sources.intake,
      counts: sources.counts, warnings: sources.warnings, catalogue: nil,
      partners: PartnerUpdate(
        digest: sources.partnerDigest, intake: recipe?.partnerIntake ?? sources.partnerIntake,
        counts: sources.partnerCounts, data: nil),
      team: sources.team.reproducing(recipe), uncounted: sources.uncounted,
      suggestions: suggestions)
  }

  private func catalogueFiles(
    of folder: InputFolder, known: KnownLines? = nil
  ) throws -> ReadCatalogue {
    try CatalogueReader(
      limits: parameters.ingest.limits, forgotten: forgotten?.contains, now: clock.now,
      badShareLimit: parameters.ingest.badShareLimit,
      known: known
    ).read(folder, workers: workers)
  }

  /// - Parameter players: the store's users and wishlists, if they were read before.
  private func merge(
    _ read: ReadCatalogue, intoStoreAt url: URL, players: StoredPlayers? = nil
  ) throws -> CatalogueUpdate {
    let rules = MergeRules(read, full: parameters.ingest.full, now: clock.now)
    let store = try WorkspaceStore(at: url)
    if url == workspace.store { try claim(store) }
    let (merged, changes) = try store.merge(Catalogue(read), rules, players: players) { changes in
      if publishing == .checked, let refusal = NightRefusal.incompleteExport(changes, rules) {
        throw refusal
      }
    }
    let catalogue = merged.compact(since: players)
    let partners = try store.merge(PartnerData(read), rules)
    try store.close()
    let findings = MergeFindings(
      read, catalogue, changes, rules,
      full: input.isStream || recipe != nil ? [] : parameters.ingest.full)
    return CatalogueUpdate(
      digest: catalogue.digest(workers: workers), intake: recipe?.catalogueIntake ?? read.intake,
      counts: catalogue.counts.merging(read.intake.faults, uniquingKeysWith: { $1 })
        .merging(findings.counts, uniquingKeysWith: { $1 }),
      warnings: findings.warnings, catalogue: catalogue,
      partners: PartnerUpdate(
        digest: partners.digest(workers: workers),
        intake: recipe?.partnerIntake ?? read.partnerIntake,
        counts: partners.counts.merging(read.partnerIntake.faults, uniquingKeysWith: { $1 }),
        data: partners),
      team: TeamUpdate(read, catalogue, workers).reproducing(recipe),
      uncounted: catalogue.uncounted,
      suggestions: Suggestions(read, for: catalogue, without: forgotten?.contains))
  }

  fileprivate func storedCatalogue() throws -> Catalogue {
    try storedCatalogue(
      at: workspace.store, players: CatalogueSources(of: self)?.storedPlayers(of: self))
  }

  /// - Parameter players: the store's users and wishlists, if they were read before.
  private func storedCatalogue(at url: URL, players: StoredPlayers? = nil) throws -> Catalogue {
    let store = try WorkspaceStore(at: url)
    let catalogue = try store.catalogue(players)
    try store.close()
    return catalogue
  }

  fileprivate func storedPartners(at url: URL) throws -> PartnerData {
    let store = try WorkspaceStore(at: url)
    let data = try store.partnerData()
    try store.close()
    return data
  }
}

extension PartnerData {
  /// The records that were read, one per id.
  fileprivate init(_ read: ReadCatalogue) {
    self.init(
      prices: read.prices.records, partners: read.partners.records,
      metrics: read.metrics.records)
  }
}

extension Catalogue {
  /// The records that were read, one per id.
  fileprivate init(_ read: ReadCatalogue) {
    self.init(
      games: read.games.records, developers: read.developers.records, tags: read.tags.records,
      packedUsers: read.users.packed, packedWishlists: read.wishlists.packed,
      packedVectors: read.vectors.packed.ofGames, packedUncounted: read.uncounted.packed,
      annotations: read.annotations.records, promotions: read.promotions.records)
  }
}

extension StoredPlayers {
  fileprivate init(_ catalogue: Catalogue) {
    self.init(users: catalogue.packedUsers, wishlists: catalogue.packedWishlists)
  }
}

extension Catalogue {
  /// The same in little memory: with the players as they were, or copied without earlier versions.
  fileprivate func compact(since players: StoredPlayers?) -> Catalogue {
    let own = StoredPlayers(self)
    let compact = players.flatMap { $0.isIdentical(to: own) ? $0 : nil } ?? own.compact
    return Catalogue(
      games: games, developers: developers, tags: tags, packedUsers: compact.users,
      packedWishlists: compact.wishlists, packedVectors: packedVectors,
      packedUncounted: packedUncounted, annotations: annotations, promotions: promotions)
  }
}

extension TeamUpdate {
  /// The collections after `read` was merged into the `catalogue`.
  fileprivate init(_ read: ReadCatalogue, _ catalogue: Catalogue, _ workers: Workers) {
    annotations = CollectionUpdate(
      digest: catalogue.annotations.digest(workers: workers), intake: read.annotationIntake,
      counts: ["annotations": catalogue.annotations.count]
        .merging(read.annotationIntake.faults, uniquingKeysWith: { $1 }))
    promotions = CollectionUpdate(
      digest: catalogue.promotions.digest(workers: workers), intake: read.promotionIntake,
      counts: ["promotions": catalogue.promotions.count]
        .merging(read.promotionIntake.faults, uniquingKeysWith: { $1 }))
  }

  /// The update with the line counts of the night that is reproduced, if one is.
  fileprivate func reproducing(_ recipe: NightRecipe?) -> TeamUpdate {
    guard let recipe else { return self }
    func with(_ update: CollectionUpdate, _ original: CollectionUpdate) -> CollectionUpdate {
      CollectionUpdate(digest: update.digest, intake: original.intake, counts: original.counts)
    }
    return TeamUpdate(
      annotations: with(annotations, recipe.team.annotations),
      promotions: with(promotions, recipe.team.promotions))
  }
}
