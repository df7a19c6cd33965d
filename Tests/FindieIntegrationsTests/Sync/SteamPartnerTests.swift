import FindieDomain
import FindieIntegrations
import FindieTestSupport
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
