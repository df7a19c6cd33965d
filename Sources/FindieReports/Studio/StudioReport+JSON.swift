import FindieAnalytics
import FindieDomain

extension StudioReport {
  /// The report for programs.
  var json: JSONValue {
    let games = games.map { game in
      var line = JSONLine()
      line.add("gameId", game.game.id)
      line.add("title", game.game.title)
      if let day = game.game.releaseDate?.day { line.add("releaseDate", day.description) }
      line.add("availability", game.game.availability(on: tonight).rawValue)
      line.add("allTime") { numbers.games[game.place].allTime.add(to: &$0) }
      return line.json
    }
    let days = zip(numbers.dayRange.days, numbers.days).filter { !$1.isEmpty }.map { day, tally in
      var line = JSONLine()
      line.add("day", day.description)
      tally.add(to: &line)
      return line.json
    }
    return .object([
      .init("developerId", .string(studio.developerId)),
      .init("studio", .string(studio.name)),
      .init("date", .string(night.description)),
      .init("generated", .bool(setting.isGenerated)),
      .init("period", period.range.json),
      .init("previousPeriod", previous.rollUp.range.json),
      .init("allTimePeriod", allTime.rollUp.range.json),
      .init("notRecorded", .array(setting.notRecorded.map { .string($0) })),
      .init("current", current.json),
      .init("previous", previous.json),
      .init("allTime", allTime.json),
      .init("games", .array(games)),
      .init("sentences", .array(StudioSentences(self).all.map { .string($0.plain) })),
      .init("days", .array(days)),
      .init("weeks", json(of: weeks)),
      .init("timeZone", .string(numbers.timeZone)),
      .init("withheldBelow", .count(numbers.withheldBelow)),
      .init("adjustedLikeRatesRefused", .text(numbers.positionsRefusal)),
      .init("followers", numbers.followers.map { .count($0) } ?? .null),
      .init("periods", numbers.json(of: studio.games)),
      .init("gameDays", numbers.daysJSON(of: studio.games)),
    ])
  }
}

extension DayRange {
  /// Both ends included.
  var json: JSONValue {
    .object([
      .init("from", .string(first.description)), .init("to", .string(last.description)),
      .init("days", .count(count)),
    ])
  }
}
