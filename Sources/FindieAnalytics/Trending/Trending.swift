package import FindieDomain

/// Ranks rising games: games with more engagement in the last days than their own earlier days
/// predict.
///
/// Engagement s(g, d) is what established accounts add to game g on day d: each player counts once
/// per game and week (`DailyEngagement`). From the baseline, the weekday factors f of the catalogue
/// are estimated (`WeekdayRhythm`), and each game's own level b, its engagement on a day of factor
/// 1:
///
///     b = (Σ s(d) + m·Σ' f(d)) / Σ f(d)       over the baseline's days; Σ' over those before the
///                                             game's release, m the catalogue's mean level
///
/// Each day of the window counts by its age, δ(d) = 2^(−age / half-life), 1 for the last:
///
///     x = Σ δ(d)·s(d),    E = c·b·Σ δ(d)·f(d),    c = (Σx + a) / (ΣE/c + a) over the catalogue
///
/// The estimate is thus adjusted for weekdays and for the trend of the whole catalogue. The factors
/// f and the change c, which all games share, are estimated without the catalogue's most active
/// players, so that a few accounts that engage with many games cannot move them. Then
///
///     x | λ ~ Poisson(λE),  λ ~ Gamma(a, a)  ⟹  λ | x ~ Gamma(a + x, a + E)
///
/// with a = `priorEvents`: by the prior, a game changes as the catalogue does (λ = 1). `lift` is
/// the posterior's mean. `lowerBound`, by which the lists are ranked, is the 5 % quantile of the
/// Gamma distribution with the mean `lift` and the relative variance of the ratio,
///
///     1/(a + x/ψ) + 1/(a + y/φ),    y = Σ s(d) over the baseline
///
/// since E is an estimate too. φ is the variance of a day's engagement relative to its mean,
/// Pearson's X² / df of the game's baseline days and at least 1: days vary more than by chance, and
/// a player's weight is not 1. ψ = φ·Σδ²f / Σδf is that of x: with weights w, Σw events count like
/// (Σw)² / Σw² independent ones. A game with three likes and none expected has a
/// lift of (5 + 3) / 5 = 1.6 but a lower bound of only 0.4. Without any day before the window, E is
/// 0 for all games.
///
/// `lowerBound` is computed with x₋ₖ instead of x, the engagement without the game's k =
/// `listedWithout` strongest players (`IndependentEvidence`). A game trends if it is above 1: up to
/// k accounts cannot make a game trend that does not clearly rise without them. It is flagged
/// (`fewPlayers`) if the bound with k = `unflaggedWithout` is not above 1. Flagged games are below
/// all others. On a night without a trending game all lists are empty.
///
/// Source: the Gamma–Poisson shrinker of W. DuMouchel, *Bayesian data mining in large frequency
/// tables*, The American Statistician 53 (1999), DOI 10.1080/00031305.1999.10474456 (its EB05). We
/// depart from it: there is one prior component with mean 1, the error of E is added, and weighted,
/// decayed counts are treated as so many independent ones. The dispersion: P. McCullagh and J. A.
/// Nelder, *Generalized Linear Models* (1989), 4.5.
package struct Trending: Sendable {
  package let parameters: TrendingParameters

  package init(_ parameters: TrendingParameters = TrendingParameters()) {
    self.parameters = parameters
  }

  /// The list of all genres first (`genre` nil), then one per genre; games without a flag first,
  /// then by lower bound, highest first, ties by id. Only released games that clearly rose are
  /// listed; a list may be empty.
  ///
  /// - Parameter past: an earlier as-of day, whose lists depend on the events before it only; nil
  ///   for the activity's own.
  package func lists(
    _ activity: Activity, games: [Game], users: PackedRecords<User>, asOf past: Day? = nil
  ) -> [TrendingGames] {
    findings(activity, games: games, users: users, asOf: past, hasBacktest: false).lists
  }

  /// The lists, and the backtest of the lists of earlier days.
  ///
  /// - Parameters:
  ///   - isListed: by game, whether tonight's lists may show it; nil for all. It changes neither
  ///     the estimates nor the backtest.
  ///   - editions: by game, a number that all editions of one game share; a list has only the first
  ///     of them. Nil for a game without other editions.
  ///   - past: as for `lists`.
  package func findings(
    _ activity: Activity, games: [Game], isListed: [Bool]? = nil, editions: [UInt32]? = nil,
    users: PackedRecords<User>, asOf past: Day? = nil, hasBacktest: Bool = true
  ) -> (lists: [TrendingGames], backtest: TrendingBacktest) {
    let night = past ?? activity.night
    let nights = hasBacktest ? pastNights(activity) : []
    let first = (nights.first ?? night).adding(
      days: -parameters.windowInDays - 2 * parameters.baselineInDays)
    let engagement = DailyEngagement(
      activity, over: DayRange(first: first, last: night.adding(days: -1)), users: users,
      parameters,
      recent: DayRange(
        lastDays: parameters.windowInDays + parameters.baselineInDays, before: night),
      mostActive: parameters.unflaggedWithout)
    let (released, records) = released(games, activity, on: night)
    let group = Dictionary(
      zip(games, editions ?? []).compactMap { game, edition in
        activity.index(of: game.id).map { ($0, edition) }
      }, uniquingKeysWith: { $1 })
    let hidden = Set(
      zip(games, isListed ?? []).compactMap { $1 ? nil : activity.index(of: $0.id) })
    let ranked = TrendingView(asOf: night, engagement, games: released, parameters)
      .ranked { !hidden.contains($0.index) }
    let lists = ([nil] + Genre.allCases.map(Optional.some)).map { genre in
      let ofGenre = ranked.filter { candidate in
        genre.map { records[candidate.game.index]?.genres.contains($0) ?? false } ?? true
      }
      let chosen = ofGenre.firstEditions { group[$0.game.index] }
      let entries = chosen.prefix(parameters.listLength).enumerated().map { position, candidate in
        TrendingGames.Entry(
          gameId: activity.gameIds[candidate.game.index], rank: position + 1,
          lift: candidate.lift, lowerBound: candidate.lowerBound,
          events: candidate.events, flags: candidate.flags)
      }
      return TrendingGames(genre: genre, date: night, games: entries)
    }
    let backtest = TrendingBacktest(
      of: nights, engagement, games: released, parameters: parameters
    ) { group[$0] }
    return (lists, backtest)
  }

  /// The days of the backtest, earliest first: those with two whole baselines before the window,
  /// and whose following days are complete.
  private func pastNights(_ activity: Activity) -> [Day] {
    guard let first = activity.firstDay else { return [] }
    let needed = parameters.windowInDays + 2 * parameters.baselineInDays
    return (0..<parameters.backtestNights).reversed()
      .map { activity.night.adding(days: -parameters.backtestDaysAfter - $0) }
      .filter { $0.days(since: first) >= needed }
  }

  /// The released games, by index, and their records by index.
  private func released(
    _ games: [Game], _ activity: Activity, on night: Day
  ) -> (released: [ReleasedGame], records: [Int: Game]) {
    var released: [ReleasedGame] = []
    var records: [Int: Game] = [:]
    for game in games where game.availability(on: night) == .out {
      guard let index = activity.index(of: game.id) else {
        preconditionFailure("\(game.id) was not counted: the activity is of another catalogue")
      }
      released.append(
        ReleasedGame(
          index: index, firstDay: game.releaseDate?.day ?? Day(daysSinceEpoch: Int32.min / 2)))
      records[index] = game
    }
    return (released.sorted { $0.index < $1.index }, records)
  }
}

extension Sequence {
  /// The elements without later editions of the same game.
  ///
  /// - Parameter edition: a number that all editions of one game share; nil for a game without
  ///   other editions.
  func firstEditions(_ edition: (Element) -> UInt32?) -> [Element] {
    var shown = Set<UInt32>()
    return filter { edition($0).map { shown.insert($0).inserted } ?? true }
  }
}
