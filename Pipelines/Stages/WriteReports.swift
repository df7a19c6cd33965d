import FindieAnalytics
import FindieDomain
import FindieFiles
import FindieHistory
import FindieModels
import FindieRanking
import FindieReports
package import FindieWorkspace
import Foundation

/// What the reports show.
package struct ReportInputs: StageGroup {
  let intake: Stage<Intake>
  let data: ModelData
  let anchor: Stage<Anchor>
  let byGame: Stage<HistoryByGame>
  let activity: Stage<Activity>
  let closedWeeks: Stage<ClosedWeeks>
  let positions: Stage<PositionEffects>
  let evaluation: Stage<Evaluation>
  let lists: PublishableLists
  let partners: Stage<NightPartners>
  let priceDrops: Stage<PriceDropList>
  let annotations: Stage<CollectionUpdate>
  let promotions: Stage<CollectionUpdate>
  let decision: PublishingDecision
  let previousNights: Stage<PreviousNights>
  let nextDayHits: Stage<NextDayHitsResult>
}

extension Stage<WrittenReports> {
  /// Writes the reports for the team and the studios, as a folder that appears once it is complete.
  package static func writeReports(
    from inputs: ReportInputs, _ night: Night
  ) -> Stage {
    let studios = Divided(
      from: inputs.data.history, inputs.data.catalogue, inputs.activity, inputs.byGame,
      inputs.closedWeeks, inputs.partners
    ) { history, catalogue, activity, byGame, weeks, partners in
      let (catalogue, events) = (catalogue.records, byGame.events)
      let studios = StudioReports(
        StudioSources(
          catalogue, prices: night.parameters.prices.compared(partners.data.prices),
          weeks.values.recorded, edition: weeks.values.edition,
          reported: night.parameters.reports.studios),
        weeks, events, lastDays: GameDays(activity, events.forgotten), night: history.day,
        workers: night.workers)
      return StudioFiles(
        reports: NightReports(
          of: catalogue, activity.adding(events.forgotten), studios),
        weeks: weeks, keys: studios.keys(weeks, events, workers: night.workers),
        earlier: try EarlierStudios(of: night), night: night, history: history)
    }
    return Stage(
      "reports", from: inputs, studios,
      parameters: ([
        "publish": night.publishing.rawValue, "reports": night.parameters.reports,
        "prices": night.parameters.prices,
      ] as NamedParameters).with(
        night.experiments.isEmpty ? [:] : ["experiments": night.experiments]),
      isStillThere: { $0.isStillThere(in: night) }
    ) { context, inputs, studios in
      let day = inputs.data.history.day
      let studios = try studios()
      let (reports, earlier) = (studios.reports, studios.earlier)
      // An evaluation that failed is replaced by that of an earlier night.
      let isEvaluated = !context.records.contains {
        $0.stage == "evaluation" && $0.outcome == .reused
      }
      let health = NightHealth(
        day, inputs.evaluation, isOfTonight: isEvaluated, inputs.decision.gate,
        NightLists(inputs.lists),
        champion: inputs.lists.forPlayers.champion, nextDayHits: inputs.nextDayHits.hits,
        trained: inputs.anchor.data.day, inputs.intake.ledger)
      var findings = NightFindings(inputs, health, night, context)
      findings.experiments = try night.experimentResults(
        of: inputs.data.history.events, before: day)
      let team = reports.teamFiles(findings).map { SummedReport($0) }
      guard let page = team.first(where: { $0.file.path == "index.html" }) else {
        preconditionFailure("the team's files have no index.html")
      }
      let folder = try ReportFolder(night, of: day, linked: earlier.folder)
      let progress = context.progress(total: reports.studios.reported, unit: "studios")
      let open = OpenDays(
        inputs.byGame.events, games: inputs.data.catalogue.records.games, night: day,
        StudioSetting(night.parameters.reports, until: day),
        workers: night.workers)
      try folder.filled {
        try folder.write(team)
        for studio in studios.linked {
          try folder.link(studio)
          try progress(1)
        }
        try night.options.executor.perform(studios, progress: progress) {
          try folder.write($0)
        }
        try reports.studios.eachSheet(open, night.workers) {
          $0.map { SummedReport($0) }
        } take: {
          try folder.write($0)
        }
      }
      try folder.close()
      return WrittenReports(
        day: day, studios: reports.studios.reported, rendered: studios.studios.count,
        files: folder.files, bytes: folder.bytes, unchanged: folder.unchanged, teamPage: page.sum,
        health: health, editions: try studios.written(to: folder))
    }
  }
}

extension NightLists {
  fileprivate init(_ lists: StageValues<PublishableLists>) {
    let (table, similar) = (lists.forPlayers.table, lists.similar)
    let hubness = Hubness(of: similar)
    self.init(
      personal: table.count(of: .personal), genres: table.count(of: .genres),
      popular: table.count(of: .popular),
      similar: (0..<similar.count).count { similar.offsets[$0] < similar.offsets[$0 + 1] },
      mostTopFives: hubness.maximum, topFiveSkewness: hubness.skewness)
  }
}

