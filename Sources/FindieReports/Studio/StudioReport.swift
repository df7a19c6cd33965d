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
  /// All that the studio is told, by fixed period; its games in the order of `studio.games`.
  let numbers: StudioNumbers

  /// One game's numbers.
  struct GameFigures: Sendable {
    let game: Game
    /// Its place in `numbers.games`.
    let place: Int
    let current: PeriodFigures
    let previous: PeriodFigures
    let allTime: PeriodFigures
    /// A day each, of the period.
    let days: [Tally]
  }

  /// The report of a studio for `period`, compared with the same number of days before it.
  ///
  /// - Parameter counting: counted over the catalogue that `activity` was counted over.
  init(
    _ studio: Studio, activity: Activity, counting: StudioCounting, period: DayRange,
    setting: ReportSetting
  ) {
    self.studio = studio
    self.setting = setting
    let numbers = counting.numbers(
      ofGames: studio.games.map { game in
        guard let index = counting.index(of: game.id) else {
          preconditionFailure("\(game.id) was not counted: the counts are of another catalogue")
        }
        return index
      }, followers: studio.followers)
    self.numbers = numbers
    night = activity.night
    chartRange = setting.chartRange(for: period)
    let whole = activity.wholeRange
    var indices: [Int] = []
    var games: [GameFigures] = []
    /// People are told as the fixed periods tell them, and of no others.
    func people(_ rollUp: RollUp, _ periods: [PeriodNumbers]) -> PeriodFigures {
      let place = numbers.periods.firstIndex { $0.range == rollUp.range }
      let before = numbers.periods.firstIndex {
        $0.before == rollUp.range && $0.range == period
      }
      let isNobody = rollUp.players == .exactly(0)
      return PeriodFigures(
        rollUp: rollUp.telling(
          players: isNobody
            ? .exactly(0)
            : place.map { periods[$0].players } ?? before.map { periods[$0].playersBefore }
              ?? .withheld, source: rollUp.playersSource,
          medianViewSeconds: place.flatMap { periods[$0].viewTime?.median }))
    }
    for (place, game) in studio.games.enumerated() {
      guard let index = activity.index(of: game.id) else {
        preconditionFailure("\(game.id) was not counted: the activity is of another catalogue")
      }
      indices.append(index)
      func figures(_ range: DayRange) -> PeriodFigures {
        people(activity.rollUp(of: [index], over: range), numbers.games[place].periods)
      }
      games.append(
        GameFigures(
          game: game, place: place, current: figures(period), previous: figures(period.previous),
          allTime: figures(whole), days: activity.series(of: [index], over: period)))
    }
    current = people(activity.rollUp(of: indices, over: period), numbers.studio)
    previous = people(activity.rollUp(of: indices, over: period.previous), numbers.studio)
    allTime = people(activity.rollUp(of: indices, over: whole), numbers.studio)
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
