import FindieText
import FindieDomain
import FindiePartners
import FindieTestSupport
import FindieWorkspace
import Foundation
import Testing

/// Steam's details, prices and search.
///
/// The answers in Fixtures are recorded; those in this file are written in their shape.
struct SteamStoreTests {
  private let steam: SteamSandbox

  init() throws {
    steam = try SteamSandbox()
  }

  private func recorded(_ name: String, as path: String) throws {
    let file = SteamSandbox.fixtures.appending(path: "steam/\(name).json")
    try steam.write(String(contentsOf: file, encoding: .utf8), to: path)
  }

  // MARK: - Recorded answers

  @Test func `a recorded game for sale is read`() throws {
    try recorded("appdetails/40", as: "appdetails/40")
    let game = try #require(try steam.store().details(of: "40").value)
    #expect(game.title == "Deathmatch Classic" && game.id == "40" && game.isGame)
    #expect(game.url == "https://store.steampowered.com/app/40/")
    #expect(game.developers == ["Valve"] && game.publishers == ["Valve"])
    #expect(game.genres == [.action])
    #expect(Set(game.platforms) == [.steam, .windows, .mac, .linux])
    #expect(game.releaseDate == Day("2001-06-01")?.start && game.releaseYear == 2001)
    #expect(game.releaseStatus == .released)
    #expect(game.prices.count == 1 && game.prices[0].price != nil)
    #expect(game.screenshotURLs.count > 1 && game.coverImageURL != nil && game.websiteURL == nil)
  }

  @Test func `a recorded free game has no price`() throws {
    try recorded("appdetails/340", as: "appdetails/340")
    let game = try #require(try steam.store().details(of: "340").value)
    #expect(game.isFree == true && game.releaseDate == Day("2005-10-27")?.start)
    #expect(game.prices == [.notForSale(in: "US")])
  }

  @Test func `a recorded game in early access is read`() throws {
    try recorded("appdetails/550650", as: "appdetails/550650")
    let game = try #require(try steam.store().details(of: "550650").value)
    #expect(game.releaseStatus == .earlyAccess && game.releaseYear == 2017)
  }

  @Test func `a recorded search is read`() throws {
    let text = try String(
      contentsOf: SteamSandbox.fixtures.appending(path: "steam/storesearch.json"), encoding: .utf8)
    struct Answer: Decodable {
      struct Item: Decodable {
        let name: String
        let id: Int
      }
      let items: [Item]
    }
    let expected = try JSONDecoder().decode(Answer.self, from: Data(text.utf8)).items
    try steam.write(text, to: "store/api/storesearch")
    let found = try steam.store().search("doom").value
    #expect(found.map(\.id) == expected.map { "\($0.id)" })
    #expect(found.map(\.title) == expected.map(\.name))
  }

  // MARK: - Written answers

  @Test func `an app that the store does not know is nil`() throws {
    let fetched = try steam.store().details(of: "5")
    #expect(fetched.value == nil && fetched.origin == .network)
    // The answer is one, and is stored.
    #expect(try steam.store().details(of: "5").origin == .cache)
  }

  @Test(arguments: [
    ("null", "it is null"), ("{}", "it lacks the app id"),
    ("{\"8\":{\"success\":true}}", "8.data is missing"),
    ("{\"8\":{\"success\":true,\"data\":{\"type\":\"game\"}}}", "8.data.name is missing"),
    ("{\"8\":{\"data\":{}}}", "8.success is missing"), ("[]", "the document has another type"),
  ])
  func `an answer in another shape is a failure that says where`(
    json: String, detail: String
  ) throws {
    try steam.write(json, to: "store/api/appdetails")
    let store = try steam.store()
    let failure = #expect(throws: PartnerFailure.self) { try store.details(of: "8") }
    guard case .invalid(let request, let found) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(found == detail && request.hasSuffix("/api/appdetails?appids=8&cc=US&l=english"))
  }

