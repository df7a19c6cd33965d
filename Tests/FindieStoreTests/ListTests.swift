import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import Testing

@Suite struct ListTests {
  private let folder: TemporaryFolder
  private let store: LivingStore

  private struct Stopped: Error {}

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  private func published() throws -> PublishedStore { try PublishedStore(at: folder.storeURL) }

  @Test(arguments: hostileTexts)
  func `a player's list comes back as it went in`(text: String) throws {
    let list = RecommendationList(
      userId: text, date: night, source: .genres,
      games: [
        .init(gameId: "z" + text, rank: 1, score: 0.1, reasons: [text, "b", text]),
        .init(gameId: text, rank: 2, score: -1e-300, reasons: []),
        .init(gameId: "a", rank: 300, score: .infinity, reasons: ["b"]),
      ])
    try store.publish(night: night) { try $0.add(list) }
    #expect(try published().recommendationList(userId: text) == list)
  }

  @Test func `the order of a list is kept and not made by rank or id`() throws {
    let games = ["m", "z", "a", "q"]
    try store.publish(night: night) { try $0.add(recommendations("ada", games)) }
    #expect(try published().recommendationList(userId: "ada")?.games.map(\.gameId) == games)
  }

  @Test func `the games like one game come back as they went in`() throws {
    let list = SimilarGames(
      gameId: "a", date: night,
      games: [
        .init(gameId: "c", rank: 1, score: 0.75, carriedBy: .players),
        .init(gameId: "b", rank: 2, score: 0.5, carriedBy: .tags),
      ])
    try store.publish(night: night) { try $0.add(list) }
    #expect(try published().similarGames(gameId: "a") == list)
  }

  @Test func `trending lists are told apart by genre`() throws {
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
    try store.publish(night: night) { lists in
      try lists.add(all)
      try lists.add(horror)
    }
    #expect(try published().trending() == all)
    #expect(try published().trending(genre: .horror) == horror)
    #expect(try published().trending(genre: .puzzle).games.isEmpty)
  }

  @Test func `new releases come back in order`() throws {
    let releases = ["z", "a"].enumerated().map {
      NewRelease(
        gameId: $1, date: night, rank: $0 + 1, releaseDate: night.adding(days: -$0),
        status: $0 == 0 ? .earlyAccess : .released, score: 0.3)
    }
    try store.publish(night: night) { lists in
      for release in releases { try lists.add(release) }
    }
    #expect(try published().newReleases() == releases)
    #expect(try published().newReleases(status: .earlyAccess) == [releases[0]])
    #expect(try published().announcedGames().isEmpty)
  }

  @Test func `announced games come back in order, with a date or without`() throws {
    let games = [("z", night), ("a", nil)].enumerated().map {
      AnnouncedGame(
        gameId: $1.0, date: night, rank: $0 + 1, releaseDate: $1.1, status: .upcoming)
    }
    let counts = try store.publish(night: night) { lists in
      for game in games { try lists.add(game) }
    }
    #expect(try published().announcedGames() == games)
    #expect(counts.announced == 2)
    #expect(try published().night().counts == counts)
    try store.publish(night: night) { _ in }
    #expect(try published().announcedGames().isEmpty)
  }

  @Test func `publishing replaces all lists of the night before`() throws {
    try store.publish(night: night) { lists in
      try lists.add(recommendations("ada", ["a"]))
      try lists.add(recommendations("bob", ["a"]))
    }
    try store.publish(night: night) { try $0.add(recommendations("ada", ["b"])) }
    #expect(try published().recommendationList(userId: "ada")?.games.map(\.gameId) == ["b"])
    #expect(try published().recommendationList(userId: "bob") == nil)
  }

  @Test func `an error in the middle leaves the old lists`() throws {
    try store.publish(night: night) { try $0.add(recommendations("ada", ["a"])) }
    #expect(throws: Stopped.self) {
      try store.publish(night: night) { lists in
        try lists.add(recommendations("ada", ["b"]))
        throw Stopped()
      }
    }
    #expect(try published().recommendationList(userId: "ada")?.games.map(\.gameId) == ["a"])
  }

  @Test func `a second list of one player is refused and leaves the old lists`() throws {
    try store.publish(night: night) { try $0.add(recommendations("ada", ["a"])) }
    #expect(throws: StoreFailure.self) {
      try store.publish(night: night) { lists in
        try lists.add(recommendations("bob", ["b"]))
        try lists.add(recommendations("bob", ["b"]))
      }
    }
    #expect(try published().recommendationList(userId: "bob") == nil)
  }

  @Test func `a reader sees the old night until the new one is whole`() throws {
    try store.publish(night: night) { try $0.add(recommendations("ada", ["a"])) }
    let reader = try published()
    func seen() throws -> [String]? {
      try reader.recommendationList(userId: "ada")?.games.map(\.gameId)
    }
    try store.publish(night: night.adding(days: 1)) { lists in
      let list = recommendations("ada", ["b"])
      try lists.add(
        RecommendationList(
          userId: "ada", date: night.adding(days: 1), source: .personal, games: list.games))
      #expect(try seen() == ["a"])
      #expect(try reader.night().day == night)
    }
    #expect(try seen() == ["b"])
    #expect(try reader.night().day == night.adding(days: 1))
  }

  @Test func `the night tells its day and its counts`() throws {
    try store.upsert(hostileCatalogue)
    let counts = try store.publish(night: night) { lists in
      try lists.add(recommendations("ada", ["a"]))
      try lists.add(recommendations("bob", []))
      try lists.add(SimilarGames(gameId: "a", date: night, games: []))
    }
    let told = try published().night()
    #expect(told.day == night)
    #expect(told.counts == counts)
    #expect(counts.recommendations == 2 && counts.similar == 1 && counts.trending == 0)
    #expect(told.games == hostileTexts.count && told.users == hostileTexts.count)
  }

  @Test func `a night without any list is a night`() throws {
    try store.publish(night: night) { _ in }
    #expect(try published().newReleases().isEmpty)
    #expect(try published().fetchTrendingGames(limit: 5).isEmpty)
  }

  @Test func `before the first night a list is refused with what to do`() throws {
    let reader = try published()
    #expect(throws: StoreFailure.unpublished(path: folder.storeURL.path)) {
      try reader.trending()
    }
  }
}
