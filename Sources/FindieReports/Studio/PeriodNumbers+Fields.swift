import FindieAnalytics
import FindieDomain
import FindieText

/// A period of a studio's report, or of one game's.
struct StudioPeriod {
  let report: StudioNumbers
  let games: [Game]
  let index: Int
  /// The game that it is about; nil for all.
  let only: Int?

  static func all(
    of report: StudioNumbers, _ games: [Game], only: Int? = nil
  ) -> [StudioPeriod] {
    report.periods.indices.map {
      StudioPeriod(report: report, games: games, index: $0, only: only)
    }
  }

  var period: ReportPeriod { report.periods[index] }

  private func line(_ own: PeriodNumbers, of game: Game? = nil) -> PeriodLine {
    PeriodLine(studio: report, own: own, game: game)
  }

  static let head: [Field<StudioPeriod>] = [
    Field("kind", .choice, \.period.kind), Field("name", .text, \.period.name),
    Field("range", .range, \.period.range), Field("before", .range, \.period.before),
    Field(
      "coverage", .choice,
      "Whether the period ended before the data's first day, began before it, or is covered by the "
        + "data."
    ) { $0.report.coverage(of: $0.period) },
    Field(
      Definition(
        "app", "Other studios",
        "The change in impressions, and the like rate, of the games of all other studios together, "
          + "beside the studio’s own. Available if at least three studios have impressions.",
        formula: "as change and likeRate, over these games", unit: "ratio, share from 0 to 1",
        grain: "period"),
      ifAny: .object(
        onLine: true,
        [
          Field("impressionsChange", ifAny: .number(4), \.impressionsChange),
          Field("likeRate", ifAny: .share, \.likeRate),
        ])
    ) { $0.report.app[$0.index] },
  ]

  /// - Parameter form: of a line, here and below.
  static func ofGame(_ form: Form<PeriodLine> = numbersForm) -> [Field<StudioPeriod>] {
    [
      Field("numbers", form) { period in
        period.line(period.report.games[period.only ?? 0].periods[period.index])
      }
    ]
  }

  static func numbers(_ form: Form<PeriodLine> = numbersForm) -> [Field<StudioPeriod>] {
    [
      Field("studio", form) { $0.line($0.report.studio[$0.index]) },
      Field("games", form.list(), "The games with events in the period or before it.") { period in
        zip(period.report.games, period.games).compactMap { own, game in
          let numbers = own.periods[period.index]
          return numbers.isEmpty ? nil : period.line(numbers, of: game)
        }
      },
    ]
  }

  static let ofStudio: [Field<StudioPeriod>] = [
    Field(
      "movers",
      .object(
        onLine: true,
        [
          Field("best", orNull: .text, "The id of the game with the largest clear rise.") {
            $0.game(\.best)
          },
          Field("worst", orNull: .text, "That with the largest clear fall.") { $0.game(\.worst) },
        ])
    ) { $0 },
    Field(
      "findings", findingForm.list(), "What the sentences are made of."
    ) { period in
      period.report.findings[period.index].map { ($0, period.games) }
    },
    Field(
      "suggestions", suggestionForm.list(nil, 3),
      "At most one of each kind, the largest effect first. At most 5% of them are false. `effect`: "
        + "how many times the number is above or below the usual one, by the nearer end of its "
        + "interval of 95% confidence."
    ) { period in
      period.report.suggestions[period.index].map { ($0, period.games) }
    },
  ]

  private func game(_ index: KeyPath<Movers, Int?>) -> String? {
    report.movers[self.index][keyPath: index].map { games[$0].id }
  }
}

/// The published numbers of a game, or of all games of a studio, in a period.
struct PeriodLine {
  let studio: StudioNumbers
  let own: PeriodNumbers
  /// Nil for all games together, and where the game is clear.
  let game: Game?

