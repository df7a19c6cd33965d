package import FindieDomain
import FindieHistory
package import FindieModels
import FindieTestSupport
import FindieWorkers
import Foundation

/// Random players, games and events, with a seed; and the games that a player may be shown, by
/// brute force.
package struct RandomWorld {
  package let games: [Game]
  package let users: [User]
  package let acts: [Act]
  package let wishlists: [Wishlist]
  package let matrix: InteractionMatrix
  package let model: FactorModel

  /// Special cases of the data.
  package enum Oddity: CaseIterable {
    case none
    /// There are no events.
    case noActs
    /// All events are of three games.
    case coldGames
    /// Games without a genre.
    case noGenres
    /// One studio per game, instead of one for all.
    case manyStudios
    /// No game is available.
    case nothingOut
  }

  package init(seed: UInt64, _ oddity: Oddity = .none) throws {
    var generator = SeededGenerator(seed: seed)
    let games = (0..<70).map { Self.game($0, oddity, &generator) }
    let users = (0..<90).map { Self.user($0, &generator) }
    let acts = (0..<(oddity == .noActs ? 0 : 900)).map { _ in
      // Players from 90 on are not users; 60 to 79 have no events. Game 70 is not in the catalogue.
      let player = Int.random(in: 0..<60, using: &generator)
      return Act(
        user: numbered("u", player < 50 ? player : player + 40),
        game: numbered(
          "g", Int.random(in: oddity == .coldGames ? 3...5 : 0...70, using: &generator)),
        action: SwipeAction.allCases.randomElement(using: &generator) ?? .like,
        age: Int.random(in: -3...400, using: &generator))
    }
    let wishlists = (75..<85).map { player in
      let age = Int.random(in: -5...50, using: &generator)
      let items = (0..<3).map { _ in
        WishlistItem(
          gameId: numbered("g", Int.random(in: 0...70, using: &generator)),
          addedDate: Bool.random(using: &generator) ? nil : .before(age))
      }
      return Wishlist(id: "w\(player)", userId: numbered("u", player), items: items)
    }
    self.games = games
    self.users = users
    self.acts = acts
    self.wishlists = wishlists
    let workers = Workers(threads: 2)
    matrix = InteractionMatrix(
      interactions: EventTable(acts), wishlists: PackedRecords(wishlists),
      users: PackedRecords(users), games: games.map(\.id),
      on: night, parameters: MatrixParameters(), workers: workers)
    model = try ImplicitALS(ALSParameters(rank: 6, iterations: 3, seed: seed))
      .fit(matrix.observed, workers: workers)
  }

  /// A world with other actions or games, and the factors of the same players and games.
  package init(copying other: RandomWorld, acts: [Act], games: [Game]) throws {
    self.games = games
    users = other.users
    self.acts = acts
    wishlists = other.wishlists
    matrix = InteractionMatrix(
      interactions: EventTable(acts), wishlists: PackedRecords(wishlists),
      users: PackedRecords(users), games: games.map(\.id),
      on: night, parameters: MatrixParameters(), workers: Workers(threads: 2))
    precondition(matrix.players.count == other.matrix.players.count, "other players")
    var factors = Matrix(rows: games.count, columns: other.model.games.columns)
    for (row, game) in games.enumerated() {
      guard let known = other.games.firstIndex(where: { $0.id == game.id }) else { continue }
      for column in 0..<factors.columns { factors[row, column] = other.model.games[known, column] }
    }
    model = FactorModel(
      players: other.model.players, games: factors, parameters: other.model.parameters)
  }

  private static func game(
    _ index: Int, _ oddity: Oddity, _ generator: inout SeededGenerator
  ) -> Game {
    let prices: [Decimal?] = [nil, 0, 5, 15, 25, 60]
    let dates: [Timestamp?] = [nil, nil, .before(400), .before(1), .before(0), .before(-9)]
    return Game(
      id: numbered("g", index), title: "Game \(index)",
      developerId: oddity == .manyStudios ? "d\(index)" : "d",
      genres: oddity == .noGenres
        ? [] : [Genre.allCases[index % 5], Genre.allCases[index % 3]],
      platforms: Platform.allCases.prefix(4).filter { _ in Bool.random(using: &generator) },
      releaseDate: dates.randomElement(using: &generator) ?? nil,
      releaseStatus: index % 10 == 8 ? .upcoming : index % 10 == 9 ? .cancelled : .released,
      price: prices.randomElement(using: &generator) ?? nil,
      currency: [nil, "USD", "USD", "EUR"].randomElement(using: &generator) ?? nil,
      isFree: index % 7 == 0,
      isActive: index % 11 != 0 && oddity != .nothingOut)
  }

  private static func user(_ index: Int, _ generator: inout SeededGenerator) -> User {
    User(
      id: numbered("u", index), favoriteGenres: Array(Genre.allCases.prefix(index % 3)),
      mutedGenres: index % 6 == 5 ? [.puzzle] : [],
      preferredPlatforms: index % 2 == 0
        ? [] : [Platform.allCases[Int.random(in: 0..<4, using: &generator)]],
      priceRange: PricePreference.allCases[index % 5],
      // Circles of five, in which every fourth player names nobody.
      friendIds: index % 4 == 0
        ? [] : (0..<5).map { numbered("u", index / 5 * 5 + $0) } + [numbered("u", 999)],
      sharesActivityWithFriends: index % 7 == 3 ? false : index % 2 == 0 ? true : nil)
  }

  /// The ids of the games that a player has acted on before the night, other than by skips.
  package func known(to player: String) -> Set<String> {
    let acted = acts.filter { $0.user == player && $0.age >= 1 && $0.action != .skip }
      .map(\.game)
    let saved = wishlists.filter { $0.userId == player }.flatMap(\.items)
      .filter { item in item.addedDate.map { $0 < night.start } ?? true }.map(\.gameId)
    return Set(acted + saved)
  }

  /// The games that a player may be shown, directly by the rules.
  package func candidates(of player: String) -> [Int] {
    let user = users.first { $0.id == player }
    let known = known(to: player)
    return games.indices.filter { index in
      let game = games[index]
      guard game.isActive, [.released, .earlyAccess].contains(game.releaseStatus) else {
        return false
      }
      if let date = game.releaseDate, date.day >= night { return false }
      if let most = user?.priceRange.maxPrice, !game.isFree {
        // An unknown price hides a game only from players who want free ones.
        if let price = game.price {
          guard price == 0 || (game.currency ?? "USD") == "USD" && price <= most else {
            return false
          }
        } else if most == 0 {
          return false
        }
      }
      if let preferred = user?.preferredPlatforms, !preferred.isEmpty, !game.platforms.isEmpty {
        guard preferred.contains(where: { game.platforms.contains($0) }) else { return false }
      }
      if user?.mutedGenres?.contains(where: game.genres.contains) ?? false { return false }
      return !known.contains(game.id)
    }
  }

  /// The mean factor of the players with positives. For a genre, players are weighted by the share
  /// of their positives with the genre, plus 20 players with the mean factor; for several genres
  /// the mean of these.
  package func taste(_ genres: [Genre]) -> [Double] {
    let warm = (0..<matrix.players.count).filter { matrix.observed.hasPositives(row: $0) }
    let all = (0..<model.games.columns).map { index in
      warm.reduce(0.0) { $0 + Double(model.players[$1, index]) } / Double(warm.count)
    }
    guard !genres.isEmpty else { return all }
    let means = genres.map { genre -> [Double] in
      let shares = warm.map { player -> Double in
        let own = matrix.observed.positives(ofRow: player)
        return Double(own.count { games[Int($0)].genres.contains(genre) }) / Double(own.count)
      }
      return all.indices.map { index in
        let sum = zip(warm, shares).reduce(0.0) { $0 + $1.1 * Double(model.players[$1.0, index]) }
        return (sum + 20 * all[index]) / (shares.reduce(0, +) + 20)
      }
    }
    return all.indices.map { index in
      means.reduce(0) { $0 + $1[index] } / Double(genres.count)
    }
  }
}
