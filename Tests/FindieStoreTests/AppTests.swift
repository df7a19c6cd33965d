import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import Testing

/// The functions that the app calls.
@Suite struct AppTests {
  private let folder: TemporaryFolder
  private let app: PublishedStore

  init() throws {
    folder = try TemporaryFolder()
    var games = [
      plainGame("celeste", "Celeste"), plainGame("stardew", "Stardew Valley"),
      plainGame("percent", "100%_Orange"), plainGame("paper", "Café Élan, the game"),
      plainGame("gone", "Gone Celeste"), plainGame("cancelled", "Cancelled Celeste"),
    ]
    games[0].genres = [.platformer, .indie]
    games[0].tags = ["hard", "2d"]
    games[0].platforms = [.windows]
    games[0].price = Decimal(string: "19.99")
    games[1].genres = [.simulation]
    games[1].platforms = [.linux, .mac]
    games[1].price = Decimal(string: "13.99")
    games[2].isFree = true
    games[4].isActive = false
    games[5].releaseStatus = .cancelled
    app = try folder.publish(
      Catalogue(games: games, users: [User(id: "ada"), User(id: "new")])
    ) { lists in
      try lists.add(recommendations("ada", ["stardew", "unknown", "celeste", "percent"]))
      try lists.add(
        SimilarGames(
          gameId: "celeste", date: night,
          games: [.init(gameId: "percent", rank: 1, score: 1, carriedBy: .tags)]))
      try lists.add(
        TrendingGames(
          genre: .rpg, date: night,
          games: [.init(gameId: "paper", rank: 1, lift: 2, lowerBound: 1, events: 9)]))
      try lists.add(
        PopularGames(
          genre: .platformer, date: night, days: 28,
          games: ["celeste", "unknown", "paper"].enumerated().map {
            .init(gameId: $1, rank: $0 + 1, players: 30)
          }))
      try lists.add(
        NewRelease(
          gameId: "stardew", date: night, rank: 1, releaseDate: night, status: .released, score: 1))
    }
  }

  private func found(_ query: String, _ filters: GameFilters? = nil) throws -> [String] {
    try app.searchGames(query: query, filters: filters).map(\.id)
  }

  @Test func `recommended games are in the order of the list, without unknown games`() throws {
    let games = try app.fetchPersonalizedGames(userId: "ada", limit: 10)
    #expect(games?.map(\.id) == ["stardew", "celeste", "percent"])
  }

  @Test func `each recommended game has its reasons, whose text is composed when read`() throws {
    let games = try #require(try app.fetchPersonalizedGames(userId: "ada", limit: 10))
    #expect(games.reasons.map { $0.map(\.gameId) } == games.map { [$0.id] })
    let reason = try #require(games.reasons.first?.first)
    #expect(try app.sentence(of: reason) == "because you liked Stardew Valley")
    let unknown = Reason(kind: .liked, gameId: "unknown", weight: 1)
    #expect(try app.sentence(of: unknown) == "because you liked another game")
    #expect(try app.sentence(of: Reason(kind: .popular, weight: 1)) == "popular with players")
    #expect(try app.fetchTrendingGames(genre: .rpg, limit: 5).reasons.isEmpty)
  }

  @Test func `a limit selects the best games`() throws {
    #expect(try app.fetchPersonalizedGames(userId: "ada", limit: 1)?.map(\.id) == ["stardew"])
    #expect(try app.fetchPersonalizedGames(userId: "ada", limit: 0)?.isEmpty == true)
  }

  @Test func `an unknown player is nil, a player without a list has an empty one`() throws {
    #expect(try app.fetchPersonalizedGames(userId: "nobody", limit: 5) == nil)
    #expect(try app.fetchPersonalizedGames(userId: "new", limit: 5)?.isEmpty == true)
    #expect(try app.recommendationList(userId: "new")?.games.isEmpty == true)
  }