extension NightFindings {
  /// What the team's report says about tonight's lists.
  fileprivate init(
    _ inputs: StageValues<ReportInputs>, _ health: NightHealth, _ night: Night,
    _ context: StageContext
  ) {
    let (data, decision, lists) = (inputs.data, inputs.decision, inputs.lists)
    let (gate, toPublish, trending) = (decision.gate, lists.forPlayers, lists.trending)
    self.init()
    self.trending = trending.lists
    newReleases = lists.newReleases.games
    evaluation = inputs.evaluation
    discovery = toPublish.settings.recommendations.discovery
    champion = toPublish.champion
    dataQuality = DataQuality(
      inputs.intake.ledger,
      data.catalogue.intake + inputs.partners.intake + inputs.annotations.intake
        + inputs.promotions.intake,
      unknownGames: data.matrix.interactionsWithUnknownGames,
      uncounted: DataQuality.Uncounted(data.history, inputs.byGame.events, inputs.intake.ledger))
    self.lists = health.lists
    self.gate = gate
    isOverridden = night.publishing == .anyway
    self.health = inputs.previousNights.nights + [health]
    comparison = decision.comparison
    backtest = trending.backtest
    positions = inputs.positions
    promotions = data.catalogue.records.promotions(on: data.history.day).map {
      PromotedGame($0, lists: toPublish.promoted[$0.gameId] ?? 0, inputs.activity)
    }
    partners = PartnerFindings(inputs.partners.data, inputs.priceDrops.drops)
    lineage = StageLineage.all(of: context)
  }
}

extension StageLineage {
  /// Stages whose counts depend on other nights, which a reproduction does not have.
  private static let ofOtherNights: Set = ["comparison", "gate", OlderLists.name]

  /// The stages of the run. Their counts come from stored artifacts that depend on this night
  /// alone, whether or not this run computed them, so that the same night has the same page.
  fileprivate static func all(of context: StageContext) -> [StageLineage] {
    let counts = Dictionary(
      context.records.map { ($0.stage, $0.counts) }, uniquingKeysWith: { $1 })
    return context.stages.map { stage in
      StageLineage(
        name: stage.name, inputs: stage.inputs.map(\.name), grain: stage.grain,
        isStored: stage.isPersisted,
        counts: stage.isPersisted && !ofOtherNights.contains(stage.name)
          ? counts[stage.name] ?? [:] : [:])
    }
  }
}

extension WrittenReports {
  fileprivate func isStillThere(in night: Night) -> Bool {
    let folder = night.workspace.reports(day)
    do {
      let page = try DurableFile.read(folder.appending(path: "index.html"))
      let names = try DurableFile.names(in: folder.appending(path: "studios"))
      return Fingerprint(ofBytes: page) == teamPage
        && names.count { !$0.contains(".") } == studios
        && [
          "kpi.json", "kpi.csv", "digest.md", "definitions.json", "studios.json", "lineage.json",
          Checksums.fileName,
        ].allSatisfy { DurableFile.exists(folder.appending(path: $0)) }
    } catch {
      return false
    }
  }
}

extension DataQuality {
  /// The line counts of all event files that were ever read, and of tonight's catalogue files.
  init(
    _ ledger: Ledger, _ catalogue: [CollectionIntake], unknownGames: Int, uncounted: Uncounted?
  ) {
    let events = EventCollection.allCases.map { collection in
      Collection(
        name: collection.rawValue, files: ledger.sources.count { $0.collection == collection },
        ledger.counts(of: collection),
        late: ledger.sources.lazy.filter { $0.collection == collection }.reduce(0) {
          $0 + ($1.late)
        })
    }
    let records = catalogue.map { Collection(name: $0.collection, files: $0.files, $0.counts) }
    let warnings = catalogue.reduce(into: [String: Int]()) {
      $0.merge($1.warnings, uniquingKeysWith: +)
    }
    self.init(
      collections: events + records,
      brokenRules: warnings.sorted { $0.key < $1.key }.map { name, records in
        BrokenRule(name: name, sentence: ruleSentences[name] ?? "", records: records)
      },
      unknownGameInteractions: unknownGames, conflicts: ledger.conflictCount, uncounted: uncounted)
  }
}

extension DataQuality.Uncounted {
  /// - Parameter counted: the events that count.
  fileprivate init?(_ history: HistorySnapshot, _ counted: EventsByGame, _ ledger: Ledger) {
    let (accounts, last) = (history.events.uncounted.all.count, history.day.adding(days: -1))
    guard accounts > 0 else { return nil }
    let all = ledger.days.filter { $0.day == last }.reduce(0) { $0 + $1.rows }
    let own = counted.filtered { $0.day == last }.count
    self.init(accounts: accounts, events: all - own, of: all)
  }
}

extension DataQuality.Collection {
  fileprivate init(name: String, files: Int, _ counts: LineCounts, late: Int? = nil) {
    self.init(
      name: name, files: files, read: counts.read, accepted: counts.accepted,
      duplicates: counts.duplicate, rejected: counts.rejectedByReason, ignored: counts.ignored,
      late: late)
  }
}

extension NightHealth {
  /// The quality of tonight's lists, for the reports of later nights.
  init(
    _ day: Day, _ evaluation: Evaluation, isOfTonight: Bool, _ gate: GateFindings,
    _ lists: NightLists, champion: Day?, nextDayHits: NextDayHits?, trained: Day,
    _ ledger: Ledger
  ) {
    func value(_ name: String) -> Double? {
      gate.checks.first { $0.name == name }.flatMap { $0.verdict == .notEvaluated ? nil : $0.value }
    }
    let row = isOfTonight ? evaluation.rows.last : nil
    self.init(
      day: day, cutoff: evaluation.ks[0], ndcg: row?.nDCG, recall: row?.recall,
      coverage: value(ListAudit.coverageName), gini: value(ListAudit.giniName), lists: lists,
      publishedModels: champion, nextDayHits: nextDayHits, trained: trained,
      accepted: ledger.sources.reduce(0) { $0 + $1.counts.accepted },
      late: ledger.sources.reduce(0) { $0 + $1.late })
  }
}
