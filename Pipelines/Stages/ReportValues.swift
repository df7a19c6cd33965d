import FindieDomain
import FindieEvaluation
import FindieHistory
import FindieRanking
import FindieReports

extension DataQuality {
  /// The line counts of all event files that were ever read, and of tonight's catalogue files.
  init(_ ledger: Ledger, _ catalogue: [CollectionIntake], unknownGames: Int) {
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
      unknownGameInteractions: unknownGames, conflicts: ledger.conflictCount)
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

extension EvaluationTable {
  /// The night's evaluation.
  ///
  /// - Parameters:
  ///   - isPublished: whether the lists of the last row are published.
  ///   - discovery: the value of the published lists.
  init(_ evaluation: Evaluation, isPublished: Bool, discovery: Double) {
    self.init(
      cutoff: evaluation.ks[0], playersEvaluated: evaluation.players,
      rows: evaluation.rows.map {
        Row(
          model: $0.model, recall: $0.recall, ndcg: $0.nDCG, coverage: $0.coverage,
          isPublished: isPublished && $0.model == evaluation.rows.last?.model)
      },
      verdict: evaluation.verdict,
      discovery: (evaluation.discovery ?? []).map {
        Discovery(
          discovery: $0.discovery, ndcg: $0.nDCG, gini: $0.gini, longTailShare: $0.longTailShare,
          isPublished: $0.discovery == discovery)
      })
  }
}

extension NightGate {
  init(_ findings: GateFindings, _ rule: PublishingRule) {
    let failed = findings.violations.count + findings.failed.count
    self.init(
      checks: findings.checks.count, failed: failed,
      isPublished: findings.violations.isEmpty && (findings.failed.isEmpty || rule == .anyway))
  }
}

extension NightHealth {
  /// The quality of tonight's lists, for the reports of later nights.
  init(
    _ day: Day, _ evaluation: Evaluation, _ gate: GateFindings, _ lists: NightLists,
    champion: Day?
  ) {
    func value(_ name: String) -> Double? {
      gate.checks.first { $0.name == name }.flatMap { $0.verdict == .notEvaluated ? nil : $0.value }
    }
    let row = evaluation.rows.last
    self.init(
      day: day, cutoff: evaluation.ks[0], ndcg: row?.nDCG, recall: row?.recall,
      coverage: value(ListAudit.coverageName), gini: value(ListAudit.giniName), lists: lists,
      publishedModels: champion)
  }
}

extension StudioSizeShare {
  init(_ exposure: StudioExposure) {
    self.init(
      size: exposure.size, studios: exposure.studios, shareOfGames: exposure.shareOfGames,
      shareOfEntries: exposure.shareOfEntries, shareOfTopRanks: exposure.shareOfTopPositions)
  }
}

extension FilterDrop {
  /// One row per filter.
  static func all(_ counts: FilterCounts) -> [FilterDrop] {
    ListFilter.allCases.map { FilterDrop(reason: $0.words, candidates: counts[$0]) }
  }
}

extension ListFilter {
  fileprivate var words: String {
    switch self {
    case .inactive: "withdrawn"
    case .cancelled: "cancelled"
    case .unreleased: "not released yet"
    case .ineligible: "not eligible for lists by the parameters"
    case .otherEdition: "another edition is listed"
    case .price: "outside the player’s price range"
    case .platform: "not on the player’s platforms"
    case .mutedGenre: "in a genre that the player muted"
    case .disliked: "disliked by the player"
    case .liked: "already liked by the player"
    case .wishlist: "in the player’s wishlist or library"
    case .shared: "shared by the player"
    case .viewed: "viewed by the player"
    case .skipped: "recently skipped by the player"
    }
  }
}
