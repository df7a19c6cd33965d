import FindieAnalytics
package import FindieDomain
import FindieNight

/// A world in which nothing happens but chance and `effects`: what a verdict says of anything else
/// is false.
///
/// Players have no taste, all games are equally good, and each game's share of the cards is the
/// same on all days. Players join, are active for sixty days and leave, so that sessions change by
/// `growth` only. Every game was out before the first day and has one annotation or price drop
/// without an effect. All games have a link to Steam, but for each tenth, which nobody visits.
package struct NullWorld: Codable, Hashable, Sendable {
  /// A planted change. Those of games are the doubled share of the cards.
  package enum Effect: String, CaseIterable, Codable, Sendable {
    /// From the day on: a game without a cause, one from its annotation, one from its price drop.
    case game, annotation, priceDrop
    /// Half of the interactions of the day are lost.
    case missing
    /// The pushed game of other worlds, on the day before the last.
    case burst
    /// From the day on, all likes are less probable by a fifth.
    case likes
    /// From the day on, likes of half of the players, the arm of the experiment `calibration`, are
    /// more probable by a fifth.
    case experiment

    /// The place of the effect's game in the order of popularity, nil for none. The occasions of
    /// even places are annotations.
    var place: Int? { [.game: 6, .annotation: 8, .priceDrop: 9][self] }
  }

  /// The days from joining to leaving.
  static let lifetime = 60

  /// The standard deviation of the logarithm of a day's activity, beyond Poisson. 0 to 2.
  package var daySpread = 0.15
  /// The correlation of that logarithm with the day before's (AR(1)). 0 to 0.99.
  package var dayCorrelation = 0.5
  /// The exponent of the weekdays' factors: 0 for none, 1 for those of other worlds. 0 to 4.
  package var weekdayStrength = 1.0
  /// What the logarithm of the expected sessions and sign-ups grows by per day. -0.05 to 0.05.
  package var growth = 0.0
  /// The standard deviation of players in the logit of a like. 0 to 2.
  package var playerSpread = 0.4
  package var effects: [Effect] = []

  package init() {}

  /// The factors of the days' activity: log-normal, autocorrelated, with a mean of about 1.
  func dayFactors(_ parameters: WorldParameters) -> [Double] {
    var random = RandomStream(seed: parameters.seed, .days)
    var state = 0.0
    return (0..<parameters.days).map { day in
      let normal = Double(random.bell(spread: 1 << 20)) / Double(1 << 20)
      let fresh = day == 0 ? 1 : (1 - dayCorrelation * dayCorrelation).squareRoot()
      state = dayCorrelation * state + fresh * normal
      return PortableMath.exp(daySpread * state - daySpread * daySpread / 2)
    }
  }

  /// The factor on a player's like probability on a day.
  func likeFactor(of player: String, on day: Day, _ parameters: WorldParameters) -> Double {
    guard day >= parameters.effectDay else { return 1 }
    var factor = effects.contains(.likes) ? 0.8 : 1
    if effects.contains(.experiment),
      ExperimentAssignment([experiment(parameters)]).arm(of: player, on: day) != nil
    {
      factor *= 1.2
    }
    return factor
  }

  private func experiment(_ parameters: WorldParameters) -> Experiment {
    Experiment(name: "calibration", share: 0.5, from: parameters.effectDay)
  }
}

extension WorldParameters {
  /// The day of the effects of a null world but the burst, ten days before the end.
  package var effectDay: Day { lastDay.adding(days: -9) }
}
