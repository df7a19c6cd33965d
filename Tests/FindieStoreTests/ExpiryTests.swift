import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import Testing

/// The expiry of lists, and lists that are computed again.
@Suite struct ExpiryTests {
  private let folder: TemporaryFolder
  private let publishedAt = time(1_759_300_000_000)

  init() throws {
    folder = try TemporaryFolder()
    try folder.publish(
      Catalogue(
        games: [plainGame("a", "A"), plainGame("b", "B")], users: [User(id: "ada")])
    ) { try $0.add(recommendations("ada", ["a", "b"])) }
  }

  private func app(_ lifetime: ListLifetime = .standard) throws -> PublishedStore {
    try PublishedStore(at: folder.publishedURL, lifetime: lifetime, publishedAt: publishedAt)
  }

  @Test func `every list expires six hours after the night's publication`() throws {
    let app = try app()
    let sixHours = publishedAt.adding(milliseconds: 6 * 3_600_000)
    let lists = [
      try #require(try app.fetchPersonalizedGames(userId: "ada", limit: 9)),
      try app.fetchTrendingGames(limit: 9), try app.fetchPopularGames(limit: 9),
      try app.fetchNewReleases(limit: 9), try app.fetchAnnouncedGames(limit: 9),
      try #require(try app.fetchSimilarGames(to: "a", limit: 9)),
    ]
    #expect(lists.map(\.expires) == Array(repeating: sixHours, count: 6))
    #expect(lists.map(\.night) == Array(repeating: night, count: 6))
    #expect(!lists[0].isExpired(at: sixHours.adding(milliseconds: -1)))
    #expect(lists[0].isExpired(at: sixHours))
  }

  @Test func `the lifetime can be changed`() throws {
    let list = try app(ListLifetime(hours: 0.5)).fetchTrendingGames(limit: 9)
    #expect(list.expires == publishedAt.adding(milliseconds: 1_800_000))
  }

  @Test func `the time of publication is that of the file, also through a link`() throws {
    let day = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: day], ofItemAtPath: folder.publishedURL.path)
    let link = folder.url.appending(path: "current.sqlite")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.publishedURL)
    for url in [folder.publishedURL, link] {
      #expect(try PublishedStore(at: url).publishedAt == time(1_700_000_000_000))
    }
  }
}
