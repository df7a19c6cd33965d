import FindieAnalytics
import FindieDomain

extension StudioReport {
  /// The report in one of its forms.
  func file(as format: ReportFormat, in folder: String) -> ReportFile {
    switch format {
    case .html: ReportFile(path: folder + "index.html", text: StudioPage(self).html)
    case .json: ReportFile(path: folder + "report.json", bytes: json.document)
    case .csv: ReportFile(path: folder + "report.csv", bytes: csv.document)
    case .md: ReportFile(path: folder + "digest.md", text: StudioDigest(self).markdown)
    }
  }

  /// One game's part of it.
  func file(of game: GameFigures, as format: ReportFormat) -> ReportFile {
    switch format {
    case .html: ReportFile(path: "game.html", text: GamePage(self, game).html)
    case .json: ReportFile(path: "game.json", bytes: json(of: game).document)
    case .csv: ReportFile(path: "game.csv", bytes: csv(of: game).document)
    case .md: ReportFile(path: "game.md", text: StudioDigest(self).markdown(of: game))
    }
  }

  /// One game for programs: its members of `periods`, as the studio's document has them.
  private func json(of game: GameFigures) -> JSONValue {
    let own = numbers.games[game.place]
    return .object([
      .init("gameId", .string(game.game.id)), .init("title", .string(game.game.title)),
      .init("developerId", .string(studio.developerId)),
      .init("date", .string(night.description)), .init("generated", .bool(setting.isGenerated)),
      .init("timeZone", .string(numbers.timeZone)),
      .init("withheldBelow", .count(numbers.withheldBelow)),
      .init("period", period.range.json),
      .init("adjustedLikeRatesRefused", .text(numbers.positionsRefusal)),
      .init("periods", numbers.json(ofGame: game.place)),
      .init("weeks", json(of: weeks(of: game))),
      .init(
        "days",
        .array(
          zip(numbers.dayRange.days, own.days).filter { !$1.isEmpty }.map { day, tally in
            var line = JSONLine()
            line.add("day", day.description)
            tally.add(to: &line)
            return line.json
          })),
    ])
  }

  /// Like rates of weeks.
  func json(of weeks: [(range: DayRange, tally: Tally)]) -> JSONValue {
    .array(
      weeks.map { week in
        .inline(
          .object([
            .init("from", .string(week.range.first.description)),
            .init("to", .string(week.range.last.description)),
            .init(
              "likeRate", PeriodFigures.json(of: week.tally.rate(.likeRate, in: setting.recorded))),
          ]))
      })
  }
}
