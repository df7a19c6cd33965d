import FindieAnalytics
import FindieDomain
import FindieFiles
import FindieHistory
import FindieModels
import FindiePublishing
import FindieRanking
import FindieReports
import FindieStore
import FindieWorkers
package import FindieWorkspace
import Foundation

/// What a night publishes, and what decides whether it does.
package struct PublishInputs: StageGroup {
  let intake: Stage<Intake>
  let data: ModelData
  let anchor: Stage<Anchor>
  let models: TrainedModels
  let lists: PublishableLists
  let partnerUpdate: Stage<PartnerUpdate>
  let annotations: Stage<CollectionUpdate>
  let promotions: Stage<CollectionUpdate>
  let suggestions: Stage<NightSuggestions>
  let priceDrops: Stage<PriceDropList>
  let audiences: Stage<LaunchAudiences>
  let decision: PublishingDecision
  let heldOutModels: Stage<HeldOutModels>
  let champion: Stage<Champion>
  let previousNights: Stage<PreviousNights>
  let nextDayHits: Stage<NextDayHitsResult>
  let denseWeights: Stage<DenseWeights>
  let olderLists: Stage<OlderLists>
  let reports: Stage<WrittenReports>
}

extension Stage<Publication> {
  /// Publishes the night: the lists as files and in a snapshot of the store, with the models. The
  /// last step points `published/current` to it; until then, or if the gate fails, readers see the
  /// previous night.
  package static func publish(from inputs: PublishInputs, _ night: Night) -> Stage {
    Stage(
      "publish", from: inputs,
      parameters: [
        "publish": night.publishing.rawValue, "served": ServedSettings(night.parameters),
        "lists": night.parameters.lists,
        "minimumPlayers": night.parameters.reports.minimumPlayers,
      ] as NamedParameters,
      isStillThere: { $0.isStillThere(in: night) }
    ) { context, inputs in
      let gate = inputs.decision.gate
      guard gate.violations.isEmpty else { throw NightRefusal.invalid(gate) }
      if inputs.lists.forPlayers.table.games.isEmpty {
        // An app that only has anonymous events has similar and trending games.
        if inputs.data.matrix.players.count == 0, !inputs.lists.similar.games.isEmpty {
          context.warn("there are no players, so that there are lists of games only")
        } else {
          try night.refuse(
            NightRefusal(
              withoutEntries: inputs.data.matrix, inputs.intake, catalogue: inputs.data.catalogue,
              filters: gate.filters)
          ) { context.warn($0) }
        }
      }
      let overridden = try night.overriddenChecks(inputs.decision)
      for sentence in overridden { context.warn("published despite a failed check: \(sentence)") }
      let day = inputs.data.history.day
      let folder = try PublishedFolder(night, of: day, hasRows: inputs.lists.forPlayers.hasRows)
      let counts = try folder.filled { try folder.write(inputs, night, context) }
      let files = try folder.close { published in
        try NightRecipe(of: night, inputs, published: published)
          .write(to: folder.url(of: OwnFiles.recipeName))
        if night.parameters.models.allowsOlderModels(events: inputs.intake.events(before: day)) {
          try AnchorArtifacts(in: folder.url(of: "")).store(from: night.artifacts)
        }
        let weeks = ClosedWeeks.file(in: night.artifacts)
        if DurableFile.exists(weeks) {
          try DurableFile.linkOrCopy(weeks, to: folder.url(of: OwnFiles.closedWeeksName))
        }
        // If the reports failed, an earlier day's were reused. They do not describe this night.
        if inputs.reports.day == day {
          try inputs.reports.health.write(to: folder.url(of: OwnFiles.healthName))
        }
      }
      try night.record(publicationOf: day)
      try night.publish(day)
      return Publication(
        day: day, files: files,
        lists: [
          "recommendations": counts.recommendations, "similar": counts.similar,
          "rows": inputs.lists.forPlayers.table.rows.players,
          "trending": counts.trending, "popular": counts.popular,
          "newReleases": counts.newReleases, "announced": counts.announced,
          "priceDrops": inputs.priceDrops.drops.count,
          "audiences": inputs.audiences.audiences.count,
        ], overridden: overridden)
    }
  }
}

