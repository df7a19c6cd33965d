package import FindieDomain

/// What a studio is told of one of its games, or of all together, in one period.
///
/// Nothing in it names a player, and nothing withheld can be had from it by subtraction.
package struct PeriodNumbers: Sendable, Equatable {
  /// The measures of which the data holds anything.
  package let recorded: Set<Measure>
  package let tally: Tally
  /// Of the period before.
  package let before: Tally
  /// What each record alone says: `tally` takes each game and day from one of them.
  package let records: [EventSource: Tally]

  package let players: PlayerCount
  package let playersBefore: PlayerCount
  /// The record that players were counted from; nil without any.
  package let playersSource: EventSource?
  package let newPlayers: PlayerCount
  package let returningPlayers: PlayerCount
  /// Players who got at least so far: to the card, its details, the wishlist, the shop; without the
  /// last where they are counted from swipes, which know of none.
  package let funnel: [PlayerCount]

  /// Nil where fewer than k players gave any time.
  package let viewTime: ViewTime?
  package let breakdowns: [Breakdown]

  /// Of impressions, with the catalogue's weekdays taken out.
  package let impressionsChange: Change?
  package let likeRateChange: Change?

  /// Nil of a studio, and where no like is recorded.
  package let adjustedRate: AdjustedRate?
  /// Nil of a studio, where there are too few games to compare with, and where no like is recorded.
  package let standing: Standing?
  /// Of the studio's impressions, those of this game; nil without any.
  package let share: Proportion?

  package var isEmpty: Bool { tally.isEmpty && before.isEmpty && players == .exactly(0) }

  /// Nil also where the data does not record it.
  package func rate(_ rate: Rate) -> Proportion? { tally.rate(rate, in: recorded) }

  /// The period's part of these, as the reports of any range have them.
  ///
  /// - Parameter range: the period's.
  package func rollUp(over range: DayRange) -> RollUp {
    RollUp(
      range: range, tally: tally, players: players, playersSource: playersSource,
      medianViewSeconds: viewTime?.quartiles.median)
  }

  /// The part of the period before.
  package func rollUpBefore(over range: DayRange) -> RollUp {
    RollUp(
      range: range, tally: before, players: playersBefore, playersSource: nil,
      medianViewSeconds: nil)
  }
}

extension StudioNumbers {
  /// Some games of all days that are over: of people nothing is told but that there were none.
  package func allTimeRollUp(of tally: Tally) -> RollUp {
    RollUp(
      range: allTimeRange, tally: tally, players: tally.isEmpty ? .exactly(0) : .withheld,
      playersSource: nil, medianViewSeconds: nil)
  }
}

/// All that one game's studio is told of it.
package struct GameNumbers: Sendable {
  /// Its place among the games that were counted.
  package let game: Int
  /// By period, in the order of `StudioNumbers.periods`.
  package let periods: [PeriodNumbers]
  /// A day each, the 90 days of the longest period.
  package let days: [Tally]
  /// Of all days that are over.
  package let allTime: Tally
}

/// All that a studio is told of its games.
package struct StudioNumbers: Sendable {
  /// The night of whose days these are: tonight, or the one since which they have been the same, of games
  /// that nobody met for so long that no period says anything.
  package let night: Day
  /// Whether it is such an earlier one, so that the report is that night's.
  package let isResting: Bool
  /// The time zone whose days these are.
  package let timeZone: String
  /// k: of fewer players nothing is told.
  package let withheldBelow: Int
  package let periods: [ReportPeriod]
  /// All games together, by period.
  package let studio: [PeriodNumbers]
  /// In the order in which the games were asked for.
  package let games: [GameNumbers]
  /// A day each, the 90 days of the longest period.
  package let days: [Tally]
  /// All games together, of all days that are over.
  package let allTime: Tally
  /// Those days, from the first with an event of anybody.
  package let allTimeRange: DayRange
  /// Those 90 days.
  package let dayRange: DayRange
  /// Why no like rate of any game can be told with its place taken out; nil where some can.
  package let positionsRefusal: String?
  /// Players who follow the studio; nil where its record does not say.
  package let followers: Int?
  /// By period: the games that moved, by place in `games`.
  package let movers: [Movers]
  /// By period: three findings, from which sentences are made.
  package let findings: [[Finding]]
}

/// The games whose impressions rose and fell most, of those where chance is no explanation.
package struct Movers: Sendable, Equatable {
  /// Nil where no game rose whose players are told: one of a few can meet a game a hundred times.
  package let best: Int?
  package let worst: Int?

  init(_ games: [PeriodNumbers]) {
    let told = games.enumerated().compactMap { place, game in
      game.impressionsChange.flatMap { $0.isTelling ? (place: place, ratio: $0.ratio) : nil }
    }
    best =
      told.filter { $0.ratio > 1 && games[$0.place].players.count != nil }
      .max { ($0.ratio, -$0.place) < ($1.ratio, -$1.place) }?.place
    worst = told.filter { $0.ratio < 1 }.min { ($0.ratio, $0.place) < ($1.ratio, $1.place) }?.place
  }
}
