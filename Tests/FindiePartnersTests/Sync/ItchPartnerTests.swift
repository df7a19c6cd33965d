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
    try put(#"{"user":{"id":1,"username":"Ben"}}"#, "itch/api/profile.json")
    try put(
      """
      {"owned_keys":[{"game_id":11,"created_at":"2024-01-02 03:04:05","game":{"title":"Undertow"}},\
      {"game_id":99,"game":{"title":"Brushes","classification":"tool"}}]}
      """, "itch/owned-keys/1.json")
  }

  private static let page =
    "<html><div class=game_info_panel_widget><table></table></div></html>"

  private func put(_ text: String, _ path: String) throws { try steam.data.write(text, to: path) }

  private func facts(
    _ users: [User] = [], collections: [String: String] = [:],
    _ secrets: [PartnerSecrets.Name: String] = [:]
  ) throws -> PartnerFacts {
    var game = Game(id: "g1", title: "Undertow", developerId: "d")
    game.itchioURL = "https://ada.itch.io/undertow"
    let other = Game(id: "g2", title: "Overflow", developerId: "d")
    let input = SyncInput(games: [game, other], users: users, wishlists: [])
    let folder = steam.data.url.appending(path: "collections")
    for (name, text) in collections { try steam.data.write(text, to: "collections/\(name).csv") }
    let partner = try ItchPartner(
      PartnerContext(
        steam.test.transport(), steam.settings(), PartnerSecrets(secrets),
        file: collections.isEmpty ? nil : folder))
    return try partner.facts(for: input) { _, _ in }
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

  @Test func `names that itch.io does not know, or cannot know, are found`() throws {
    let facts = try facts([user("u1", "ada"), user("u2", "nobody"), user("u3", "a/../b")])
    #expect(facts.unknownAccounts == ["u2", "u3"] && facts.failures.isEmpty)
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

  @Test func `the library is that of the player with the key, and owned games are no wishes`()
    throws
  {
    let facts = try facts(
      [user("u1", "ada"), user("u2", "BEN")], collections: ["ben": "game_id\n11\n12\n"],
      [.itchToken: "planted"])
    #expect(
      facts.wishes["u2"]?.entries(after: []) == [
        ShopWish(shopId: "11", addedAt: Timestamp(iso8601: "2024-01-02T03:04:05Z"), owned: true),
        ShopWish(shopId: "12", addedAt: nil),
      ])
    #expect(facts.wishes["u1"] == nil)
  }

  @Test func `a key that itch.io refuses is a failure, and games are read all the same`() throws {
    try put(#"{"errors":["invalid key"]}"#, "itch/api/profile.json")
    let facts = try facts([user("u2", "ben")], [.itchToken: "planted"])
    #expect(facts.games["g1"] != nil && facts.failures.count == 1 && facts.wishes.isEmpty)
  }

  @Test func `what cannot be read of a library or a collection stays`() throws {
    let secrets: [PartnerSecrets.Name: String] = [.itchToken: "planted"]
    let earlier = [
      ShopWish(shopId: "21", addedAt: nil, owned: true), ShopWish(shopId: "22", addedAt: nil),
    ]
    func ids(_ facts: PartnerFacts) -> [String]? {
      facts.wishes["u2"]?.entries(after: earlier).map(\.shopId)
    }
    // Both are read: nothing of the last answer is left.
    let whole = try facts([user("u2", "ben")], collections: ["ben": "game_id\n12\n"], secrets)
    #expect(ids(whole) == ["11", "12"])
    // A row without a game may be that of game 22.
    let odd = try facts([user("u2", "ben")], collections: ["ben": "game_id\n12\nx\n"], secrets)
    #expect(ids(odd) == ["11", "21", "12", "22"])
    // The library fails, or its second page does.
    try put(#"{"errors":["out of order"]}"#, "itch/owned-keys/1.json")
    let failed = try facts([user("u2", "ben")], collections: ["ben": "game_id\n12\n"], secrets)
    #expect(ids(failed) == ["21", "12"] && failed.failures.count == 1)
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

  @Test func `no failure names a player of itch.io`() throws {
    let name = "planted-name-4711"
    for (path, text) in [
      ("itch/pages/\(name)/robots.txt.html", "User-agent: *\nDisallow: /\n"),
      ("itch/pages/\(name)/index.html", "<html></html>"),
    ] {
      try put(text, path)
    }
    let facts = try facts([user("u9", name)])
    #expect(facts.failures.count == 1)
    #expect(facts.failures.allSatisfy { !"\($0)".contains(name) }, "\(facts.failures)")
  }
}
