package import FindieDomain

/// The launches of all studios in the last 13 complete weeks, to compare a launch with. Counted
/// once for all studios; a few numbers for each game that was released in these weeks.
package struct LaunchPeers: Codable, Sendable, Equatable {
  /// The windows from a release that are compared, in days.
  package static let windows = [7, 28]

  private struct Peer: Codable, Equatable {
    let developerId: String
    /// By window; fewer while windows are not complete.
    let tallies: [Tally]
  }

  private let peers: [Peer]
  /// k: the minimum number of games to compare with.
  private let minimumGames: Int

  /// How many launches of other studios a launch exceeds at the same age.
  package struct Standing: Sendable, Equatable {
    package let games: Int
    /// Those with fewer impressions.
    package let fewerImpressions: Int
    /// Those with a lower like rate; nil if fewer than the minimum have one.
    package let lowerLikeRate: (games: Int, of: Int)?

    package static func == (left: Standing, right: Standing) -> Bool {
      (left.games, left.fewerImpressions) == (right.games, right.fewerImpressions)
        && left.lowerLikeRate?.games == right.lowerLikeRate?.games
        && left.lowerLikeRate?.of == right.lowerLikeRate?.of
    }
  }

  /// - Parameters:
  ///   - weeks: the last 13 complete weeks.
  ///   - first: the first recorded day.
  ///   - days: a game's totals of the days from the first of these weeks on.
  package init(
    _ games: [Game], weeks: DayRange, since first: Day, minimumGames: Int,
    days: (_ game: Int) -> [Tally]
  ) {
    self.minimumGames = minimumGames
    peers = games.indices.compactMap { game in
      Launch.tallies(of: games[game], weeks: weeks, since: first) { days(game) }.map {
        Peer(developerId: games[game].developerId, tallies: $0.tallies)
      }
    }
  }

  /// Nil below k games of other studios with a complete window, and below three studios with one,
  /// this one too.
  func standing(of own: Tally, _ developerId: String, window: Int) -> Standing? {
    let others = peers.filter {
      ExactText($0.developerId) != ExactText(developerId) && $0.tallies.count > window
    }
    let studios = Set(others.map { ExactText($0.developerId) }).count
    guard others.count >= minimumGames, studios + 1 >= AppNumbers.minimumStudios else {
      return nil
    }
    let tallies = others.map { $0.tallies[window] }
    let rates = tallies.compactMap { $0.likeRate?.estimate }
    return Standing(
      games: tallies.count,
      fewerImpressions: tallies.count { $0[.impressions] < own[.impressions] },
      lowerLikeRate: rates.count < minimumGames
        ? nil
        : own.likeRate.map { rate in (rates.count { $0 < rate.estimate }, rates.count) })
  }
}
