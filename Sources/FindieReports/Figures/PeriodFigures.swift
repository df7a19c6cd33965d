import FindieAnalytics
import FindieDomain
import FindieText

/// The figures of one or several games in one period, in the order in which every format writes
/// them.
struct PeriodFigures: Hashable, Sendable {
  let rollUp: RollUp
  /// The measures that the data has events of.
  let recorded: Set<Measure>

  /// The columns of CSV.
  static let header =
    Measure.allCases.map(\.rawValue) + [
      "uniquePlayers", "likeRate", "likeRateLower", "likeRateUpper", "approval", "approvalLower",
      "approvalUpper", "medianViewSeconds",
    ] + Measure.allCases.map { $0.rawValue + "From" } + ["uniquePlayersFrom"]

  subscript(measure: Measure) -> Figure { .count(rollUp.tally[measure]) }

  var players: Figure { .players(rollUp.players) }

  var medianViewSeconds: Figure { rollUp.medianViewSeconds.map { .seconds($0) } ?? .none }

  /// Adds one cell per column of `header`.
  func add(to table: inout CSVTable) {
    for measure in Measure.allCases { table.add(rollUp.tally[measure]) }
    table.add(players.cell)
    for rate in [Rate.likeRate, .approval] {
      guard let proportion = rollUp.tally.rate(rate, in: recorded) else {
        table.addEmpty(3)
        continue
      }
      table.add(proportion.estimate, places: 4)
      table.add(proportion.lower, places: 4)
      table.add(proportion.upper, places: 4)
    }
    table.add(medianViewSeconds.cell)
    for measure in Measure.allCases {
      let sources = rollUp.tally.sources(of: measure)
      switch sources.count {
      case 0: table.addEmpty()
      case 1: table.add(.text(sources[0].rawValue))
      default: table.add(.text(sources.map(\.rawValue).joined(separator: "+")))
      }
    }
    table.add(rollUp.playersSource.map { .text($0.rawValue) } ?? .empty)
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

  var json: JSONValue {
    let counts = Measure.allCases.map { (key: $0.rawValue, value: self[$0].json) }
    var sources = Measure.allCases.map { ($0.rawValue, rollUp.tally.sources(of: $0)) }
    sources.append(("uniquePlayers", rollUp.playersSource.map { [$0] } ?? []))
    return .object(counts) + ["uniquePlayers": players.json]
      + (rollUp.players == .suppressed ? ["uniquePlayersSuppressed": true] : [:])
      + [
        "likeRate": Self.json(of: rollUp.tally.rate(.likeRate, in: recorded)),
        "approval": Self.json(of: rollUp.tally.rate(.approval, in: recorded)),
        "medianViewSeconds": medianViewSeconds.json,
        "sources": .object(
          sources.filter { !$1.isEmpty }.map { key, sources in
            (key: key, value: .array(sources.map { .string($0.rawValue) }))
          }),
      ]
  }

  static func json(of proportion: Proportion?) -> JSONValue {
    guard let proportion else { return .null }
    return [
      "estimate": Figure.share(proportion.estimate).json,
      "lower": Figure.share(proportion.lower).json,
      "upper": Figure.share(proportion.upper).json,
      "successes": .integer(proportion.successes),
      "trials": .integer(proportion.trials),
    ]
  }
}

extension ReportPeriod {
  /// Such as `August 2016` or `the 4 weeks to 18 September 2016`.
  var inWords: String {
    switch kind {
    case .day: range.last.inWords
    case .isoWeek: "the week from \(range.first.inWords) (\(name))"
    case .month: range.first.fullMonthInWords
    case .last4Weeks, .last13Weeks: "the \(range.count / 7) weeks to \(range.last.inWords)"
    case .quarter: range.last.quarterInWords
    }
  }

  /// Such as `in August 2016` or `on 18 September 2016`.
  var whenInWords: String { range.preposition + inWords }

  /// Such as `in the 4 weeks before` or `on the day before`.
  var whenBeforeInWords: String { before.preposition + beforeInWords }

  /// Such as `the 4 weeks before`.
  var beforeInWords: String {
    switch kind {
    case .isoWeek: "the week before"
    case .month: before.first.fullMonthInWords
    case .day: range.beforeInWords
    case .last4Weeks, .last13Weeks: "the \(range.count / 7) weeks before"
    case .quarter: before.last.quarterInWords
    }
  }

  /// The heading of a column.
  var short: String {
    switch kind {
    case .day: "Day"
    case .isoWeek: "Week"
    case .month: "Month"
    case .last4Weeks, .last13Weeks: "\(range.count / 7) weeks"
    case .quarter: "Quarter"
    }
  }
}
