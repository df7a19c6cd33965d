import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieText

extension NightFindings {
  /// The members of `kpi.json`, which a report of the KPIs only leaves out.
  static let fields: [Field<TeamReport>] =
    before.map { $0.ofAny(\.findings) } + [
      Field("newReleases", ifAny: releaseForm.list()) { report in
        report.findings?.newReleases.map { ($0, $0.figure(in: report.setting.recorded)) }
      }
    ] + after.map { $0.ofAny(\.findings) } + [
      Field("partners", ifAny: partnersForm, "Without data of partners, it is left out.") {
        report in
        report.findings?.partners.map { ($0, report.night) }
      }
    ]

  private static let before: [Field<NightFindings>] = [
    Field("evaluation", orNull: evaluationForm, "Null without an evaluation.") { findings in
      findings.evaluation.map { ($0, findings) }
    },
    Field("lists", listsForm, \.lists),
    Field(
      "gate", orNull: gateForm,
      "The checks before the lists are published; null if they were not checked."
    ) { findings in findings.gate.map { ($0, findings.isOverridden) } },
    Field("health", healthForm.list(), "The runs, the oldest first.", \.health),
    Field(
      "trending",
      .object([
        Field("games", trendingForm.list(), \.trendingOfAll),
        Field("flagged", .count) { $0.trendingOfAll.count { !$0.flags.isEmpty } },
        Field("backtest", orNull: .text) { $0.backtest?.sentence },
      ]), "Of all genres."
    ) { $0 },
  ]

  private static let after: [Field<NightFindings>] = [
    Field("exposure", exposureForm.list(), "The studios by size.") { $0.gate?.exposure ?? [] },
    Field(
      "filterDrops", dropsForm.list(),
      "Candidates that filters removed, by the first filter that applied."
    ) { findings in
      findings.gate.map { gate in ListFilter.allCases.map { ($0.words, gate.filters[$0]) } } ?? []
    },
    Field("positions", orNull: .text) { $0.positions?.sentence },
    Field("notes", Form<String>.text.list(), \.notes),
    Field("dataQuality", qualityForm, \.dataQuality),
    Field("experiments", ifAny: experimentForm.list(), "Without experiments, it is left out.") {
      $0.experiments.isEmpty ? nil : $0.experiments
    },
  ]
}

private let evaluationForm = Form<(evaluation: Evaluation, findings: NightFindings)>.object([
  Field("cutoff", .count, "k.") { $0.evaluation.ks[0] },
  Field("playersEvaluated", .count, \.evaluation.players),
  Field("tested", .text, \.evaluation.split.tested),
  Field("models", modelForm.list()) { own in
    own.evaluation.rows.map { ($0, own.findings.isPublished($0)) }
  },
  Field("verdict", .text, \.evaluation.verdict),
  Field("discovery", discoveryForm.list()) { own in
    (own.evaluation.discovery ?? []).map { ($0, $0.discovery == own.findings.discovery) }
  },
])

private let modelForm = Form<(Evaluation.Row, Bool)>.object(
  item: \.0.model,
  [
    Field("model", .text, \.0.model),
    Field(
      Definition(
        "recall", "Recall@k",
        "The share of a player’s held-out positives among the first k games of the list.",
        formula: "mean over players of held-out positives in the first k / min(k, held out)",
        unit: "share from 0 to 1", grain: "model and run", record: "held-out positives"),
      .share, \.0.recall),
    Field(
      Definition(
        "ndcg", "nDCG@k",
        "Normalized discounted cumulative gain: how high a player’s held-out positives rank "
          + "in the list. 100% is a perfect list.",
        formula:
          "mean over players of Σ 1 / log₂(rank + 1) of the held-out positives in the first k "
          + "/ the same of the ideal list, cut at min(k, held out)",
        unit: "share from 0 to 1", grain: "model and run", record: "held-out positives"),
      .share, \.0.nDCG),
    Field("ndcgLow", .share) { $0.0.cuts[0].quality.nDCG.low },
    Field("ndcgHigh", .share) { $0.0.cuts[0].quality.nDCG.high },
    Field(
      Definition(
        "coverage", "Coverage",
        "The share of the games that at least one player is recommended. Next to a model it "
          + "covers the evaluated lists; in the table of runs it covers the longer published "
          + "lists.",
        formula: "distinct games on lists / games that may be listed",
        unit: "share from 0 to 1",
        grain: "model, or run", record: "lists"),
      .share, \.0.coverage),
    Field("published", .flag, \.1),
  ])

