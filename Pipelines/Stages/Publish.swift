package import FindieBatch
package import FindieDomain
import FindieFiles
package import FindieRecommender
import FindieStore
import FindieWorkers
import Foundation

/// What was published on a night.
package struct Publication: JSONArtifact {
  package static var grain: String { "one file per list, and the store's snapshot" }
  package static var formatVersion: Int { 4 }

  package let day: Day
  /// The night's files, by their paths, with their sizes in bytes.
  package let files: [String: Int]
  package let lists: [String: Int]
  /// What the gate would have stopped, where it was published as asked all the same.
  package let overridden: [String]

  package var counts: [String: Int] { lists }
}

extension Stage<Publication> {
  /// Publishes the night: the lists as files, a snapshot of the store with them, and what the lists
  /// were made by; then, in one step, `published/current` names it. Until then the night before is
  /// served, whatever happens; it stays where the gate stops tonight's lists.
  package static func publish(
    from intake: Stage<Intake>, _ past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ factors: Stage<FactorModel>,
    _ items: Stage<ItemItemModels>, _ lists: NightListStages, _ judgement: JudgementStages,
    _ earlier: Stage<EarlierNights>, _ reports: Stage<WrittenReports>, _ night: Night
  ) -> Stage {
    Stage(
      "publish", from: intake, past, catalogue, matrix, factors, items, lists.served,
      lists.similar, lists.trending, lists.newReleases, judgement.gate, judgement.comparison,
      judgement.judged, judgement.ranker, judgement.champion, earlier, reports,
      parameters: [
        "publish": night.publishing.rawValue, "served": ServedSettings(night.parameters),
      ] as NamedParameters,
      isStillThere: { $0.isStillThere(in: night) }
    ) {
      context, intake, past, catalogue, matrix, _, _, served, similar, trending, newReleases, gate,
      comparison, judged, ranker, champion, earlier, reports in
      let overridden = try night.overridden(gate, comparison)
      for sentence in overridden { context.warn("published anyway, as asked: \(sentence)") }
      let games = catalogue.catalogue.games
      let folder = try PublishedFolder(night, of: past.day)
      let progress = context.progress(
        total: matrix.players.count + games.count, unit: "lists")
      let printer = RecommendationPrinter(
        served.table, players: matrix.players.ids, games: games, date: past.day,
        workers: night.workers)
      var ledger = try CatalogueLedger(of: night)
      let store = try LivingStore(at: night.store)
      let counts = try folder.filled {
        let counts = try store.publish(night: past.day, to: folder.url(of: "findie.sqlite")) {
          writer in
          try writer.begin(texts: printer.storedTexts)
          try night.workers.eachInOrder(of: served.table.count) {
            printer.printed($0)
          } take: { printed in
            for list in printed.lists { try writer.add(list) }
            try folder.write(printed.lines, to: "recommendations.ndjson")
            try progress(printed.lists.count)
          }
          let similar = served.similarOfChampion ?? similar
          try night.workers.eachInOrder(of: similar.count) { range in
            range.reduce(into: (lists: [SimilarGames](), lines: PublishedLine())) { made, game in
              made.lists.append(similar.list(ofGame: game, date: past.day, games: games))
              made.lines.append(made.lists[made.lists.count - 1])
            }
          } take: { (lists: [SimilarGames], lines: PublishedLine) in
            for list in lists { try writer.add(list) }
            try folder.write(lines, to: "similar.ndjson")
            try progress(lists.count)
          }
          for list in trending.lists { try writer.add(list) }
          for release in newReleases.games { try writer.add(release) }
          for game in newReleases.announced { try writer.add(game) }
        }
        try store.close()
        try ledger?.keep(night)
        try folder.write(.of(trending.lists) { $0.append($1) }, to: "trending.ndjson")
        try folder.write(.of(newReleases.games) { $0.append($1) }, to: "new-releases.ndjson")
        try folder.write(.of(newReleases.announced) { $0.append($1) }, to: "announced.ndjson")
        try ServedModel.write(
          to: folder.url(of: ServedModel.folderName), day: past.day, champion: served.champion,
          settings: served.settings, artifacts: night.artifacts)
        try folder.keep(judged, ranker, of: served, champion)
        return counts
      }
      let files = try folder.close()
      try NightRecipe(
        night, past, intake, catalogue, servedModels: served.champion,
        earlierNights: earlier
      ).write(to: night.recipe(past.day))
      // Where the reports are those of before, they do not say how tonight's recommendations were.
      if reports.day == past.day {
        try DurableFile.write(canonicalLine(reports.health), to: night.health(past.day))
      }
      try night.serve(past.day)
      return Publication(
        day: past.day, files: files,
        lists: [
          "recommendations": counts.recommendations, "similar": counts.similar,
          "trending": counts.trending, "newReleases": counts.newReleases,
          "announced": counts.announced,
        ], overridden: overridden)
    }
  }
}

