import FindieDomain
import FindieIntegrations
import FindieTestSupport
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
      steam.test.transport(), try PartnerSettings(yaml: partners.settings), PartnerSecrets(secrets))
    return try partner.facts(for: SyncInput(games: games, users: [], wishlists: [])) { _, _ in }
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
    func list(_ userId: String, steam: Bool?, itch: Bool?) -> Wishlist {
      Wishlist(
        id: "\(userId)-\(String(describing: steam))", userId: userId, items: [],
        steamSyncEnabled: steam, itchioSyncEnabled: itch)
    }
    let accounts = SyncInput(
      games: [], users: users,
      wishlists: [
        list("a", steam: false, itch: nil), list("b", steam: true, itch: true),
        list("b", steam: nil, itch: false), list("c", steam: false, itch: false),
      ]
    ).accounts
    // The second list of `b` switches itch.io off. Nobody else has a list.
    #expect(accounts.map(\.userId) == ["a", "b"])
    #expect(accounts.map(\.steamId?.text) == [nil, "76561197960287931"])
    #expect(accounts.map(\.itchioUsername) == ["player-a", nil])
    let all = SyncInput(games: [], users: users, wishlists: []).accounts
    #expect(all.map(\.userId) == ["a", "b", "c"] && all.allSatisfy { $0.steamId != nil })
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
    let partner = SteamPartner(steam.test.transport(), try steam.settings(), PartnerSecrets([:]))
    let facts = try partner.facts(for: SyncInput(games: games, users: [], wishlists: [])) { _, _ in
    }
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

  @Test func `with a key that Steam refuses, all titles are searched`() throws {
    let facts = try facts([.steamKey: "bad"])
    #expect(facts.candidates["g1"]?.map(\.id) == ["7", "8"])
    #expect(facts.failures.count == 1)
  }
}
