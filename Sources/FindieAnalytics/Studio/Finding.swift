/// A finding about a studio's period, with the numbers that its sentence is made of.
package struct Finding: Sendable, Equatable {
  package enum Kind: String, Sendable {
    /// The number of impressions, and its change.
    case reach
    /// There are no impressions.
    case quiet
    /// The data has no impressions of any game.
    case impressionsNotRecorded
    /// Without impressions in the period: the totals of all days, and the day of the last event.
    case ever, lastEvent
    /// The like rate.
    case reception
    /// There are too few impressions for a rate.
    case tooFewForARate
    /// The data has no likes of any game.
    case likesNotRecorded
    /// More likes than impressions were recorded: events are missing.
    case moreLikesThanImpressions
    /// The game with the most impressions, and its share.
    case mostSeen
    /// The game with the largest significant rise or fall.
    case rose, fell
    /// There is no game with impressions.
    case noGames
  }

  /// A number of a finding: its name in `report.json`, and its value.
  package struct Number: Sendable, Equatable {
    package let measure: String
    package let value: Double
  }

  package let kind: Kind
  /// The index among the studio's games; nil for a finding about all of them.
  package let game: Int?
  /// The first number is the subject.
  package let numbers: [Number]

  private init(_ kind: Kind, of game: Int? = nil, _ numbers: [(String, Double?)]) {
    self.kind = kind
    self.game = game
    self.numbers = numbers.compactMap { measure, value in
      value.map { Number(measure: measure, value: $0) }
    }
  }

  /// The minimum number of impressions for a rate.
  package static let minimumImpressionsForRate = 30

  /// Three findings of one period: reach, reception and a game, or the totals of all days if the period has no
  /// impressions.
  ///
  /// - Parameters:
  ///   - ever: the totals of all complete days.
  ///   - daysSinceLastEvent: from the last day with an event to the last complete day; nil without events.
  static func all(
    _ studio: PeriodNumbers, _ games: [PeriodNumbers], _ movers: Movers, ever: Tally,
    daysSinceLastEvent: Int?
  ) -> [Finding] {
    let reach = reach(studio)
    guard reach.kind == .quiet, let daysSinceLastEvent else {
      return [reach, reception(studio), aGame(games, movers)]
    }
    var counts = [("impressions", Double(ever[.impressions]) as Double?)]
    if Rate.likeRate.isRecorded(in: studio.recorded) {
      counts.append(("likesAndSuperLikes", Double(ever.positives)))
    }
    return [
      reach, Finding(.ever, counts),
      Finding(.lastEvent, [("daysSinceLastEvent", Double(daysSinceLastEvent))]),
    ]
  }

  private static func reach(_ studio: PeriodNumbers) -> Finding {
    guard studio.recorded.contains(.impressions) else {
      return Finding(.impressionsNotRecorded, [])
    }
    let seen = studio.tally[.impressions]
    let before = ("impressionsBefore", studio.before.map { Double($0[.impressions]) })
    guard seen > 0 else { return Finding(.quiet, [("impressions", Double(seen)), before]) }
    return Finding(
      .reach,
      [
        ("impressions", Double(seen)), before,
        ("uniquePlayers", studio.players?.count.map(Double.init)),
        ("impressionsChange", studio.impressionsChange?.ratio),
        ("impressionsChangeLower", studio.impressionsChange?.lower),
        ("impressionsChangeUpper", studio.impressionsChange?.upper),
      ])
  }

  private static func reception(_ studio: PeriodNumbers) -> Finding {
    guard Rate.likeRate.isRecorded(in: studio.recorded) else {
      return Finding(.likesNotRecorded, [("impressions", Double(studio.tally[.impressions]))])
    }
    guard let rate = studio.rate(.likeRate), rate.trials >= minimumImpressionsForRate else {
      return Finding(
        studio.tally.hasMoreLikesThanImpressions ? .moreLikesThanImpressions : .tooFewForARate,
        [
          ("likesAndSuperLikes", Double(studio.tally.positives)),
          ("impressions", Double(studio.tally[.impressions])),
        ])
    }
    return Finding(
      .reception,
      [
        ("likeRate", rate.estimate), ("likeRateLower", rate.lower), ("likeRateUpper", rate.upper),
        ("likesAndSuperLikes", Double(rate.successes)), ("impressions", Double(rate.trials)),
        ("likeRateChange", studio.likeRateChange?.ratio),
      ])
  }

  private static func aGame(_ games: [PeriodNumbers], _ movers: Movers) -> Finding {
    if games.count > 1, let mover = movers.best ?? movers.worst {
      let change = games[mover].impressionsChange
      return Finding(
        mover == movers.best ? .rose : .fell, of: mover,
        [
          ("impressionsChange", change?.ratio), ("impressionsChangeLower", change?.lower),
          ("impressionsChangeUpper", change?.upper),
          ("impressions", Double(games[mover].tally[.impressions])),
          ("impressionsBefore", games[mover].before.map { Double($0[.impressions]) }),
        ])
    }
    let most = games.indices.max { left, right in
      let (a, b) = (games[left].tally[.impressions], games[right].tally[.impressions])
      return a != b ? a < b : left > right
    }
    guard let most, games[most].tally[.impressions] > 0 else { return Finding(.noGames, []) }
    return Finding(
      .mostSeen, of: most,
      [
        ("share", games[most].share?.estimate),
        ("impressions", Double(games[most].tally[.impressions])),
      ])
  }
}