extension NightRecipe {
  /// - Parameter published: the SHA-256 of the published folder's `SHA256SUMS`.
  fileprivate init(
    of night: Night, _ inputs: StageValues<PublishInputs>, published: Fingerprint
  ) throws {
    let (day, catalogue, partners) = (
      inputs.data.history.day, inputs.data.catalogue, inputs.partnerUpdate
    )
    let (isReproduction, begun) = (night.recipe != nil, try night.begunExperiments(on: day))
    self.init(
      day: day, now: night.clock.now, parameters: night.parameters, contract: night.contract,
      tuning: inputs.models.tuning, ledger: inputs.intake.ledger.forRecipe(of: day),
      catalogueIntake: catalogue.intake, catalogue: catalogue.digest,
      partnerIntake: partners.intake, partners: partners.digest, versions: Versions.all,
      champion: inputs.lists.forPlayers.champion, previousNights: inputs.previousNights.nights,
      volume: NightVolume(inputs.data.history, inputs.data.matrix),
      storeChanges: isReproduction ? nil : try night.storeOwner()?.changes,
      forgotten: isReproduction ? nil : try Tombstones(in: night.workspace)?.knownRequests,
      training: inputs.anchor.data, denseWeights: inputs.denseWeights,
      team: TeamUpdate(annotations: inputs.annotations, promotions: inputs.promotions),
      experiments: begun.isEmpty ? nil : begun, nextDayHits: inputs.nextDayHits.hits,
      suggestions: inputs.suggestions.record?.received, published: published)
  }
}

extension Ledger {
  /// The ledger as of a day, with what lists and reports depend on.
  fileprivate func forRecipe(of day: FindieDomain.Day) -> Ledger {
    var ledger = self
    ledger.days.removeAll { $0.day >= day }
    ledger.idSegments = []
    ledger.conflicts = []
    return ledger.withoutEarlierStates
  }
}

extension Night {
  /// Copies what describes a published night to the record of the run, which outlasts the night.
  fileprivate func record(publicationOf day: Day) throws {
    let (folder, run) = (workspace.published(day), workspace.run(day))
    for (name, copy) in [(OwnFiles.recipeName, run.recipe), (OwnFiles.healthName, run.health)] {
      let file = folder.appending(path: name)
      if DurableFile.exists(file) {
        try DurableFile.write(DurableFile.read(file), to: copy)
      } else {
        try DurableFile.remove(copy)
      }
    }
  }

  /// The sentences of the failed checks that `--publish anyway` overrides. A reproduction publishes
  /// whatever was published.
  ///
  /// - Throws: `NightRefusal` if a check failed and is not overridden.
  fileprivate func overriddenChecks(
    _ decision: StageValues<PublishingDecision>
  ) throws -> [String] {
    let (gate, comparison) = (decision.gate, decision.comparison)
    guard recipe == nil else { return [] }
    guard publishing == .anyway else {
      guard gate.failed.isEmpty else { throw NightRefusal.closed(gate) }
      return []
    }
    return (comparison.verdict == .worse ? [comparison.sentence] : [])
      + gate.failed.map(\.sentence)
  }
}

extension Publication {
  /// Whether readers see the night, and its files have the lengths that were written.
  fileprivate func isStillThere(in night: Night) -> Bool {
    do {
      let current = night.workspace.current.path
      let published = try FileManager.default.destinationOfSymbolicLink(atPath: current)
      guard night.isBackfill || published == day.description else { return false }
      guard DurableFile.exists(night.workspace.recipeFile(of: day)) else { return false }
      return try files.allSatisfy { name, size in
        let path = night.workspace.published(day).appending(path: name).path
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == size
      }
    } catch {
      return false
    }
  }
}

