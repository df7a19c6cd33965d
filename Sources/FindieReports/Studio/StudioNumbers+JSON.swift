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
          .init("studio", studio[place].json),
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
                return .object([.init("gameId", .string(games[index].id))] + numbers.members)
              })),
        ])
      })
  }

  /// A period each: one game's numbers.
  func json(ofGame place: Int) -> JSONValue {
    .array(
      zip(periods, games[place].periods).map { period, numbers in
        .object(
          [
            JSONMember("kind", .string(period.kind.rawValue)),
            JSONMember("name", .string(period.name)),
            JSONMember("range", .inline(period.range.json)),
            JSONMember("before", .inline(period.before.json)),
          ] + numbers.members)
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
            let measures = Measure.allCases.filter { measure in
              game.days.contains { $0[measure] > 0 }
            }
            guard !measures.isEmpty else { return nil }
            return .object(
              [JSONMember("gameId", .string(games[index].id))]
                + measures.map { measure in
                  .init(
                    measure.rawValue, .inline(.array(game.days.map { .count($0[measure]) })))
                })
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
  fileprivate var json: JSONValue { .object(members) }

  fileprivate var members: [JSONMember] {
    var members = [
      JSONMember("counts", tally.json), JSONMember("countsBefore", before.json),
      JSONMember("sources", .inline(sources)),
    ]
    // Where one record is silent, the other is the counts.
    if records.values.allSatisfy({ !$0.isEmpty }) {
      for source in EventSource.allCases {
        members.append(.init(source.rawValue, records[source]?.json ?? .null))
      }
    }
    members.append(.init("likeRate", .inline(PeriodFigures.json(of: tally.likeRate))))
    members.append(.init("clickRate", .inline(PeriodFigures.json(of: tally.clickRate))))
    members.append(.init("approval", .inline(PeriodFigures.json(of: tally.approval))))
    members.append(
      .init(
        "players",
        .inline(
          .object([
            .init("unique", players.json), .init("uniqueBefore", playersBefore.json),
            .init("new", newPlayers.json), .init("returning", returningPlayers.json),
            .init("source", .text(playersSource?.rawValue)),
          ]))))
    members.append(.init("funnel", .inline(.array(funnel.map(\.json)))))
    members.append(.init("viewSeconds", .inline(viewTime?.json ?? .null)))
    members.append(.init("impressionsChange", .inline(impressionsChange?.json ?? .null)))
    members.append(.init("likeRateChange", .inline(likeRateChange?.json ?? .null)))
    if let adjustedRate { members.append(.init("adjustedLikeRate", .inline(adjustedRate.json))) }
    if let standing { members.append(.init("standing", .inline(standing.json))) }
    if let share { members.append(.init("share", Figure.share(share.estimate).json)) }
    if !breakdowns.isEmpty {
      members.append(
        .init("breakdowns", .object(breakdowns.map { .init($0.cut.rawValue, $0.json) })))
    }
    return members
  }

  private var sources: JSONValue {
    .object(
      Measure.allCases.compactMap { measure in
        let sources = tally.sources(of: measure).map { JSONValue.string($0.rawValue) }
        return sources.isEmpty ? nil : .init(measure.rawValue, .array(sources))
      })
  }
}

extension Tally {
  /// All measures on a line.
  fileprivate var json: JSONValue {
    .inline(.object(Measure.allCases.map { .init($0.rawValue, .count(self[$0])) }))
  }

  /// Those that are not zero.
  fileprivate var told: [JSONMember] {
    Measure.allCases.filter { self[$0] > 0 }.map { .init($0.rawValue, .count(self[$0])) }
  }
}

extension PlayerCount {
  /// A number, `{"fewerThan": k}` or `"withheld"`.
  fileprivate var json: JSONValue {
    switch self {
    case .exactly(let count): .count(count)
    case .fewerThan(let k): .object([.init("fewerThan", .count(k))])
    case .withheld: .string("withheld")
    }
  }
}

extension ViewTime {
  fileprivate var json: JSONValue {
    .object([
      .init("lowerQuartile", Figure.number(lowerQuartile, places: 3).json),
      .init("median", Figure.number(median, places: 3).json),
      .init("upperQuartile", Figure.number(upperQuartile, places: 3).json),
      .init("looks", .count(looks)),
    ])
  }
}

extension Change {
  fileprivate var json: JSONValue {
    .object([
      .init("ratio", Figure.number(ratio, places: 4).json),
      .init("lower", Figure.number(lower, places: 4).json),
      .init("upper", Figure.number(upper, places: 4).json), .init("isTelling", .bool(isTelling)),
    ])
  }
}

extension AdjustedRate {
  fileprivate var json: JSONValue {
    switch self {
    case .refused(let why): .object([.init("refused", .string(why))])
    case .rate(let estimate, let lower, let upper, let cards):
      .object([
        .init("estimate", Figure.share(estimate).json), .init("lower", Figure.share(lower).json),
        .init("upper", Figure.share(upper).json), .init("cards", .count(cards)),
      ])
    }
  }
}

extension Standing {
  fileprivate var json: JSONValue {
    .object([
      .init("genre", .text(cohort.genre?.rawValue)), .init("age", .string(cohort.age.rawValue)),
      .init("impressionsFrom", .count(cohort.impressionsFrom)), .init("games", .count(games)),
      .init("likeRatePercentile", Figure.number(likeRatePercentile, places: 1).json),
      .init("impressionsPercentile", Figure.number(impressionsPercentile, places: 1).json),
      .init("medianLikeRate", Figure.share(medianLikeRate).json),
      .init("verdict", .string(verdict.rawValue)),
    ])
  }
}

extension Breakdown {
  fileprivate var json: JSONValue {
    var members = [
      JSONMember("source", .string(source.rawValue)),
      JSONMember("total", .inline(.object(total.told))),
      JSONMember(
        "cells",
        .array(
          cells.map { cell in
            .inline(
              .object(
                [JSONMember("value", .string(cell.value))] + cell.tally.told
                  + (cell.isAtLeast ? [.init("isAtLeast", .bool(true))] : [])))
          })),
    ]
    if cut.addsUp {
      members.append(.init("withheld", .inline(.object(withheld.told))))
    } else {
      members.append(.init("isWithheld", .bool(isWithheld)))
    }
    return .object(members)
  }
}