private let discoveryForm = Form<(DiscoveryPoint, Bool)>.object(
  onLine: true, item: { $0.0.discovery.decimal(2) },
  [
    Field("discovery", .number(2, from: 0, to: 1), \.0.discovery),
    Field("ndcg", .share, \.0.nDCG), Field("gini", .share, \.0.gini),
    Field("longTailShare", .share, \.0.longTailShare), Field("published", .flag, \.1),
  ])

private let gateForm = Form<(gate: GateFindings, isOverridden: Bool)>.object(
  onLine: true,
  [
    Field("published", .flag) { $0.gate.allowsPublishing(isOverridden: $0.isOverridden) },
    Field("checks", .count, \.gate.checks.count),
    Field("failed", .count) { $0.gate.violations.count + $0.gate.failed.count },
  ])

private let listsForm = Form<NightLists>.object(
  named: "lists",
  [
    Field("players", .count, \.players), Field("personal", .count, \.personal),
    Field("genres", .count, \.genres), Field("popular", .count, \.popular),
    Field("similar", .count, \.similar),
    Field(
      "mostTopFives", orNull: .count,
      "Lists of similar games that have the most frequent game among the first five.",
      \.mostTopFives),
    Field("topFiveSkewness", orNull: .number(2), \.topFiveSkewness),
    Field("personalShare", orNull: .share) { $0.share($0.personal) },
    Field("genresShare", orNull: .share) { $0.share($0.genres) },
    Field("popularShare", orNull: .share) { $0.share($0.popular) },
  ]
).defining(.listShares)

private let healthForm = Form<NightHealth>.object(
  item: \.day.description, days: { DayRange($0.day) },
  [
    Field("night", .day, \.day), Field("cutoff", .count, \.cutoff),
    Field("ndcg", orNull: .share, \.ndcg),
    Field("recall", orNull: .share, \.recall),
    Field("coverage", orNull: .share, \.coverage),
    Field(
      Definition(
        "gini", "Gini",
        "The inequality of the games’ numbers of entries on the published lists: 0% if all "
          + "games have the same number, 100% if one game has all entries.",
        formula: "Σ (2i − n − 1) xᵢ / (n Σ xᵢ), xᵢ the entries of the n games, ascending",
        unit: "share from 0 to 1", grain: "run", record: "published lists"),
      Form<Double>.share.orNull, \.gini),
    Field("lists", listsForm, \.lists),
    Field("publishedModels", orNull: .day, "Null for the run's own.", \.publishedModels),
    Field(
      "nextDayHits", orNull: hitsForm,
      "Of the lists that players saw until the run.",
      \.nextDayHits),
    Field("trained", orNull: .day, "The run that trained its models.", \.trained),
  ])

private let hitsForm = Form<NextDayHits>.object([
  Field("lists", .day, \.lists), Field("players", .count, \.players),
  Field("hitRate", .interval(4, from: 0, to: 1), \.hitRate),
  Field("ndcg", .interval(4, from: 0, to: 1), \.nDCG),
  Field("isFall", .flag, "Whether it is significantly below the days before.", \.isFall),
  Field("modelAge", orNull: modelAgeForm, \.modelAge),
])

private let modelAgeForm = Form<ModelAgeLoss>.object([
  Field("players", .count, \.players),
  Field("share", orNull: .interval(4), \.share),
])

extension Form<Interval> {
  /// The ends are at most `most` and at least `least`.
  fileprivate static func interval(
    _ places: Int, from least: Int? = nil, to most: Int? = nil
  ) -> Form {
    let number = Form<Double>.number(places, from: least, to: most)
    return object(
      onLine: true,
      [
        Field("mean", number, \.mean),
        Field("low", number) { interval in
          least.map { max(Double($0), interval.low) } ?? interval.low
        },
        Field("high", number) { interval in
          most.map { min(Double($0), interval.high) } ?? interval.high
        },
      ])
  }
}

