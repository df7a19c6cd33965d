import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers
import Foundation
import Testing

/// Promoted games in players' lists, compared with the lists without promotions.
struct PromotionTests {
  private func pin(_ id: String, _ game: Int, rank: Int) -> Promotion {
    Promotion(id: id, gameId: numbered("g", game), from: night, to: night, rank: rank)
  }

  private func boost(_ id: String, _ game: Int, by boost: Decimal) -> Promotion {
    Promotion(id: id, gameId: numbered("g", game), from: night, to: night, boost: boost)
  }

  private func lists(
    _ world: RandomWorld, _ promotions: [Promotion], length: Int = 12,
    _ parameters: RecommendationParameters = .plain()
  ) throws -> [RecommendationList] {
    let table = try world.recommender(
      length: length, weights: RankerWeights([.factors: 1, .popularity: 0.1]),
      parameters: parameters, promotions: promotions
    ).lists(workers: Workers(threads: 2))
    return world.matrix.players.ids.indices.map { player in
      table.list(
        ofPlayer: player, id: world.matrix.players[player], date: night, games: world.games)
    }
  }

  /// The released games that most players may see.
  private func promotable(_ world: RandomWorld) -> [Int] {
    let counts = world.matrix.players.ids.reduce(into: [Int: Int]()) { counts, id in
      for game in world.candidates(of: id) { counts[game, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a pinned game stands at its rank, and the others keep their order`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    let games = promotable(world)
    let promotions = [
      pin("b", games[0], rank: 2), pin("a", games[1], rank: 2), pin("c", games[2], rank: 7),
    ]
    let ids = [games[1], games[0], games[2]].map { world.games[$0].id }
    var promoted = 0
    for (plain, list) in zip(try lists(world, []), try lists(world, promotions)) {
      let allowed = Set(world.candidates(of: list.userId).map { world.games[$0].id })
      let shown = list.games.filter { $0.promoted == true }
      #expect(shown.map(\.gameId) == ids.filter(allowed.contains))
      let rest = list.games.filter { $0.promoted != true }.map(\.gameId)
      let others = plain.games.map(\.gameId).filter { id in !shown.contains { $0.gameId == id } }
      #expect(rest == Array(others.prefix(rest.count)))
      #expect(list.games.count == min(12, allowed.count))
      #expect(list.games.map(\.rank) == list.games.indices.map { $0 + 1 })
      for entry in shown where list.games.count == 12 {
        // The second game of rank 2 stands at 3.
        let isSecond = entry.gameId == ids[1] && allowed.contains(ids[0])
        #expect(entry.rank == (entry.gameId == ids[2] ? 7 : isSecond ? 3 : 2))
        #expect(!entry.reasons.isEmpty)
      }
      promoted += shown.count
    }
    #expect(promoted > 60)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a boosted game stands where its score with the boost would`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    let game = promotable(world)[0]
    let id = world.games[game].id
    let full = try lists(world, [], length: 70)
    var moved = 0
    for (all, list) in zip(full, try lists(world, [boost("a", game, by: 0.5)])) {
      guard let own = all.games.first(where: { $0.gameId == id }) else {
        #expect(!list.games.contains { $0.gameId == id })
        continue
      }
      let others = all.games.filter { $0.gameId != id }
      let place = min(own.rank - 1, others.count { $0.score >= own.score + 0.5 })
      let isListed = place < 12
      #expect(list.games.firstIndex { $0.gameId == id } == (isListed ? place : nil))
      #expect(list.games.contains { $0.promoted == true } == isListed)
      if place < own.rank - 1 { moved += 1 }
      if let entry = list.games.first(where: { $0.gameId == id }) {
        #expect(abs(entry.score - own.score) < 1e-5)
      }
    }
    #expect(moved > 5)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `limits on first places and on studios hold`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed, .manyStudios)
    let game = promotable(world)[0]
    var parameters = RecommendationParameters.plain()
    parameters.topPositions.maximumShare = 0.2
    let all = try lists(world, [pin("a", game, rank: 1)], parameters)
    let cap = Int(0.2 * Double(all.count { !$0.games.isEmpty }))
    let firsts = Dictionary(grouping: all.compactMap(\.games.first?.gameId)) { $0 }
    #expect(firsts[world.games[game].id]?.count == cap)
    #expect(firsts.values.allSatisfy { $0.count <= cap })
    for list in all {
      #expect(list.games.first { $0.promoted == true }.map { $0.rank <= 10 } ?? true)
    }
    parameters.variety.maximumStudioShare = 0.1
    let studios = Dictionary(uniqueKeysWithValues: world.games.map { ($0.id, $0.developerId) })
    func counts(_ list: RecommendationList) -> [String: Int] {
      Dictionary(grouping: list.games) { studios[$0.gameId] ?? "" }.mapValues(\.count)
    }
    for (plain, list) in zip(
      try lists(world, [], parameters), try lists(world, [pin("a", game, rank: 3)], parameters))
    {
      let before = counts(plain)
      #expect(counts(list).allSatisfy { $1 <= max(1, before[$0, default: 0]) })
      #expect(list.games.count <= max(12, plain.games.count))
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the probabilities of drawn games do not change`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    let games = promotable(world)
    var parameters = RecommendationParameters.plain()
    parameters.exploration = ExplorationParameters()
    parameters.exploration.newDays = 1000
    parameters.exploration.knownPlayers = 1000
    let promotions = [pin("a", games[0], rank: 1), pin("b", games[1], rank: 12)]
    let ids = Set([games[0], games[1]].map { world.games[$0].id })
    func drawn(_ list: RecommendationList) -> [String: Double] {
      Dictionary(
        uniqueKeysWithValues: list.games.compactMap { entry in
          entry.probability.map { (entry.gameId, $0) }
        })
    }
    var compared = 0
    for (plain, list) in zip(
      try lists(world, [], parameters), try lists(world, promotions, parameters))
    {
      let allowed = Set(world.candidates(of: list.userId).map { world.games[$0].id })
      let expected = drawn(plain).filter { !ids.contains($0.key) || !allowed.contains($0.key) }
      #expect(drawn(list) == expected)
      #expect(list.games.allSatisfy { $0.probability == nil || $0.promoted == nil })
      #expect(Set(list.games.map(\.gameId)).count == list.games.count)
      compared += expected.count
    }
    #expect(compared > 50)
  }

  @Test func `an audience is by favourite or liked genres, and by platforms`() throws {
    let world = try RandomWorld(seed: 1)
    let game = promotable(world)[0]
    var promotion = pin("a", game, rank: 1)
    promotion.genres = [.action]
    promotion.platforms = [.linux]
    var shown = 0
    for list in try lists(world, [promotion]) {
      let user = world.users.first { $0.id == list.userId }
      guard list.games.contains(where: { $0.promoted == true }) else { continue }
      shown += 1
      #expect(user?.preferredPlatforms.isEmpty ?? true || user?.preferredPlatforms == [.linux])
      if let favorites = user?.favoriteGenres, !favorites.isEmpty {
        #expect(favorites.contains(.action))
      }
    }
    let all = try lists(world, [pin("a", game, rank: 1)]).count { list in
      list.games.contains { $0.promoted == true }
    }
    #expect(0 < shown && shown < all)
  }

  @Test func `without promotions a table is the same, and without promoted entries shorter`() throws
  {
    let world = try RandomWorld(seed: 2)
    let game = promotable(world)[0]
    func table(_ promotions: [Promotion]) throws -> RecommendationTable {
      try world.recommender(length: 12, promotions: promotions).lists(workers: Workers(threads: 2))
    }
    let unknown = Promotion(id: "x", gameId: "nothing", from: night, to: night, rank: 1)
    #expect(try table([unknown]) == table([]))
    #expect(ActivePromotions([unknown], games: world.games).unknown.map(\.id) == ["x"])
    let promoted = try table([pin("a", game, rank: 1)])
    #expect(promoted.unpromoted.promotedEntries.isEmpty)
    #expect(
      promoted.unpromoted.games.count == promoted.games.count - promoted.promotedEntries.count)
    #expect(promoted.promotedLists == [UInt32(game): promoted.promotedEntries.count])
  }
}
