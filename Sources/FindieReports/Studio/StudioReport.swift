import FindieAnalytics
import FindieDomain

/// The numbers of one studio's report.
struct StudioReport: Sendable {
  let studio: Studio
  let night: Day
  let current: PeriodFigures
  let previous: PeriodFigures
  let allTime: PeriodFigures
  /// The studio's games, those with most impressions of the period first.
  let games: [GameFigures]
  /// A day each, of the days that the chart shows.
  let days: [Tally]
  let chartRange: DayRange
  let setting: ReportSetting

  /// One game's numbers.
  struct GameFigures: Sendable {
    let game: Game
    let current: PeriodFigures
    let previous: PeriodFigures
    let allTime: PeriodFigures
    /// A day each, of the period.
    let days: [Tally]
  }

  /// The report of a studio for `period`, compared with the same number of days before it.
  init(_ studio: Studio, activity: Activity, period: DayRange, setting: ReportSetting) {
    self.studio = studio
    self.setting = setting
    night = activity.night
    chartRange = setting.chartRange(for: period)
    let whole = activity.wholeRange
    var indices: [Int] = []
    var games: [GameFigures] = []
    for game in studio.games {
      guard let index = activity.index(of: game.id) else {
        preconditionFailure("\(game.id) was not counted: the activity is of another catalogue")
      }
      indices.append(index)
      func figures(_ range: DayRange) -> PeriodFigures {
        PeriodFigures(rollUp: activity.rollUp(of: [index], over: range))
      }
      games.append(
        GameFigures(
          game: game, current: figures(period), previous: figures(period.previous),
          allTime: figures(whole), days: activity.series(of: [index], over: period)))
    }
    current = PeriodFigures(rollUp: activity.rollUp(of: indices, over: period))
    previous = PeriodFigures(rollUp: activity.rollUp(of: indices, over: period.previous))
    allTime = PeriodFigures(rollUp: activity.rollUp(of: indices, over: whole))
    days = activity.series(of: indices, over: chartRange)
    self.games = games.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      let ofPeriod = (a.current.rollUp.tally[.impressions], b.current.rollUp.tally[.impressions])
      if ofPeriod.0 != ofPeriod.1 { return ofPeriod.0 > ofPeriod.1 }
      let ever = (a.allTime.rollUp.tally[.impressions], b.allTime.rollUp.tally[.impressions])
      return ever.0 != ever.1 ? ever.0 > ever.1 : left.offset < right.offset
    }.map(\.element)
  }

  var period: DayRange { current.rollUp.range }

  /// Whether nothing was ever recorded of the studio's games.
  var isEmpty: Bool { allTime.rollUp.tally.isEmpty && allTime.rollUp.players == .exactly(0) }
}