extension PublishedFolder {
  /// Writes the lists, the snapshot of the store and the models of the night.
  func write(
    _ inputs: StageValues<PublishInputs>, _ night: Night, _ context: StageContext
  ) throws -> PublishedCounts {
    let (day, lists) = (inputs.data.history.day, inputs.lists)
    let (newReleases, toPublish) = (lists.newReleases, lists.forPlayers)
    var sources = try CatalogueSources(of: night)
    let store = try WorkspaceStore(at: night.workspace.store)
    let counts = try writeLists(of: inputs, store, night, context)
    try store.close()
    try sources?.storeChanged(in: night)
    try write(.of(lists.trending.lists) { $0.append($1) }, to: "trending.ndjson")
    try write(.of(lists.popular.lists) { $0.append($1) }, to: "popular.ndjson")
    try write(.of(newReleases.games) { $0.append($1) }, to: "new-releases.ndjson")
    try write(.of(newReleases.announced) { $0.append($1) }, to: "announced.ndjson")
    try write(.of(inputs.priceDrops.byPlayer) { $0.append($1) }, to: "price-drops.ndjson")
    try write(.of(inputs.audiences.audiences) { $0.append($1) }, to: "audiences.ndjson")
    try ServedModelFiles.write(
      to: url(of: ServedModelFiles.folderName), day: day, champion: toPublish.champion,
      settings: toPublish.settings, arms: toPublish.arms.map(\.experiment),
      suggestions: inputs.suggestions.record?.received, artifacts: night.artifacts)
    if let store = inputs.anchor.store {
      try link(store.file, of: store.night, as: OwnFiles.anchorName)
    }
    try writeHeldOutModels(inputs)
    try inputs.suggestions.write(
      to: url(of: OwnFiles.suggestionsFolder),
      cut: inputs.heldOutModels.cut ?? day.adding(days: -28))
    return counts
  }

  /// Writes all lists to a snapshot of the store; lists per player and per game also to files.
  private func writeLists(
    of inputs: StageValues<PublishInputs>, _ store: WorkspaceStore, _ night: Night,
    _ context: StageContext
  ) throws -> PublishedCounts {
    let (data, lists) = (inputs.data, inputs.lists)
    let (day, matrix, games) = (data.history.day, data.matrix, data.catalogue.records.games)
    let toPublish = lists.forPlayers
    let similar = lists.similar
    let progress = context.progress(total: matrix.players.count + games.count, unit: "lists")
    let printer = RecommendationPrinter(
      toPublish.table, players: matrix.players.ids, games: games, arms: toPublish.arms.names)
    let format = night.parameters.lists.ndjson
    return try store.publish(
      night: day, to: url(of: Workspace.storeName), players: toPublish.table.count
    ) { writer in
      try writer.begin(texts: printer.storedTexts)
      if toPublish.table.reasonKinds.contains(ReasonKind.model.code) {
        try writer.addReasonOfModel()
      }
      try night.workers.eachInOrder(of: toPublish.table.count) {
        let printed = printer.printed($0)
        return (
          printed.lists, format.encoded(printed.lines.bytes), format.encoded(printed.rows.bytes)
        )
      } take: { (lists: [EncodedPlayerList], lines: [UInt8], rows: [UInt8]) in
        for list in lists { try writer.add(list) }
        try write(lines, to: format.fileName)
        if toPublish.hasRows { try write(rows, to: format.rowsName) }
        try progress(lists.count)
      }
      if toPublish.table.count == 0 {
        try write(format.encoded([]), to: format.fileName)
        if toPublish.hasRows { try write(format.encoded([]), to: format.rowsName) }
      }
      try night.workers.eachInOrder(of: similar.count) { range in
        range.reduce(into: (lists: [SimilarGames](), lines: PublishedLine())) { printed, game in
          let list = similar.list(ofGame: game, date: day, games: games)
          printed.lists.append(list)
          printed.lines.append(list)
        }
      } take: { (lists: [SimilarGames], lines: PublishedLine) in
        for list in lists { try writer.add(list) }
        try write(lines.bytes, to: "similar.ndjson")
        try progress(lists.count)
      }
      for list in lists.trending.lists { try writer.add(list) }
      for list in lists.popular.lists { try writer.add(list) }
      for release in lists.newReleases.games { try writer.add(release) }
      for game in lists.newReleases.announced { try writer.add(game) }
      let noise = DisclosureNoise(
        hiding: matrix.observed, matrix.recent.counts,
        minimumPlayers: night.parameters.reports.minimumPlayers)
      try writer.addSearch(
        of: games, developers: data.catalogue.records.developers,
        players: matrix.positives.enumerated().map { noise.rounded($1, of: $0) })
    }
  }

