import FindieAnalytics
import FindieDomain
import FindieText

/// One studio's report over a fixed period, compared with the period before.
struct StudioReport: Sendable {
  let studio: Studio
  /// The run of the report's numbers; an earlier one for an inactive studio.
  let night: Day
  /// The current run, whose catalogue the report describes.
  let tonight: Day
  /// The studio's games, by impressions in the period in descending order.
  private(set) var games: [GameFigures] = []
  let setting: ReportSetting
  /// All published numbers by fixed period; the games are in the order of `studio.games`.
  let numbers: StudioNumbers
  /// The index in `numbers.periods` of the report's period.
  private(set) var periodIndex = 0

  /// One game's numbers.
  struct GameFigures: Sendable {
    let game: Game
    /// Its index in `numbers.games`.
    let index: Int
  }

  init(
    _ studio: Studio, counting: StudioCounting, occasions: Occasions, kind: ReportPeriod.Kind,
    setting: ReportSetting, isActive: Bool, isCorrected: Bool
  ) {
    self.studio = studio
    self.setting = setting
    self.isCorrected = isCorrected
    let indices = studio.games.map { game in
      guard let index = counting.index(of: game.id) else {
        preconditionFailure("\(game.id) was not counted: the counts belong to another catalogue")
      }
      return index
    }
    isEmpty = counting.lastDay(of: indices) == nil
    isNew = isActive && isEmpty
    let numbers = counting.numbers(
      ofGames: indices, followers: studio.followers, recorded: setting.recorded,
      occasions: occasions)
    self.numbers = numbers
    night = numbers.night
    tonight = counting.night
    cover(kind)
  }

  /// The same numbers over another fixed period.
  func over(_ kind: ReportPeriod.Kind) -> StudioReport {
    var report = self
    report.cover(kind)
    return report
  }

  private mutating func cover(_ kind: ReportPeriod.Kind) {
    guard let index = numbers.periods.firstIndex(where: { $0.kind == kind }) else {
      preconditionFailure("\(kind.rawValue) is not a fixed period")
    }
    periodIndex = index
    let ranks = numbers.games.enumerated().map { game, own in
      (own.periods[index].tally[.impressions], own.allTime[.impressions], -game)
    }
    games = ranks.indices.sorted { ranks[$0] > ranks[$1] }
      .map { GameFigures(game: studio.games[$0], index: $0) }
  }

  var period: ReportPeriod { numbers.periods[periodIndex] }
  /// All games together in the period.
  var own: PeriodNumbers { numbers.studio[periodIndex] }

  /// How other studios moved in the period; nil if that is not published.
  var app: AppNumbers? { numbers.app[periodIndex] }

  /// One game's numbers in the period.
  func own(_ game: GameFigures) -> PeriodNumbers { numbers.games[game.index].periods[periodIndex] }

  /// The last 13 complete ISO weeks of all games.
  var weeks: [(range: DayRange, tally: Tally)] { numbers.weeks.map { ($0.range, $0.tally) } }

  /// The same for one game.
  func weeks(of game: GameFigures) -> [(range: DayRange, tally: Tally)] {
    zip(numbers.weeks, numbers.games[game.index].weeks).map { ($0.range, $1) }
  }

  /// The index of the first week with a recorded day; the number of weeks if there is none.
  var firstRecordedWeek: Int {
    numbers.weeks.firstIndex { $0.range.last >= numbers.allTimeRange.first } ?? numbers.weeks.count
  }

  /// Says what the numbers of players are, with a space at the end.
  var playersSentence: String {
    let k = numbers.minimumPlayers
    return k == 1
      ? ""
      : "Numbers of players with + are rounded down to multiples of \(k): there are up to \(k - 1) more. "
  }

  /// Says what the numbers of events are if they are not exact, with a space at the end.
  var totalsSentence: String {
    numbers.totals == .exact
      ? ""
      : "Numbers of events are rounded down to multiples of \(numbers.minimumPlayers), and sums, shares and comparisons with other games are those of the rounded numbers. "
  }

  /// Whether the studio's games have no event in the days of the report and before.
  let isEmpty: Bool
  /// Whether they have events since, but none before.
  let isNew: Bool
  /// Whether their events changed since the edition was made.
  let isCorrected: Bool

  /// When the numbers were counted, and whether they may still change; nil if the report is of no
  /// edition.
  var editionSentence: String? {
    guard let published = setting.edition else { return nil }
    let edition = published.edition
    let changed =
      isCorrected
      ? " Since then, events came late or were corrected, and are counted here as now."
      : ""
    return "The weeks to \(edition.end.adding(days: -1).inWords) as counted in the night of "
      + published.night.inWords
      + (edition.state == .final
        ? ": these numbers are final."
        : ": provisional, since late events may follow until "
          + "\(edition.finalFrom.adding(days: -1).inWords).") + changed
  }
}

extension StudioReport {
  /// The report in all formats; the digest is that of the last week.
  func folder(_ folder: String) -> [ReportFile] {
    [ReportFormat.html, .json, .csv].map { file(as: $0, in: folder) }
      + [over(.isoWeek).file(as: .md, in: folder)]
  }

  func file(as format: ReportFormat, in folder: String) -> ReportFile {
    switch format {
    case .html:
      ReportFile(
        path: folder + "index.html", bytes: StudioPage(self).html.bytes)
    case .json: ReportFile(path: folder + "report.json", bytes: Self.document.json(self))
    case .csv: ReportFile(path: folder + "report.csv", bytes: csv)
    case .md:
      ReportFile(path: folder + "digest.md", bytes: Array(StudioDigest(self).markdown.utf8))
    }
  }

  /// One game's part of the report in a format.
  func file(of game: GameFigures, as format: ReportFormat) -> ReportFile {
    switch format {
    case .html: ReportFile(path: "game.html", bytes: GamePage(report: self, game: game).html.bytes)
    case .json:
      ReportFile(
        path: "game.json", bytes: Self.gameDocument.json(GamePart(report: self, game: game)))
    case .csv: ReportFile(path: "game.csv", bytes: csv(of: game))
    case .md:
      ReportFile(path: "game.md", bytes: Array(StudioDigest(self).markdown(of: game).utf8))
    }
  }
}
