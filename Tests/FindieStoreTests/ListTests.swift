import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import Testing

@Suite struct ListTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: hostileTexts)
  func `a player's list is read as it was added`(text: String) throws {
    let list = RecommendationList(
      userId: text, listId: "0123456789abcdef", date: night, source: .genres,
      games: [
        .init(
          gameId: "z" + text, rank: 1, score: 0.125,
          reasons: [
            Reason(kind: .liked, gameId: text, weight: 0.5),
            Reason(kind: .favoriteGenre, genre: .rpg, weight: 0.499),
          ]),
        .init(gameId: text, rank: 2, score: -0.0, reasons: [], probability: 0.1),
        .init(
          gameId: "b", rank: 3, score: 1e-7,
          reasons: [Reason(kind: .exploration, weight: 0)], probability: 1),
        .init(
          gameId: "a", rank: 4, score: -123_456, reasons: [Reason(kind: .popular, weight: 1)]),
      ])
    let published = try folder.publish { try $0.add(list) }
    #expect(try published.recommendationList(userId: text) == list)
  }

  @Test func `a list keeps its order`() throws {
    let games = ["m", "z", "a", "q"]
    let published = try folder.publish { try $0.add(recommendations("ada", games)) }
    #expect(try published.recommendationList(userId: "ada")?.games.map(\.gameId) == games)
  }

  @Test func `similar games are read as they were added`() throws {
    let list = SimilarGames(
      gameId: "a", date: night,
      games: [
        .init(gameId: "c", rank: 1, score: 0.75, carriedBy: .players),
        .init(gameId: "b", rank: 2, score: 0.5, carriedBy: .tags),
      ])
    let published = try folder.publish { try $0.add(list) }
    #expect(try published.similarGames(gameId: "a") == list)
  }

  @Test func `each genre has its own trending list`() throws {
    let all = TrendingGames(
      genre: nil, date: night,
      games: [.init(gameId: "a", rank: 1, lift: 3.5, lowerBound: 1.25, events: 1_000_000)])
    let horror = TrendingGames(
      genre: .horror, date: night,
      games: [
        .init(gameId: "b", rank: 1, lift: 2, lowerBound: 1, events: 0),
        .init(
          gameId: "c", rank: 2, lift: 2, lowerBound: 1, events: 0,
          flags: TrendingGames.Flag.allCases),
        .init(gameId: "a", rank: 3, lift: 2, lowerBound: 1, events: 0, flags: [.oneSession]),
      ])
    let published = try folder.publish { lists in
      try lists.add(all)
      try lists.add(horror)
    }
    #expect(try published.trending() == all)
    #expect(try published.trending(genre: .horror) == horror)
    #expect(try published.trending(genre: .puzzle).games.isEmpty)
  }

  @Test(arguments: hostileTexts)
  func `each genre has its own popular list, with its days`(text: String) throws {
    let all = PopularGames(
      genre: nil, date: night, days: nil,
      games: [
        .init(gameId: text, rank: 1, players: 1_000_000), .init(gameId: "b", rank: 2, players: 0),
      ])
    let horror = PopularGames(
      genre: .horror, date: night, days: 7, games: [.init(gameId: "a", rank: 1, players: 20)])
    let puzzle = PopularGames(genre: .puzzle, date: night, days: nil, games: [])
    let published = try folder.publish { lists in
      for list in [all, horror, puzzle] { try lists.add(list) }
    }
    #expect(try published.popular() == all)
    #expect(try published.popular(genre: .horror) == horror)
    #expect(try published.popular(genre: .puzzle) == puzzle)
    #expect(try published.night().counts.popular == 3)
  }

  @Test func `new releases are read in order`() throws {
    let releases = ["z", "a"].enumerated().map {
      NewRelease(
        gameId: $1, date: night, rank: $0 + 1, releaseDate: night.adding(days: -$0),
        status: $0 == 0 ? .earlyAccess : .released, score: 0.3)
    }
    let published = try folder.publish { lists in
      for release in releases { try lists.add(release) }
    }
    #expect(try published.newReleases() == releases)
    #expect(try published.newReleases(status: .earlyAccess) == [releases[0]])
    #expect(try published.announcedGames().isEmpty)
  }

  @Test func `announced games are read in order, with a date or without`() throws {
    let games = [("z", night), ("a", nil)].enumerated().map {
      AnnouncedGame(
        gameId: $1.0, date: night, rank: $0 + 1, releaseDate: $1.1, status: .upcoming)
    }
    let published = try folder.publish { lists in
      for game in games { try lists.add(game) }
    }
    #expect(try published.announcedGames() == games)
    #expect(try published.night().counts.announced == 2)
  }

  @Test func `a store has its day and its counts`() throws {
    let published = try folder.publish(hostileCatalogue) { lists in
      try lists.add(recommendations("ada", ["a"]))
      try lists.add(recommendations("bob", []))
      try lists.add(SimilarGames(gameId: "a", date: night, games: []))
    }
    let stored = try published.night()
    #expect(stored.day == night)
    #expect(stored.counts.recommendations == 2 && stored.counts.similar == 1)
    #expect(stored.counts.trending == 0)
    #expect(stored.games == hostileTexts.count && stored.users == hostileTexts.count)
  }

  @Test func `a night can have no lists`() throws {
    let published = try folder.publish { _ in }
    #expect(try published.newReleases().isEmpty)
    #expect(try published.fetchTrendingGames(limit: 5).isEmpty)
    #expect(try published.fetchPopularGames(limit: 5).isEmpty)
  }

  @Test func `a workspace store has no lists`() throws {
    _ = try folder.store()
    let reader = try PublishedStore(at: folder.storeURL)
    #expect(throws: StoreFailure.unpublished(path: folder.storeURL.path)) {
      try reader.trending()
    }
  }
}
