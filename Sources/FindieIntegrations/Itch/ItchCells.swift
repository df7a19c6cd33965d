package import FindieDomain
package import FindieHTML
import Foundation

/// The games in a grid of itch.io: the elements of the class `game_cell` of a profile or of the search.
package enum ItchCells {
  /// The games in the order of the page, each once. Cells without an id, a title or an address on itch.io
  /// are skipped.
  ///
  /// - Parameter country: that of the prices. itch.io has the same price in all countries.
  package static func games(
    in page: HTMLDocument, country: String, checkedAt: Timestamp
  ) -> [ShopGame] {
    var seen: Set<String> = []
    return page.elements(ofClass: "game_cell").compactMap { cell in
      game(cell, country, checkedAt)
    }.filter { seen.insert($0.id).inserted }
  }

  private static func game(
    _ cell: HTMLElement, _ country: String, _ checkedAt: Timestamp
  ) -> ShopGame? {
    guard let id = cell["data-game_id"], id.wholeMatch(of: /[1-9][0-9]{0,18}/) != nil,
      let link = cell.elements(ofClass: "game_link").first(where: { $0.has(class: "title") }),
      let address = link["href"].flatMap({ ItchGameAddress(url: $0) }), !link.text.isEmpty
    else { return nil }
    var game = ShopGame(shop: .itch, id: id, title: link.text, checkedAt: checkedAt)
    game.url = address.url
    let author = cell.first(ofClass: "game_author")?.elements(named: "a").first?.text ?? ""
    game.developers = [author.isEmpty ? address.author.text : author]
    let text = cell.first(ofClass: "game_text")
    game.shortDescription = [text?.text, text?["title"]].compactMap(\.self).first { !$0.isEmpty }
    let image = cell.elements(named: "img").first
    game.coverImageURL = image?["data-lazy_src"] ?? image?["src"]
    if let word = cell.first(ofClass: "game_genre").map({ ItchWords.hyphenated($0.text) }) {
      game.add(genre: word)
    }
    let icons = cell.first(ofClass: "game_platform")?.elements(ofClass: "icon") ?? []
    game.platforms = ItchWords.platforms(
      icons.flatMap { ($0["class"] ?? "").split(separator: " ").map(String.init) })
    game.setPrice(
      cell.first(ofClass: "price_value")?.text ?? "free",
      // A sale's cell has the regular price only as a percentage.
      regular: cell.first(ofClass: "sale_tag") == nil ? .same : .unknown, country)
    return game
  }
}

extension ShopGame {
  enum RegularPrice {
    case same, unknown
    case text(String)
  }

  mutating func add(genre word: String) {
    if let genre = ItchWords.genre(word) {
      if !genres.contains(genre) { genres.append(genre) }
    } else if !word.isEmpty, word != "other", !tags.contains(word) {
      tags.append(word)
    }
  }

  /// Sets the price, unless the text does not say it certainly.
  mutating func setPrice(_ text: String, regular: RegularPrice, _ country: String) {
    guard let price = ItchPrice(text) else { return }
    // A game on sale for nothing is not a free game.
    if case .same = regular { isFree = price.amount == 0 } else { isFree = false }
    let other: ItchPrice? = if case .text(let text) = regular { ItchPrice(text) } else { nil }
    guard let currency = price.currency ?? other?.currency else {
      if case .same = regular { prices = [.free(in: country)] }
      return
    }
    let regularPrice: Decimal? =
      switch regular {
      case .same: price.amount
      case .unknown: nil
      case .text: other.flatMap { $0.currency == currency ? $0.amount : nil }
      }
    prices = [
      ShopPrice(
        country: country, currency: currency, price: price.amount, regularPrice: regularPrice)
    ]
  }
}
