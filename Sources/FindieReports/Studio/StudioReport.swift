import FindieAnalytics
import FindieDomain

/// The numbers of one studio's report.
struct StudioReport: Sendable {
  let studio: Studio
  /// The night whose report this is; an earlier one of a studio at rest.
  let night: Day
  /// The night in which it is made, whose catalogue it names.
  let tonight: Day
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
  }

  /// The report of a studio over a fixed period, compared with the one before it.
  init(
    _ studio: Studio, counting: StudioCounting, kind: ReportPeriod.Kind, setting: ReportSetting
  ) {
    self.studio = studio
    self.setting = setting
    let numbers = counting.numbers(
      ofGames: studio.games.map { game in
        guard let index = counting.index(of: game.id) else {
          preconditionFailure("\(game.id) was not counted: the counts are of another catalogue")
        }
        return index
      }, followers: studio.followers, recorded: setting.recorded)
    self.numbers = numbers
    night = numbers.night
    tonight = counting.night
    guard let place = numbers.periods.firstIndex(where: { $0.kind == kind }) else {
      preconditionFailure("\(kind.rawValue) is no fixed period")
    }
    self.place = place
    games = studio.games.enumerated().map { GameFigures(game: $1, place: $0) }
      .sorted { left, right in
        let (a, b) = (numbers.games[left.place], numbers.games[right.place])
        let ofPeriod = (
          a.periods[place].tally[.impressions], b.periods[place].tally[.impressions]
        )
        if ofPeriod.0 != ofPeriod.1 { return ofPeriod.0 > ofPeriod.1 }
        let ever = (a.allTime[.impressions], b.allTime[.impressions])
        return ever.0 != ever.1 ? ever.0 > ever.1 : left.place < right.place
      }
  }

  var period: ReportPeriod { numbers.periods[place] }
  /// All games together in the period.
  var own: PeriodNumbers { numbers.studio[place] }

  var current: PeriodFigures { figures(own.rollUp(over: period.range)) }
  var previous: PeriodFigures { figures(own.rollUpBefore(over: period.before)) }
  var allTime: PeriodFigures { figures(numbers.allTimeRollUp(of: numbers.allTime)) }

  /// One game's numbers of all days.
  func allTime(_ game: GameFigures) -> PeriodFigures {
    figures(numbers.allTimeRollUp(of: numbers.games[game.place].allTime))
  }

  func figures(_ rollUp: RollUp) -> PeriodFigures {
    PeriodFigures(rollUp: rollUp, recorded: setting.recorded)
  }

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
  var isEmpty: Bool { numbers.allTime.isEmpty }
}
