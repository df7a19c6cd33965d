package import FindieDomain

/// Ranks recently released games by their first events.
///
/// The score is the like rate so far, shrunk towards the catalogue's: (likes + super-likes + κ·p) /
/// (cards + κ), κ = `priorImpressions`, p the like rate of the catalogue before the as-of day. A
/// game without cards scores p: above games that were seen and not liked, below those
/// that were liked. Ties go to the later release, then to the smaller id.
///
/// The numbers of events, including those in p, are the nearest multiples of k, and 0 for a game
/// that fewer than k players saw. So a score reveals no exact count, and a game that few saw has
/// the score p, whatever they did.
///
/// Source: the posterior mean of a Beta(κp, κ(1 − p)) prior; A. Gelman et al., *Bayesian Data
/// Analysis*, 3rd ed. (2013), section 2.4.
package struct NewReleases: Sendable {
  package let parameters: NewReleasesParameters
  /// k.
  private let minimumPlayers: Int

  package init(
    _ parameters: NewReleasesParameters = NewReleasesParameters(), minimumPlayers: Int
  ) {
    self.parameters = parameters
    self.minimumPlayers = minimumPlayers
  }

  /// Whether a game was released within `windowInDays` before a day.
  package func isNew(_ game: Game, on night: Day) -> Bool {
    guard game.availability(on: night) == .out, let release = game.releaseDate?.day else {
      return false
    }
    return DayRange(lastDays: parameters.windowInDays, before: night).contains(release)
  }

  /// The games released within `windowInDays` before the run, best first.
  package func list(_ activity: Activity, games: [Game]) -> [NewRelease] {
    let night = activity.night
    let counts = activity.publicVerdicts(minimumPlayers: minimumPlayers)
    let all = counts.reduce((likes: 0, cards: 0)) {
      ($0.likes + $1.likes, $0.cards + $1.cards)
    }
    let prior = all.cards > 0 ? Double(all.likes) / Double(all.cards) : 0
    let pseudo = parameters.priorImpressions

    struct Scored {
      let game: Game
      let release: Day
      let score: Double
    }
    let scored = games.compactMap { game -> Scored? in
      guard isNew(game, on: night), let release = game.releaseDate?.day,
        let index = activity.index(of: game.id)
      else { return nil }
      let own = counts[index]
      let score = (Double(own.likes) + pseudo * prior) / (Double(own.cards) + pseudo)
      return Scored(game: game, release: release, score: score)
    }
    let ranked = scored.sorted { left, right in
      if left.score != right.score { return left.score > right.score }
      if left.release != right.release { return left.release > right.release }
      return precedesByBytes(left.game.id, right.game.id)
    }
    return ranked.prefix(parameters.listLength).enumerated().map { position, scored in
      NewRelease(
        gameId: scored.game.id, date: night, rank: position + 1, releaseDate: scored.release,
        status: scored.game.releaseStatus, score: scored.score)
    }
  }
}

extension NewReleases {
  /// The announced games: earliest date first, games without a date last; ties by wishlist adds
  /// before the run, rounded to the nearest multiple of k (0 for a game that fewer than k players
  /// wished for), then by id.
  ///
  /// If a game is still upcoming, a date in the past counts as none.
  package func announced(_ activity: Activity, games: [Game]) -> [AnnouncedGame] {
    let night = activity.night
    let wishes = activity.publicWishes(minimumPlayers: minimumPlayers)
    struct Coming {
      let game: Game
      let release: Day?
      let wishes: Int
    }
    let coming = games.compactMap { game -> Coming? in
      guard game.availability(on: night) == .announced, let index = activity.index(of: game.id)
      else { return nil }
      return Coming(
        game: game, release: game.releaseDate.map(\.day).flatMap { $0 >= night ? $0 : nil },
        wishes: wishes[index])
    }
    let ranked = coming.sorted { left, right in
      if left.release != right.release {
        guard let date = left.release else { return false }
        return right.release.map { date < $0 } ?? true
      }
      if left.wishes != right.wishes { return left.wishes > right.wishes }
      return precedesByBytes(left.game.id, right.game.id)
    }
    return ranked.prefix(parameters.listLength).enumerated().map { position, coming in
      AnnouncedGame(
        gameId: coming.game.id, date: night, rank: position + 1, releaseDate: coming.release,
        status: coming.game.releaseStatus)
    }
  }
}

package struct NewReleasesParameters: Hashable, Codable, Sendable {
  /// The number of days for which a release is new. 1 to 365.
  package var windowInDays = 60
  /// The weight of the catalogue's like rate, in impressions. Above 0, to 1000.
  package var priorImpressions = 20.0
  /// The maximum length of the list, and of the list of announced games. 1 to 10,000.
  package var listLength = 500

  package init() {}
}
