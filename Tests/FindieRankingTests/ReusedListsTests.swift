import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers
import Testing

/// Lists of an earlier night that are reused, compared with lists that are computed.
struct ReusedListsTests {
  private let workers = Workers(threads: 2)
  private static let length = 12

  private var parameters: RecommendationParameters {
    var parameters = RecommendationParameters()
    parameters.topPositions.maximumShare = 0.05
    return parameters
  }

  private func lists(
    _ world: RandomWorld, reusing earlier: ComputedLists? = nil,
    weights: [RankerFeature: Double] = [.factors: 1, .popularity: 0.1], rules: String = "same",
    promotions: [Promotion] = [], after days: Int = 0
  ) throws -> ComputedLists {
    let recommender = try world.recommender(
      length: Self.length, weights: RankerWeights(weights), parameters: parameters,
      promotions: promotions)
    let reused = recommender.reused(
      earlier, rules: rules, games: world.games, workers: workers)
    return recommender.lists(
      try recommender.newLists(besides: reused, workers: workers), reused,
      on: night.adding(days: days))
  }

  private func ids(_ lists: ComputedLists, _ world: RandomWorld) -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: world.matrix.players.ids.enumerated().map { row, id in
        (id, lists.table.games(ofPlayer: row).map { world.games[Int($0)].id })
      })
  }

  /// The players whose lists an earlier night computed.
  private func reused(_ lists: ComputedLists, _ world: RandomWorld) -> Set<String> {
    Set(
      zip(world.matrix.players.ids, lists.nights)
        .filter { $1 != lists.night.daysSinceEpoch }.map(\.0))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `full lists of unchanged players are reused, whatever the game signals`(
    seed: UInt64
  ) throws {
    let world = try RandomWorld(seed: seed, .manyStudios)
    let first = try lists(world)
    #expect(first.reused == 0)
    #expect(
      try first.table
        == world.recommender(
          length: Self.length, weights: RankerWeights([.factors: 1, .popularity: 0.1]),
          parameters: parameters
        ).lists(workers: workers))
    // Some lists are short, since few games suit the player: those are computed each night.
    let full = Set(
      world.matrix.players.ids.enumerated()
        .filter { first.table.games(ofPlayer: $0.offset).count == Self.length }.map(\.element))
    #expect(full.count > 30)
    let second = try lists(world, reusing: first, weights: [.popularity: 1], after: 1)
    #expect(reused(second, world) == full)
    let other = ids(try lists(world, weights: [.popularity: 1]), world)
    let (before, after) = (ids(first, world), ids(second, world))
    #expect(full.contains { other[$0] != before[$0] })
    for player in full { #expect(Set(after[player] ?? []) == Set(before[player] ?? [])) }
    // Top positions are taken back each night: a third night by the first rules has its lists.
    #expect(first.tops.contains { $0 > 0 })
    #expect(try lists(world, reusing: lists(world, reusing: first, after: 1)).table == first.table)
  }

  @Test func `lists of other rules and lists with promoted games are not reused`() throws {
    let world = try RandomWorld(seed: 4, .manyStudios)
    let first = try lists(world)
    #expect(try lists(world, reusing: first, rules: "other", after: 1).reused == 0)
    let game = try #require(first.table.games.first)
    let promotion = Promotion(
      id: "p", gameId: world.games[Int(game)].id, from: night, to: night, rank: 2)
    let promoted = try lists(world, reusing: first, promotions: [promotion], after: 1)
    let rows = world.matrix.players.ids.indices.filter { row in
      (promoted.table.offsets[row]..<promoted.table.offsets[row + 1])
        .contains(where: promoted.table.isPromoted)
    }
    #expect(!rows.isEmpty && rows.allSatisfy { promoted.inputs[$0] == 0 })
    #expect(Set(rows.map { world.matrix.players[$0] }).isDisjoint(with: reused(promoted, world)))
    // Without the promotion, they are computed once more.
    let after = try lists(world, reusing: promoted, after: 2)
    #expect(Set(rows.map { world.matrix.players[$0] }).isDisjoint(with: reused(after, world)))
    #expect(ids(after, world) == ids(first, world))
  }

  @Test(arguments: [5, 6] as [UInt64])
  func `a list is computed if its player, a friend or a game changed`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed, .manyStudios)
    let first = try lists(world)
    let unchanged = reused(try lists(world, reusing: first, after: 1), world)
    // A new like.
    let player = try #require(unchanged.sorted().first { ($0.dropFirst().first ?? "9") < "5" })
    let known = world.known(to: player)
    let liked = try #require(world.games.first { !known.contains($0.id) })
    let acted = try world.with(
      acts: world.acts + [Act(user: player, game: liked.id, action: .like, age: 1)])
    let friends = Set(world.users.first { $0.id == player }?.friendIds ?? [])
    let computed = unchanged.subtracting(reused(try lists(acted, reusing: first, after: 1), acted))
    #expect(computed.contains(player) && computed.isSubset(of: friends.union([player])))
    // A new game, which moves the indices of all others.
    let more = try world.with(
      games: [Game(id: "a-new-one", title: "New", developerId: "dn", genres: [.puzzle])]
        + world.games)
    let moved = try lists(more, reusing: first, after: 1)
    #expect(reused(moved, more) == unchanged)
    for id in unchanged {
      #expect(Set(ids(moved, more)[id] ?? []) == Set(ids(first, world)[id] ?? []))
    }
    // A withdrawn game.
    let withdrawn = try #require(
      ids(first, world).filter { unchanged.contains($0.key) }.values.first?.first)
    var games = world.games
    let index = try #require(games.firstIndex { $0.id == withdrawn })
    games[index].isActive = false
    let without = try world.with(games: games)
    let left = try lists(without, reusing: first, after: 1)
    let had = Set(ids(first, world).filter { $0.value.contains(withdrawn) }.keys)
    #expect(reused(left, without) == unchanged.subtracting(had))
    #expect(!ids(left, without).values.contains { $0.contains(withdrawn) })
  }

  @Test(arguments: [7, 8] as [UInt64])
  func `a list is computed if anything that its player did is new, or if a game has other genres`(
    seed: UInt64
  ) throws {
    let world = try RandomWorld(seed: seed, .manyStudios)
    let first = try lists(world)
    let unchanged = reused(try lists(world, reusing: first, after: 1), world)
    // None of these changes a game's strongest kind, its sign or the day it was last seen.
    for action in [SwipeAction.viewDetails, .share, .skip] {
      let liked = try #require(
        world.acts.first { act in
          unchanged.contains(act.user) && act.action == .superLike && act.age > 0
            && world.games.contains { $0.id == act.game }
            && !world.acts.contains {
              ($0.user, $0.game) == (act.user, act.game)
                && ($0.action, $0.age) != (act.action, act.age)
            }
        })
      let more = try world.with(
        acts: world.acts + [Act(user: liked.user, game: liked.game, action: action, age: liked.age)]
      )
      #expect(!reused(try lists(more, reusing: first, after: 1), more).contains(liked.user))
    }
    let listed = ids(first, world)
    let shown = try #require(unchanged.sorted().first.flatMap { listed[$0]?.first })
    var games = world.games
    let index = try #require(games.firstIndex { $0.id == shown })
    games[index].genres = [.strategy]
    let other = try world.with(games: games)
    let affected = unchanged.filter {
      world.known(to: $0).contains(shown) || listed[$0]?.contains(shown) == true
    }
    #expect(!affected.isEmpty)
    #expect(
      reused(try lists(other, reusing: first, after: 1), other).isDisjoint(with: affected))
  }
}

extension RandomWorld {
  /// The world with other actions or games; the factors of games stay.
  fileprivate func with(acts: [Act]? = nil, games: [Game]? = nil) throws -> RandomWorld {
    try RandomWorld(copying: self, acts: acts ?? self.acts, games: games ?? self.games)
  }
}
