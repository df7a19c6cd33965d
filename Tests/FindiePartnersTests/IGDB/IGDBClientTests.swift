import FindiePartners
import FindieTestSupport
import FindieWorkspace
import Testing

/// IGDB's client against a server with tokens.
struct IGDBClientTests {
  private let steam: SteamSandbox
  private let partners: LoopbackPartners

  init() throws {
    steam = try SteamSandbox()
    let games = try steam.data.write(
      #"{"title":"Undertow","steamURL":"https://store.steampowered.com/app/7/"}"#,
      to: "games.ndjson")
    partners = try LoopbackPartners(games: games)
  }

  private func igdb() throws -> IGDB {
    IGDB(
      steam.test.transport(), try PartnerSettings(yaml: partners.settings),
      PartnerSecrets([.twitchClientId: "client-4711", .twitchClientSecret: "secret-4712"]))
  }

  private func tokens() throws -> Int {
    try partners.requests().filter { $0.path.contains("token") }.count
  }

  @Test func `a token that expires between two requests is renewed once`() throws {
    let igdb = try igdb()
    #expect(try igdb.games(steamAppIds: ["7"]).value["7"]?.title == "Undertow")
    try partners.expireToken()
    #expect(try igdb.search("Undertow").value.map(\.title) == ["Undertow"])
    #expect(try tokens() == 2)
    let refused = try partners.requests().filter { $0.path.contains("igdb/games") }
    #expect(refused.count == 2)
  }

  @Test func `a second run asks the cache, not IGDB`() throws {
    _ = try igdb().search("Undertow")
    try partners.reset()
    #expect(try igdb().search("Undertow").origin == .cache)
    #expect(try partners.requests().isEmpty)
  }
}
