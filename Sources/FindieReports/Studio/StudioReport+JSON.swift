import FindieAnalytics
import FindieDomain
import FindieText

extension StudioReport {
  /// The file `report.json`.
  var json: JSONValue {
    let games = games.map { game in
      var line = JSONLine()
      line.add("gameId", game.game.id)
      line.add("title", game.game.title)
      if let day = game.game.releaseDate?.day { line.add("releaseDate", day.description) }
      line.add("availability", game.game.availability(on: tonight).rawValue)
      line.add("allTime") { numbers.games[game.index].allTime.add(to: &$0) }
      return line.value
    }
    return [
      "developerId": .string(studio.developerId),
      "studio": .string(studio.name),
      "date": .string(night.description),
      "generated": .bool(setting.isGenerated),
      "period": period.range.json,
      "previousPeriod": period.before.json,
      "allTimePeriod": allTime.rollUp.range.json,
      "notRecorded": .array(setting.notRecorded.map { .string($0) }),
      "current": current.json,
      "previous": previous?.json ?? .null,
      "allTime": allTime.json,
      "games": .array(games),
      "sentences": .array(StudioSentences(self).all.map { .string($0.plain) }),
      "days": json(of: numbers.days),
      "weeks": .array(numbers.weeks.map { json(of: $0) }),
      "timeZone": .string(numbers.timeZone),
      "minimumPlayers": .integer(numbers.minimumPlayers),
      "totals": .string(numbers.totals.rawValue),
      "adjustedLikeRatesUnavailable": .optional(numbers.positionsUnavailable),
      "followers": numbers.followers?.json ?? .null,
      "periods": numbers.json(of: studio.games),
      "gameDays": numbers.daysJSON(of: studio.games),
    ]
  }

  /// One game's part of the report, with the members of `periods` as the studio's document has them.
  func json(of game: GameFigures) -> JSONValue {
    [
      "gameId": .string(game.game.id), "title": .string(game.game.title),
      "developerId": .string(studio.developerId),
      "date": .string(night.description), "generated": .bool(setting.isGenerated),
      "timeZone": .string(numbers.timeZone),
      "minimumPlayers": .integer(numbers.minimumPlayers),
      "totals": .string(numbers.totals.rawValue),
      "period": period.range.json,
      "adjustedLikeRatesUnavailable": .optional(numbers.positionsUnavailable),
      "periods": numbers.json(ofGame: game.index),
      "weeks": json(of: weeks(of: game)),
      "days": json(of: numbers.games[game.index].days),
    ]
  }

  /// The days with events.
  private func json(of days: [Tally]) -> JSONValue {
    .array(
      zip(numbers.dayRange.days, days).filter { !$1.isEmpty }.map { day, tally in
        var line = JSONLine()
        line.add("day", day.description)
        tally.add(to: &line)
        return line.value
      })
  }

  private func json(of week: WeekNumbers) -> JSONValue {
    var counts = JSONLine()
    week.tally.add(to: &counts)
    return .oneLine([
      "name": .string(week.name), "from": .string(week.range.first.description),
      "to": .string(week.range.last.description), "counts": counts.value,
      "likeRate": PeriodFigures.json(of: week.tally.rate(.likeRate, in: setting.recorded)),
      "newPlayers": week.newPlayers?.json ?? .null,
      "returningPlayers": week.returningPlayers?.json ?? .null,
    ])
  }

  /// The like rates of a game's weeks.
  private func json(of weeks: [(range: DayRange, tally: Tally)]) -> JSONValue {
    .array(
      weeks.map { week in
        .oneLine([
          "from": .string(week.range.first.description),
          "to": .string(week.range.last.description),
          "likeRate": PeriodFigures.json(of: week.tally.rate(.likeRate, in: setting.recorded)),
        ])
      })
  }
}
