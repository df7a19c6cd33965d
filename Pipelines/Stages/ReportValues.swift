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
