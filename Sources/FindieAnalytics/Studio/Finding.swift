/// A finding about a studio's period, with the numbers that its sentence is made of.
///
/// A game is an index among the studio's games.
package enum Finding: Sendable, Equatable {
  /// The impressions; those of the period before, if the data covers it; the number of players, if
  /// it is published; and the change of impressions, if it is known.
  case reach(impressions: Int, before: Int?, players: Int?, change: Change?)
  /// There are no impressions; those of the period before, if the data covers it.
  case quiet(before: Int?)
  case impressionsNotRecorded
  /// The period has no impressions: the totals of all complete days. The likes are nil if the data
  /// has none of any game.
  case ever(impressions: Int, likes: Int?)
  /// The period has no impressions: days from the last one with an event to the last complete day.
  case lastEvent(daysAgo: Int)
  /// The like rate, and its ratio to that of the period before.
  case reception(Proportion, change: Double?)
  /// There are too few impressions for a rate.
  case tooFewForARate(likes: Int, cards: Int)
  /// The data has no likes of any game.
  case likesNotRecorded(impressions: Int)
  /// The game with more impressions than each other one, and its share of all.
  case mostSeen(game: Int, share: Double?, impressions: Int)
  /// The game with the largest rise or fall of those in `Movers`.
  case rose(game: Int, Move)
  case fell(game: Int, Move)
  /// There is no game with more impressions than each other one, and with one game nothing to say.
  case noGames

  /// A game's impressions in two periods.
  package struct Move: Sendable, Equatable {
    package let impressions: Int
    package let before: Int?
    package let change: Change?
    /// The change relative to other studios' games; nil if that is not known.
    package let relative: Change?

    fileprivate init(_ game: PeriodNumbers, _ change: Change?) {
      impressions = game.tally[.impressions]
      before = game.before?[.impressions]
      relative = game.relativeChange == nil ? nil : change
      self.change = relative == nil ? change : game.impressionsChange
    }
  }

  package static let minimumImpressionsForRate = 30

  /// Three findings of one period: reach, reception and a game, or the totals of all days if the
  /// period has no impressions.
  ///
  /// - Parameters:
  ///   - ever: the totals of all complete days.
  ///   - daysSinceLastEvent: from the last day with an event to the last complete day; nil without
  ///     events.
  static func all(
    _ studio: PeriodNumbers, _ games: [PeriodNumbers], _ movers: Movers, ever: Tally,
    daysSinceLastEvent: Int?
  ) -> [Finding] {
    let reach = reach(studio)
    guard case .quiet = reach, let daysSinceLastEvent else {
      return [reach, reception(studio), aGame(games, movers)]
    }
    let hasLikes = Rate.likeRate.isRecorded(in: studio.recorded)
    return [
      reach, .ever(impressions: ever[.impressions], likes: hasLikes ? ever.positives : nil),
      .lastEvent(daysAgo: daysSinceLastEvent),
    ]
  }

  private static func reach(_ studio: PeriodNumbers) -> Finding {
    guard studio.recorded.contains(.impressions) else { return .impressionsNotRecorded }
    let (seen, before) = (studio.tally[.impressions], studio.before?[.impressions])
    guard seen > 0 else { return .quiet(before: before) }
    return .reach(
      impressions: seen, before: before, players: studio.players?.count,
      change: studio.impressionsChange)
  }

  private static func reception(_ studio: PeriodNumbers) -> Finding {
    guard Rate.likeRate.isRecorded(in: studio.recorded) else {
      return .likesNotRecorded(impressions: studio.tally[.impressions])
    }
    guard let rate = studio.rate(.likeRate), rate.trials >= minimumImpressionsForRate else {
      return .tooFewForARate(likes: studio.tally.positives, cards: studio.tally.cards)
    }
    return .reception(rate, change: studio.likeRateChange?.ratio)
  }

  private static func aGame(_ games: [PeriodNumbers], _ movers: Movers) -> Finding {
    guard games.count > 1 else { return .noGames }
    func move(_ game: Int) -> Move { Move(games[game], movers.changes[game]) }
    if let best = movers.best { return .rose(game: best, move(best)) }
    if let worst = movers.worst { return .fell(game: worst, move(worst)) }
    let counts = games.map { $0.tally[.impressions] }
    let largest = counts.max() ?? 0
    guard largest > 0, counts.count(where: { $0 == largest }) == 1,
      let most = counts.firstIndex(of: largest)
    else { return .noGames }
    return .mostSeen(
      game: most, share: games[most].share?.estimate, impressions: games[most].tally[.impressions])
  }
}
