import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieText

/// What the run's other stages found, as members of `kpi.json`.
enum NightResults {
  /// Left out of a report of the KPIs only.
  static let fields: [Field<TeamReport>] = [
    Field("evaluation", ifAny: Form<Evaluated>.evaluation.orNull, "Null without an evaluation.") {
      report in
      report.findings.map { findings in
        findings.evaluation.map { Evaluated(evaluation: $0, findings: findings) }
      }
    },
    Field("lists", ifAny: .lists) { $0.findings?.lists },
    Field(
      "gate", ifAny: Form<Gate>.gate.orNull,
      "The checks before the lists are published; null if they were not checked."
    ) { report in
      report.findings.map { findings in findings.gate.map { ($0, findings.isOverridden) } }
    },
    Field("health", ifAny: Form.health.list(), "The runs, the oldest first.") {
      $0.findings?.health
    },
    Field("trending", ifAny: .object(trending), "Of all genres.") { $0.findings },
    Field("newReleases", ifAny: Form<Release>.release.list()) { report in
      report.findings?.newReleases.map { ($0, $0.figure(in: report.setting.recorded)) }
    },
    Field("exposure", ifAny: Form.exposure.list(), "The studios by size.") {
      $0.findings.map { $0.gate?.exposure ?? [] }
    },
    Field(
      "filterDrops", ifAny: Form<Drops>.drops.list(),
      "Candidates that filters removed, by the first filter that applied."
    ) { report in
      report.findings.map { findings in
        findings.gate.map { gate in
          ListFilter.allCases.map { ($0.words, gate.filters[$0]) }
        } ?? []
      }
    },
    Field("positions", ifAny: Form<String>.text.orNull) { report in
      report.findings.map { $0.positions?.sentence }
    },
    Field("notes", ifAny: Form<String>.text.list()) { $0.findings?.notes },
    Field("dataQuality", ifAny: .quality) { $0.findings?.dataQuality },
    Field("partners", ifAny: .partners, "Without data of partners, it is left out.") { report in
      report.findings?.partners.map { ($0, report.night) }
    },
    Field("experiments", ifAny: Form.experiment.list(), "Without experiments, it is left out.") {
      $0.findings.flatMap { $0.experiments.isEmpty ? nil : $0.experiments }
    },
  ]

  fileprivate struct Evaluated {
    let evaluation: Evaluation
    let findings: NightFindings
  }

  fileprivate typealias Gate = (gate: GateFindings, isOverridden: Bool)
  fileprivate typealias Release = (release: NewRelease, score: Figure)
  fileprivate typealias Drops = (reason: String, candidates: Int)

  private static let trending: [Field<NightFindings>] = [
    Field("games", Form<TrendingGames.Entry>.trending.list(), \.trendingOfAll),
    Field("flagged", .count) { $0.trendingOfAll.count { !$0.flags.isEmpty } },
    Field("backtest", orNull: .text) { $0.backtest?.sentence },
  ]
}

extension Form<NightResults.Evaluated> {
  fileprivate static var evaluation: Form {
    object([
      Field("cutoff", .count, "k.") { $0.evaluation.ks[0] },
      Field("playersEvaluated", .count, \.evaluation.players),
      Field("tested", .text, \.evaluation.split.tested),
      Field("models", Form<(Evaluation.Row, Bool)>.model.list()) { own in
        own.evaluation.rows.map { ($0, own.findings.isPublished($0)) }
      },
      Field("verdict", .text, \.evaluation.verdict),
      Field("discovery", Form<(DiscoveryPoint, Bool)>.discovery.list()) { own in
        (own.evaluation.discovery ?? []).map { ($0, $0.discovery == own.findings.discovery) }
      },
    ])
  }
}