  /// Writes the held-out models behind the published lists, for comparison with the next night's.
  private func writeHeldOutModels(_ inputs: StageValues<PublishInputs>) throws {
    let (champion, comparison) = (inputs.champion, inputs.decision.comparison)
    let isChampions = inputs.lists.forPlayers.champion != nil
    try DurableFile.createFolder(url(of: Champion.folderName))
    if isChampions, let folder = champion.folder {
      for name in [Champion.modelsName, Champion.rankerName] {
        try DurableFile.linkOrCopy(folder.appending(path: name), to: url(of: name))
      }
    } else {
      try DurableFile.write(pieces: inputs.heldOutModels.file, to: url(of: Champion.modelsName))
      try DurableFile.write(pieces: inputs.models.ranker.file, to: url(of: Champion.rankerName))
    }
    // The reference stays until better models replace it.
    let keepsReference = isChampions || !inputs.anchor.isTonight
    let isChampion = comparison.reference?.name == comparison.championDay?.description
    for (name, own) in [
      (Champion.referenceName, Champion.modelsName),
      (Champion.referenceRankerName, Champion.rankerName),
    ] {
      var older: String? = keepsReference || comparison.reference == nil ? name : nil
      if !keepsReference, let reference = comparison.reference, reference.isBetter != true {
        older = isChampion ? own : name
      }
      let file = older.flatMap { champion.folder?.appending(path: $0) }
      let isStored = file.map { DurableFile.exists($0) } ?? false
      try DurableFile.linkOrCopy(isStored ? file ?? url(of: own) : url(of: own), to: url(of: name))
    }
  }
}

extension Workers {
  /// Encodes `count` lists on all threads, 256 at a time, and passes them to `take` in order.
  fileprivate func eachInOrder<Printed: Sendable>(
    of count: Int, encode: @escaping @Sendable (Range<Int>) -> Printed,
    take: (Printed) throws -> Void
  ) throws {
    let ranges = Self.ranges(of: count, size: 256)
    try inOrder(ranges.count, ahead: 4 * threads) {
      encode(ranges[$0])
    } take: { _, printed in
      try take(printed)
    }
  }
}

extension ListFileParameters.Format {
  /// Lines as the file has them.
  fileprivate func encoded(_ lines: [UInt8]) -> [UInt8] {
    self == .plain ? lines : ZstdEncoder.frame(of: lines)
  }
}

extension [UInt8] {
  fileprivate static func of<List>(
    _ lists: [List], _ append: (inout PublishedLine, List) -> Void
  ) -> [UInt8] {
    lists.reduce(into: PublishedLine(), append).bytes
  }
}

extension Artifact {
  /// The bytes of its file, in pieces. They depend on its content alone.
  fileprivate var file: [[UInt8]] {
    var writer = ArtifactWriter()
    write(to: &writer)
    return writer.file(
      stage: "published", fingerprint: Fingerprint(of: ""), formatVersion: Self.formatVersion,
      summary: .empty
    ).pieces
  }
}
