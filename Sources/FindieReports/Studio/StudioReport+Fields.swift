import FindieAnalytics
import FindieDomain
import FindieText

extension StudioReport {
  /// The file `report.json`.
  static let document = Document<StudioReport>(
    "report.json of one studio",
    "Written by findie each night and by `findie report studio --format json`. Numbers of events "
      + "and players; no player is named. In lines of games, weeks and days, counts that are 0 and "
      + "numbers without a value are left out.", version: 2,
    head + [
      Field("studio", .text, \.studio.name),
      Field("allTimePeriod", .range, \.numbers.allTimeRange),
      Field(
        "notRecorded",
        Form<String>.text(of: notRecordable).list(),
        "Measures without events in the data, and the rates that depend on them. `views`: there "
          + "are "
          + "no view events, so impressions are verdicts on cards.", \.setting.notRecorded),
      Field(
        "allTime",
        .object([
          Field("counts", .counts, \.numbers.allTime),
          Field("likeRate", Form<Proportion>.proportion.orReason) {
            $0.numbers.allTime.reading(.likeRate, in: $0.setting.recorded)
          },
        ]), "Over `allTimePeriod`."
      ) { $0 },
      Field("sentences", Form<String>.text.list()) { StudioSentences(report: $0).all.map(\.plain) },
    ] + rows + [
      Field(
        Definition(
          "followers", "Followers",
          "Players who follow the studio, from its record, rounded like all players.",
          formula: "developer.followerCount", unit: "players", grain: "studio and run",
          record: "developers"),
        Form<PlayerCount>.players.orNull, \.numbers.followers),
      Field(
        Definition(
          "wishCohorts", "From wish to shop",
          "Players who first wished for a game in a week, and those of them who clicked through to "
            + "a shop for that game by the end of the week and of later weeks. A wish is the first "
            + "if there was none in the 13 weeks before. Rounded like all players.",
          formula: "distinct players; the click is on the day of the wish or later",
          unit: "players", grain: "studio and week", record: "analytics"),
        wishesForm.list(), \.numbers.wishCohorts),
      Field(
        "launches", launchForm.list(),
        "The games released in the last 13 complete weeks: totals of their first days, that of the "
          + "release too. Empty if totals are rounded."
      ) { report in
        report.numbers.launches(of: report.studio.games).map {
          StudioLaunch(
            launch: $0, games: report.studio.games, recorded: report.setting.recorded)
        }
      },
      Field(
        Definition(
          "impacts", "Releases, prices and events",
          "Impressions, wishlist adds and shop clicks of a game in the 7 days from its release, a "
            + "price drop of at least 10% or an annotation, against the 28 days before, relative "
            + "to other studios’ games in the same days. The interval allows for the game’s usual "
            + "changes from week to week and for the number of changes that are tested: on "
            + "average, at most 5% of the clear ones are false. The 7 days end before the next "
            + "occasion of the game; those from other occasions are left out of the days before. "
            + "Available from \(Change.minimumCount) events on in both. Something else on these "
            + "days may be the cause.",
          formula: "(n / n of other studios) / (N / N of other studios)",
          unit: "ratio", grain: "occasion and measure"),
        impactForm.list()
      ) { report in report.numbers.impacts.map { ($0, report.studio.games) } },
      Field(
        "periods",
        Form.object(StudioPeriod.head + StudioPeriod.numbers() + StudioPeriod.ofStudio).list(6, 6)
      ) {
        StudioPeriod.all(of: $0.numbers, $0.studio.games)
      },
      Field(
        "gameDays",
        .object([
          Field("range", .range, \.numbers.dayRange),
          Field("games", gameDaysForm.list()) { report in
            zip(report.studio.games, report.numbers.games).filter { own in
              own.1.days.contains { !$0.isEmpty }
            }.map { ($0, $1.days) }
          },
        ]),
        "Counts per day, from the first of the last 13 complete ISO weeks to the last complete "
          + "day: 91 to 97 days. Measures and games without events are left out."
      ) { $0 },
    ])

  /// The lists whose items are rows of `report.csv`, as the periods are.
  private static let rows: [Field<StudioReport>] = [
    Field(
      "games",
      Form.object(
        onLine: true, item: \.game.game.id, title: \.game.game.title, GamePart.overview
      ).list(),
      "All games of the studio, the most impressions of the period first. Their numbers are in "
        + "`periods`."
    ) { report in report.games.map { GamePart(report: report, game: $0) } },
    daysField { ($0.numbers.days, $0.numbers.dayRange.first) },
    Field(
      "weeks", weekForm.list(13, 13),
      "The last 13 complete ISO weeks of all games together, oldest first."
    ) { report in
      report.numbers.weeks.map { ($0, report.setting.recorded) }
    },
  ]

  /// `report.csv`: the rows, those of the periods that the data covers, and the breakdowns.
  var csv: [UInt8] { WideTable.document(self, Self.tableFields) }

