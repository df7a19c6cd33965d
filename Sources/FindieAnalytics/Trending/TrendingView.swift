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
    /// Player-days with engagement in the window, unweighted.
    let events: Int
    /// E, without the catalogue's change.
    let expected: Double
    /// φ, and φ·Σδ²f / Σδf: the variances of y and x relative to their means.
    let dispersion: Double
    let dispersionOfDecayed: Double
  }

  let window: DayRange
  /// In the order of the games.
  let sightings: [Sighting]
  /// c: the ratio of the catalogue's engagement in the window to its expectation.
  let change: Double
  /// 2^(−age / half-life) of each day of the window.
  let decay: [Double]

  var activity: Activity { engagement.activity }

  private let engagement: DailyEngagement
  private let parameters: TrendingParameters

  /// - Precondition: `engagement` covers the window and the baseline before `night`, as far as
  ///   there are events.
  init(
    asOf night: Day, _ engagement: DailyEngagement, games: [ReleasedGame],
    _ parameters: TrendingParameters
  ) {
    self.engagement = engagement
    self.parameters = parameters
    window = DayRange(lastDays: parameters.windowInDays, before: night)
    decay = Self.decay(over: window, halfLife: parameters.halfLifeInDays)
    let levels = GameLevels(
      before: window.first, engagement, games: games.filter { $0.firstDay < night }, parameters)
    let days = window.days
    let factors = days.map(levels.rhythm.factor)
    var outcomes: [(Double, Double)] = []
    sightings = levels.games.indices.map { [decay] position in
      let game = levels.games[position]
      let weights = Array(engagement.established(of: game.index, in: days))
      let parts = Array(engagement.common(of: game.index, in: days))
      var (established, common, events, factor, squares) = (0.0, 0.0, 0, 0.0, 0.0)
      for day in days.indices where game.firstDay <= days[day] {
        established += decay[day] * weights[day]
        common += decay[day] * parts[day]
        events += engagement.events(of: game.index, on: days[day])
        factor += decay[day] * factors[day]
        squares += decay[day] * decay[day] * factors[day]
      }
      outcomes.append((common, factor * levels.commonLevels[position]))
      return Sighting(
        game: game, given: levels.given[position], established: established, events: events,
        expected: factor * levels.levels[position], dispersion: levels.dispersions[position],
        dispersionOfDecayed: levels.dispersions[position] * squares / factor)
    }
    change = GameLevels.change(outcomes, prior: parameters.priorEvents)
  }

  /// The games that clearly rose: those without a flag first, then by lower bound, highest first,
  /// ties by id.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of games; all by default.
  ///   - isEligible: whether a game may be listed; all by default.
  func ranked(
    limit: Int = .max, among isEligible: (ReleasedGame) -> Bool = { _ in true }
  ) -> [TrendingCandidate] {
    var ranked: [TrendingCandidate] = []
    var reader = EngagementReader(engagement.players)
    // A bound is highest with all players included.
    let rising = sightings.filter { isEligible($0.game) }
      .map { (sighting: $0, bound: lowerBound(of: $0, with: $0.established)) }
      .filter { $0.bound > 1 }.sorted { $0.bound > $1.bound }
    for (sighting, highest) in rising {
      if ranked.count >= limit,
        ranked.count(where: { $0.flags.isEmpty && $0.lowerBound > highest }) >= limit
      {
        break
      }
      if let candidate = candidate(sighting, &reader) { ranked.append(candidate) }
    }
    return Array(ranked.sorted { $0.precedes($1) }.prefix(limit))
  }

  /// The game as an entry; nil if it does not clearly rise without its strongest players.
  private func candidate(
    _ sighting: Sighting, _ reader: inout EngagementReader
  ) -> TrendingCandidate? {
    let evidence = IndependentEvidence(of: sighting, in: self, &reader, parameters)
    let bound = lowerBound(of: sighting, with: evidence.without(parameters.listedWithout))
    guard bound > 1 else { return nil }
    var flags = evidence.flags
    if lowerBound(of: sighting, with: evidence.without(parameters.unflaggedWithout)) <= 1 {
      flags.append(.fewPlayers)
    }
    return TrendingCandidate(
      sighting: sighting, lift: posterior(of: sighting, with: sighting.established).mean,
      lowerBound: bound, flags: flags)
  }

  /// The posterior of λ.
  ///
  /// - Parameter found: x, or a part of it.
  private func posterior(of sighting: Sighting, with found: Double) -> GammaDistribution {
    let a = parameters.priorEvents
    return GammaDistribution(shape: a + found, rate: a + change * sighting.expected)
  }

  /// The 5 % quantile of the Gamma distribution with the posterior's mean and the relative variance
  /// of the ratio: that of the window and that of the level together, each of as many independent
  /// player-days as tell as much.
  private func lowerBound(of sighting: Sighting, with found: Double) -> Double {
    let a = parameters.priorEvents
    let shape =
      1
      / (1 / (a + found / sighting.dispersionOfDecayed)
        + 1 / (a + sighting.given / sighting.dispersion))
    let mean = posterior(of: sighting, with: found).mean
    return GammaDistribution(shape: shape, rate: shape / mean).quantile(z: Self.z)
  }

  /// The standard normal distribution's 5 % quantile.
  private static let z = -1.6448536269514722

  private static func decay(over window: DayRange, halfLife: Double) -> [Double] {
    window.days.map { halved(Double(window.last.days(since: $0)) / halfLife) }
  }
}

/// A game whose engagement clearly rose.
struct TrendingCandidate {
  let sighting: TrendingView.Sighting
  let lift: Double
  let lowerBound: Double
  let flags: [TrendingGames.Flag]

  var game: ReleasedGame { sighting.game }
  var events: Int { sighting.events }

  func precedes(_ other: TrendingCandidate) -> Bool {
    if flags.isEmpty != other.flags.isEmpty { return flags.isEmpty }
    return lowerBound != other.lowerBound
      ? lowerBound > other.lowerBound : game.index < other.game.index
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

/// A Gamma distribution by shape and rate: the posterior of a Poisson rate.
package struct GammaDistribution: Hashable, Sendable {
  /// Above 0.
  package let shape: Double
  /// Above 0, in units of one over the rate that is estimated.
  package let rate: Double

  package init(shape: Double, rate: Double) {
    precondition(shape > 0 && rate > 0, "no Gamma distribution of shape \(shape), rate \(rate)")
    self.shape = shape
    self.rate = rate
  }

  package var mean: Double { shape / rate }

  /// The quantile at the standard normal quantile `z`, such as -1.645 for 5 %.
  ///
  /// The cube root of a Gamma variable is nearly normal; at 5 % the error is below 1 % for shapes
  /// from 2, and below 0.1 % for shapes from 10.
  ///
  /// Source: E. B. Wilson and M. M. Hilferty, *The distribution of chi-square*, PNAS 17 (1931),
  /// DOI 10.1073/pnas.17.12.684.
  package func quantile(z: Double) -> Double {
    let variance = 1 / (9 * shape)
    let root = max(0, 1 - variance + z * variance.squareRoot())
    return mean * root * root * root
  }
}
