import FindieAnalytics
import FindieDomain

/// One studio's report over a fixed period, compared with the period before.
struct StudioReport: Sendable {
  let studio: Studio
  /// The run of the report's numbers; an earlier one for an inactive studio.
  let night: Day
  /// The current run, whose catalogue the report describes.
  let tonight: Day
  /// The studio's games, by impressions in the period in descending order.
  let games: [GameFigures]
  let setting: ReportSetting
  /// All published numbers by fixed period; the games are in the order of `studio.games`.
  let numbers: StudioNumbers
  /// The index in `numbers.periods` of the report's period.
  let periodIndex: Int

  /// One game's numbers.
  struct GameFigures: Sendable {
    let game: Game
    /// Its index in `numbers.games`.
    let index: Int
  }

  init(
    _ studio: Studio, counting: StudioCounting, kind: ReportPeriod.Kind, setting: ReportSetting
  ) {
    self.studio = studio
    self.setting = setting
    let indices = studio.games.map { game in
      guard let index = counting.index(of: game.id) else {
        preconditionFailure("\(game.id) was not counted: the counts belong to another catalogue")
      }
      return index
    }
    isEmpty = counting.lastDay(of: indices) == nil
    let numbers = counting.numbers(
      ofGames: indices, followers: studio.followers, recorded: setting.recorded)
    self.numbers = numbers
    night = numbers.night
    tonight = counting.night
    guard let periodIndex = numbers.periods.firstIndex(where: { $0.kind == kind }) else {
      preconditionFailure("\(kind.rawValue) is not a fixed period")
    }
    self.periodIndex = periodIndex
    games = studio.games.enumerated().map { GameFigures(game: $1, index: $0) }
      .sorted { left, right in
        let (a, b) = (numbers.games[left.index], numbers.games[right.index])
        let inPeriod = (
          a.periods[periodIndex].tally[.impressions], b.periods[periodIndex].tally[.impressions]
        )
        if inPeriod.0 != inPeriod.1 { return inPeriod.0 > inPeriod.1 }
        let allTime = (a.allTime[.impressions], b.allTime[.impressions])
        return allTime.0 != allTime.1 ? allTime.0 > allTime.1 : left.index < right.index
      }
  }

  var period: ReportPeriod { numbers.periods[periodIndex] }
  /// All games together in the period.
  var own: PeriodNumbers { numbers.studio[periodIndex] }

  var current: PeriodFigures { figures(own.rollUp(over: period.range)) }
  /// Nil if the recorded data does not reach back to the first day of the period before.
  var previous: PeriodFigures? { own.rollUpBefore(over: period.before).map(figures) }
  var allTime: PeriodFigures { figures(numbers.allTimeRollUp(of: numbers.allTime)) }

  /// One game's numbers over all days.
  func allTime(_ game: GameFigures) -> PeriodFigures {
    figures(numbers.allTimeRollUp(of: numbers.games[game.index].allTime))
  }

  func figures(_ rollUp: RollUp) -> PeriodFigures {
    PeriodFigures(rollUp: rollUp, recorded: setting.recorded)
  }

  /// One game's numbers in the period.
  func own(_ game: GameFigures) -> PeriodNumbers { numbers.games[game.index].periods[periodIndex] }

  /// The last 13 complete ISO weeks of all games.
  var weeks: [(range: DayRange, tally: Tally)] { numbers.weeks.map { ($0.range, $0.tally) } }

  /// The same of one game.
  func weeks(of game: GameFigures) -> [(range: DayRange, tally: Tally)] {
    zip(numbers.weeks, numbers.games[game.index].weeks).map { ($0.range, $1) }
  }

  /// The index of the first week with a recorded day; the number of weeks if there is none.
  var firstRecordedWeek: Int {
    numbers.weeks.firstIndex { $0.range.last >= numbers.allTimeRange.first } ?? numbers.weeks.count
  }

  /// What the numbers of events are, if they are not exact, with a blank after it.
  var totalsSentence: String {
    numbers.totals == .exact
      ? "" : "Numbers of events are rounded down to multiples of \(numbers.minimumPlayers). "
  }

  /// Whether the studio's games have no event at all.
  let isEmpty: Bool
}
