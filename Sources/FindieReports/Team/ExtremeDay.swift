import FindieAnalytics
import FindieDomain
import FindieText

/// A game's day on which nearly all cards led to a like, as those of a group of accounts do.
struct ExtremeDay: Sendable {
  /// The lower end of the like rate's interval is above this.
  static let bound = 0.9

  let game: Game
  let day: Day
  let rate: Proportion

  /// The extreme days of a range, by cards in descending order.
  static func all(_ activity: Activity, games: [Game], over range: DayRange) -> [ExtremeDay] {
    games.flatMap { game -> [ExtremeDay] in
      guard let index = activity.index(of: game.id) else { return [] }
      return zip(range.days, activity.series(of: [index], over: range)).compactMap { day, tally in
        guard let rate = tally.likeRate, rate.lower > bound else { return nil }
        return ExtremeDay(game: game, day: day, rate: rate)
      }
    }.sorted { left, right in
      left.rate.trials != right.rate.trials
        ? left.rate.trials > right.rate.trials
        : (left.day, ExactText(left.game.id)) < (right.day, ExactText(right.game.id))
    }
  }
}
