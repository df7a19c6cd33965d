package import FindieDomain
import Foundation

/// The `data.json` of a game's page on itch.io.
///
/// Source: https://itch.io/docs/api/javascript, the data of a game.
package struct ItchGameData: Decodable, Sendable {
  private struct Author: Decodable {
    let name: String
  }

  private struct Links: Decodable {
    let `self`: String?
  }

  private let id: NumberOrText
  private let title: String
  private let price: String?
  private let original_price: String?
  private let cover_image: String?
  private let authors: LuaArray<Author>?
  private let tags: LuaArray<String>?
  private let links: Links?

  package func game(
    at address: ItchGameAddress, country: String, checkedAt: Timestamp
  ) -> ShopGame {
    var game = ShopGame(shop: .itch, id: id.text, title: title, checkedAt: checkedAt)
    game.url = links?.`self`.flatMap { ItchGameAddress(url: $0) }?.url ?? address.url
    game.developers = authors?.elements.map(\.name) ?? []
    if game.developers.isEmpty { game.developers = [address.author.text] }
    game.tags = (tags?.elements ?? []).map { ItchWords.hyphenated($0) }
    game.coverImageURL = cover_image
    game.platforms = [.itchio]
    // A game without a price is free.
    game.setPrice(price ?? "free", regular: original_price.map { .text($0) } ?? .same, country)
    return game
  }
}

/// An array, or `{}`: itch.io is written in Lua, in which an empty array is an empty table.
struct LuaArray<Element: Decodable & Sendable>: Decodable, Sendable {
  let elements: [Element]
  let skipped: Int

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    do {
      let array = try LenientArray<Element>(from: decoder)
      (elements, skipped) = (array.elements, array.skipped)
    } catch {
      guard try decoder.container(keyedBy: Key.self).allKeys.isEmpty else { throw error }
      (elements, skipped) = ([], 0)
    }
  }
}
