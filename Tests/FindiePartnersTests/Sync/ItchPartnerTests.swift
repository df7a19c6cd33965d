import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// What itch.io answers about games and players of the app.
struct ItchPartnerTests {
  private let steam: SteamSandbox

  init() throws {
    steam = try SteamSandbox()
    try put(
      #"{"id":11,"title":"Undertow","price":"$4.00","links":{"self":"https://ada.itch.io/undertow"}}"#,
      "itch/pages/ada/undertow/data.json.json")
    try put(Self.page, "itch/pages/ada/undertow.html")
    try put(
      """
      <html><body><div class="game_cell" data-game_id="12"><a class="title game_link" \
      href="https://ada.itch.io/overflow">Overflow</a></div></body></html>
      """, "itch/pages/ada/index.html")
  }

  private static let page =
    "<html><div class=game_info_panel_widget><table></table></div></html>"

  private func put(_ text: String, _ path: String) throws { try steam.data.write(text, to: path) }

  private func facts(
    _ users: [User] = [], collections: [String: String] = [:]
  ) throws -> PartnerFacts {
    var game = Game(id: "g1", title: "Undertow", developerId: "d")
    game.itchioURL = "https://ada.itch.io/undertow"
    let other = Game(id: "g2", title: "Overflow", developerId: "d")
    let input = SyncInput(games: [game, other], users: users, wishlists: [])
    let folder = steam.data.url.appending(path: "collections")
    for (name, text) in collections { try steam.data.write(text, to: "collections/\(name).csv") }
    let partner = try ItchPartner(
      PartnerContext(
        steam.test.transport(), steam.settings(), PartnerSecrets([:]),
        file: collections.isEmpty ? nil : folder))
    return try partner.facts(for: input)
  }

  private func user(_ id: String, _ name: String) -> User {
    User(id: id, itchioUsername: name)
  }

  @Test func `the other games of a studio come from its profile, not from the search`() throws {
    let facts = try facts()
    #expect(facts.games["g1"]?.id == "11" && facts.failures.isEmpty)
    #expect(facts.candidates["g2"]?.map(\.title) == ["Overflow"])
    #expect(try steam.test.partners.requests().allSatisfy { !$0.path.contains("search") })
  }

  @Test func `a collection is a list of wishes, also for games that it names by their pages`()
    throws
  {
    let collection =
      "url,created_at\nhttps://ada.itch.io/undertow,2024-01-02\nhttps://c.itch.io/x,\n"
    let facts = try facts([user("u1", "Ada"), user("u2", "ben")], collections: ["ada": collection])
    #expect(
      facts.wishes["u1"]?.entries(after: []) == [
        ShopWish(shopId: "11", addedAt: Timestamp(iso8601: "2024-01-02")),
        ShopWish(shopId: "https://c.itch.io/x", addedAt: nil),
      ])
    #expect(facts.wishes["u2"] == nil)
  }

  @Test func `what cannot be read of a collection stays`() throws {
    let earlier = [ShopWish(shopId: "22", addedAt: nil)]
    func ids(_ rows: String) throws -> [String]? {
      try facts([user("u2", "ben")], collections: ["ben": "game_id\n" + rows])
        .wishes["u2"]?.entries(after: earlier).map(\.shopId)
    }
    #expect(try ids("12\n") == ["12"])
    // A row without a game may be that of game 22.
    #expect(try ids("12\nx\n") == ["12", "22"])
  }

  private static let check = "<!DOCTYPE html><title>Just a moment…</title><p>Checking your browser"

  @Test(arguments: [
    ("ada/undertow.html", page),
    (
      "ada/index.html",
      #"<div class=game_cell data-game_id=12><a class="title game_link" "#
        + #"href="https://ada.itch.io/overflow">Overflow</a></div>"#
    ),
    ("ada/robots.txt.html", "User-agent: *"),
  ])
  func `a check for bots is not the page, and is not stored`(path: String, page: String) throws {
    try put(Self.check, "itch/pages/\(path)")
    let checked = try facts()
    let isOfStudio = path.contains("index")
    // The game fails as a whole, so that its last values stay.
    #expect(checked.unanswered.contains("g1") == !isOfStudio)
    #expect(checked.unanswered.contains("g2") == !path.contains("undertow"))
    #expect(!checked.failures.isEmpty)
    try put(page, "itch/pages/\(path)")
    let facts = try facts()
    #expect(facts.games["g1"]?.id == "11" && facts.candidates["g2"]?.count == 1)
    #expect(facts.failures.isEmpty, "\(facts.failures)")
  }

  @Test func `a check for bots is no search without results`() throws {
    func search() throws -> Fetched<[ShopGame]> {
      try ItchSite(steam.test.transport(), steam.settings()).search("Riptide")
    }
    try put(Self.check, "itch/search/index.html")
    #expect(throws: PartnerFailure.self) { try search() }
    try put("<div class=base_widget>No results", "itch/search/index.html")
    #expect(try search().value.isEmpty)
    #expect(try search().origin == .cache)
  }
}
