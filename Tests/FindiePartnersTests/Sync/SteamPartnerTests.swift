import FindieDomain
import FindiePartners
import FindieTestSupport
import FindieWorkspace
import Foundation
import Testing

/// The candidates for games without a page on Steam.
struct SteamPartnerTests {
  private let steam: SteamSandbox
  private let partners: LoopbackPartners

  init() throws {
    steam = try SteamSandbox()
    let games = try steam.data.write(
      """
      {"title":"Undertow™","developerName":"Ada","steamURL":"https://store.steampowered.com/app/7/","releaseDate":"2024-05-04T00:00:00Z"}
      {"title":"Undertow 2","developerName":"Ada","steamURL":"https://store.steampowered.com/app/8/"}
      """, to: "games.ndjson")
    partners = try LoopbackPartners(games: games)
  }

  private func facts(_ secrets: [PartnerSecrets.Name: String]) throws -> PartnerFacts {
    let games = [
      Game(id: "g1", title: "UNDERTOW", developerId: "d"),
      Game(id: "g2", title: "Under", developerId: "d"),
    ]
    let partner = SteamPartner(
      PartnerContext(
        steam.test.transport(), try PartnerSettings(yaml: partners.settings),
        PartnerSecrets(secrets)))
    return try partner.facts(for: SyncInput(games: games, users: [], wishlists: []))
  }

  @Test func `with a key, candidates have details, and only other titles are searched`() throws {
    let facts = try facts([.steamKey: "planted"])
    #expect(facts.candidates["g1"]?.map(\.id) == ["7"])
    #expect(facts.candidates["g1"]?.first?.developers == ["Ada"])
    #expect(facts.candidates["g1"]?.first?.releaseYear == 2024)
    #expect(facts.candidates["g2"]?.map(\.id) == ["7", "8"])
    let searches = try partners.requests().map(\.path).filter { $0.contains("storesearch") }
    #expect(searches.count == 1 && searches[0].contains("term=Under&"))
  }

  @Test func `a player who switched the synchronization off is not asked about`() {
    let users = ["a", "b", "c"].enumerated().map {
      User(id: $1, steamId: "7656119796028793\($0)", itchioUsername: "Player-\($1)")
    }
    func list(_ userId: String, steam: Bool = true, itch: Bool = true) -> Wishlist {
      Wishlist(
        id: "\(userId)-\(steam)-\(itch)", userId: userId, items: [],
        steamSyncEnabled: steam, itchioSyncEnabled: itch)
    }
    let accounts = SyncInput(
      games: [], users: users,
      wishlists: [
        list("a", steam: false), list("b"), list("b", itch: false),
        list("c", steam: false, itch: false),
      ]
    ).accounts
    // The second list of `b` switches itch.io off. Nobody else has a list.
    #expect(accounts.map(\.userId) == ["a", "b"])
    #expect(accounts.map { $0.ids[.steam] } == [nil, "76561197960287931"])
    #expect(accounts.map { $0.ids[.itch] } == ["player-a", nil])
    let all = SyncInput(games: [], users: users, wishlists: []).accounts
    #expect(all.map(\.userId) == ["a", "b", "c"] && all.allSatisfy { $0.ids[.steam] != nil })
  }

