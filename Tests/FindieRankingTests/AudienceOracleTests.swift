import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers
import Testing

/// The players most likely to like a game, compared with all players' candidates.
struct AudienceOracleTests {
  private static let weights: RankerWeights = {
    var weights = RankerWeights(
      Dictionary(
        uniqueKeysWithValues: RankerFeature.allCases.enumerated().map {
          ($1, [.skips, .recentSkips].contains($1) ? -0.3 : 0.2 + 0.1 * Double($0))
        }), intercept: -2)
    weights.suggestions = .all
    return weights
  }()

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `scores and order are those of the players' candidates`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    let recommender = try world.recommender(
      length: 70, weights: Self.weights, hints: world.hints)
    let players = world.matrix.players.ids
    let isWilling = players.indices.map { $0 % 3 != 1 }
    let candidates = try players.indices.map { try recommender.candidates(of: $0) }
    var compared = 0
    for game in world.games.indices where world.games[game].availability(on: night) == .out {
      var scores: [String: Double] = [:]
      for player in players.indices
      where isWilling[player]
        && !world.matrix.skips.contains(row: player, column: UInt32(game))
      {
        let found = candidates[player].first { $0.game == UInt32(game) }
        if let found { scores[players[player]] = found.score }
      }
      let audience = recommender.audience(
        ofGame: game, in: world.games, limit: 1000, isWilling: isWilling,
        workers: Workers(threads: 2))
      #expect(audience.gameId == world.games[game].id)
      #expect(audience.players.map(\.rank) == audience.players.indices.map { $0 + 1 })
      #expect(Set(audience.players.map(\.userId)) == Set(scores.keys))
      for player in audience.players {
        #expect(abs(player.score - (scores[player.userId] ?? .nan)) < 1e-4)
      }
      #expect(
        zip(audience.players, audience.players.dropFirst()).allSatisfy { $0.score >= $1.score })
      let first = recommender.audience(
        ofGame: game, in: world.games, limit: 3, isWilling: isWilling,
        workers: Workers(threads: 1))
      #expect(first.players == Array(audience.players.prefix(3)))
      compared += scores.count
    }
    #expect(compared > 300)
  }

  @Test func `an announced game without players is ranked by genres`() throws {
    let games = [game("a", [.rpg]), game("b", [.puzzle]), game("c", [.rpg])].map { given in
      var game = given
      if game.id == "c" { game.releaseDate = night.adding(days: 3).start }
      return game
    }
    let matrix = InteractionMatrix(dense: [[0, 1, 0], [1, 0, 0], [1, 0, 0]])
    let users = matrix.players.ids.enumerated().map { index, id in
      User(id: id, mutedGenres: index == 2 ? [.rpg] : [])
    }
    let model = FactorModel(
      players: Matrix(rows: 3, columns: 1, elements: [1, 1, 1]),
      games: Matrix(rows: 3, columns: 1, elements: [1, 1, 0]), parameters: ALSParameters(rank: 1))
    let recommender = try Recommender.ofFactors(
      matrix, model, games: games, users: users,
      weights: RankerWeights([.factors: 1, .content: 1]))
    let audience = recommender.audience(
      ofGame: 2, in: games, limit: 10, isWilling: [true, true, true],
      workers: Workers(threads: 1))
    #expect(audience.players.map(\.userId) == [matrix.players[1], matrix.players[0]])
  }
}