  fileprivate static let fields: [Field<PeriodLine>] =
    [
      Field("gameId", ifAny: .text, "Not of all games together.") { $0.game?.id },
      Field(
        "countsBefore", orNull: .counts,
        "Null if the recorded data does not reach back to the first day of the period before.",
        \.own.before),
      Field(
        "sources", ifAny: Form<EventSource>.choice.list().map,
        "The record of each count, if both have events. The counts of each record follow."
      ) { $0.sources },
    ]
    + EventSource.allCases.map { source in
      Field(source.rawValue, ifAny: .counts) { $0.sources == nil ? nil : $0.own.records[source] }
    } + rowFields + cuts

  /// The numbers of a row of `report.csv`.
  fileprivate static let rowFields: [Field<PeriodLine>] =
    [
      Field("counts", .counts, \.own.tally),
      Field("source", ifAny: .choice, "The record of all counts.") { $0.onlySource },
    ]
    + Rate.allCases.map { rate in
      Field(rate.definition, ifAny: .interval) { $0.own.rate(rate) }
    } + players + changes + comparisons

  private var recording: [EventSource] {
    EventSource.allCases.filter { own.records[$0].map { !$0.isEmpty } ?? false }
  }

  private var onlySource: EventSource? { recording.count == 1 ? recording[0] : nil }

  private var sources: [(key: String, value: [EventSource])]? {
    guard recording.count > 1 else { return nil }
    return Measure.allCases.map { ($0.rawValue, own.tally.sources(of: $0)) }
      .filter { !$1.isEmpty }
  }

  private static let players: [Field<PeriodLine>] = [
    Field(
      "players",
      ifAny: .object([
        Field("unique", Form<PlayerCount>.players.orNull.defining(.uniquePlayers), \.players),
        Field("uniqueBefore", orNull: .players, \.playersBefore),
        Field("new", orNull: .players, "See newPlayers.", \.newPlayers),
        Field("returning", orNull: .players, "See returningPlayers.", \.returningPlayers),
        Field("source", ifAny: .choice, \.playersSource),
      ]), "Not published for a day."
    ) { $0.own.players == nil || $0.own.isEmpty ? nil : $0.own },
    Field(
      Definition(
        "funnel", "Funnel",
        "Players who reached each step: the card, its details, the wishlist, the shop. A player "
          + "who reached a step counts in all steps before it. Swipe records have no shop clicks, "
          + "so the last step is not available if players are counted from them.",
        formula: "count of distinct players with an event of the step or a later one",
        unit: "players"),
      ifAny: Form<PlayerCount>.players.list()
    ) { line in
      line.own.players == nil || line.own.isEmpty || line.own.players == .atLeast(0)
        ? nil : line.own.funnel
    },
    Field(
      Definition(
        "viewSeconds", "View time",
        "The quartiles of the time that a card was viewed until its verdict: a like, a super-like, a "
          + "dislike or a skip. Views longer than a day are left out. "
          + "Available if enough players have a timed view.",
        formula: "quantiles of viewDuration > 0 of verdicts, linear between neighbours, rounded",
        unit: "seconds", record: "interactions"),
      ifAny: .object([
        Field("lowerQuartile", .number(0), \.quartiles.lower),
        Field("median", .number(0), \.quartiles.median),
        Field("upperQuartile", .number(0), \.quartiles.upper),
        Field("views", .count, "Rounded down to a multiple of minimumPlayers.", \.views),
      ])
    ) { $0.own.viewTime },
  ]

