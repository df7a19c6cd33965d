import FindieAnalytics
import FindieDomain
import FindieText

extension StudioNumbers {
  /// One object per period: the studio's numbers, and those of its games with events.
  func json(of games: [Game]) -> JSONValue {
    .array(
      periods.enumerated().map { index, period in
        head(of: period, index) + [
          "studio": studio[index].line(self).value,
          "movers": .oneLine([
            "best": .optional(movers[index].best.map { games[$0].id }),
            "worst": .optional(movers[index].worst.map { games[$0].id }),
          ]),
          "findings": .array(findings[index].map { .oneLine($0.json(of: games)) }),
          "suggestions": .array(suggestions[index].map { .oneLine($0.json(of: games)) }),
          "games": .array(
            zip(self.games, games).compactMap { own, game in
              let numbers = own.periods[index]
              return numbers.isEmpty ? nil : numbers.line(self, of: game).value
            }),
        ]
      })
  }

  /// One object per period: one game's numbers.
  func json(ofGame index: Int) -> JSONValue {
    .array(
      zip(periods.indices, games[index].periods).map { index, numbers in
        head(of: periods[index], index) + ["numbers": numbers.line(self).value]
      })
  }

  private func head(of period: ReportPeriod, _ index: Int) -> JSONValue {
    let head: JSONValue = [
      "kind": .string(period.kind.rawValue), "name": .string(period.name),
      "range": .oneLine(period.range.json), "before": .oneLine(period.before.json),
      "coverage": .string(coverage(of: period).rawValue),
    ]
    return head + (app[index].map { ["app": $0.json] } ?? [:])
  }

  /// By game, the counts per day of the measures with events.
  func daysJSON(of games: [Game]) -> JSONValue {
    [
      "range": .oneLine(dayRange.json),
      "games": .array(
        zip(self.games, games).compactMap { own, game in
          let measures = Measure.allCases.filter { measure in
            own.days.contains { $0[measure] > 0 }
          }
          guard !measures.isEmpty else { return nil }
          var line = JSONLine()
          line.add("gameId", game.id)
          for measure in measures {
            line.add(measure.rawValue, own.days.map { $0[measure] })
          }
          return line.value
        }),
    ]
  }
}

extension AppNumbers {
  fileprivate var json: JSONValue {
    .oneLine(
      Finding.json(of: [("impressionsChange", impressionsChange), ("likeRate", likeRate)]))
  }
}

extension Finding {
  fileprivate func json(of games: [Game]) -> JSONValue {
    let (kind, game, numbers) = parts
    return ["kind": .string(kind)] + (game.map { ["gameId": .string(games[$0].id)] } ?? [:])
      + ["numbers": Self.json(of: numbers)]
  }

  /// Its name, its game, and its numbers by name; a number that is nil is left out.
  private var parts: (kind: String, game: Int?, numbers: [(String, Double?)]) {
    func double(_ count: Int?) -> Double? { count.map { Double($0) } }
    switch self {
    case .reach(let impressions, let before, let players, let change):
      return (
        "reach", nil,
        [
          ("impressions", Double(impressions)), ("impressionsBefore", double(before)),
          ("uniquePlayers", double(players)), ("impressionsChange", change?.ratio),
          ("impressionsChangeLower", change?.lower), ("impressionsChangeUpper", change?.upper),
        ]
      )
    case .quiet(let before):
      return ("quiet", nil, [("impressions", 0), ("impressionsBefore", double(before))])
    case .impressionsNotRecorded: return ("impressionsNotRecorded", nil, [])
    case .ever(let impressions, let likes):
      return (
        "ever", nil,
        [("impressions", Double(impressions)), ("likesAndSuperLikes", double(likes))]
      )
    case .lastEvent(let days): return ("lastEvent", nil, [("daysSinceLastEvent", Double(days))])
    case .reception(let rate, let change):
      return (
        "reception", nil,
        [
          ("likeRate", rate.estimate), ("likeRateLower", rate.lower),
          ("likeRateUpper", rate.upper), ("likesAndSuperLikes", Double(rate.successes)),
          ("cards", Double(rate.trials)), ("likeRateChange", change),
        ]
      )
    case .tooFewForARate(let likes, let cards):
      return (
        "tooFewForARate", nil,
        [("likesAndSuperLikes", Double(likes)), ("cards", Double(cards))]
      )
    case .likesNotRecorded(let impressions):
      return ("likesNotRecorded", nil, [("impressions", Double(impressions))])
    case .mostSeen(let game, let share, let impressions):
      return ("mostSeen", game, [("share", share), ("impressions", Double(impressions))])
    case .rose(let game, let move): return ("rose", game, move.numbers)
    case .fell(let game, let move): return ("fell", game, move.numbers)
    case .noGames: return ("noGames", nil, [])
    }
  }

  static func json(of numbers: [(String, Double?)]) -> JSONValue {
    .object(
      numbers.compactMap { name, value in
        value.map { (key: name, value: .number($0, places: 4)) }
      })
  }
}

extension Finding.Move {
  fileprivate var numbers: [(String, Double?)] {
    [
      ("impressionsChange", change?.ratio), ("impressionsChangeLower", change?.lower),
      ("impressionsChangeUpper", change?.upper), ("impressions", Double(impressions)),
      ("impressionsBefore", before.map { Double($0) }), ("relativeChange", relative?.ratio),
      ("relativeChangeLower", relative?.lower), ("relativeChangeUpper", relative?.upper),
    ]
  }
}

