package import FindieDomain
package import FindieHTML

/// The table about a game on its page on itch.io.
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
      case "genre", "genres": genres = ItchInfoPanel.words(links, "genre-")
      case "tags": tags = ItchInfoPanel.words(links, "tag-")
      case "platforms":
        platforms = ItchWords.platforms(ItchInfoPanel.words(links, "platform-"))
      case "status": status = ItchWords.status(ItchWords.hyphenated(cells[1].text))
      case "release-date":
        let precise = cells[1].elements(named: "abbr").first?["title"]
        releaseDate = ItchInfoPanel.day(of: precise ?? cells[1].text)
      default: continue
      }
    }
  }

  /// The words of links such as `https://itch.io/games/tag-2d`; of the texts of others.
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
    SteamDate.day(of: String(text.prefix { $0 != "@" }))
  }
}