  private static let tableFields =
    rows + periods(StudioPeriod.numbers) { (report: StudioReport) in (nil, report) }

  /// `game.csv`.
  func csv(of game: GameFigures) -> [UInt8] {
    WideTable.document(
      GamePart(report: self, game: game), Self.gameTableFields,
      from: FigureRow(item: game.game.id, title: game.game.title))
  }

  private static let gameTableFields =
    GamePart.rows
    + periods(StudioPeriod.ofGame) { (part: GamePart) in
      (part.game.index, part.report)
    }

  /// A section for each kind of period, and one of the breakdowns of the report's period.
  private static func periods<Root>(
    _ fields: (Form<PeriodLine>) -> [Field<StudioPeriod>],
    _ get: @escaping @Sendable (Root) -> (Int?, StudioReport)
  ) -> [Field<Root>] {
    func section(_ key: String, _ form: Form<PeriodLine>, _ kind: ReportPeriod.Kind?) -> Field<Root>
    {
      Field(key, ifAny: .object(days: \.period.range, fields(form))) { root in
        let (game, report) = get(root)
        let kind = kind ?? report.period.kind
        return StudioPeriod.all(of: report.numbers, report.studio.games, only: game).first {
          $0.period.kind == kind && report.numbers.coverage(of: $0.period) != .none
        }
      }
    }
    return ReportPeriod.Kind.allCases.map { section($0.rawValue, rowForm, $0) }
      + [section("breakdowns", cutsForm, nil)]
  }

  /// The file `game.json`.
  static let gameDocument = Document<GamePart>(
    "game.json of one game", "Written by `findie report game --format json`.", version: 2,
    head.map { $0.of(\.report) } + [
      Field("gameId", .text, \.game.game.id), Field("title", .text, \.game.game.title),
      Field("periods", Form.object(StudioPeriod.head + StudioPeriod.ofGame()).list(6, 6)) {
        StudioPeriod.all(of: $0.report.numbers, $0.report.studio.games, only: $0.game.index)
      },
    ] + GamePart.rows)

  private static let notRecordable: [String] =
    Measure.allCases.map(\.rawValue) + Rate.allCases.map(\.rawValue) + ["views"]

  private static let head: [Field<StudioReport>] = [
    Field("developerId", .text, \.studio.developerId),
    Field(
      "date", .day,
      "The as-of day of the numbers: of closed weeks, the first night after them. Of a studio "
        + "without an event for longer than the listed days it is an earlier night, since which the "
        + "numbers did not change.", \.night),
    Field(
      "edition", orNull: editionForm,
      "When the numbers of these closed weeks were counted. Null if they are as of another day."
    ) { report in
      report.setting.edition.map { ($0, report.isCorrected) }
    },
    Field("generated", .flag, "Whether the data comes from a generator.", \.setting.isGenerated),
    Field("period", .range, \.period.range),
    Field("timeZone", .text.defining(.day), "Whose days these are.", \.numbers.timeZone),
    Field(
      "minimumPlayers", .count,
      "k: groups of fewer players are suppressed, and numbers of players are rounded down to "
        + "multiples of it.", \.numbers.minimumPlayers),
    Field(
      Definition(
        "totals", "Totals of events",
        "Numbers of events of a game or studio, by day and period. They have the events of "
          + "players who were forgotten since, so that they do not change. If the report says "
          + "that they are rounded, they are rounded down to multiples of the minimum number of "
          + "players, and rates are those of the rounded numbers.",
        formula: "events of the history + events of forgotten players", unit: "events"),
      .choice, \.numbers.totals),
    Field(
      "adjustedLikeRatesUnavailable", orNull: .text,
      "Why like rates cannot be adjusted for the position in the feed; null if some can.",
      \.numbers.positionsUnavailable),
  ]

  /// One game of a report.
  struct GamePart {
    let report: StudioReport
    let game: GameFigures

    var numbers: GameNumbers { report.numbers.games[game.index] }
    var recorded: Set<Measure> { report.setting.recorded }

    fileprivate static let overview: [Field<GamePart>] = [
      Field("gameId", .text, \.game.game.id), Field("title", .text, \.game.game.title),
      Field("releaseDate", ifAny: .day) { $0.game.game.releaseDate?.day },
      Field("availability", .text) { $0.game.game.availability(on: $0.report.tonight).rawValue },
      Field("allTime", .counts, \.numbers.allTime),
    ]

    /// The lists whose items are rows of `game.csv`.
    fileprivate static let rows: [Field<GamePart>] = [
      Field("weeks", gameWeekForm.list()) { part in
        part.report.weeks(of: part.game).map {
          ($0.range, $0.tally.reading(.likeRate, in: part.recorded))
        }
      },
      daysField { ($0.numbers.days, $0.report.numbers.dayRange.first) },
    ]
  }

}