private let trendingForm = Form<TrendingGames.Entry>.object(
  item: \.gameId,
  [
    Field("gameId", .text, \.gameId), Field("rank", .count, \.rank),
    Field(
      Definition(
        "lift", "Lift",
        "A game’s engagement in the last days divided by the engagement expected from its "
          + "earlier days and the catalogue’s week; 1× is no change. Games are ranked by the "
          + "lower bound of the lift without their ten strongest players, so that few "
          + "accounts cannot push a game. Games that do not clearly rise without their thirty "
          + "strongest players are flagged and rank below all others.",
        formula:
          "(a + x) / (a + E), x the week’s decayed engagement with each player counted once, E "
          + "that "
          + "expected, a the prior’s events", unit: "ratio",
        grain: "game and run"),
      .number(4), \.lift),
    Field("lowerBound", .number(4), \.lowerBound), Field("events", .count, \.events),
    Field("flags", Form<String>.text.list(), "Why its rise is uncertain.") {
      $0.flags.map(\.rawValue)
    },
  ])

private let releaseForm = Form<(release: NewRelease, score: Figure)>.object(
  onLine: true, item: \.release.gameId,
  [
    Field("gameId", .text, \.release.gameId),
    Field("releaseDate", .day, \.release.releaseDate),
    Field("score", .figure, "The shrunk like rate.", \.score),
  ])

private let exposureForm = Form<StudioExposure>.object(
  onLine: true, item: \.size,
  [
    Field("size", .text, \.size), Field("studios", .count, \.studios),
    Field("shareOfGames", .share, \.shareOfGames),
    Field("shareOfEntries", .share, \.shareOfEntries),
    Field("shareOfTopRanks", .share, \.shareOfTopPositions),
  ])

private let dropsForm = Form<(reason: String, candidates: Int)>.object(
  onLine: true, item: \.reason,
  [Field("reason", .text, \.reason), Field("candidates", .count, \.candidates)])

private let qualityForm = Form<DataQuality>.object([
  Field("collections", collectionForm.list(), \.collections),
  Field("brokenRules", ruleForm.list(), \.brokenRules),
  Field("unknownGameInteractions", .count, \.unknownGameInteractions),
  Field("conflicts", .count, \.conflicts),
  Field(
    "uncounted",
    ifAny: .object([
      Field("accounts", .count, \.accounts), Field("events", .count, \.events),
      Field("allEvents", .count, \.allEvents),
    ]),
    "The accounts that do not count, and their events of the last day, of all its events; left out "
      + "without such accounts."
  ) { $0.uncounted },
])

private let collectionForm = Form<DataQuality.Collection>.object(
  item: \.name,
  [
    Field("name", .text, \.name), Field("files", .count, \.files),
    Field(
      Definition(
        "read", "Lines read", "All lines of a collection’s files except blank lines.",
        formula: "accepted + duplicates + rejected + ignored", unit: "lines",
        grain: "collection",
        record: "the input files"),
      .count, \.read),
    Field("accepted", .count, \.accepted), Field("duplicates", .count, \.duplicates),
    Field("rejected", .count, \.rejectedCount),
    Field("rejectedByReason", Form<Int>.count.map) { collection in
      collection.rejected.sorted { $0.key < $1.key }
    },
    Field("ignored", .count, \.ignored),
    Field(
      Definition(
        "late", "Late events",
        "Accepted events of days that had already been read when their file was first read.",
        formula: "count of accepted events of a day ≤ the newest known", unit: "events",
        grain: "collection", record: "the input files"),
      Form<Int>.count.orNull, \.late),
  ])

private let ruleForm = Form<DataQuality.BrokenRule>.object(
  item: \.name,
  [
    Field("rule", .text, \.name), Field("sentence", .text, \.sentence),
    Field("records", .count, \.records),
  ])

extension Definition {
  fileprivate static let listShares = Definition(
    "listShares", "Lists by source",
    "The share of the players’ lists that come from their own history, from their favourite "
      + "genres, and from popular games.",
    formula: "lists of the source / lists", unit: "share from 0 to 1", grain: "source and run",
    record: "published lists")
}
