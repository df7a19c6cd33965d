import FindieDomain

/// Every game's observed and expected engagement at one as-of day. See `Trending` for the formulas.
struct TrendingView {
  /// A game that is released on the day.
  struct Sighting {
    let game: ReleasedGame
    /// y: the engagement of established accounts in the baseline.
    let given: Double
    /// x: the decayed engagement of established accounts in the window.
    let established: Double
    /// The same for all accounts.
    let published: Double
    /// Player-days with engagement in the window, unweighted.
    let events: Int
    /// E, without the catalogue's change.
    let expected: Double
  }

  let window: DayRange
  /// In the order of the games.
  let sightings: [Sighting]
  /// c: the ratio of the catalogue's engagement in the window to its expectation.
  let change: Double
  /// 2^(−age / half-life) of each day of the window.
  let decay: [Double]

  private let engagement: DailyEngagement
  private let parameters: TrendingParameters

  /// - Precondition: `engagement` covers the window and the baseline before `night`, as far as there are
  ///   events.
  init(
    asOf night: Day, _ engagement: DailyEngagement, games: [ReleasedGame],
    _ parameters: TrendingParameters
  ) {
    self.engagement = engagement
    self.parameters = parameters
    window = DayRange(lastDays: parameters.windowInDays, before: night)
    decay = TrendingView.decay(over: window, halfLife: parameters.halfLifeInDays)
    let levels = GameLevels(
      before: window.first, engagement, games: games.filter { $0.firstDay < night }, parameters)
    let days = window.days
    let factors = days.map(levels.rhythm.factor)
    sightings = levels.games.indices.map { [decay] position in
      let game = levels.games[position]
      var (established, published, events, expected) = (0.0, 0.0, 0, 0.0)
      for day in days.indices where game.firstDay <= days[day] {
        established += decay[day] * engagement.established(of: game.index, on: days[day])
        published += decay[day] * engagement.weight(of: game.index, on: days[day])
        events += engagement.events(of: game.index, on: days[day])
        expected += decay[day] * factors[day] * levels.levels[position]
      }
      return Sighting(
        game: game, given: levels.given[position], established: established, published: published,
        events: events, expected: expected)
    }
    change = GameLevels.change(
      sightings.lazy.map { ($0.established, $0.expected) }, prior: parameters.priorEvents)
  }

  /// The games that clearly rose, highest lower bound first, ties by id.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of games; all by default.
  ///   - isEligible: whether a game may be listed; all by default.
  func ranked(
    limit: Int = .max, among isEligible: (ReleasedGame) -> Bool = { _ in true }
  ) -> [TrendingCandidate] {
    var ranked: [TrendingCandidate] = []
    let rising = sightings.filter { isEligible($0.game) }.compactMap(candidate)
    for candidate in rising.sorted(by: { $0.precedes($1) }) where ranked.count < limit {
      let evidence = IndependentEvidence(of: candidate.sighting, in: self, engagement, parameters)
      guard evidence.isEnough else { continue }
      ranked.append(candidate.flagged(evidence.flags))
    }
    return ranked
  }

  /// The game as an entry; nil if its lower bound is not above 1.
  private func candidate(_ sighting: Sighting) -> TrendingCandidate? {
    let a = parameters.priorEvents
    let (found, expected) = (sighting.established, change * sighting.expected)
    guard found > expected else { return nil }
    let posterior = GammaDistribution(shape: a + found, rate: a + expected)
    let bound = TrendingCandidate.lowerBound(of: posterior, levelShape: a + sighting.given)
    guard bound > 1 else { return nil }
    return TrendingCandidate(sighting: sighting, lift: posterior.mean, lowerBound: bound)
  }

  private static func decay(over window: DayRange, halfLife: Double) -> [Double] {
    window.days.map { halved(Double(window.last.days(since: $0)) / halfLife) }
  }
}

/// A game whose engagement clearly rose.
struct TrendingCandidate {
  let sighting: TrendingView.Sighting
  let lift: Double
  let lowerBound: Double
  private(set) var flags: [TrendingGames.Flag] = []

  init(sighting: TrendingView.Sighting, lift: Double, lowerBound: Double) {
    self.sighting = sighting
    self.lift = lift
    self.lowerBound = lowerBound
  }

  var game: ReleasedGame { sighting.game }
  var events: Int { sighting.events }

  func flagged(_ flags: [TrendingGames.Flag]) -> TrendingCandidate {
    var copy = self
    copy.flags = flags
    return copy
  }

  func precedes(_ other: TrendingCandidate) -> Bool {
    lowerBound != other.lowerBound
      ? lowerBound > other.lowerBound : game.index < other.game.index
  }

  /// The standard normal distribution's 5 % quantile.
  private static let z = -1.6448536269514722

  /// The 5 % quantile of the Gamma distribution with the posterior's mean and the relative variance
  /// of the ratio: that of the window and that of the level together.
  static func lowerBound(of posterior: GammaDistribution, levelShape: Double) -> Double {
    let shape = 1 / (1 / posterior.shape + 1 / levelShape)
    return GammaDistribution(shape: shape, rate: shape / posterior.mean).quantile(z: z)
  }
}

/// 2^(−times), for times from 0 on, computed by square roots only: the same bits on every platform.
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
