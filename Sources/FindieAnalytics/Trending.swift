package import FindieDomain

/// Finds the games that rise: more engagement in the last days than their own past leads one to
/// expect.
///
/// For each game, x is the weighted player-days of engagement in the window and E what was to be
/// expected: its baseline's daily mean over the window's days, times the catalogue's own change
/// from baseline to window (so that a good week for everybody is no news for anybody). Days of the
/// baseline before the game was out count as the catalogue's mean game-day. Then
///
///     x | λ ~ Poisson(λE),  λ ~ Gamma(a, a)  ⟹  λ | x ~ Gamma(a + x, a + E)
///
/// with a = `priorEvents`: the prior says that a game moves as the catalogue does (λ = 1). `lift`
/// is the posterior's mean, `lowerBound` its 5 % quantile, by which the lists are ranked. So three
/// likes on nothing reach a lift of (5 + 3) / 5 = 1.6 but a lower bound of 0.8, and lose to 21 on
/// 7.
///
/// Source: the Gamma–Poisson shrinker of W. DuMouchel, *Bayesian data mining in large frequency
/// tables*, The American Statistician 53 (1999), DOI 10.1080/00031305.1999.10474456 (its EB05). We
/// depart from it: one prior component with its mean fixed at 1, and weighted counts taken as
/// counts.
package struct Trending: Sendable {
  package let parameters: TrendingParameters

  /// The standard normal distribution's 5 % quantile.
  private static let z = -1.6448536269514722

  /// - Precondition: the parameters have no problems.
  package init(_ parameters: TrendingParameters = TrendingParameters()) {
    precondition(parameters.problems.isEmpty, parameters.problems.joined(separator: "; "))
    self.parameters = parameters
  }

  /// The list of all genres first (`genre` nil), then each genre's, strongest lower bound first,
  /// equal ones by id. Only games that are out, whose engagement rose.
  package func lists(_ activity: Activity, games: [Game]) -> [TrendingGames] {
    let candidates = ranked(activity, games: games)
    return ([nil] + Genre.allCases.map(Optional.some)).map { genre in
      let chosen = candidates.filter { candidate in
        genre.map { candidate.genres.contains($0) } ?? true
      }
      let entries = chosen.prefix(parameters.listLength).enumerated().map { place, candidate in
        TrendingGames.Entry(
          gameId: candidate.gameId, rank: place + 1, lift: candidate.posterior.mean,
          lowerBound: candidate.lowerBound, events: candidate.events)
      }
      return TrendingGames(genre: genre, date: activity.night, games: entries)
    }
  }

  private struct Candidate {
    let gameId: String
    let genres: [Genre]
    let events: Int
    let posterior: GammaDistribution
    let lowerBound: Double
  }

  /// What was done with one game in the window and in the baseline.
  private struct Evidence {
    let game: Game
    var window = Engagement()
    var baseline = Engagement()
    /// The days of the baseline on which the game was out.
    let daysOut: Int
  }

  private func ranked(_ activity: Activity, games: [Game]) -> [Candidate] {
    let night = activity.night
    let window = DayRange(lastDays: parameters.windowInDays, before: night)
    let baseline = DayRange(lastDays: parameters.baselineInDays, before: window.first)
    let weights = parameters.weights.byKind
    let evidence = games.filter { $0.availability(on: night) == .out }.map { game in
      guard let index = activity.index(of: game.id) else {
        preconditionFailure("\(game.id) was not counted: the activity is of another catalogue")
      }
      let release = game.releaseDate?.day ?? baseline.first
      return Evidence(
        game: game,
        window: activity.engagement(of: index, in: window, weights: weights),
        baseline: activity.engagement(of: index, in: baseline, weights: weights),
        daysOut: min(max(baseline.last.days(since: release) + 1, 0), baseline.count))
    }

    let windowTotal = evidence.reduce(0) { $0 + $1.window.weight }
    let baselineTotal = evidence.reduce(0) { $0 + $1.baseline.weight }
    let daysOut = evidence.reduce(0) { $0 + $1.daysOut }
    let meanGameDay = daysOut > 0 ? baselineTotal / Double(daysOut) : 0
    let share = Double(window.count) / Double(baseline.count)
    let a = parameters.priorEvents
    let catalogueChange = (windowTotal + a) / (baselineTotal * share + a)

    var candidates: [Candidate] = []
    for game in evidence where game.window.events > 0 {
      let unseenDays = Double(baseline.count - game.daysOut)
      let expected = catalogueChange * share * (game.baseline.weight + unseenDays * meanGameDay)
      let posterior = GammaDistribution(shape: a + game.window.weight, rate: a + expected)
      guard posterior.mean > 1 else { continue }
      candidates.append(
        Candidate(
          gameId: game.game.id, genres: game.game.genres, events: game.window.events,
          posterior: posterior, lowerBound: posterior.quantile(z: Self.z)))
    }
    return candidates.sorted { left, right in
      left.lowerBound != right.lowerBound
        ? left.lowerBound > right.lowerBound : precedesByBytes(left.gameId, right.gameId)
    }
  }
}
