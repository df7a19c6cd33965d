/// A row of IGDB's `external_games`: the id of a game in a shop.
package struct IGDBLink: Sendable {
  package let id: Int
  private let uid: String?
  private let game: ShopGame?

  /// Steam's number among the values of `external_game_source`.
  static let steam = 1

  static let fields = ["uid"] + IGDBGame.fields.map { "game.\($0)" }

  private struct Row: Decodable {
    let id: Int
    let uid: NumberOrText?
    let game: IGDBGame?
    /// Whether the row has a game that cannot be read.
    let hasOddGame: Bool

    private enum Key: String, CodingKey {
      case id, uid, game
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(Int.self, forKey: .id)
      uid = try container.decodeIfPresent(NumberOrText.self, forKey: .uid)
      do {
        game = try container.decodeIfPresent(IGDBGame.self, forKey: .game)
        hasOddGame = false
      } catch {
        // One odd game does not make the page unusable.
        game = nil
        hasOddGame = true
      }
    }
  }

  /// The links of a page.
  package struct Page: Sendable {
    package let links: [IGDBLink]
    /// Including those that cannot be read.
    package let rows: Int
    /// Links and games that cannot be read.
    package let unreadable: Int
  }

  /// - Throws: `DecodingError`; `PartnerFailure` if no row can be read.
  package static func page(in answer: PartnerAnswer, _ request: PartnerRequest) throws -> Page {
    let rows: LenientArray<Row> = try answer.json()
    let links = try rows.rows(of: request).map { row in
      IGDBLink(
        id: row.id, uid: row.uid?.text, game: row.game?.game(checkedAt: answer.receivedAt))
    }
    return Page(
      links: links, rows: links.count + rows.skipped,
      unreadable: rows.skipped + rows.elements.count(where: \.hasOddGame))
  }

  /// The games with the requested Steam app ids, by app id. If several share an app id, one with
  /// `isGame` is preferred, then the one with the smallest id.
  package static func games(of links: [IGDBLink], steamAppIds: [String]) -> [String: ShopGame] {
    let requested = Set(steamAppIds)
    var games: [String: ShopGame] = [:]
    for link in links {
      guard let appId = link.uid, requested.contains(appId), var game = link.game else { continue }
      if let other = games[appId], !game.isBetter(than: other) { continue }
      game.otherIds[.steam] = appId
      games[appId] = game
    }
    return games
  }
}

extension ShopGame {
  fileprivate func isBetter(than other: ShopGame) -> Bool {
    if isGame != other.isGame { return isGame }
    return (Int(id) ?? 0) < (Int(other.id) ?? 0)
  }
}
