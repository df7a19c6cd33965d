import FindieAnalytics
package import FindieDomain
package import FindieModels
package import FindieRanking
package import FindieWorkspace

/// What every task that computes lists is given: the models and the games of a night, without its
/// players.
///
/// Grain: one row per game.
package struct ListTaskModel: Artifact {
  package static var grain: String { "one row per game" }
  package static var formatVersion: Int { 1 }

  package let day: Day
  package let games: [Game]
  /// Those of the day.
  package let promotions: [Promotion]
  package let trending: [TrendingGames]
  /// By game, whether lists may show it.
  package let isEligible: [Bool]
  package let gameCounts: GameCounts
  /// Without players.
  package let factors: FactorModel
  package let items: ItemItemModels
  package let weights: RankerWeights
  package let tastes: TasteFactors
  package let settings: Settings

  package struct Settings: Codable, Sendable {
    package let recommendations: RecommendationParameters
    package let candidates: CandidateParameters
    package let minimumPlayers: Int

    package init(
      recommendations: RecommendationParameters, candidates: CandidateParameters,
      minimumPlayers: Int
    ) {
      self.recommendations = recommendations
      self.candidates = candidates
      self.minimumPlayers = minimumPlayers
    }
  }

  /// - Parameter tastes: of all players.
  package init(
    day: Day, games: [Game], promotions: [Promotion], trending: [TrendingGames],
    isEligible: [Bool], gameCounts: GameCounts, models: RankingModels, weights: RankerWeights,
    tastes: TasteFactors, settings: Settings
  ) {
    self.day = day
    self.games = games
    self.promotions = promotions
    self.trending = trending
    self.isEligible = isEligible
    self.gameCounts = gameCounts
    let factors = models.factors
    self.factors = FactorModel(
      players: Matrix(rows: 0, columns: factors.games.columns), games: factors.games,
      parameters: factors.parameters)
    items = models.itemItem
    self.weights = weights
    self.tastes = tastes
    self.settings = settings
  }

  package var counts: [String: Int] { ["games": games.count] }

  package func write(to file: inout ArtifactWriter) {
    file.put("day", [day.daysSinceEpoch])
    file.put("gameRecords", json: games)
    file.put("promotions", json: promotions)
    file.put("trending", json: trending)
    file.put("isEligible", isEligible.map { UInt8($0 ? 1 : 0) })
    file.put("positives", gameCounts.positives)
    file.put("likes", gameCounts.likes)
    file.put("shown", gameCounts.shown)
    file.put("recent", gameCounts.recent.counts)
    file.put("weights", json: weights)
    file.put("tastes", tastes.means.elements)
    file.put("settings", json: settings)
    file.put("alsParameters", json: factors.parameters)
    file.put("gameFactors", factors.games.elements)
    items.write(to: &file)
  }

  package init(from file: ArtifactReader) throws {
    day = Day(daysSinceEpoch: try file.numbers("day", as: Int32.self).first ?? 0)
    games = try file.json("gameRecords")
    promotions = try file.json("promotions")
    trending = try file.json("trending")
    isEligible = try file.numbers("isEligible", as: UInt8.self).map { $0 == 1 }
    gameCounts = GameCounts(
      positives: try file.numbers("positives"), likes: try file.numbers("likes"),
      shown: try file.numbers("shown"),
      recent: RecentPositives(counts: try file.numbers("recent")))
    weights = try file.json("weights")
    settings = try file.json("settings")
    let parameters = try file.json("alsParameters", as: ALSParameters.self)
    let rank = parameters.rank
    tastes = TasteFactors(means: try file.matrix("tastes", columns: rank))
    factors = FactorModel(
      players: Matrix(rows: 0, columns: rank),
      games: try file.matrix("gameFactors", columns: rank), parameters: parameters)
    items = try ItemItemModels(from: file)
  }
}

/// The players of one task, with what their friends do.
///
/// Grain: one row per player and friend.
package struct PlayerShard: Artifact {
  package static var grain: String { "one row per player and friend" }
  package static var formatVersion: Int { 1 }

  /// The players of the task and their friends.
  private let matrix: InteractionMatrix
  /// X[rows of the matrix, rank].
  private let factors: Matrix
  /// What lists depend on of these players.
  private let users: [User]
  /// The rows of the players of the task, ascending.
  private let players: [Int]

  package var counts: [String: Int] { ["players": players.count] }

  /// The players that lists are computed for.
  package var audience: Audience {
    Audience(matrix, factors: factors, users: users).gathering(players)
  }

  /// - Parameters:
  ///   - players: rows of the matrix.
  ///   - users: of the night, by id.
  ///   - factors: X[players, rank], of all players.
  init(
    _ players: Range<Int>, of matrix: InteractionMatrix, users: [ExactText: User],
    factors: Matrix
  ) {
    let ids = matrix.players
    let friends = players.flatMap { users[ExactText(ids[$0])]?.friendIds ?? [] }
      .compactMap { ids.index(of: $0) }
    let rows = Set(players).union(friends).sorted()
    self.matrix = matrix.gathering(rows)
    self.factors = factors.gathering(rows)
    self.users = rows.compactMap { users[ExactText(ids[$0])]?.forLists }
    self.players = rows.indices.filter { players.contains(rows[$0]) }
  }

  package func write(to file: inout ArtifactWriter) {
    matrix.write(to: &file)
    file.put("rank", [factors.columns])
    file.put("factors", factors.elements)
    file.put("users", json: users)
    file.put("ownRows", players)
  }

  package init(from file: ArtifactReader) throws {
    matrix = try InteractionMatrix(from: file)
    guard let rank = try file.numbers("rank", as: Int.self).first else {
      throw ArtifactDamage.array("rank")
    }
    factors = try file.matrix("factors", columns: rank)
    users = try file.json("users")
    players = try file.numbers("ownRows")
    guard factors.rows == matrix.players.count, players.allSatisfy({ $0 < factors.rows }) else {
      throw ArtifactDamage.array("ownRows")
    }
  }
}

extension User {
  /// What lists depend on.
  fileprivate var forLists: User {
    User(
      id: id, favoriteGenres: favoriteGenres, mutedGenres: mutedGenres ?? [],
      preferredPlatforms: preferredPlatforms, priceRange: priceRange, friendIds: friendIds,
      sharesActivityWithFriends: sharesActivityWithFriends)
  }
}

/// The lists that a task computed, before top positions are distributed.
///
/// Grain: one row per player and rank.
package struct TaskLists: Artifact {
  package static var grain: String { "one row per player and rank" }
  package static var formatVersion: Int { 1 }

  let table: RecommendationTable
  let promoted: PromotedLists

  package var counts: [String: Int] { table.counts }

  init(_ lists: PendingLists) {
    table = lists.table
    promoted = lists.promoted
  }

  package func write(to file: inout ArtifactWriter) {
    table.write(to: &file)
    file.put("promoted", json: promoted)
  }

  package init(from file: ArtifactReader) throws {
    table = try RecommendationTable(from: file)
    promoted = try file.json("promoted")
  }
}
