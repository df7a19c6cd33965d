import FindieAnalytics
package import FindieDomain
import FindieModels
import Foundation

/// Facts of each game on one night, independent of the player. Arrays are by game.
package struct GameSignals: Sendable {
  /// Whether the game may be listed at all.
  package let isListed: [Bool]
  /// The number of positives.
  package let positives: [Int]
  /// k: if a game has fewer positives, what players do with it is no reason to list it or others.
  let bound: DisclosureBound
  /// The number of players who like it.
  let likes: [Int]
  /// The number of players who have seen it, at least `positives` and `likes`.
  let shown: [Int]
  /// The listed games with the fewest positives; ties by later release, then by index.
  let littleKnown: [UInt32]
  /// The features of each game that do not depend on the player, [games, RankerFeature.ofGame].
  let features: [Float]
  let genres: [GenreSet]
  /// The number of positives in the longest window.
  private let recentPositives: [Int]
  private let day: Day
  /// Trending games, the strongest first.
  let trendingGames: [UInt32]
  /// New games, the newest first, ties by index.
  let newGames: [UInt32]
  /// The games with the most positives in the last days: the windows take turns.
  let recentGames: [UInt32]
  /// By genre, the games with the most positives in the last days.
  let recentGamesOfGenres: [[UInt32]]

  /// The number of little-known games that are compared by genres and tags: as many as the time per
  /// player allows.
  private static let littleKnownGames = 500
  /// The number of games of each window that become candidates.
  private static let recentGamesPerWindow = 50

  /// - Parameters:
  ///   - games: in the order of their indices.
  ///   - counts: what players did before the day.
  ///   - minimumPlayers: k.
  ///   - lifts: by game, the lower bound of a trending game's lift; nil for others.
  ///   - day: the day of the run.
  package init(
    games: [Game], _ counts: GameCounts, isListed: [Bool], minimumPlayers: Int, lifts: [Double?],
    on day: Day, parameters: CandidateParameters
  ) {
    let (positives, shown, recent) = (counts.positives, counts.shown, counts.recent)
    precondition(
      [isListed.count, positives.count, counts.likes.count, shown.count, recent.games, lifts.count]
        .allSatisfy { $0 == games.count }, "signals of other numbers of games")
    self.isListed = isListed
    self.positives = positives
    bound = DisclosureBound(minimumPlayers)
    likes = counts.likes
    self.shown = shown
    let byPositives = games.indices.filter { isListed[$0] }
      .map { (positives[$0], -(games[$0].releaseDate?.milliseconds ?? 0), $0) }
      .sorted { $0 < $1 }
    littleKnown = byPositives.prefix(Self.littleKnownGames).map { UInt32($0.2) }
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
    self.day = day
    recentPositives = recent.counts(window: RecentPositives.windows.count - 1)
    let (width, columns) = (RankerFeature.ofGame.count, RankerFeature.columns)
    var features = [Float](repeating: 0, count: games.count * width)
    for game in games.indices {
      func set(_ feature: RankerFeature, _ value: Double) {
        features[game * width + columns[feature]] = Float(value)
      }
      set(.popularity, log(1 + Double(positives[game])))
      set(.likeRate, Proportion(min(positives[game], shown[game]), of: shown[game])?.lower ?? 0)
      for (window, feature) in RankerFeature.recent.enumerated() {
        set(feature, log(1 + Double(recent.count(ofGame: game, window: window))))
      }
      set(.trending, Double(trending[game]))
      set(.freshness, Double(freshness[game]))
      set(.youth, Self.youth(of: games[game], on: day))
    }
    self.features = features
    let most = RecentPositives.windows.indices.map { window -> [UInt32] in
      let counts = recent.counts(window: window)
      let liked = games.indices.filter { isListed[$0] && counts[$0] > 0 }
      return liked.map { (-counts[$0], -positives[$0], $0) }.sorted { $0 < $1 }
        .map { UInt32($0.2) }
    }
    let limit = Self.recentGamesPerWindow
    recentGames = Self.inTurn(most.map { Array($0.prefix(limit)) })
    recentGamesOfGenres = Genre.allCases.map { genre -> [UInt32] in
      let set = GenreSet([genre])
      return Self.inTurn(
        most.map { list in
          Array(list.lazy.filter { genres[Int($0)].contains(set) }.prefix(limit))
        })
    }
    newGames = games.indices.filter { freshness[$0] > 0 && isListed[$0] }
      .sorted { (-freshness[$0], $0) < (-freshness[$1], $1) }.map { UInt32($0) }
  }

  /// The first elements of each list, then the second ones, and so on, each game once.
  private static func inTurn(_ lists: [[UInt32]]) -> [UInt32] {
    var (found, known): ([UInt32], Set<UInt32>) = ([], [])
    for position in 0..<(lists.map(\.count).max() ?? 0) {
      for list in lists where position < list.count {
        if known.insert(list[position]).inserted { found.append(list[position]) }
      }
    }
    return found
  }

  private static func youth(of game: Game, on day: Day) -> Double {
    guard let release = game.releaseDate?.day, release < day else { return 0 }
    return 1 / (1 + Double(day.days(since: release)) / 365)
  }

  /// The days between a day, since 1970, and the day of the run; 0 for a later one.
  func age(of seen: Float) -> Double { max(0, Double(day.daysSinceEpoch) - Double(seen)) }

  /// Whether at least k players have a positive for a game. A game without players is treated like
  /// one with few, so that nobody can tell them apart; with k = 1 every game is known.
  func isKnown(_ game: UInt32) -> Bool {
    bound.minimumPlayers == 1 || bound.allows(positives[Int(game)])
  }

  /// Whether at least k players had a positive action on a game in the longest window.
  func isRecentlyKnown(_ game: UInt32) -> Bool {
    bound.minimumPlayers == 1 || bound.allows(recentPositives[Int(game)])
  }
}
