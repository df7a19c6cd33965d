package import FindieDomain

/// Ranks recently released games by their first events.
///
/// The score is the like rate so far, shrunk towards the catalogue's: (likes + super-likes +
/// κ·p) / (impressions + κ), κ = `priorImpressions`, p the like rate of all impressions before the
/// as-of day. A game without impressions scores p: above games that were seen and not liked, below those that
/// were liked. Ties go to the later release, then to the smaller id.
///
/// Source: the posterior mean of a Beta(κp, κ(1 − p)) prior; A. Gelman et al., *Bayesian Data
/// Analysis*, 3rd ed. (2013), section 2.4.
package struct NewReleases: Sendable {
  package let parameters: NewReleasesParameters

  package init(_ parameters: NewReleasesParameters = NewReleasesParameters()) {
    self.parameters = parameters
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
    let whole = activity.wholeRange
    let catalogue = activity.total(over: whole)
    let prior = catalogue.likeRate?.estimate ?? 0
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
      let tally = activity.tally(of: index, in: whole)
      // If fewer impressions than likes were recorded, the likes count as impressions.
      let impressions = Double(max(tally[.impressions], tally.positives))
      let score = (Double(tally.positives) + pseudo * prior) / (impressions + pseudo)
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
  /// The announced games: earliest date first, games without a date last; ties by wishlist adds before the
  /// run, then by id.
  ///
  /// A date in the past of a game that is still upcoming counts as none.
  package func announced(_ activity: Activity, games: [Game]) -> [AnnouncedGame] {
    let night = activity.night
    let whole = activity.wholeRange
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
        wishes: activity.tally(of: index, in: whole)[.wishlistAdds])
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

/// The parameters of new releases.
package struct NewReleasesParameters: Hashable, Codable, Sendable {
  /// The number of days for which a release is new. 1 to 365.
  package var windowInDays = 60
  /// The weight of the catalogue's like rate, in impressions. Above 0, to 1000.
  package var priorImpressions = 20.0
  /// The maximum length of the list, and of the list of announced games. 1 to 10,000.
  package var listLength = 500

  package init() {}
}
