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

  /// The columns of CSV.
  static let header =
    Measure.allCases.map(\.rawValue) + [
      "uniquePlayers", "likeRate", "likeRateLower", "likeRateUpper", "approval", "approvalLower",
      "approvalUpper", "medianViewSeconds",
    ] + Measure.allCases.map { $0.rawValue + "From" } + ["uniquePlayersFrom"]

  subscript(measure: Measure) -> Figure { .count(tally[measure]) }

  var players: Figure { .players(playerCount) }

  var medianViewSeconds: Figure { viewTime.map { .seconds($0.quartiles.median) } ?? .none }

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
    for measure in Measure.allCases {
      let sources = tally.sources(of: measure)
      switch sources.count {
      case 0: table.addEmpty()
      case 1: table.add(.text(sources[0].rawValue))
      default: table.add(.text(sources.map(\.rawValue).joined(separator: "+")))
      }
    }
    table.add(playersSource.map { .text($0.rawValue) } ?? .empty)
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
    var sources = Measure.allCases.map { ($0.rawValue, tally.sources(of: $0)) }
    sources.append(("uniquePlayers", playersSource.map { [$0] } ?? []))
    return .object(counts) + ["uniquePlayers": players.json]
      + (playerCount == .suppressed ? ["uniquePlayersSuppressed": true] : [:])
      + [
        "likeRate": Self.json(of: tally.rate(.likeRate, in: recorded)),
        "approval": Self.json(of: tally.rate(.approval, in: recorded)),
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

extension PeriodFigures {
  init(_ own: PeriodNumbers, over range: DayRange) {
    self.init(
      range: range, tally: own.tally, recorded: own.recorded, playerCount: own.players,
      playersSource: own.playersSource, viewTime: own.viewTime)
  }
}