  private static let changes: [Field<PeriodLine>] = [
    Field("impressionsChange", ifAny: .change, \.own.impressionsChange),
    Field("likeRateBefore", ifAny: .share, "Of countsBefore; not of a studio's game.") { line in
      line.game == nil ? line.own.before?.rate(.likeRate, in: line.own.recorded)?.estimate : nil
    },
    Field(
      Definition(
        "likeRateChange", "Change of the like rate",
        "The ratio of the like rate to that of the period before: +10% of a rate of 30% is 33%.",
        formula: "p / p₀, ± 1.96 √(D(1/s − 1/n) + D₀(1/s₀ − 1/n₀)) on the logarithm, with the "
          + "design effects D", unit: "ratio"),
      ifAny: .change, \.own.likeRateChange),
    Field(
      Definition(
        "relativeChange", "Change relative to other studios",
        "The change of impressions divided by that of the games of all other studios on the same "
          + "days. What moves all alike, such as weekdays and growth, is no part of it or of its "
          + "interval.",
        formula:
          "(n / n₀) / (a / a₀), ± t √(φ (1/n + 1/n₀) + 1/a + 1/a₀) on the logarithm, with φ of "
          + "the parts n / a of weeks", unit: "ratio"),
      ifAny: .change, \.own.relativeChange),
  ]

  private static let comparisons: [Field<PeriodLine>] = [
    Field(
      Definition(
        "adjustedLikeRate", "Like rate, adjusted for position",
        "The like rate that the game would have at the feed position that is shown most. Available "
          + "if the effect of positions on likes could be estimated.",
        formula: "Σ likes at position p / Σ cards at position p × effect of p, at most 1",
        unit: "share from 0 to 1", grain: "game and period", record: "interactions"),
      ifAny: adjustedForm
    ) {
      $0.studio.positionsUnavailable == nil && !$0.own.tally.isEmpty ? $0.own.adjustedRate : nil
    },
    Field(
      Definition(
        "standing", "Standing",
        "The share of similar games with a lower like rate. Similar games have the same genre, a "
          + "similar age and a similar number of impressions (at least 1, 30, 100, 300, …). If "
          + "they are too few, the next of these groups with enough games is used: any age; also "
          + "the next smaller and larger numbers of impressions; all games of the genre; all "
          + "games. Like rates of few cards vary by chance, so each is shrunk toward that of the "
          + "similar games together. There is no clear difference if the 95% interval of the like "
          + "rate contains their median. Available from \(Finding.minimumImpressionsForRate) "
          + "cards on.",
        formula: "100 × (lower + same / 2) / (games − 1)", unit: "percentile from 0 to 100",
        grain: "game and period"),
      ifAny: standingForm, \.own.standing),
    Field(
      Definition(
        "share", "Share of the studio", "The game’s share of the studio’s impressions.",
        formula: "impressions of the game / of all its games", unit: "share from 0 to 1",
        grain: "game and period"),
      ifAny: .share
    ) { $0.own.share?.estimate },
  ]

  private static let cuts: [Field<PeriodLine>] = [
    Field(
      "suppressedBreakdowns", ifAny: Form<Cut>.choice.list(), "Breakdowns without a published cell."
    ) { line in
      let suppressed = line.own.breakdowns.filter(\.cells.isEmpty).map(\.cut)
      return suppressed.isEmpty ? nil : suppressed
    },
    Field(
      Definition(
        "breakdowns", "Breakdowns",
        "Events by favourite genre of the player, device, app version, shop, and the part of the "
          + "app that showed the card, in the last week, 4 weeks and 13 weeks. Each breakdown "
          + "comes from one record. Values with too few players in a week are suppressed, "
          + "together with as many others as it takes that none can be derived by subtraction. A "
          + "week without a value to show is combined with the following weeks of its four, or "
          + "suppressed. Counts are rounded down to multiples of the minimum number of players.",
        formula:
          "cells + suppressed ≤ the record's total, less by rounding; genres overlap and do not "
          + "add up",
        unit: "events", grain: "game or studio, weeks and value"),
      ifAny: breakdownsForm
    ) { line in
      let published = line.own.breakdowns.filter { !$0.cells.isEmpty }
      return published.isEmpty ? nil : published
    },
  ]
}

let numbersForm = Form<PeriodLine>.object(named: "numbers", onLine: true, PeriodLine.fields)

