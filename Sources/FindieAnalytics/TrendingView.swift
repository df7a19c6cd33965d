import FindieDomain

/// What every game did up to one night, and what was to be expected of it. See `Trending` for the
/// formulas.
struct TrendingView {
  /// One game that is out on the night.
  struct Sighting {
    let game: ReleasedGame
    /// y: what established accounts gave in the baseline.
    let before: Double
    /// b: the engagement of a day of factor 1, by the baseline.
    let level: Double
    /// x: what established accounts gave in the window, decayed.
    let established: Double
    /// The same of all accounts.
    let told: Double
    /// Player-days of engagement in the window, each counted as one.
    let events: Int
    /// E, before the catalogue's change.
    let expected: Double
  }

  let window: DayRange
  let rhythm: WeekdayRhythm
  /// In the order of the games.
  let sightings: [Sighting]
  /// c: how much more the catalogue had in the window than was expected of it.
  let change: Double
  /// 2^(−age / half-life) of each day of the window.
  let decay: [Double]

  private let engagement: DailyEngagement
  private let parameters: TrendingParameters

  /// - Precondition: `engagement` covers the window and the baseline before `night`, as far as there
  ///   are events.
  init(
    asOf night: Day, _ engagement: DailyEngagement, games: [ReleasedGame],
    _ parameters: TrendingParameters
  ) {
    self.engagement = engagement
    self.parameters = parameters
    window = DayRange(lastDays: parameters.windowInDays, before: night)
    decay = TrendingView.decay(over: window, halfLife: parameters.halfLifeInDays)
    let past = TrendingView.baseline(before: window, of: engagement.activity, parameters)
    let games = games.filter { $0.firstDay < night }

    let totals = past.map { day in
      games.reduce(0) {
        $0 + ($1.firstDay <= day ? engagement.established(of: $1.index, on: day) : 0)
      }
    }
    rhythm = WeekdayRhythm(
      Array(zip(past, totals)).map { (day: $0, weight: $1) }, prior: parameters.rhythmPriorEvents)
    let factors = past.map(rhythm.factor)
    let wholeBaseline = factors.reduce(0, +)
    /// The sum of the factors of the baseline's days on which the game was out.
    func exposure(_ game: ReleasedGame) -> Double {
      guard let first = past.first, game.firstDay > first else { return wholeBaseline }
      return zip(past, factors).reduce(0) { $0 + ($1.0 >= game.firstDay ? $1.1 : 0) }
    }
    let exposures = games.map(exposure)
    let gameDays = exposures.reduce(0, +)
    let typical = gameDays > 0 ? totals.reduce(0, +) / gameDays : 0

    let news = zip(window.days, decay).map { [rhythm] day, decay in
      (day: day, decay: decay, expected: decay * rhythm.factor(of: day))
    }
    sightings = zip(games, exposures).map { game, exposure in
      var before = 0.0
      for day in past where day >= game.firstDay {
        before += engagement.established(of: game.index, on: day)
      }
      let level =
        wholeBaseline > 0 ? (before + typical * (wholeBaseline - exposure)) / wholeBaseline : 0
      var (established, told, events, expected) = (0.0, 0.0, 0, 0.0)
      for (day, decay, share) in news where day >= game.firstDay {
        established += decay * engagement.established(of: game.index, on: day)
        told += decay * engagement.weight(of: game.index, on: day)
        events += engagement.events(of: game.index, on: day)
        expected += level * share
      }
      return Sighting(
        game: game, before: before, level: level, established: established, told: told,
        events: events,
        expected: expected)
    }
    change = TrendingView.change(
      sightings.lazy.map { ($0.established, $0.expected) }, prior: parameters.priorEvents)
  }

  /// The strongest lower bounds first, equal ones by id. Only games whose engagement rose.
  func ranked() -> [TrendingCandidate] {
    let a = parameters.priorEvents
    let candidates = sightings.compactMap { sighting -> TrendingCandidate? in
      // No damping raises a lift: most games end here.
      guard sighting.events > 0, sighting.established > change * sighting.expected else {
        return nil
      }
      let evidence = IndependentEvidence(of: sighting, in: self, engagement, parameters)
      let posterior = GammaDistribution(
        shape: a + evidence.credit * sighting.established, rate: a + change * sighting.expected)
      guard posterior.mean > 1 else { return nil }
      return TrendingCandidate(
        game: sighting.game, events: sighting.events, lift: posterior.mean,
        lowerBound: TrendingCandidate.lowerBound(of: posterior, levelShape: a + sighting.before),
        flags: evidence.flags)
    }
    return candidates.sorted { left, right in
      left.lowerBound != right.lowerBound
        ? left.lowerBound > right.lowerBound : left.game.index < right.game.index
    }
  }

  /// Of each game, whether it had more engagement over `range`, which begins with the night, than
  /// its baseline, the weekdays and the catalogue's change led one to expect.
  func rose(over range: DayRange) -> [Bool] {
    let factor = range.days.reduce(0) { $0 + rhythm.factor(of: $1) }
    let outcomes = sightings.map { sighting in
      let observed = range.days.reduce(0) {
        $0 + engagement.established(of: sighting.game.index, on: $1)
      }
      return (observed, sighting.level * factor)
    }
    let change = TrendingView.change(outcomes, prior: parameters.priorEvents)
    return outcomes.map { $0.0 > change * $0.1 }
  }

  /// (Σx + a) / (ΣE + a): how the catalogue moved.
  private static func change(
    _ outcomes: some Sequence<(Double, Double)>, prior: Double
  ) -> Double {
    let (observed, expected) = outcomes.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
    return (observed + prior) / (expected + prior)
  }

  private static func decay(over window: DayRange, halfLife: Double) -> [Double] {
    window.days.map { halved(Double(window.last.days(since: $0)) / halfLife) }
  }

  /// The days before the window that a game is compared with, none before the first event.
  private static func baseline(
    before window: DayRange, of activity: Activity, _ parameters: TrendingParameters
  ) -> [Day] {
    let whole = DayRange(lastDays: parameters.baselineInDays, before: window.first)
    guard let first = activity.firstDay, first <= whole.last else { return [] }
    return DayRange(first: max(whole.first, first), last: whole.last).days
  }
}

/// A game that came out, as trending sees it.
struct ReleasedGame {
  /// Its index in the activity: in the order of ids.
  let index: Int
  /// The first day of which events count: of its release, or the first of all days.
  let firstDay: Day
}

/// A game whose engagement rose.
struct TrendingCandidate {
  let game: ReleasedGame
  let events: Int
  let lift: Double
  let lowerBound: Double
  let flags: [TrendingGames.Flag]

  /// The standard normal distribution's 5 % quantile.
  private static let z = -1.6448536269514722

  /// The 5 % quantile of the Gamma distribution with the posterior's mean and the relative variance
  /// of the ratio: that of the window and that of the level together.
  static func lowerBound(of posterior: GammaDistribution, levelShape: Double) -> Double {
    let shape = 1 / (1 / posterior.shape + 1 / levelShape)
    return GammaDistribution(shape: shape, rate: shape / posterior.mean).quantile(z: z)
  }
}

/// 2^(−times), for times from 0 on, by roots of a half alone: the same bits on every platform.
private func halved(_ times: Double) -> Double {
  let whole = times.rounded(.down)
  var result = Double(sign: .plus, exponent: -Int(whole), significand: 1)
  var rest = times - whole
  var root = 0.5
  while rest > 0 {
    root = root.squareRoot()
    rest *= 2
    guard rest >= 1 else { continue }
    result *= root
    rest -= 1
  }
  return result
}