extension PeriodNumbers {
  /// All published numbers on one line, without zeros, missing values and what all lines share.
  ///
  /// - Parameters:
  ///   - studio: the numbers that these belong to.
  ///   - game: nil for all games together.
  fileprivate func line(_ studio: StudioNumbers, of game: Game? = nil) -> JSONLine {
    var line = JSONLine()
    if let game { line.add("gameId", game.id) }
    line.add("counts") { tally.add(to: &$0) }
    if let before {
      if !before.isEmpty { line.add("countsBefore") { before.add(to: &$0) } }
    } else {
      line.addNull("countsBefore")
    }
    addSources(to: &line)
    for rate in Rate.allCases { line.add(rate.rawValue, self.rate(rate)) }
    if players != nil, !isEmpty { addPlayers(to: &line) }
    if let viewTime {
      line.add("viewSeconds") { time in
        time.add("lowerQuartile", viewTime.quartiles.lower, places: 0)
        time.add("median", viewTime.quartiles.median, places: 0)
        time.add("upperQuartile", viewTime.quartiles.upper, places: 0)
        time.add("views", viewTime.views)
      }
    }
    line.add("impressionsChange", impressionsChange)
    line.add("likeRateChange", likeRateChange)
    line.add("relativeChange", relativeChange)
    if let adjustedRate, studio.positionsUnavailable == nil, !tally.isEmpty {
      adjustedRate.add(to: &line)
    }
    standing?.add(to: &line)
    if let share { line.add("share", share.estimate, places: 4) }
    let published = breakdowns.filter { !$0.cells.isEmpty }
    if let range = published.first?.range {
      line.add("breakdowns") { line in
        line.add("from", range.first.description)
        line.add("to", range.last.description)
        for breakdown in published { line.add(breakdown.cut.rawValue) { breakdown.add(to: &$0) } }
      }
    }
    if published.count < breakdowns.count {
      line.add(
        "suppressedBreakdowns",
        breakdowns.lazy.filter { $0.cells.isEmpty }.map(\.cut.rawValue))
    }
    return line
  }

  /// The record of each count and, if both records have events, the counts of each.
  private func addSources(to line: inout JSONLine) {
    let recording = EventSource.allCases.filter { records[$0].map { !$0.isEmpty } ?? false }
    if recording.count == 1 { return line.add("source", recording[0].rawValue) }
    guard recording.count > 1 else { return }
    line.add("sources") { line in
      for measure in Measure.allCases {
        let sources = tally.sources(of: measure)
        if !sources.isEmpty { line.add(measure.rawValue, sources.map(\.rawValue)) }
      }
    }
    for source in recording { line.add(source.rawValue) { records[source]?.add(to: &$0) } }
  }

  private func addPlayers(to line: inout JSONLine) {
    line.add("players") { line in
      func add(_ key: String, _ players: PlayerCount?) {
        line.addValue(key) { (players?.json ?? .null).write(to: &$0, indent: nil) }
      }
      add("unique", players)
      add("uniqueBefore", playersBefore)
      add("new", newPlayers)
      add("returning", returningPlayers)
      if let playersSource { line.add("source", playersSource.rawValue) }
    }
    if players != .atLeast(0) {
      line.add("funnel", each: funnel) { $0.json.write(to: &$1, indent: nil) }
    }
  }
}

extension JSONLine {
  fileprivate mutating func add(_ key: String, _ proportion: Proportion?) {
    guard let proportion else { return }
    add(key) { line in
      line.add("estimate", proportion.estimate, places: 4)
      line.add("lower", proportion.lower, places: 4)
      line.add("upper", proportion.upper, places: 4)
    }
  }

  fileprivate mutating func add(_ key: String, _ change: Change?) {
    guard let change else { return }
    add(key) { line in
      line.add("ratio", change.ratio, places: 4)
      line.add("lower", change.lower, places: 4)
      line.add("upper", change.upper, places: 4)
      line.add("isSignificant", change.isSignificant)
    }
  }
}

extension Tally {
  /// Adds the measures that are not zero.
  func add(to line: inout JSONLine) {
    for measure in Measure.allCases where self[measure] > 0 {
      line.add(measure.rawValue, self[measure])
    }
  }
}

extension AdjustedRate {
  fileprivate func add(to line: inout JSONLine) {
    line.add("adjustedLikeRate") { line in
      switch self {
      case .rate(let estimate, let lower, let upper, let cards):
        line.add("estimate", estimate, places: 4)
        line.add("lower", lower, places: 4)
        line.add("upper", upper, places: 4)
        line.add("cards", cards)
      case .unavailable(let why): line.add("unavailable", why.words)
      }
    }
  }
}

extension Standing {
  fileprivate func add(to line: inout JSONLine) {
    line.add("standing") { line in
      if let genre = cohort.genre {
        line.add("genre", genre.rawValue)
      } else {
        line.addNull("genre")
      }
      line.add("group", group.rawValue)
      line.add("age", cohort.age.rawValue)
      line.add("impressionsFrom", cohort.impressionsFrom)
      line.add("games", games)
      line.add("shrunkLikeRate", shrunkLikeRate, places: 4)
      line.add("likeRatePercentile", likeRatePercentile, places: 1)
      line.add("medianLikeRate", medianLikeRate, places: 4)
      line.add("verdict", verdict.rawValue)
    }
  }
}

extension Breakdown {
  fileprivate func add(to line: inout JSONLine) {
    line.add("source", source.rawValue)
    line.add("cells", objects: cells) { line, cell in
      line.add("value", cell.value)
      cell.tally.add(to: &line)
      if cell.isAtLeast { line.add("isAtLeast", true) }
    }
    if cut.addsUp {
      line.add("suppressed") { suppressed.add(to: &$0) }
    } else {
      line.add("isSuppressed", isSuppressed)
    }
  }
}

extension PlayerCount {
  /// A number or `"suppressed"`.
  var json: JSONValue { count.map { .integer($0) } ?? .string("suppressed") }
}
