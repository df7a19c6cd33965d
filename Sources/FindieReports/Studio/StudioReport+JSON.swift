import FindieAnalytics
import FindieDomain

extension StudioReport {
  /// The report for programs.
  var json: JSONValue {
    let games = games.map { game in
      JSONValue.object([
        .init("gameId", .string(game.game.id)),
        .init("title", .string(game.game.title)),
        .init("releaseDate", .text(game.game.releaseDate?.day.description)),
        .init("availability", .string(game.game.availability(on: night).rawValue)),
        .init("current", game.current.json),
        .init("previous", game.previous.json),
        .init("allTime", game.allTime.json),
      ])
    }
    let days = zip(numbers.dayRange.days, numbers.days).filter { !$1.isEmpty }.map { day, tally in
      JSONValue.object(
        [JSONMember("day", .string(day.description))]
          + Measure.allCases.map { JSONMember($0.rawValue, .count(tally[$0])) })
    }
    return .object([
      .init("developerId", .string(studio.developerId)),
      .init("studio", .string(studio.name)),
      .init("date", .string(night.description)),
      .init("generated", .bool(setting.isGenerated)),
      .init("period", period.range.json),
      .init("previousPeriod", previous.rollUp.range.json),
      .init("allTimePeriod", allTime.rollUp.range.json),
      .init("notRecorded", .array(setting.notRecorded.map { .string($0.rawValue) })),
      .init("current", current.json),
      .init("previous", previous.json),
      .init("allTime", allTime.json),
      .init("games", .array(games)),
      .init("sentences", .array(StudioSentences(self).all.map { .string($0.plain) })),
      .init("days", .array(days)),
      .init("weeks", Self.json(of: weeks)),
      .init("timeZone", .string(numbers.timeZone)),
      .init("withheldBelow", .count(numbers.withheldBelow)),
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
