import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers
import Testing

/// Properties of all lists, on seeded random data, checked by brute force.
struct RecommenderWorldTests {
  @Test(arguments: [1, 2, 3] as [UInt64], [4, 50])
  func `a list has only allowed games, each once`(
    seed: UInt64, length: Int
  ) throws {
    let world = try RandomWorld(seed: seed)
    for list in try world.lists(length: length) {
      let allowed = Set(world.candidates(of: list.userId).map { world.games[$0].id })
      let listed = list.games.map(\.gameId)
      #expect(Set(listed).isSubset(of: allowed))
      #expect(Set(listed).count == listed.count)
      #expect(list.games.map(\.rank) == listed.indices.map { $0 + 1 })
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `only a game that was skipped and nothing else is listed again`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    var listedAgain = Set<Int>()
    for list in try world.lists() {
      let listed = Set(list.games.map(\.gameId))
      let past = world.acts.filter { $0.user == list.userId && $0.age >= 1 }
      for (game, acts) in Dictionary(grouping: past, by: \.game) {
        if acts.allSatisfy({ $0.action == .skip }) {
          if listed.contains(game) { listedAgain.insert(acts.count) }
        } else {
          #expect(!listed.contains(game), "\(acts.map(\.action))")
        }
      }
      for item in world.wishlists.filter({ $0.userId == list.userId }).flatMap(\.items)
      where item.addedDate.map({ $0 < night.start }) ?? true {
        #expect(!listed.contains(item.gameId))
      }
    }
    #expect(listedAgain.contains(1))
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [4, 50])
  func `a list is never short while there are candidates`(seed: UInt64, length: Int) throws {
    let world = try RandomWorld(seed: seed)
    for list in try world.lists(length: length) {
      #expect(list.games.count == min(length, world.candidates(of: list.userId).count))
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a personal list is the candidates by score, ties by id`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    for (player, list) in try world.lists(length: 5).enumerated() where list.source == .personal {
      let taste = world.model.players.doubles(player)
      let scores = world.candidates(of: list.userId).map { game in
        (id: world.games[game].id, score: dot(taste, world.model.games.doubles(game)))
      }
      let byId = Dictionary(uniqueKeysWithValues: scores.map { ($0.id, $0.score) })
      for entry in list.games {
        #expect(abs(entry.score - (try #require(byId[entry.gameId]))) < 1e-5)
      }
      for (first, second) in zip(list.games, list.games.dropFirst()) {
        #expect((second.score, first.gameId) < (first.score, second.gameId))
      }
      let best = scores.map(\.score).sorted(by: >).prefix(5)
      for (entry, score) in zip(list.games, best) { #expect(abs(entry.score - score) < 1e-5) }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the source of a list is what it is based on`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    var met: Set<RecommendationList.Source> = []
    for (player, list) in try world.lists().enumerated() {
      let favorites = world.users.first { $0.id == list.userId }?.favoriteGenres ?? []
      let expected: RecommendationList.Source =
        world.matrix.observed.hasPositives(row: player)
        ? .personal : favorites.isEmpty ? .popular : .genres
      #expect(list.source == expected)
      met.insert(list.source)
    }
    #expect(met.count == 3)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `a list from favourite genres uses the mean factor of players with these genres`(
    seed: UInt64
  ) throws {
    let world = try RandomWorld(seed: seed)
    for list in try world.lists(length: 12) where list.source != .personal {
      let taste = world.taste(
        world.users.first { $0.id == list.userId }?.favoriteGenres ?? [])
      let scores = world.candidates(of: list.userId)
        .map { dot(taste, world.model.games.doubles($0)) }.sorted(by: >)
      #expect(isClose(list.games.map { Float($0.score) }, Array(scores.prefix(12)), within: 1e-4))
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `every entry has one or two reasons, which name positives of the player`(
    seed: UInt64
  ) throws {
    let world = try RandomWorld(seed: seed)
    let table = try world.recommender(length: 9).lists(workers: Workers(threads: 1))
    for player in 0..<table.count {
      for position in table.offsets[player]..<table.offsets[player + 1] {
        let reasons = table.reasons(ofEntry: position, games: world.games)
        #expect((1...2).contains(reasons.count))
        for reason in reasons {
          guard let game = reason.gameId else { continue }
          let row = world.matrix.observed.range(ofRow: player)
          let liked = row.filter { world.matrix.observed.values[$0] > 0 }
            .map { world.games[Int(world.matrix.observed.columnIndices[$0])].id }
          #expect(liked.contains(game))
        }
      }
    }
  }

  @Test func `the number of threads changes no entry`() throws {
    let recommender = try RandomWorld(seed: 4).recommender(length: 20)
    #expect(
      try recommender.lists(workers: Workers(threads: 1))
        == recommender.lists(workers: Workers(threads: 2)))
  }
}
