import FindieDomain
import Foundation

/// A game and the shop that filled each field: a line of `games.partners.ndjson`.
struct EnrichedGame: Codable {
  let game: Game
  private let sources: [String: Shop]

  init(_ enrichment: GameEnrichment) {
    var game = enrichment.game
    // Newer than the record that it was made from, and older than the app's next change.
    game.updatedAt = game.updatedAt?.next
    self.game = game
    sources = enrichment.sources
  }

  private enum Key: CodingKey {
    case sources
  }

  init(from decoder: any Decoder) throws {
    game = try Game(from: decoder)
    let container = try decoder.container(keyedBy: Key.self)
    sources = try container.decode([String: String].self, forKey: .sources)
      .compactMapValues { Shop(rawValue: $0) }
  }

  func encode(to encoder: any Encoder) throws {
    try game.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(sources.mapValues(\.rawValue), forKey: .sources)
  }

  /// The values that a shop filled, for a synchronization in which it does not answer about the
  /// game. Nil if it filled none.
  func known(to shop: Shop) -> ShopGame? {
    func value<Value>(_ name: String, _ field: KeyPath<Game, Value?>) -> Value? {
      sources[name] == shop ? game[keyPath: field] : nil
    }
    func values<Value>(_ name: String, _ field: KeyPath<Game, [Value]>) -> [Value] {
      sources[name] == shop ? game[keyPath: field] : []
    }
    guard sources.values.contains(shop) else { return nil }
    var known = ShopGame(
      shop: shop, id: "", title: game.title, checkedAt: game.updatedAt ?? Timestamp(milliseconds: 0)
    )
    known.genres = values("genres", \.genres)
    known.tags = values("tags", \.tags)
    known.platforms = values("platforms", \.platforms)
    known.developers = value("developerName", \.developerName).map { [$0] } ?? []
    known.shortDescription = value("shortDescription", \.shortDescription)
    known.coverImageURL = value("coverImageURL", \.coverImageURL)
    known.screenshotURLs = value("screenshotURLs", \.screenshotURLs) ?? []
    known.trailerURL = value("trailerURL", \.trailerURL)
    known.websiteURL = value("officialWebsiteURL", \.officialWebsiteURL)
    known.url = shop.fields.flatMap { value($0.pageName, $0.page) }
    known.isFree = sources["isFree"] == shop ? game.isFree : nil
    known.isMature = value("isMature", \.isMature)
    known.releaseStatus = sources["releaseStatus"] == shop ? game.releaseStatus : nil
    known.releaseDate = value("releaseDate", \.releaseDate)
    return known
  }
}

extension Timestamp {
  /// The next time that an export can represent.
  var next: Timestamp { min(adding(milliseconds: 1), Self.range.upperBound) }
}
