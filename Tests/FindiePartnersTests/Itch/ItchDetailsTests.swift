import FindieDomain
import FindiePartners
import Foundation
import Testing

/// The answers are written for the tests, in the shapes of itch.io's.
struct ItchDetailsTests {
  private func panel(_ rows: String) throws -> ItchInfoPanel? {
    let html = "<div class='base_widget game_info_panel_widget'><table>\(rows)</table></div>"
    return ItchInfoPanel(try HTMLDocument(html.utf8))
  }

  private func data(_ json: String) throws -> ShopGame {
    let address = try #require(ItchGameAddress(url: "https://ada.itch.io/undertow"))
    return try JSONDecoder().decode(ItchGameData.self, from: Data(json.utf8))
      .game(at: address, country: "US", checkedAt: Timestamp(milliseconds: 0))
  }

  @Test func `the table of a page is read`() throws {
    let panel = try panel(
      """
      <tr><td>Status</td><td><a href="https://itch.io/games/released">Released</a></td></tr>
      <tr><td>Release date</td><td><abbr title="12 May 2016 @ 14:00 UTC">May 12, 2016</abbr></td></tr>
      <tr><td>Authors</td><td><a href="https://ada.itch.io">Ada</a>, <a href="/b">Ben</a></td></tr>
      <tr><td>Platforms</td><td><a href="https://itch.io/games/platform-osx">macOS</a></td></tr>
      <tr><td>Genre</td><td><a href="https://itch.io/games/genre-visual-novel">Visual Novel</a></td></tr>
      <tr><td>Tags</td><td><a href="https://itch.io/games/tag-2d">2D</a>, <a>Pixel Art</a></td></tr>
      <tr><td>Rating</td></tr><tr></tr>
      """)
    #expect(panel?.status == .released)
    #expect(panel?.releaseDate == Day(year: 2016, month: 5, day: 12))
    #expect(panel?.authors == ["Ada", "Ben"])
    #expect(panel?.platforms == [.itchio, .mac])
    #expect(panel?.genres == ["visual-novel"])
    #expect(panel?.tags == ["2d", "pixel-art"])
  }

  @Test func `a page without a table has none, and an empty table says nothing`() throws {
    #expect(ItchInfoPanel(try HTMLDocument("<p>".utf8)) == nil)
    #expect(try panel("")?.status == nil)
    #expect(try panel("<tr><td>Release date</td><td>soon</td></tr>")?.releaseDate == nil)
    #expect(try panel("<tr><td>Status</td><td>On hold</td></tr>")?.status == nil)
  }

  @Test func `data json is read`() throws {
    let game = try data(
      """
      {"id":11,"title":"Undertow","price":"$4.99","original_price":"$9.99","sale":{"rate":50},
       "cover_image":"https://img.example/1.png","authors":[{"name":"Ada","url":"https://ada.itch.io"}],
       "tags":["2D","Pixel Art"],"links":{"self":"https://ada.itch.io/undertow"}}
      """)
    #expect(game.id == "11")
    #expect(game.developers == ["Ada"])
    #expect(game.tags == ["2d", "pixel-art"])
    #expect(game.isFree == false)
    #expect(
      game.prices == [
        ShopPrice(
          country: "US", currency: "USD", price: Decimal(string: "4.99"),
          regularPrice: Decimal(string: "9.99"))
      ])
  }

  @Test func `data json with little has defaults, and empty tables are empty lists`() throws {
    let game = try data("{\"id\":\"11\",\"title\":\"Undertow\",\"authors\":{},\"tags\":{}}")
    #expect(game.developers == ["ada"])
    #expect(game.url == "https://ada.itch.io/undertow")
    #expect(game.isFree == true)
    #expect(throws: DecodingError.self) { try data("{\"errors\":[\"invalid game\"]}") }
  }
}
