import FindieDomain
import FindiePartners
import Foundation
import Testing

/// The pages are written for the tests, with the elements and classes of itch.io's.
struct ItchCellsTests {
  private func games(_ html: String) throws -> [ShopGame] {
    ItchCells.games(
      in: try HTMLDocument(html.utf8), country: "US", checkedAt: Timestamp(milliseconds: 5))
  }

  private func cell(
    id: String = "11", href: String = "https://ada.itch.io/undertow", title: String = "Undertow",
    more: String = ""
  ) -> String {
    """
    <div data-game_id="\(id)" class="game_cell"><div class="game_title">\
    <a href="\(href)" class="title game_link">\(title)</a></div>\(more)</div>
    """
  }

  @Test func `a cell is read in any order of its attributes`() throws {
    let html = """
      <div dir="auto" class="game_cell has_cover" data-game_id="11">
      <div class="game_thumb"><a class="thumb_link game_link" href="https://ada.itch.io/undertow">
      <img data-lazy_src="https://img.example/1.png" src="data:,"/></a></div>
      <div class="game_cell_data"><div class="game_title">
      <a class="title game_link" href="https://ada.itch.io/undertow">Under &amp; Tow</a>
      <div class="price_tag meta_tag" title="Pay $4.99"><div class="price_value">$4.99</div></div></div>
      <div title="A dive." class="game_text">A dive.</div>
      <div class="game_author"><a href="https://ada.itch.io">Ada L</a></div>
      <div class="game_genre">Role Playing</div>
      <div class="game_platform"><span class="web_flag">Play</span>
      <span title="W" class="icon icon-windows8"></span><span class="icon icon-tux"></span>
      <span class="icon icon-apple"></span><span class="icon icon-android"></span></div></div></div>
      """
    let game = try #require(try games(html).first)
    #expect(game.id == "11")
    #expect(game.title == "Under & Tow")
    #expect(game.url == "https://ada.itch.io/undertow")
    #expect(game.developers == ["Ada L"])
    #expect(game.shortDescription == "A dive.")
    #expect(game.coverImageURL == "https://img.example/1.png")
    #expect(game.genres == [.rpg])
    #expect(game.platforms == [.itchio, .windows, .mac, .linux])
    let price = Decimal(string: "4.99")
    #expect(
      game.prices
        == [ShopPrice(country: "US", currency: "USD", price: price, regularPrice: price)])
    #expect(game.isFree == false)
    #expect(game.checkedAt == Timestamp(milliseconds: 5))
  }

  @Test func `a cell with little has defaults`() throws {
    let game = try #require(try games(cell()).first)
    #expect(game.developers == ["ada"])
    #expect(game.isFree == true)
    #expect(game.prices.map(\.price) == [0])
    #expect(game.shortDescription == nil)
    #expect(game.platforms == [.itchio])
  }

  @Test func `the regular price of a sale is unknown`() throws {
    let more = "<div class=price_value>$2.50</div><div class=sale_tag>-50%</div>"
    let game = try #require(try games(cell(more: more)).first)
    #expect(game.prices.first?.price == Decimal(string: "2.5"))
    #expect(game.prices.first?.regularPrice == nil)
    #expect(game.isFree == false)
  }

  @Test func `a price that is not certain is unknown`() throws {
    let game = try #require(try games(cell(more: "<div class=price_value>kr 50</div>")).first)
    #expect(game.prices == [])
    #expect(game.isFree == nil)
  }

  @Test func `genres that Findie lacks become tags`() throws {
    let more = "<div class=game_genre>Educational</div>"
    let game = try #require(try games(cell(more: more)).first)
    #expect(game.genres == [])
    #expect(game.tags == ["educational"])
  }

  @Test
  func `cells without an id, a title or an address of itch io are skipped, and repeated ones`()
    throws
  {
    let html =
      cell(id: "") + cell(id: "x1") + cell(id: "0") + cell(href: "https://evil.example/a")
      + cell(href: "") + cell(title: " ") + "<div class=game_cell></div>" + cell() + cell()
      + cell(id: "12")
    #expect(try games(html).map(\.id) == ["11", "12"])
  }
}