extension Form<(Evaluation.Row, Bool)> {
  fileprivate static var model: Form {
    object(
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
  }
}

extension Form<(DiscoveryPoint, Bool)> {
  fileprivate static var discovery: Form {
    object(
      onLine: true, item: { $0.0.discovery.decimal(2) },
      [
        Field("discovery", .number(2, from: 0, to: 1), \.0.discovery),
        Field("ndcg", .share, \.0.nDCG), Field("gini", .share, \.0.gini),
        Field("longTailShare", .share, \.0.longTailShare), Field("published", .flag, \.1),
      ])
  }
}

extension Form<NightResults.Gate> {
  fileprivate static var gate: Form {
    object(
      onLine: true,
      [
        Field("published", .flag) { $0.gate.allowsPublishing(isOverridden: $0.isOverridden) },
        Field("checks", .count, \.gate.checks.count),
        Field("failed", .count) { $0.gate.violations.count + $0.gate.failed.count },
      ])
  }
}

extension Form<NightLists> {
  fileprivate static var lists: Form {
    object(
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
  }
}

extension Form<NightHealth> {
  fileprivate static var health: Form {
    object(
      item: \.day.description, days: { DayRange(first: $0.day, last: $0.day) },
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
        Field("lists", .lists, \.lists),
        Field("publishedModels", orNull: .day, "Null for the run's own.", \.publishedModels),
        Field(
          "nextDayHits", orNull: .hits,
          "Of the lists that players saw until the run.",
          \.nextDayHits),
        Field("trained", orNull: .day, "The run that trained its models.", \.trained),
      ])
  }
}

extension Form<NextDayHits> {
  fileprivate static var hits: Form {
    object([
      Field("lists", .day, \.lists), Field("players", .count, \.players),
      Field("hitRate", .interval(4, from: 0, to: 1), \.hitRate),
      Field("ndcg", .interval(4, from: 0, to: 1), \.nDCG),
      Field("isFall", .flag, "Whether it is significantly below the days before.", \.isFall),
      Field("modelAge", orNull: .modelAge, \.modelAge),
    ])
  }
}

extension Form<ModelAgeLoss> {
  fileprivate static var modelAge: Form {
    object([
      Field("players", .count, \.players),
      Field("share", orNull: .interval(4), \.share),
    ])
  }
}

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

extension Form<TrendingGames.Entry> {
  fileprivate static var trending: Form {
    object(
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
  }
}

extension Form<NightResults.Release> {
  fileprivate static var release: Form {
    object(
      onLine: true, item: \.release.gameId,
      [
        Field("gameId", .text, \.release.gameId),
        Field("releaseDate", .day, \.release.releaseDate),
        Field("score", .figure, "The shrunk like rate.", \.score),
      ])
  }
}

extension Form<StudioExposure> {
  fileprivate static var exposure: Form {
    object(
      onLine: true, item: \.size,
      [
        Field("size", .text, \.size), Field("studios", .count, \.studios),
        Field("shareOfGames", .share, \.shareOfGames),
        Field("shareOfEntries", .share, \.shareOfEntries),
        Field("shareOfTopRanks", .share, \.shareOfTopPositions),
      ])
  }
}

extension Form<NightResults.Drops> {
  fileprivate static var drops: Form {
    object(
      onLine: true, item: \.reason,
      [Field("reason", .text, \.reason), Field("candidates", .count, \.candidates)])
  }
}

extension Form<DataQuality> {
  fileprivate static var quality: Form {
    object([
      Field("collections", Form<DataQuality.Collection>.collection.list(), \.collections),
      Field("brokenRules", Form<DataQuality.BrokenRule>.rule.list(), \.brokenRules),
      Field("unknownGameInteractions", .count, \.unknownGameInteractions),
      Field("conflicts", .count, \.conflicts),
    ])
  }
}

extension Form<DataQuality.Collection> {
  fileprivate static var collection: Form {
    object(
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
  }
}

extension Form<DataQuality.BrokenRule> {
  fileprivate static var rule: Form {
    object(
      item: \.name,
      [
        Field("rule", .text, \.name), Field("sentence", .text, \.sentence),
        Field("records", .count, \.records),
      ])
  }
}

extension Definition {
  fileprivate static let listShares = Definition(
    "listShares", "Lists by source",
    "The share of the players’ lists that come from their own history, from their favourite "
      + "genres, and from popular games.",
    formula: "lists of the source / lists", unit: "share from 0 to 1", grain: "source and run",
    record: "published lists")
}
