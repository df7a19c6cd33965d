import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import Testing

/// A store from which games and players were removed reads as one that never had them in its lists.
struct ExclusionTests {
  private let folder: TemporaryFolder
  private let users = ["ada", "bob", "cy"] + hostileTexts.dropFirst()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Publishes lists of some games and players.
  private func publish(_ games: [String], _ players: [String], to url: URL) throws {
    func ranked<Entry>(_ entry: (Int, String) -> Entry) -> [Entry] {
      games.enumerated().map { entry($0 + 1, $1) }
    }
    let catalogue = Catalogue(
      games: (["x"] + hostileTexts.dropFirst()).map { fullGame(id: $0, text: "x") },
      developers: [], tags: [],
      users: users.map { User(id: $0, username: "name of \($0)", friendIds: ["bob"]) },
      wishlists: [])
    let store = try WorkspaceStore(at: folder.url.appending(path: "\(url.lastPathComponent).work"))
    try store.merge(catalogue)
    try store.publish(night: night, to: url) { lists in
      for player in users where players.contains(player) {
        try lists.add(recommendations(player, games))
      }
      for game in games {
        try lists.add(
          SimilarGames(
            gameId: game, date: night,
            games: ranked { .init(gameId: $1, rank: $0, score: 0.5, carriedBy: .tags) }))
      }
      for genre in [nil, Genre.rpg] {
        try lists.add(
          TrendingGames(
            genre: genre, date: night,
            games: ranked { .init(gameId: $1, rank: $0, lift: 2, lowerBound: 1.5, events: 7) }))
        try lists.add(
          PopularGames(
            genre: genre, date: night, days: 7,
            games: ranked { .init(gameId: $1, rank: $0, players: 10) }))
      }
      for release in ranked({
        NewRelease(
          gameId: $1, date: night, rank: $0, releaseDate: night, status: .released, score: 0.3)
      }) { try lists.add(release) }
      for game in ranked({
        AnnouncedGame(gameId: $1, date: night, rank: $0, releaseDate: nil, status: .upcoming)
      }) { try lists.add(game) }
    }
    try store.close()
  }

  @Test(arguments: [["x"], ["'); DROP TABLE games; --", "a\0b", "[\"a\",\"b\"]"]])
  func `all lists are as if they never had them`(removed: [String]) throws {
    let all = ["x"] + hostileTexts.dropFirst()
    let (url, other) = (
      folder.url.appending(path: "one.sqlite"), folder.url.appending(path: "other.sqlite")
    )
    try publish(all, users, to: url)
    let others = users.filter { $0 != "bob" && $0 != "007" }
    try publish(all.filter { !removed.contains($0) }, others, to: other)
    var exclusions = ListExclusions()
    exclusions.games = Set(removed.map { ExactText($0) })
    exclusions.players = [ExactText("bob")]
    var refusal = User(id: "007", username: "name of 007")
    refusal.personalization = false
    exclusions.refusals = [refusal]
    let id = "fedcba9876543210"
    try PublishedStore.remove(exclusions, listIds: [ExactText("ada"): id], from: url)

    let (after, expected) = (try PublishedStore(at: url), try PublishedStore(at: other))
    try after.integrityCheck()
    #expect(try after.playersWithLists() == expected.playersWithLists())
    for player in others {
      let (own, wanted) = (
        try #require(try after.recommendationList(userId: player)),
        try #require(try expected.recommendationList(userId: player))
      )
      #expect(own.games.map(\.gameId) == wanted.games.map(\.gameId))
      #expect(own.games.map(\.rank) == wanted.games.map(\.rank))
      #expect((own.listId == id) == (player == "ada"))
      #expect(own.rows == wanted.rows && !own.rows.isEmpty)
    }
    #expect(try after.recommendationList(userId: "bob") == nil)
    #expect(try after.user(id: "bob") == nil && after.user(id: "ada")?.friendIds == [])
    #expect(try after.user(id: "007") == refusal)
    for game in all where !removed.contains(game) {
      #expect(try after.similarGames(gameId: game) == expected.similarGames(gameId: game))
    }
    for genre in [nil, Genre.rpg] {
      #expect(try after.trending(genre: genre) == expected.trending(genre: genre))
      #expect(try after.popular(genre: genre) == expected.popular(genre: genre))
    }
    #expect(try after.newReleases() == expected.newReleases())
    #expect(try after.announcedGames() == expected.announcedGames())
    #expect(try after.night().counts == expected.night().counts)
    let bytes = try Data(contentsOf: url)
    #expect(bytes.range(of: Data("name of bob".utf8)) == nil)
    #expect(!FileManager.default.fileExists(atPath: url.path + "-journal"))
  }
}
