import FindieAnalytics
import FindieDomain
import FindieText

extension TeamReport {
  /// The file `kpi.json`; `kpi.csv` has a row for each of its values.
  static let document = Document<TeamReport>(
    "kpi.json of the team",
    "Written by findie each night, and without the results of the night's other stages by `findie "
      + "report kpi --format json`.", version: 2, days: \.period,
    [
      Field("date", .day, "The run's as-of day.", \.night),
      Field("generated", .flag, "Whether the data comes from a generator.", \.setting.isGenerated),
      Field("period", Form<DayRange>.range.defining(.utcDay), \.period),
      Field("previousPeriod", orNull: .range, Self.withoutBefore) { $0.previous?.range },
      Field(
        "notRecorded", Form<String>.text.list(),
        "As in report.json, and the KPIs without a number for the same reason.", \.notRecorded),
    ] + comparison.map { $0.of { ($0.kpis, $0.recorded) } } + [
      Field("allTime", .object(allTime), { $0 }),
      Field("catalogue", catalogueForm, \.health),
      Field("funnel", stepForm.list(), "Steps from the card to the shop.", \.funnelSteps),
      Field(
        Definition(
          "retention", "Day-n retention",
          "The share of the players who signed up in a month or week that were active on exactly "
            + "the n-th day after, once that day is over for all of them.",
          formula: "players active on joinedDate + n / players who signed up in the month or week",
          unit: "share from 0 to 1", grain: "sign-up month or ISO week, and n",
          record: "users, and interactions, whose ids are those of the accounts"),
        cohortForm("month").list()
      ) { $0.retention[.month, default: []] },
      Field("weeklyRetention", cohortForm("week").list()) { $0.retention[.week, default: []] },
      Field(
        "findings", teamFindingForm.list(),
        "What happened, the most important first. Alerts of one day in one direction, and of "
          + "adjacent days for the same reason, are one finding; so are a missing record, a crash "
          + "alert, an extreme like rate and the annotations of the day."
      ) { TeamStory($0).findings },
      Field("alerts", alertsForm, \.alerts),
      Field(
        "annotations", noteForm.list(),
        "The annotations of the charts' days, the oldest first, with their number on the page.",
        \.notes),
      Field(
        "extremeDays", extremeDayForm.list(),
        "Days on which nearly all cards of a game led to a like.", \.extremeDays),
      Field("freshness", freshnessForm.list(), \.freshness),
      Field("sentences", Form<String>.text.list()) { TeamSentences(report: $0).all.map(\.plain) },
      Field("topStudios", topStudioForm.list()) { report in
        report.topStudios.map { ($0, report.setting.recorded) }
      },
      Field("days", dayForm.list()) { report in
        report.chart.days.map { ($0, report.recorded) }
      },
      Field(
        "ranges",
        ifAny: Form.object(
          item: \.range.kind.rawValue, days: { $0.range.kpis.current.range }, rangeFields
        ).list(),
        "The ranges of the page that the data covers, and always the 28 days: each compared with "
          + "the same number of days before, yesterday with the same weekday of the week before. "
          + "Not of `findie report kpi`."
      ) { report in
        report.findings.map { _ in report.ranges.map { ($0, report.recorded) } }
      },
    ] + NightFindings.fields)

  private static let withoutBefore = "Null if the data does not cover all of these days."

  fileprivate typealias Compared = (kpis: KPIComparison, recorded: RecordedData)
  typealias Freshness = (source: EventSource, instant: String?, hours: Figure)

  fileprivate static let comparison: [Field<Compared>] = [
    Field("current", periodForm) { ($0.kpis.current, $0.recorded) },
    Field("previous", orNull: periodForm, withoutBefore) { compared in
      compared.kpis.previous.map { ($0, compared.recorded) }
    },
    Field(
      "changes", Form<Change>.change.orNull.map,
      "The change since the previous period by KPI; empty without one. Null where a value is 0, "
        + "where the days are too few to know how much they vary, and between the players or "
        + "sessions of different records."
    ) { $0.kpis.changes.map { (key: $0.kpi.key, value: $0.change) } },
  ]

  private static let allTime: [Field<TeamReport>] =
    [
      Field("from", .day, \.allTimeRange.first), Field("to", .day, \.allTimeRange.last),
      Field("users", .count, \.users),
    ] + Measure.allCases.map { measure in Field(measure.rawValue, .count) { $0.allTime[measure] } }

  private static let rangeFields: [Field<(range: TeamRange, recorded: RecordedData)>] =
    [
      Field("range", .choice, \.range.kind), Field("period", .range, \.range.kpis.current.range),
      Field("previousPeriod", orNull: .range, withoutBefore) { $0.range.kpis.previous?.range },
    ] + comparison.map { $0.of { ($0.range.kpis, $0.recorded) } }
}