/// The counts of the days with events.
private func daysField<Root>(
  _ get: @escaping @Sendable (Root) -> (days: [Tally], first: Day)
) -> Field<Root> {
  Field(
    "days", dayCountsForm.list(), "Days of the zone with an event; a measure that is left out is 0."
  ) { root in
    let (days, first) = get(root)
    return days.enumerated().filter { !$1.isEmpty }.map { (first.adding(days: $0), $1) }
  }
}

private let gameDaysForm = Form<(game: Game, days: [Tally])>.object(
  onLine: true,
  [Field("gameId", .text, \.game.id)]
    + Measure.allCases.map { measure in
      Field(measure.rawValue, ifAny: .counts) { line in
        line.days.contains { $0[measure] > 0 } ? line.days.map { $0[measure] } : nil
      }
    })

private let editionForm = Form<(PublishedEdition, isCorrected: Bool)>.object(
  onLine: true,
  [
    Field("to", .day, "The last day of the weeks.") { $0.0.edition.end.adding(days: -1) },
    Field("night", .day, "The night that counted them.", \.0.night),
    Field(
      "state", .choice, "Provisional: events may come late. Final: counted from Thursday on.",
      \.0.edition.state),
    Field(
      "isCorrected", .flag,
      "Whether events of the studio came late or were corrected since. They are counted as now.",
      \.isCorrected),
  ])

private let dayCountsForm = Form<(day: Day, tally: Tally)>.object(
  onLine: true, days: { DayRange($0.day) },
  [Field("day", .day, \.day)] + Field.counts(\.tally))

private let weekForm = Form<(numbers: WeekNumbers, recorded: Set<Measure>)>.object(
  onLine: true, item: \.numbers.name, days: \.numbers.range,
  [
    Field("name", .text, "Such as 2016-W37.", \.numbers.name),
    Field("from", .day, \.numbers.range.first), Field("to", .day, \.numbers.range.last),
    Field("counts", .counts, \.numbers.tally),
    Field("likeRate", Form<Proportion>.proportion.orReason) {
      $0.numbers.tally.reading(.likeRate, in: $0.recorded)
    },
    Field(.newPlayers, Form<PlayerCount>.players.orNull, \.numbers.newPlayers),
    Field(.returningPlayers, Form<PlayerCount>.players.orNull, \.numbers.returningPlayers),
  ])

private let gameWeekForm = Form<(range: DayRange, rate: Reading<Proportion>)>.object(
  onLine: true, days: \.range,
  [
    Field("from", .day, \.range.first), Field("to", .day, \.range.last),
    Field("likeRate", Form<Proportion>.proportion.orReason, \.rate),
  ])

private let wishesForm = Form<WishCohort>.object(
  onLine: true,
  [
    Field("name", .text, \.name), Field("from", .day, \.range.first),
    Field("to", .day, \.range.last), Field("wished", .players, \.wished),
    Field(
      "clicked", Form<PlayerCount>.players.list(1, 5),
      "By the end of the week, and of each of the 4 weeks after it that is complete.",
      \.clicked),
  ])

private let impactForm = Form<(impact: Impact, games: [Game])>.object(
  onLine: true,
  [
    Field("kind", .text(of: ["release", "priceDrop", "annotation"])) {
      switch $0.impact.occasion.kind {
      case .release: "release"
      case .priceDrop: "priceDrop"
      case .annotation: "annotation"
      }
    },
    Field("gameId", ifAny: .text, "Not of an annotation about the studio.") { own in
      own.impact.occasion.game.map { own.games[$0].id }
    },
    Field("day", .day, \.impact.occasion.day),
    Field("text", ifAny: .text, "Of an annotation.") {
      if case .annotation(let text) = $0.impact.occasion.kind { text } else { nil }
    },
    Field("days", .count, \.impact.days), Field("daysBefore", .count, \.impact.daysBefore),
    Field("effects", effectForm.map) {
      $0.impact.effects.map { (key: $0.measure.rawValue, value: $0) }
    },
  ])

private let effectForm = Form<Impact.Effect>.object([
  Field("count", .count, \.count), Field("before", .count, \.before),
  Field("ratio", .number(4), \.change.ratio), Field("lower", .number(4), \.change.lower),
  Field("upper", .number(4), \.change.upper),
])

extension Definition {
  fileprivate static let day = Definition(
    "day", "Day",
    "A day in the report’s time zone. A report covers all events before its run’s as-of day.",
    formula: "from 00:00 to 24:00", unit: "day", grain: "day", record: "the events' time")

  static let newPlayers = Definition(
    "newPlayers", "New players",
    "Unique players whose first day in the data, with any game, is in the period. Null if nothing "
      + "was recorded before.",
    formula: "count of distinct players with first day ≥ the period's", unit: "players")

  static let returningPlayers = Definition(
    "returningPlayers", "Returning players", "Unique players who were active before the period.",
    formula: "unique players − new players", unit: "players")
}
