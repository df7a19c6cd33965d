import FindieAnalytics
import FindieDomain

extension StudioNumbers {
  /// A period each: the studio's numbers, and those of its games that anything is known of.
  func json(of games: [Game]) -> JSONValue {
    .array(
      periods.enumerated().map { place, period in
        .object([
          .init("kind", .string(period.kind.rawValue)), .init("name", .string(period.name)),
          .init("range", .inline(period.range.json)), .init("before", .inline(period.before.json)),
          .init("studio", studio[place].line(self).json),
          .init(
            "movers",
            .inline(
              .object([
                .init("best", .text(movers[place].best.map { games[$0].id })),
                .init("worst", .text(movers[place].worst.map { games[$0].id })),
              ]))),
          .init("findings", .array(findings[place].map { .inline($0.json(of: games)) })),
          .init(
            "games",
            .array(
              self.games.enumerated().compactMap { index, game in
                let numbers = game.periods[place]
                guard !numbers.isEmpty else { return nil }
                return numbers.line(self, of: games[index]).json
              })),
        ])
      })
  }

  /// A period each: one game's numbers.
  func json(ofGame place: Int) -> JSONValue {
    .array(
      zip(periods, games[place].periods).map { period, numbers in
        .object([
          .init("kind", .string(period.kind.rawValue)), .init("name", .string(period.name)),
          .init("range", .inline(period.range.json)), .init("before", .inline(period.before.json)),
          .init("numbers", numbers.line(self).json),
        ])
      })
  }

  /// By game, a count a day of the measures that are not zero throughout.
  func daysJSON(of games: [Game]) -> JSONValue {
    .object([
      .init("range", .inline(dayRange.json)),
      .init(
        "games",
        .array(
          self.games.enumerated().compactMap { index, game in
            var line = JSONLine()
            line.add("gameId", games[index].id)
            var isEmpty = true
            for measure in Measure.allCases where game.days.contains(where: { $0[measure] > 0 }) {
              line.add(measure.rawValue, game.days.lazy.map { $0[measure] })
              isEmpty = false
            }
            return isEmpty ? nil : line.json
          })),
    ])
  }
}

extension Finding {
  fileprivate func json(of games: [Game]) -> JSONValue {
    .object(
      [JSONMember("kind", .string(kind.rawValue))]
        + (game.map { [JSONMember("gameId", .string(games[$0].id))] } ?? [])
        + [
          .init(
            "numbers",
            .object(numbers.map { .init($0.measure, Figure.number($0.value, places: 4).json) }))
        ])
  }
}

extension PeriodNumbers {
  /// All that is told, on a line; what is zero, nothing or the same for all is left out.
  ///
  /// - Parameters:
  ///   - studio: whose numbers these are part of.
  ///   - game: nil of all games together.
  fileprivate func line(_ studio: StudioNumbers, of game: Game? = nil) -> JSONLine {
    var line = JSONLine()
    if let game { line.add("gameId", game.id) }
    line.add("counts") { tally.add(to: &$0) }
    if !before.isEmpty { line.add("countsBefore") { before.add(to: &$0) } }
    addSources(to: &line)
    for rate in Rate.allCases { line.add(rate.rawValue, self.rate(rate)) }
    if players != .exactly(0) || playersBefore != .exactly(0) { addPlayers(to: &line) }
    if let viewTime {
      line.add("viewSeconds") { time in
        time.add("lowerQuartile", viewTime.quartiles.lower, places: 3)
        time.add("median", viewTime.quartiles.median, places: 3)
        time.add("upperQuartile", viewTime.quartiles.upper, places: 3)
        time.add("looks", viewTime.looks)
      }
    }
    line.add("impressionsChange", impressionsChange)
    line.add("likeRateChange", likeRateChange)
    if let adjustedRate, studio.positionsRefusal == nil, !tally.isEmpty {
      adjustedRate.add(to: &line)
    }
    standing?.add(to: &line)
    if let share { line.add("share", share.estimate, places: 4) }
    let told = breakdowns.filter { !$0.cells.isEmpty }
    if let range = told.first?.range {
      line.add("breakdowns") { line in
        line.add("from", range.first.description)
        line.add("to", range.last.description)
        for breakdown in told { line.add(breakdown.cut.rawValue) { breakdown.add(to: &$0) } }
      }
    }
    if told.count < breakdowns.count {
      line.add(
        "withheldBreakdowns",
        names: breakdowns.lazy.filter { $0.cells.isEmpty }.map(\.cut.rawValue))
    }
    return line
  }

  /// Which record each count is from, and where both say something, what each says.
  private func addSources(to line: inout JSONLine) {
    let speaking = EventSource.allCases.filter { records[$0].map { !$0.isEmpty } ?? false }
    if speaking.count == 1 { return line.add("source", speaking[0].rawValue) }
    guard speaking.count > 1 else { return }
    line.add("sources") { line in
      for measure in Measure.allCases {
        let sources = tally.sources(of: measure)
        if !sources.isEmpty { line.add(measure.rawValue, names: sources.map(\.rawValue)) }
      }
    }
    for source in speaking { line.add(source.rawValue) { records[source]?.add(to: &$0) } }
  }

  private func addPlayers(to line: inout JSONLine) {
    line.add("players") { line in
      func add(_ key: String, _ players: PlayerCount) {
        line.value(key) { players.append(to: &$0) }
      }
      add("unique", players)
      add("uniqueBefore", playersBefore)
      add("new", newPlayers)
      add("returning", returningPlayers)
      if let playersSource { line.add("source", playersSource.rawValue) }
    }
    if players != .exactly(0) { line.list("funnel", funnel) { $0.append(to: &$1) } }
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
      line.add("isTelling", change.isTelling)
    }
  }
}

extension Tally {
  /// The measures that are not zero.
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
      case .refused(let why): line.add("refused", why)
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
      line.add("age", cohort.age.rawValue)
      line.add("impressionsFrom", cohort.impressionsFrom)
      line.add("games", games)
      line.add("likeRatePercentile", likeRatePercentile, places: 1)
      line.add("impressionsPercentile", impressionsPercentile, places: 1)
      line.add("medianLikeRate", medianLikeRate, places: 4)
      line.add("verdict", verdict.rawValue)
    }
  }
}

extension Breakdown {
  fileprivate func add(to line: inout JSONLine) {
    line.add("source", source.rawValue)
    line.add(
      "cells",
      lines: cells.lazy.map { cell in
        var line = JSONLine()
        line.add("value", cell.value)
        cell.tally.add(to: &line)
        if cell.isAtLeast { line.add("isAtLeast", true) }
        return line
      })
    if cut.addsUp {
      line.add("withheld") { withheld.add(to: &$0) }
    } else {
      line.add("isWithheld", isWithheld)
    }
  }
}
