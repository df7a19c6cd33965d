import FindieAnalytics

/// The figures of some games in one period, in the order in which every form writes them.
struct PeriodFigures: Hashable, Sendable {
  let rollUp: RollUp
  /// The measures of which the data holds anything.
  let recorded: Set<Measure>

  /// The columns of CSV.
  static let header =
    Measure.allCases.map(\.rawValue) + [
      "uniquePlayers", "likeRate", "likeRateLower", "likeRateUpper", "approval", "approvalLower",
      "approvalUpper", "medianViewSeconds",
    ] + Measure.allCases.map { $0.rawValue + "From" } + ["uniquePlayersFrom"]

  subscript(measure: Measure) -> Figure { .count(rollUp.tally[measure]) }

  var players: Figure { .players(rollUp.players) }

  var medianViewSeconds: Figure {
    rollUp.medianViewSeconds.map { .number($0, places: 3, shown: 1, unit: " s") } ?? .none
  }

  /// As `header`; a number of players that is not told is written `withheld`.
  var cells: [CSVTable.Cell] {
    var cells = Measure.allCases.map { CSVTable.Cell.count(rollUp.tally[$0]) }
    switch rollUp.players {
    case .exactly(let count): cells.append(.count(count))
    case .withheld: cells.append(.text("withheld"))
    }
    cells += [Rate.likeRate, .approval].flatMap {
      Self.cells(of: $0, rollUp.tally, in: recorded)
    }
    cells.append(.init(medianViewSeconds))
    cells += Measure.allCases.map { measure in
      let sources = rollUp.tally.sources(of: measure)
      return sources.isEmpty ? .empty : .text(sources.map(\.rawValue).joined(separator: "+"))
    }
    cells.append(rollUp.playersSource.map { .text($0.rawValue) } ?? .empty)
    return cells
  }

  /// The rate and the ends of its interval.
  static func cells(
    of rate: Rate, _ tally: Tally, in recorded: Set<Measure>
  ) -> [CSVTable.Cell] {
    let proportion = tally.rate(rate, in: recorded)
    let figure = Figure.rate(rate, of: tally, in: recorded)
    let ends = [proportion?.lower, proportion?.upper].map { end -> Figure in
      figure == .notRecorded ? figure : .share(end)
    }
    return ([figure] + ends).map { .init($0) }
  }

  var json: JSONValue {
    var members = Measure.allCases.map { JSONMember($0.rawValue, self[$0].json) }
    members.append(.init("uniquePlayers", players.json))
    if rollUp.players == .withheld { members.append(.init("uniquePlayersWithheld", .bool(true))) }
    for rate in [Rate.likeRate, .approval] {
      members.append(
        .init(rate.rawValue, Self.json(of: rollUp.tally.rate(rate, in: recorded))))
    }
    members.append(.init("medianViewSeconds", medianViewSeconds.json))
    var sources = Measure.allCases.compactMap { measure -> JSONMember? in
      let sources = rollUp.tally.sources(of: measure).map { JSONValue.string($0.rawValue) }
      return sources.isEmpty ? nil : JSONMember(measure.rawValue, .array(sources))
    }
    if let source = rollUp.playersSource {
      sources.append(.init("uniquePlayers", .array([.string(source.rawValue)])))
    }
    members.append(.init("sources", .object(sources)))
    return .object(members)
  }

  static func json(of proportion: Proportion?) -> JSONValue {
    guard let proportion else { return .null }
    return .object([
      .init("estimate", Figure.share(proportion.estimate).json),
      .init("lower", Figure.share(proportion.lower).json),
      .init("upper", Figure.share(proportion.upper).json),
      .init("successes", .count(proportion.successes)),
      .init("trials", .count(proportion.trials)),
    ])
  }
}
