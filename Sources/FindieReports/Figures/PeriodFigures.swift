import FindieAnalytics
import FindieDomain
import FindieText

/// The figures of one or several games in one period, in the order in which every format writes
/// them.
struct PeriodFigures {
  let range: DayRange
  let tally: Tally
  /// The measures that the data has events of.
  let recorded: Set<Measure>
  /// Distinct players over the whole range; nil if they are not published for such a range.
  var playerCount: PlayerCount?
  /// The record that the players were counted from; nil without players.
  var playersSource: EventSource?
  /// Nil if too few players have a timed view.
  var viewTime: ViewTime?

  /// The members of JSON.
  static let fields: [Field<PeriodFigures>] =
    Measure.allCases.map { measure in
      Field(measure.definition, Form<Int>.count.orReason) {
        $0.recorded.contains(measure) ? .shown($0.tally[measure]) : .missing(.notRecorded)
      }
    } + [
      Field(
        Definition(
          "uniquePlayers", "Unique players",
          "Distinct players over the whole period; the days do not add up to it. Swipe records "
            + "and analytics events have different player ids, which are never joined, so the "
            + "larger of the two counts is shown. To protect players, all numbers of players are "
            + "rounded down to multiples of the minimum, 10 by default, suppressed below it, and "
            + "not published for single days. Forgotten players do not count.",
          formula: "count of distinct players with any event", unit: "players"),
        Form<PlayerCount>.players.orNull, \.playerCount),
      Field(Rate.likeRate.definition, Form<Proportion>.proportion.orReason) { $0.rate(.likeRate) },
      Field(Rate.approval.definition, Form<Proportion>.proportion.orReason) { $0.rate(.approval) },
      Field("medianViewSeconds", .figure, "See viewSeconds.", \.medianViewSeconds),
      Field(
        "sources", Form<EventSource>.choice.list(onLine: true).map,
        "The records that each number was counted from."
      ) { $0.sources.filter { !$0.value.isEmpty } },
    ]

  /// The columns of CSV.
  static let header =
    Measure.allCases.map(\.rawValue) + [
      "uniquePlayers", "likeRate", "likeRateLower", "likeRateUpper", "approval", "approvalLower",
      "approvalUpper", "medianViewSeconds",
    ] + Measure.allCases.map { $0.rawValue + "From" } + ["uniquePlayersFrom"]

  subscript(measure: Measure) -> Figure { .count(tally[measure]) }

  var players: Figure { .players(playerCount) }

  var medianViewSeconds: Figure { viewTime.map { .seconds($0.quartiles.median) } ?? .none }

  private func rate(_ rate: Rate) -> Reading<Proportion> { tally.reading(rate, in: recorded) }

  /// In the order of `header`.
  private var sources: [(key: String, value: [EventSource])] {
    Measure.allCases.map { ($0.rawValue, tally.sources(of: $0)) }
      + [("uniquePlayers", playersSource.map { [$0] } ?? [])]
  }

  /// Adds one cell per column of `header`.
  func add(to table: inout CSVTable) {
    for measure in Measure.allCases { table.add(tally[measure]) }
    table.add(players.cell)
    for rate in [Rate.likeRate, .approval] {
      guard let proportion = tally.rate(rate, in: recorded) else {
        table.addEmpty(3)
        continue
      }
      table.add(proportion.estimate, places: 4)
      table.add(proportion.lower, places: 4)
      table.add(proportion.upper, places: 4)
    }
    table.add(medianViewSeconds.cell)
    for (_, sources) in sources {
      let names = sources.map(\.rawValue).joined(separator: "+")
      table.add(names.isEmpty ? .empty : .text(names))
    }
  }

  /// Adds the measures, and leaves the other columns of `header` empty.
  ///
  /// - Parameter tally: nil leaves all of them empty.
  static func add(_ tally: Tally?, to table: inout CSVTable) {
    for measure in Measure.allCases {
      if let tally { table.add(tally[measure]) } else { table.addEmpty() }
    }
    table.addEmpty(header.count - Measure.allCases.count)
  }
}

extension PeriodFigures {
  init(_ own: PeriodNumbers, over range: DayRange) {
    self.init(
      range: range, tally: own.tally, recorded: own.recorded, playerCount: own.players,
      playersSource: own.playersSource, viewTime: own.viewTime)
  }
}