/// A row of `report.csv`.
let rowForm = Form<PeriodLine>.object(
  item: { $0.game?.id ?? "" }, title: \.game?.title, isTop: true, PeriodLine.rowFields)

/// The rows of its breakdowns, also of those without a cell to show.
let cutsForm = Form<PeriodLine>.object(
  item: { $0.game?.id ?? "" }, title: \.game?.title,
  [
    Field("breakdowns", ifAny: breakdownsForm) {
      $0.own.breakdowns.isEmpty ? nil : $0.own.breakdowns
    }
  ])

private let adjustedForm = Form<AdjustedRate>.object([
  Field("estimate", ifAny: .share) { $0.rate?.estimate },
  Field("lower", ifAny: .share) { $0.rate?.lower },
  Field("upper", ifAny: .share) { $0.rate?.upper },
  Field("cards", ifAny: .count) { $0.rate?.cards },
  Field("unavailable", ifAny: .text, "Why there is no rate.") {
    if case .unavailable(let why) = $0 { why.words } else { nil }
  },
])

extension AdjustedRate {
  /// Nil if there is none.
  var rate: (estimate: Double, lower: Double, upper: Double, cards: Int)? {
    if case .rate(let estimate, let lower, let upper, let cards) = self {
      (estimate, lower, upper, cards)
    } else {
      nil
    }
  }
}

private let standingForm = Form<Standing>.object([
  Field("genre", orNull: .choice, \.cohort.genre),
  Field("group", .choice, "The first of these groups that has enough games.", \.group),
  Field("age", .choice, \.cohort.age),
  Field("impressionsFrom", .count, \.cohort.impressionsFrom),
  Field("games", .count, "Of the group.", \.games),
  Field(
    "shrunkLikeRate", .share,
    "The like rate, shrunk toward the group's; percentile and median are of such rates.",
    \.shrunkLikeRate),
  Field("likeRatePercentile", .number(1, from: 0, to: 100), \.likeRatePercentile),
  Field("medianLikeRate", .share, \.medianLikeRate),
  Field("verdict", .choice, \.verdict),
])

private let breakdownsForm = Form<[Breakdown]>.object(
  days: { $0[0].range },
  [
    Field("from", .day, "Whole weeks only.") { $0[0].range.first },
    Field("to", .day) { $0[0].range.last },
  ]
    + Cut.allCases.map { cut in
      Field(cut.rawValue, ifAny: .breakdown) { $0.first { $0.cut == cut } }
    })

extension Form<Breakdown> {
  fileprivate static var breakdown: Form {
    object(
      named: "breakdown", item: \.cut.rawValue, isTop: true,
      [
        Field("source", .choice, \.source),
        Field("suppressed", ifAny: .counts, "Of all suppressed values together.") {
          $0.cut.addsUp ? $0.suppressed : nil
        },
        Field("isSuppressed", ifAny: .flag, "Where values do not add up.") {
          $0.cut.addsUp ? nil : $0.isSuppressed
        },
        Field("cells", cell.list(), \.cells),
      ])
  }

  private static var cell: Form<Breakdown.Cell> {
    .object(
      item: { DisplayText.cleaned($0.value) }, isTop: true,
      [Field("value", .text, \.value)]
        + Field.counts(\.tally) + [
          Field("isAtLeast", ifAny: .flag, "Whether more events of the value are suppressed.") {
            $0.isAtLeast ? true : nil
          }
        ])
  }
}

extension Definition {
  fileprivate static let uniquePlayers = Definition(
    "uniquePlayers", "Unique players",
    "Distinct players over the whole period; the days do not add up to it. Swipe records and "
      + "analytics events have different player ids, which are never joined, so the larger of the "
      + "two counts is shown. To protect players, all numbers of players are rounded down to "
      + "multiples of the minimum, 10 by default, suppressed below it, and not published for single "
      + "days. Forgotten players do not count.",
    formula: "count of distinct players with any event", unit: "players")
}