  @Test func `numbers may be texts, and odd elements of lists are skipped`() throws {
    let game = try #require(
      try steam.details(
        "9",
        """
        "required_age":"17","is_free":false,"website":null,"mac_requirements":[],
        "genres":[{"id":"1"},{"id":2},{"id":null},"odd",{"id":"999"}],
        "screenshots":[{"path_full":"https://images.example/1.jpg"},{"id":1},null],
        "movies":[{"id":5},{"hls_h264":"https://videos.example/2.m3u8"}],
        "price_overview":{"currency":"USD","initial":1999,"final":999}
        """))
    #expect(game.genres == [.action, .strategy])
    #expect(game.screenshotURLs == ["https://images.example/1.jpg"])
    #expect(game.trailerURL == "https://videos.example/2.m3u8")
    #expect(
      game.prices == [
        ShopPrice(
          country: "US", currency: "USD", price: Decimal(string: "9.99"),
          regularPrice: Decimal(string: "19.99"))
      ])
  }

  @Test(arguments: ["dlc", "demo", "music", "mod"])
  func `what is no game is marked`(type: String) throws {
    try steam.write(
      "{\"type\":\"\(type)\",\"name\":\"Thing\",\"steam_appid\":\"11\"}", to: "appdetails/11")
    let game = try #require(try steam.store().details(of: "11").value)
    #expect(!game.isGame && game.id == "11")
  }

  @Test(arguments: [
    ("12 May, 2016", "2016-05-12", 2016), ("May 12, 2016", "2016-05-12", 2016),
    ("1 Sept, 2020", "2020-09-01", 2020), ("29 Feb, 2024", "2024-02-29", 2024),
    ("29 Feb, 2023", nil, 2023), ("Jun 2015", nil, 2015), ("Q3 2026", nil, 2026),
    ("2027", nil, 2027), ("Coming soon", nil, nil), ("To be announced", nil, nil), ("", nil, nil),
    ("2016年5月12日", nil, nil), ("12 Foo, 2016", nil, 2016), ("99 May, 2016", nil, 2016),
    ("12 May, 20166", nil, nil), ("12.05.2016", nil, 2016),
  ])
  func `a release date is a day only if the text names one`(
    text: String, day: String?, year: Int?
  ) throws {
    let game = try #require(
      try steam.details("12", "\"release_date\":{\"coming_soon\":false,\"date\":\"\(text)\"}"))
    #expect(game.releaseDate == day.flatMap { Day($0)?.start })
    #expect(game.releaseYear == year)
    #expect(game.releaseStatus == .released)
  }

  @Test func `a game that is announced is upcoming`() throws {
    let game = try #require(
      try steam.details(
        "13",
        "\"release_date\":{\"coming_soon\":true,\"date\":\"Q3 2026\"},\"genres\":[{\"id\":\"70\"}]")
    )
    #expect(game.releaseStatus == .upcoming)
  }

  // MARK: - Prices

  @Test func `prices of several games come in one request`() throws {
    let price = "{\"currency\":\"JPY\",\"initial\":200000,\"final\":150000}"
    try steam.write(
      """
      {"1":{"success":true,"data":{"price_overview":\(price)}},"2":{"success":true,"data":[]},\
      "3":{"success":false},"77":{"success":true,"data":[]}}
      """, to: "store/api/appdetails")
    let prices = try steam.store().prices(of: ["1", "2", "3", "4", "1"], in: "JP").value
    #expect(
      prices == [
        "1": ShopPrice(country: "JP", currency: "JPY", price: 1500, regularPrice: 2000),
        "2": .notForSale(in: "JP"), "3": .notForSale(in: "JP"),
      ])
    #expect(try steam.test.partners.requests().count == 1)
  }

  @Test(arguments: [
    "9.99", "4611686018427387904", "9223372036854775807", "9223372036854775808", "1e308", "1e-320",
    "\"NaN\"", "null", "{}",
  ])
  func `an entry that cannot be read loses no other price`(amount: String) throws {
    let price = "{\"currency\":\"USD\",\"initial\":2000,\"final\":1500}"
    let odd = "{\"currency\":\"USD\",\"initial\":\(amount),\"final\":1500}"
    try steam.write(
      """
      {"1":{"success":true,"data":{"price_overview":\(odd)}},\
      "2":{"success":true,"data":{"price_overview":\(price)}},"3":[],"4":{"success":"yes"}}
      """, to: "store/api/appdetails")
    let prices = try steam.store().prices(of: ["1", "2", "3", "4"], in: "US").value
    #expect(prices.mapValues(\.price) == ["2": 15])
  }

  @Test func `the details of a game with a price that cannot be read are used`() throws {
    let game = try #require(
      try steam.details(
        "15",
        "\"website\":\"https://a.example\",\"price_overview\":{\"initial\":9.99,\"final\":1e308}"))
    #expect(game.websiteURL == "https://a.example")
  }

  @Test func `the price of each country is a request of its own`() throws {
    let games = try steam.data.write(
      """
      {"title":"Game","price":10,"steamURL":"https://store.steampowered.com/app/1/"}
      """, to: "games.ndjson")
    let partners = try LoopbackPartners(games: games)
    let settings = try PartnerSettings(yaml: partners.settings)
    let store = SteamStore(steam.test.transport(), settings)
    #expect(try store.prices(of: ["1"], in: "US").value["1"]?.currency == "USD")
    #expect(try store.prices(of: ["1"], in: "DE").value["1"]?.currency == "EUR")
    try partners.setPrice(of: 1, to: 400)
    // The stored price is new enough.
    #expect(try store.prices(of: ["1"], in: "US").value["1"]?.price == 10)
    steam.test.clock.advance(seconds: 86_400)
    let price = try store.prices(of: ["1"], in: "US").value["1"]
    #expect(price?.price == 4 && price?.regularPrice == 10)
  }

  @Test func `a negative price is none`() throws {
    let game = try #require(
      try steam.details(
        "14", "\"price_overview\":{\"currency\":\"USD\",\"initial\":-1,\"final\":-1}"))
    #expect(game.prices == [.notForSale(in: "US")])
  }
}