private let catalogueForm = Form<CatalogueHealth>.object([
  Field(
    Definition(
      "gamesOut", "Released games", "Active games that are released or in early access.",
      formula: "count of games that are released or in early access, and active", unit: "games",
      grain: "run", record: "games"),
    .count, \.gamesOut),
  Field(
    Definition(
      "gamesAnnounced", "Announced games", "Active games that are not released yet.",
      formula: "count of active games with a later release date or the status upcoming",
      unit: "games", grain: "run", record: "games"),
    .count, \.gamesAnnounced),
  Field(
    Definition(
      "notShownInPeriod", "Not shown in the period",
      "Released games without an impression in the period.",
      formula: "count of released games with impressions = 0", unit: "games", grain: "period"),
    Form<Int>.count.orReason
  ) { .recorded($0.notShownInRange) },
  Field(
    Definition(
      "neverShown", "Never shown", "Released games without any impression.",
      formula: "count of released games with impressions of all days = 0", unit: "games",
      grain: "run"),
    Form<Int>.count.orReason
  ) { .recorded($0.neverShown) },
  Field(
    Definition(
      "topGames", "Top 1%", "One hundredth of the released games, rounded up.",
      formula: "⌈gamesOut / 100⌉", unit: "games", grain: "run", record: "games"),
    .count, \.topGames),
  Field(
    Definition(
      "topShare", "Impressions of the top 1%",
      "The share of impressions of the games with the most impressions.",
      formula: "impressions of the topGames with the most / of all released games",
      unit: "share from 0 to 1", grain: "period"),
    Form<Double>.share.orNull
  ) { $0.topShare?.estimate },
])

private let stepForm = Form<FunnelStep>.object(
  item: { $0.measure.rawValue },
  [
    Field("step", .choice, \.measure), Field("name", .text, \.measure.name),
    Field("count", Form<Int>.count.orReason) {
      $0.count.map { .shown($0) } ?? .missing(.notRecorded)
    },
    Field("shareOfImpressions", .figure, "Above 1 if players took the step several times.") {
      $0.count == nil ? .notRecorded : .share($0.share)
    },
  ])

private func cohortForm(_ grain: String) -> Form<RetentionCohort> {
  .object(
    item: \.name,
    [
      Field(grain, .text, \.name), Field("from", .day, \.start), Field("signUps", .count, \.size),
    ]
      + RetentionCohort.offsets.enumerated().map { index, offset in
        Field("day\(offset)", orNull: .proportion, "Null until the day is over for all.") {
          $0.retained[index]
        }
      })
}

extension RetentionCohort {
  /// `2016-09` for a month, `2016-W37` for an ISO week.
  var name: String {
    switch grain {
    case .month: String(start.description.prefix(7))
    case .week: start.isoWeek
    }
  }
}

private let noteForm = Form<DayNote>.object(
  onLine: true, item: { String($0.number) },
  days: { DayRange($0.day) },
  [
    Field("number", .count, \.number), Field("day", .day, \.day), Field("text", .text, \.text),
    Field("gameId", orNull: .text, \.gameId),
    Field("developerId", orNull: .text, \.developerId),
  ])

private let extremeDayForm = Form<ExtremeDay>.object(
  onLine: true, item: \.game.id, days: { DayRange($0.day) },
  [
    Field("gameId", .text, \.game.id), Field("day", .day, \.day),
    Field("likesAndSuperLikes", .count, \.rate.successes),
    Field("cards", .count, \.rate.trials),
  ])

private let freshnessForm = Form<TeamReport.Freshness>.object(
  item: \.source.rawValue,
  [
    Field("source", .choice, \.source),
    Field("newestEvent", orNull: .text, \.instant),
    Field(
      Definition(
        "hoursBeforeNight", "Freshness",
        "The time from a record’s newest event to the start of the run’s as-of day.",
        formula: "as-of day 00:00 − newest event", unit: "hours", grain: "record and run",
        record: "the events' time"),
      .figure, \.hours),
  ])

extension TeamReport {
  /// The newest event of each record, and its age at the end of the period.
  var freshness: [Freshness] {
    newestEvents.map { source, instant in
      let hours = instant.map {
        Double(night.start.milliseconds - $0.milliseconds) / 3_600_000
      }
      return (
        source, instant?.description,
        hours.map { .number($0, places: 1, unit: " h") } ?? .none
      )
    }
  }
}

private let topStudioForm = Form<(TeamReport.TopStudio, Set<Measure>)>.object(
  item: \.0.studio.developerId,
  [
    Field("developerId", .text, \.0.studio.developerId),
    Field("safeName", .text, \.0.studio.safeName),
    Field("games", .count, \.0.studio.games.count),
    Field("impressions", .count) { $0.0.tally[.impressions] },
    Field("likeRate", Form<Proportion>.proportion.orReason) {
      $0.0.tally.reading(.likeRate, in: $0.1)
    },
  ])

extension Definition {
  fileprivate static let utcDay = Definition(
    "utcDay", "Day of the team’s report",
    "A UTC day. A report covers all events before its run’s as-of day.",
    formula: "from 00:00 to 24:00 UTC", unit: "day", grain: "day", record: "the events' time")
}
