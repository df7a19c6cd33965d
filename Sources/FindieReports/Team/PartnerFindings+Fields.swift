import FindieAnalytics
import FindieDomain
import FindieText

/// On a night.
let partnersForm = Form<(PartnerFindings, Day)>.object([
  Field("partners", statusForm.list()) { findings, night in
    findings.statuses.map { ($0, night) }
  },
  Field("priceDrops", dropsForm, \.0.drops),
  Field(
    "metrics", seriesForm.list(), "Of each metric and segment with a number in the last 28 days."
  ) { MetricSeries.all(of: $0.metrics, on: $1) },
  Field(
    "alerts", crashForm.list(),
    "Days of the last seven on which more users or sessions crashed than chance explains."
  ) { CrashAlert.all(in: $0.metrics, on: $1) },
])

private let dropsForm = Form<PriceDropSummary>.object([
  Field("players", .count, \.players), Field("games", .count, \.games),
  Field(
    "topGames",
    Form<PriceDropSummary.Game>.object(
      onLine: true, item: \.gameId,
      [Field("gameId", .text, \.gameId), Field("players", .count, \.players)]
    ).list(nil, 10), \.topGames),
])

private let seriesForm = Form<MetricSeries>.object(
  item: { [$0.partner, $0.metric, $0.segment].filter { !$0.isEmpty }.joined(separator: " ") },
  [
    Field("partner", .text, \.partner), Field("metric", .text, \.metric),
    Field("segment", .text, \.segment),
    Field(
      "fell", .flag, "The latest rate is significantly below that of a week before.", \.fell),
    Field("days", metricForm.list(1, 28), \.days),
  ])

private let metricForm = Form<PartnerMetric>.object(
  onLine: true, days: { DayRange($0.day) },
  [
    Field("day", .day, \.day),
    Field("value", .figure) { Figure(digits: "\($0.value)", text: "") },
    Field("total", .figure) { $0.total.map { Figure(digits: "\($0)", text: "") } ?? .none },
    Field("currency", orNull: .text, \.currency), Field("rate", orNull: .proportion, \.rate),
  ])

private let statusForm = Form<(PartnerStatus, Day)>.object(
  item: \.0.id,
  [
    Field("id", .text, \.0.id),
    Field("lastSuccess", orNull: .text) { $0.0.succeededAt?.description },
    Field("daysSinceSuccess", orNull: .count) { $0.succeededAt?.days(before: $1) },
    Field("oldestAnswer", orNull: .text) { $0.0.oldestAnswer?.description },
    Field("daysSinceOldestAnswer", orNull: .count) { $0.oldestAnswer?.days(before: $1) },
    Field("answers", .count, \.0.answers), Field("failures", .count, \.0.failures),
    Field("games", .count, \.0.games), Field("prices", .count, \.0.prices),
    Field("wishlists", .count, \.0.wishlists), Field("message", orNull: .text, \.0.message),
  ])

private let crashForm = Form<CrashAlert>.object(
  item: { [$0.metric.rawValue, $0.version].filter { !$0.isEmpty }.joined(separator: " ") },
  days: { DayRange($0.day) },
  [
    Field("metric", .choice, \.metric),
    Field("version", .text, "Empty for all versions.", \.version), Field("day", .day, \.day),
    Field("rate", .proportion, \.share), Field("before", .proportion, \.before),
    Field("probability", .number(6), "Of so many crashes by chance.", \.probability),
    Field("sentence", .text, \.sentence.plain),
  ])

extension CrashAlert {
  /// Such as "Crash-free users of version 2.1.0: 97.10% on 3 March 2026, below the 99.40% of the 28
  /// days before."
  var sentence: Sentence {
    let part: Sentence = version.isEmpty ? "" : " of version \(title: version)"
    return
      "\(metric.name)\(part): \(Figure.fineShare(share.estimate)) on \(day.inWords), below the "
      + "\(Figure.fineShare(before.estimate)) of all versions in the \(String(Self.days)) days "
      + "before."
  }
}