extension Night {
  /// What is published although the gate stops it, since that was asked for.
  ///
  /// A night that is made again is published as it was.
  /// - Throws: `BrokenLists`; `GateClosed` where it was not asked for.
  fileprivate func overridden(_ gate: GateFindings, _ comparison: Comparison) throws -> [String] {
    guard gate.bugs.isEmpty else { throw BrokenLists(gate) }
    guard remade == nil else { return [] }
    guard publishing == .anyway else {
      guard gate.broken.isEmpty else { throw GateClosed(gate) }
      return []
    }
    return (comparison.verdict == .worse ? [comparison.sentence] : [])
      + gate.broken.map(\.sentence)
  }
}

extension Night {
  /// Points readers to the night of a day; in a backfill only where that is newer than what is served.
  func serve(_ day: Day) throws {
    try checkLock()
    if isBackfilled, let served = servedDay, served >= day { return }
    try DurableFile.link(published.appending(path: "current"), to: day.description)
  }

  /// The day whose lists are served; nil where no night was published.
  package var servedDay: Day? {
    do {
      let name = try FileManager.default.destinationOfSymbolicLink(
        atPath: published.appending(path: "current").path)
      return DurableFile.exists(published.appending(path: name)) ? Day(name) : nil
    } catch {
      return nil
    }
  }
}

extension Workers {
  /// Has all threads make what is published of `count` lists, 256 at a time, and takes it in order.
  fileprivate func eachInOrder<Made: Sendable>(
    of count: Int, make: @escaping @Sendable (Range<Int>) -> Made, take: (Made) throws -> Void
  ) throws {
    let ranges = Workers.ranges(of: count, size: 256)
    try inOrder(ranges.count, ahead: 4 * threads) {
      make(ranges[$0])
    } take: { _, made in
      try take(made)
    }
  }
}

extension PublishedLine {
  fileprivate static func of<List>(
    _ lists: [List], _ append: (inout PublishedLine, List) -> Void
  ) -> PublishedLine {
    lists.reduce(into: PublishedLine(), append)
  }
}

extension PublishedFolder {
  /// Keeps the models that serve, as they were judged: the next night is compared with them.
  fileprivate func keep(
    _ judged: JudgedModels, _ ranker: RankerWeights, of served: ServedLists, _ champion: Champion
  ) throws {
    try DurableFile.createFolder(url(of: "judged"))
    if served.champion != nil, let folder = champion.folder {
      for name in [Champion.modelsName, Champion.rankerName] {
        try DurableFile.linkOrCopy(folder.appending(path: name), to: url(of: name))
      }
    } else {
      try DurableFile.write(pieces: judged.file, to: url(of: Champion.modelsName))
      try DurableFile.write(pieces: ranker.file, to: url(of: Champion.rankerName))
    }
  }
}

extension Artifact {
  /// Its bytes as a file by itself, in pieces; they hang on nothing but its content.
  fileprivate var file: [[UInt8]] {
    var writer = ArtifactWriter()
    write(to: &writer)
    return writer.file(
      stage: "published", fingerprint: Fingerprint(of: ""), formatVersion: Self.formatVersion,
      found: .none)
  }
}

extension Publication {
  /// Whether the night is served, and its files are as long as they were written.
  fileprivate func isStillThere(in night: Night) -> Bool {
    do {
      let current = night.published.appending(path: "current").path
      let served = try FileManager.default.destinationOfSymbolicLink(atPath: current)
      guard night.isBackfilled || served == day.description else { return false }
      guard DurableFile.exists(night.recipe(day)) else { return false }
      return try files.allSatisfy { name, size in
        let path = night.published(day).appending(path: name).path
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == size
      }
    } catch {
      return false
    }
  }
}
