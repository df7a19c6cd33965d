package import FindieDomain
import Foundation

/// What is known of each game on one night, whoever the player is. Arrays are by game.
package struct GameSignals: Sendable {
  /// Whether the game may be listed at all.
  package let isListed: [Bool]
  /// How many players are for it.
  package let positives: [Int]
  /// How many players like it.
  let likes: [Int]
  /// How many players have come across it, at least `positives` and `likes`.
  let shown: [Int]
  /// The listed games that fewest players are for, of as many the later releases first, then by index.
  let littleKnown: [UInt32]
  /// As many players are for the game in the middle of the listed ones, at least 1.
  private let leastOfPopular: Int
  let facts: [Facts]
  let genres: [GenreSet]
  /// Trending games, the strongest first.
  let trendingGames: [UInt32]
  /// New games, the newest first, ties by index.
  let newGames: [UInt32]

  /// Whether as many players are for a game as for half of the listed ones.
  func isPopular(_ game: UInt32) -> Bool { positives[Int(game)] >= leastOfPopular }

  /// Among so many of the least known games the nearest by genres and tags are sought: as many as can be
  /// looked at for each player.
  private static let littleKnownGames = 500

  /// What the ranker takes of a game as it is.
  struct Facts: Sendable {
    /// ln(1 + positives).
    let popularity: Float
    /// The logarithm of a trending game's lift, at its lower bound; 0 for the others.
    let trending: Float
    /// 1 on the day of release, 0 when it is not new any more.
    let freshness: Float
    let genres: GenreSet
  }

  /// - Parameters:
  ///   - games: in the order of their indices.
  ///   - lifts: by game, the lower bound of a trending game's lift; nil for others.
  ///   - day: the night's.
  package init(
    games: [Game], isListed: [Bool], positives: [Int], likes: [Int], shown: [Int],
    lifts: [Double?], on day: Day, parameters: CandidateParameters
  ) {
    precondition(
      [isListed.count, positives.count, likes.count, shown.count, lifts.count]
        .allSatisfy { $0 == games.count }, "signals of other numbers of games")
    self.isListed = isListed
    self.positives = positives
    self.likes = likes
    self.shown = shown
    let byPositives = games.indices.filter { isListed[$0] }
      .map { (positives[$0], -(games[$0].releaseDate?.milliseconds ?? 0), $0) }
      .sorted { $0 < $1 }
    littleKnown = byPositives.prefix(GameSignals.littleKnownGames).map { UInt32($0.2) }
    leastOfPopular = max(1, byPositives.isEmpty ? 1 : byPositives[byPositives.count / 2].0)
    let trending = lifts.map { lift in lift.map { Float(log(max(1, $0))) } ?? 0 }
    let genres = games.map { GenreSet($0.genres) }
    trendingGames = games.indices.filter { trending[$0] > 0 && isListed[$0] }
      .sorted { (-trending[$0], $0) < (-trending[$1], $1) }.map { UInt32($0) }
    let freshness = games.map { game -> Float in
      guard let release = game.releaseDate?.day, release < day else { return 0 }
      let age = Float(day.days(since: release)) / Float(max(1, parameters.freshDays))
      return max(0, 1 - age)
    }
    self.genres = genres
    facts = games.indices.map {
      Facts(
        popularity: Float(log(1 + Double(positives[$0]))), trending: trending[$0],
        freshness: freshness[$0], genres: genres[$0])
    }
    newGames = games.indices.filter { freshness[$0] > 0 && isListed[$0] }
      .sorted { (-freshness[$0], $0) < (-freshness[$1], $1) }.map { UInt32($0) }
  }
}