  @Test func `a price that cannot be read is a failure of its game, and the others are recorded`()
    throws
  {
    let price = "{\"currency\":\"USD\",\"initial\":700,\"final\":350}"
    let odd = "{\"currency\":\"USD\",\"initial\":9.99,\"final\":350}"
    try steam.write(
      """
      {"7":{"success":true,"data":{"price_overview":\(odd)}},"8":{"success":true,"data":{"price_overview":\(price)}}}
      """, to: "store/api/appdetails")
    let games = ["7", "8"].map { id in
      var game = Game(id: "g\(id)", title: "Game \(id)", developerId: "d")
      game.steamURL = "https://store.steampowered.com/app/\(id)/"
      return game
    }
    let partner = SteamPartner(
      PartnerContext(steam.test.transport(), try steam.settings(), PartnerSecrets([:])))
    let facts = try partner.facts(for: SyncInput(games: games, users: [], wishlists: []))
    #expect(facts.prices.mapValues { $0.map(\.price.price) } == ["g8": [Decimal(string: "3.5")]])
    #expect(
      facts.failures.contains { "\($0)".contains("1 of 2 games") && "\($0)".contains("such as 7") })
  }

  @Test func `without a key, all titles are searched`() throws {
    let facts = try facts([:])
    #expect(facts.candidates["g1"]?.map(\.id) == ["7", "8"])
    #expect(facts.candidates["g1"]?.allSatisfy { $0.developers.isEmpty } == true)
    #expect(try partners.requests().allSatisfy { !$0.path.contains("GetAppList") })
  }

  @Test func `accounts and games that fail every time do not keep others from their turn`() throws {
    let steamIds = (1...6).map { "\(76_561_197_960_287_930 + $0)" }
    for steamId in steamIds[3...] {
      try steam.write(#"{"response":{"items":[{"appid":7}]}}"#, to: "wishlists/\(steamId)")
    }
    // The answers to the first three are no JSON, and those to three games neither.
    for steamId in steamIds[..<3] {
      try steam.data.write("{", to: "steam/wishlists/\(steamId).json")
    }
    let users = steamIds.enumerated().map { User(id: "u\($0)", steamId: $1) }
    let transport = steam.test.transport()
    let partner = SteamPartner(
      PartnerContext(transport, try steam.settings(), PartnerSecrets([:])))
    func asked() throws -> [String] {
      try steam.test.partners.reset()
      steam.test.clock.advance(seconds: 86_400)
      _ = try partner.facts(for: SyncInput(games: [], users: users, wishlists: []))
      return try steam.test.partners.requests().compactMap { request in
        request.path.split(separator: "=").last.map(String.init)
      }
    }
    #expect(try asked() == steamIds)
    #expect(try asked() == Array(steamIds[3...] + steamIds[..<3]))
    #expect(try asked() == Array(steamIds[3...] + steamIds[..<3]))
  }

  @Test func `a game that becomes free costs nothing, one that is not sold has no price`() throws {
    let games = [7, 8, 9].map { id in
      var game = Game(id: "g\(id)", title: "Game \(id)", developerId: "d")
      game.steamURL = "https://store.steampowered.com/app/\(id)/"
      return game
    }
    func write(_ id: Int, _ fields: String) throws {
      try steam.write(
        "{\"type\":\"game\",\"name\":\"Game\",\"steam_appid\":\(id),\(fields)}",
        to: "appdetails/\(id)")
    }
    let priced = #""is_free":false,"price_overview":{"currency":"USD","initial":1000,"final":1000}"#
    for id in [7, 8] { try write(id, priced) }
    let partner = SteamPartner(
      PartnerContext(steam.test.transport(), try steam.settings(), PartnerSecrets([:])))
    func prices() throws -> [ExactText: [Decimal?]] {
      try partner.facts(for: SyncInput(games: games, users: [], wishlists: []))
        .prices.mapValues { $0.map(\.price.price) }
    }
    #expect(try prices() == ["g7": [10], "g8": [10], "g9": [nil]])
    // The details are new enough for a week, but they contradict the prices of the next day.
    steam.test.clock.advance(seconds: 86_400)
    try write(7, #""is_free":true"#)
    #expect(try prices() == ["g7": [0], "g8": [10], "g9": [nil]])
  }

  @Test func `an odd price is that of one game, and is counted`() throws {
    let ids = [7, 8, 9]
    let games = ids.map { id in
      var game = Game(id: "g\(id)", title: "Game \(id)", developerId: "d")
      game.steamURL = "https://store.steampowered.com/app/\(id)/"
      return game
    }
    let entries = ids.map { id in
      let initial = id == 8 ? "7.77" : "777"
      return "\"\(id)\":{\"success\":true,\"data\":{\"price_overview\":"
        + "{\"currency\":\"USD\",\"initial\":\(initial),\"final\":777}}}"
    }
    try steam.write("{\(entries.joined(separator: ","))}", to: "store/api/appdetails")
    let partner = SteamPartner(
      PartnerContext(steam.test.transport(), try steam.settings(), PartnerSecrets([:])))
    let facts = try partner.facts(for: SyncInput(games: games, users: [], wishlists: []))
    #expect(facts.prices.keys.sorted() == ["g7", "g9"])
    #expect(facts.failures.contains { "\($0)".contains("1 of 3 games") }, "\(facts.failures)")
  }

  @Test func `with a key that Steam refuses, all titles are searched`() throws {
    let facts = try facts([.steamKey: "bad"])
    #expect(facts.candidates["g1"]?.map(\.id) == ["7", "8"])
    #expect(facts.failures.count == 1)
  }
}
