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
  let setting: ReportSetting
  /// All that the studio is told, by fixed period; its games in the order of `studio.games`.
  let numbers: StudioNumbers
  /// The place among `numbers.periods` of the period that this is about.
  let place: Int

  /// One game's numbers.
  struct GameFigures: Sendable {
    let game: Game
    /// Its place in `numbers.games`.
    let place: Int
    let current: PeriodFigures
    let previous: PeriodFigures
    let allTime: PeriodFigures
  }

  /// The report of a studio over a fixed period, compared with the one before it.
  ///
  /// - Parameter counting: counted over the catalogue that `activity` was counted over.
  init(
    _ studio: Studio, activity: Activity, counting: StudioCounting,
    kind: ReportPeriod.Kind, setting: ReportSetting
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
    guard let place = numbers.periods.firstIndex(where: { $0.kind == kind }) else {
      preconditionFailure("\(kind.rawValue) is no fixed period")
    }
    self.place = place
    let (period, before) = (numbers.periods[place].range, numbers.periods[place].before)
    let whole = activity.wholeRange
    var indices: [Int] = []
    var games: [GameFigures] = []
    /// People are told as the fixed period tells them, and of no other.
    func people(_ rollUp: RollUp, _ own: PeriodNumbers) -> PeriodFigures {
      let players: PlayerCount =
        rollUp.players == .exactly(0)
        ? .exactly(0)
        : rollUp.range == period
          ? own.players : rollUp.range == before ? own.playersBefore : .withheld
      return PeriodFigures(
        rollUp: rollUp.telling(
          players: players, source: rollUp.playersSource,
          medianViewSeconds: rollUp.range == period ? own.viewTime?.median : nil))
    }
    for (index, game) in studio.games.enumerated() {
      let own = numbers.games[index].periods[place]
      guard let counted = activity.index(of: game.id) else {
        preconditionFailure("\(game.id) was not counted: the activity is of another catalogue")
      }
      indices.append(counted)
      func figures(_ range: DayRange) -> PeriodFigures {
        people(activity.rollUp(of: [counted], over: range), own)
      }
      games.append(
        GameFigures(
          game: game, place: index, current: figures(period), previous: figures(before),
          allTime: figures(whole)))
    }
    let all = numbers.studio[place]
    current = people(activity.rollUp(of: indices, over: period), all)
    previous = people(activity.rollUp(of: indices, over: before), all)
    allTime = people(activity.rollUp(of: indices, over: whole), all)
    self.games = games.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      let ofPeriod = (a.current.rollUp.tally[.impressions], b.current.rollUp.tally[.impressions])
      if ofPeriod.0 != ofPeriod.1 { return ofPeriod.0 > ofPeriod.1 }
      let ever = (a.allTime.rollUp.tally[.impressions], b.allTime.rollUp.tally[.impressions])
      return ever.0 != ever.1 ? ever.0 > ever.1 : left.offset < right.offset
    }.map(\.element)
  }

  var period: ReportPeriod { numbers.periods[place] }
  /// All games together in the period.
  var own: PeriodNumbers { numbers.studio[place] }

  /// One game's numbers of the period.
  func own(_ game: GameFigures) -> PeriodNumbers { numbers.games[game.place].periods[place] }

  /// The last weeks of all games, the newest ending with the last day: too few days make no rate.
  var weeks: [(range: DayRange, tally: Tally)] { weeks(numbers.days) }

  func weeks(of game: GameFigures) -> [(range: DayRange, tally: Tally)] {
    weeks(numbers.games[game.place].days)
  }

  private func weeks(_ days: [Tally]) -> [(range: DayRange, tally: Tally)] {
    stride(from: days.count % 7, to: days.count, by: 7).map { start in
      let first = numbers.dayRange.first.adding(days: start)
      return (
        DayRange(first: first, last: first.adding(days: 6)),
        days[start..<start + 7].reduce(into: Tally()) { $0 += $1 }
      )
    }
  }

  /// Whether nothing was ever recorded of the studio's games.
  var isEmpty: Bool { allTime.rollUp.tally.isEmpty && allTime.rollUp.players == .exactly(0) }
}
