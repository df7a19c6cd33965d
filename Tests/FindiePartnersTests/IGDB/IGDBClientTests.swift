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

  @Test func `an empty answer about games that IGDB knew is not believed, and no empty one stored`()
    throws
  {
    let (ids, data) = (["7", "8"], steam.data)
    let empty = IGDB(
      steam.test.transport(), try steam.settings(),
      PartnerSecrets([.twitchClientId: "client-4711", .twitchClientSecret: "secret-4712"]))
    try data.write("[]", to: "igdb/external_games.json")
    // Nothing was known: the next run asks again.
    #expect(try empty.games(steamAppIds: ids).value.isEmpty)
    #expect(try empty.games(steamAppIds: ids).origin == .network)
    #expect(throws: PartnerFailure.self) { try empty.games(steamAppIds: ids, known: 1) }
    let rows =
      #"{"id":1,"uid":"7","game":{"id":2,"name":"Rock &amp; Reef","summary":"A &#39;b&#39;"}}"#
    try data.write("[\(rows)]", to: "igdb/external_games.json")
    let game = try empty.games(steamAppIds: ids, known: 1).value["7"]
    #expect(game?.title == "Rock & Reef" && game?.shortDescription == "A 'b'")
    try data.write("[]", to: "igdb/external_games.json")
    steam.test.clock.advance(seconds: 40 * 86_400)
    let older = try empty.games(steamAppIds: ids)
    #expect(older.value["7"]?.title == "Rock & Reef" && older.origin.isOlder)
  }

  @Test func `a missing secret is named`() throws {
    let igdb = IGDB(
      steam.test.transport(), try PartnerSettings(yaml: partners.settings),
      PartnerSecrets([.twitchClientId: "id"]))
    #expect(throws: PartnerFailure.missingSecret("FINDIE_TWITCH_CLIENT_SECRET")) {
      try igdb.search("Undertow")
    }
  }

  @Test func `a second run asks the cache, not IGDB`() throws {
    _ = try igdb().search("Undertow")
    try partners.reset()
    #expect(try igdb().search("Undertow").origin == .cache)
    #expect(try partners.requests().isEmpty)
  }
}
