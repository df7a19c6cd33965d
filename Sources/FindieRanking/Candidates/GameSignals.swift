package import FindieDomain
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
  let facts: [Facts]
  let genres: [GenreSet]
  /// Trending games, the strongest first.
  let trendingGames: [UInt32]
  /// New games, the newest first, ties by index.
  let newGames: [UInt32]

  /// The number of little-known games that are compared by genres and tags: as many as the time per
  /// player allows.
  private static let littleKnownGames = 500

  /// The features of a game that do not depend on the player.
  struct Facts: Sendable {
    /// ln(1 + positives).
    let popularity: Float
    /// The logarithm of a trending game's lift, at its lower bound; 0 for the others.
    let trending: Float
    /// 1 on the day of release, 0 when it is no longer new.
    let freshness: Float
    let genres: GenreSet
  }

  /// - Parameters:
  ///   - games: in the order of their indices.
  ///   - minimumPlayers: k.
  ///   - lifts: by game, the lower bound of a trending game's lift; nil for others.
  ///   - day: the day of the run.
  package init(
    games: [Game], isListed: [Bool], positives: [Int], likes: [Int], shown: [Int],
    minimumPlayers: Int, lifts: [Double?], on day: Day, parameters: CandidateParameters
  ) {
    precondition(
      [isListed.count, positives.count, likes.count, shown.count, lifts.count]
        .allSatisfy { $0 == games.count }, "signals of other numbers of games")
    self.isListed = isListed
    self.positives = positives
    bound = DisclosureBound(minimumPlayers)
    self.likes = likes
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
    facts = games.indices.map {
      Facts(
        popularity: Float(log(1 + Double(positives[$0]))), trending: trending[$0],
        freshness: freshness[$0], genres: genres[$0])
    }
    newGames = games.indices.filter { freshness[$0] > 0 && isListed[$0] }
      .sorted { (-freshness[$0], $0) < (-freshness[$1], $1) }.map { UInt32($0) }
  }

  /// Whether at least k players have a positive for a game. A game without players is treated like
  /// one with few, so that nobody can tell them apart; with k = 1 every game is known.
  func isKnown(_ game: UInt32) -> Bool {
    bound.minimumPlayers == 1 || bound.allows(positives[Int(game)])
  }
}

/// A sum per game, mostly 0: a dense array of which only touched elements are reset.
struct GameSums {
  private(set) var values: [Float]
  private var isTouched: [Bool]
  private(set) var touched: [UInt32] = []

  init(games: Int) {
    values = [Float](repeating: 0, count: games)
    isTouched = [Bool](repeating: false, count: games)
  }

  mutating func reset() {
    for game in touched {
      values[Int(game)] = 0
      isTouched[Int(game)] = false
    }
    touched.removeAll(keepingCapacity: true)
  }

  mutating func add(_ value: Float, to game: UInt32) {
    values[Int(game)] += value
    if !isTouched[Int(game)] {
      isTouched[Int(game)] = true
      touched.append(game)
    }
  }

  /// Adds `factor` times each value to the sum of its game.
  mutating func add(_ added: Span<Float>, times factor: Float, to games: Span<UInt32>) {
    Self.add(added, factor, games, &values, &isTouched, &touched)
  }

  private static func add(
    _ added: Span<Float>, _ factor: Float, _ games: Span<UInt32>, _ values: inout [Float],
    _ isTouched: inout [Bool], _ touched: inout [UInt32]
  ) {
    var values = values.mutableSpan
    var isTouched = isTouched.mutableSpan
    for position in games.indices {
      let game = Int(games[position])
      values[game] += factor * added[position]
      if !isTouched[game] {
        isTouched[game] = true
        touched.append(games[position])
      }
    }
  }
}