  @Test func `an unknown game is nil, a game without similar ones has an empty list`() throws {
    #expect(try app.fetchSimilarGames(to: "nothing", limit: 5) == nil)
    #expect(try app.fetchSimilarGames(to: "paper", limit: 5)?.isEmpty == true)
    #expect(try app.fetchSimilarGames(to: "celeste", limit: 5)?.map(\.id) == ["percent"])
    #expect(try app.fetchGame(id: "nothing") == nil)
  }

  @Test func `popular games are in the order of the list, without unknown games`() throws {
    let games = try app.fetchPopularGames(genre: .platformer, limit: 5)
    #expect(games.map(\.id) == ["celeste", "paper"])
    #expect(try app.fetchPopularGames(limit: 5).isEmpty)
  }

  @Test func `trending and new releases are games`() throws {
    #expect(try app.fetchTrendingGames(genre: .rpg, limit: 5).map(\.id) == ["paper"])
    #expect(try app.fetchTrendingGames(limit: 5).isEmpty)
    #expect(try app.fetchNewReleases(limit: 5).map(\.id) == ["stardew"])
  }

  @Test func `a deleted game can be fetched by its id but not found`() throws {
    #expect(try app.fetchGame(id: "gone")?.title == "Gone Celeste")
    #expect(try found("celeste") == ["celeste"])
  }

  @Test func `a cancelled game is not found`() throws {
    #expect(try found("", GameFilters(releaseStatus: [.cancelled])).isEmpty)
  }

  @Test func `capitals and accents do not matter`() throws {
    #expect(try found("CAFE élan") == ["paper"])
  }

  @Test(arguments: [
    "a\"\u{301}b", "'", "%", "_", "*", "title : x", "\"", "\0", "'); DROP TABLE games; --",
    "<script>", "\\",
  ])
  func `hostile queries find nothing and break nothing`(query: String) throws {
    #expect(try found(query).isEmpty)
    #expect(try found("stardew") == ["stardew"])
  }

  @Test func `an empty query finds all that can be shown`() throws {
    #expect(try found(" ") == ["celeste", "paper", "percent", "stardew"])
  }

  @Test func `filters by genre, tag and platform take any of theirs`() throws {
    #expect(try found("", GameFilters(genres: [.indie, .simulation])) == ["celeste", "stardew"])
    #expect(try found("", GameFilters(tags: ["2d"])) == ["celeste"])
    #expect(try found("", GameFilters(platforms: [.mac, .gog])) == ["stardew"])
    #expect(try found("", GameFilters(genres: [.indie], platforms: [.mac])).isEmpty)
  }

  @Test func `empty filters match all games`() throws {
    #expect(try found("stardew", GameFilters(genres: [], tags: [], platforms: [])) == ["stardew"])
  }

  @Test func `price limits include themselves and exclude unknown prices`() throws {
    let exact = Decimal(string: "13.99")
    #expect(try found("", GameFilters(minPrice: exact)) == ["celeste", "stardew"])
    #expect(try found("", GameFilters(maxPrice: exact)) == ["percent", "stardew"])
    #expect(try found("", GameFilters(maxPrice: 0)) == ["percent"])
  }

  @Test func `the indexes by genre and tag follow a changed game`() throws {
    var game = plainGame("celeste", "Celeste")
    game.genres = [.rpg]
    game.tags = ["2d", "calm"]
    let app = try folder.publish(Catalogue(games: [game])) { _ in }
    func found(_ filters: GameFilters) throws -> [String] {
      try app.searchGames(query: "", filters: filters).map(\.id)
    }
    #expect(try found(GameFilters(genres: [.indie, .platformer])).isEmpty)
    #expect(try found(GameFilters(genres: [.rpg])) == ["celeste"])
    #expect(try found(GameFilters(tags: ["hard"])).isEmpty)
    #expect(try found(GameFilters(tags: ["2d"])) == ["celeste"])
  }

  @Test func `the version of SQLite has three numbers`() {
    #expect(SQLiteLibrary.version.split(separator: ".").compactMap { Int($0) }.count == 3)
  }
}
