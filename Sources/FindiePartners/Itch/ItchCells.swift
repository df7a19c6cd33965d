package import FindieDomain
package import Foundation

/// The games in a grid on itch.io: elements with the class `game_cell` of a profile or a search.
package enum ItchCells {
  /// The games in the order of the page, each once. Cells without an id, a title or an address on
  /// itch.io are skipped.
  ///
  /// - Parameter country: the country of the prices. itch.io has the same price everywhere.
  package static func games(
    in page: HTMLDocument, country: String, checkedAt: Timestamp
  ) -> [ShopGame] {
    var seen: Set<String> = []
    return page.elements(ofClass: "game_cell").compactMap { cell in
      game(cell, country, checkedAt)
    }.filter { seen.insert($0.id).inserted }
  }

  /// Whether a page is one of itch.io with games, or with a place for them.
  static func isGrid(_ page: HTMLDocument) -> Bool {
    ["game_cell", "game_grid_widget", "base_widget"].contains { page.first(ofClass: $0) != nil }
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

  /// Sets the price, unless the text leaves it uncertain.
  mutating func setPrice(_ text: String, regular: RegularPrice, _ country: String) {
    guard let price = ItchPrice(text) else { return }
    // A game that is free only during a sale is not a free game.
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

/// A price as itch.io writes it: `$9.99`, `€5`, `1.299,00 €`, `Free`.
package struct ItchPrice: Hashable, Sendable {
  /// In units of the currency.
  package let amount: Decimal
  /// ISO 4217. Nil for 0 without a currency.
  package let currency: String?

  /// Nil if the amount or the currency is not certain.
  ///
  /// A `$` alone is the US dollar: itch.io's XML feeds state USD for such prices. Other dollars
  /// must have their letters before it.
  package init?(_ text: String) {
    let plain = text.filter { !$0.isWhitespace }
    if ["free", "nameyourownprice"].contains(plain.lowercased()) {
      (amount, currency) = (0, nil)
      return
    }
    guard let match = plain.wholeMatch(of: /(\D*?)([0-9][0-9.,]*)(\D*)/),
      match.1.isEmpty != match.3.isEmpty,
      let currency = Self.currencies[String(match.1 + match.3).uppercased()],
      let amount = Self.amount(String(match.2), currency)
    else { return nil }
    self.amount = amount
    self.currency = currency
  }

  private static let currencies = [
    "$": "USD", "US$": "USD", "USD": "USD", "€": "EUR", "EUR": "EUR", "£": "GBP", "GBP": "GBP",
    "CA$": "CAD", "C$": "CAD", "CAD": "CAD", "A$": "AUD", "AU$": "AUD", "AUD": "AUD", "¥": "JPY",
    "JP¥": "JPY", "JPY": "JPY",
  ]

  /// The last separator starts the decimals if one or two digits follow. Others separate thousands.
  private static func amount(_ text: String, _ currency: String) -> Decimal? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    let hasDecimals = parts.count > 1 && (1...2).contains(parts[parts.count - 1].count)
    let thousands = (hasDecimals ? parts.dropLast() : parts[...]).dropFirst()
    guard parts.allSatisfy({ !$0.isEmpty }), thousands.allSatisfy({ $0.count == 3 }),
      text.count <= 12, !(hasDecimals && currency == "JPY")
    else { return nil }
    let whole = (hasDecimals ? parts.dropLast() : parts[...]).joined()
    return Decimal(string: whole + (hasDecimals ? "." + parts[parts.count - 1] : ""))
  }
}

/// The information table on a game's itch.io page.
package struct ItchInfoPanel: Hashable, Sendable {
  package private(set) var authors: [String] = []
  package private(set) var genres: [String] = []
  /// In lower case with hyphens.
  package private(set) var tags: [String] = []
  package private(set) var platforms: [Platform] = [.itchio]
  package private(set) var status: ReleaseStatus?
  package private(set) var releaseDate: Day?

  /// Nil if the page has no such table.
  package init?(_ page: HTMLDocument) {
    guard let panel = page.first(ofClass: "game_info_panel_widget") else { return nil }
    for row in panel.elements(named: "tr") {
      let cells = row.elements(named: "td")
      guard cells.count >= 2 else { continue }
      let links = cells[1].elements(named: "a")
      switch ItchWords.hyphenated(cells[0].text) {
      case "author", "authors": authors = links.map(\.text).filter { !$0.isEmpty }
      case "genre", "genres": genres = Self.words(links, "genre-")
      case "tags": tags = Self.words(links, "tag-")
      case "platforms":
        platforms = ItchWords.platforms(Self.words(links, "platform-"))
      case "status": status = ItchWords.status(ItchWords.hyphenated(cells[1].text))
      case "release-date":
        let precise = cells[1].elements(named: "abbr").first?["title"]
        releaseDate = Self.day(of: precise ?? cells[1].text)
      default: continue
      }
    }
  }

  /// The words in links such as `https://itch.io/games/tag-2d`; the texts of other links.
  private static func words(_ links: [HTMLElement], _ prefix: String) -> [String] {
    var seen: Set<String> = []
    return links.map { link in
      let last = link["href"]?.split(separator: "/").last ?? ""
      let word = last.hasPrefix(prefix) ? String(last.dropFirst(prefix.count)) : link.text
      return ItchWords.hyphenated(word)
    }.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// `12 May 2016 @ 14:00 UTC`, `May 12, 2016`.
  private static func day(of text: String) -> Day? {
    ShopDate.day(of: String(text.prefix { $0 != "@" }))
  }
}

/// itch.io's words for genres, platforms and release status.
enum ItchWords {
  /// A word in lower case with hyphens, as in the addresses of genres and tags: `Role Playing` is
  /// `role-playing`.
  static func hyphenated(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  /// Nil for genres that Findie lacks, such as `educational`; they become tags.
  static func genre(_ word: String) -> Genre? {
    if let genre = genres[word] { return genre }
    return Genre(rawValue: word)
  }

  private static let genres: [String: Genre] = [
    "role-playing": .rpg, "visual-novel": .adventure, "interactive-fiction": .adventure,
    "card-game": .strategy,
  ]

  static func status(_ word: String) -> ReleaseStatus? {
    switch word {
    case "released": .released
    case "in-development", "prototype": .earlyAccess
    case "canceled", "cancelled": .cancelled
    default: nil
    }
  }

  /// By icon class, and by the last word of an address or a trait (`p_windows`).
  static func platform(_ word: String) -> Platform? {
    switch word {
    case "icon-windows8", "icon-windows", "windows", "p_windows": .windows
    case "icon-apple", "osx", "macos", "p_osx": .mac
    case "icon-tux", "linux", "p_linux": .linux
    default: nil
    }
  }

  /// In the order of `Platform`, with itch.io first.
  static func platforms(_ words: [String]) -> [Platform] {
    let found = Set(words.compactMap { platform($0) })
    return [.itchio] + Platform.allCases.filter { found.contains($0) }
  }
}
