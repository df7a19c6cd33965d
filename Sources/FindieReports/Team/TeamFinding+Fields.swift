import FindieAnalytics
import FindieDomain
import FindieText

let teamFindingForm = Form<TeamFinding>.object(
  item: \.kind.rawValue, days: \.days,
  [
    Field("kind", .choice, \.kind), Field("days", .range, \.days),
    Field("what", .text) { $0.what.plain + "." },
    Field(
      "contributors", contributorForm.list(nil, 3),
      "The games with most of the leading alert: at least a tenth of it, and more than their "
        + "part in a general movement explains; the largest first.", \.contributors),
    Field("cause", .choice, "The probable cause.", \.cause),
    Field("why", .text, \.why.plain), Field("action", .text, "What to do.", \.action.plain),
    Field("page", orNull: .text, "The page to look at, relative to index.html.", \.page),
    Field("alerts", referenceForm.list(), \.alerts),
    Field(
      "missingEvents", missingForm.list(),
      "Days on which a record has far fewer events than usual.", \.missing),
    Field(
      "direction", orNull: .text(of: ["up", "down"]),
      "Whether the alerts are above or below the expected values; null without alerts."
    ) { finding in
      finding.alerts.first.map { $0.isRise ? "up" : "down" }
        ?? (finding.missing.isEmpty ? nil : "down")
    },
    Field("posted", .flag, "Whether findie alert posts it.") {
      [.crashes, .extremeLikeRate, .missingEvents].contains($0.kind)
        || $0.alerts.contains(where: \.isPosted)
    },
    Field("annotations", Form<String>.text.list(), "The texts of the days' annotations.") {
      $0.notes.map(\.text)
    },
  ])

private let contributorForm = Form<TeamFinding.Contributor>.object(
  onLine: true, item: \.gameId,
  [
    Field("gameId", .text, \.gameId), Field("kpi", .text, \.alert.kpi.key),
    Field("day", .day, \.alert.day),
    Field(
      "excess", .number(1),
      "The game's part of the KPI on the day, minus its usual part in the expected value. For "
        + "the like rate, likes minus the cards at the game's own rate before; for daily "
        + "players, the players who had events with no other game on the day.",
      \.contribution.excess),
    Field("share", .number(4), "The excess / that of all games, at most 9.99.") {
      min($0.contribution.share, 9.99)
    },
  ])

private let referenceForm = Form<KPIAlert>.object(
  onLine: true, item: \.kpi.key,
  [Field("kpi", .text, \.kpi.key), Field("day", .day, \.day)])

private let missingForm = Form<MissingEvents>.object(
  onLine: true, item: \.source.rawValue,
  [
    Field("source", .choice, \.source), Field("day", .day, \.day),
    Field("events", .count, \.events),
    Field("expected", .number(1), "After the eight weeks before.", \.expected),
  ])
