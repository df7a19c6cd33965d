import FindieDomain
import FindieFiles
import FindieIntegrations
import Foundation

/// A game with the shops of the fields that shops filled: a line of `games.partners.ndjson`.
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

  /// The games that the last synchronization wrote, by id. A line that it did not write is skipped.
  ///
  /// - Throws: `FileFailure`.
  static func all(in file: URL) throws -> [ExactText: EnrichedGame] {
    guard DurableFile.exists(file) else { return [:] }
    let decoder = JSONDecoder()
    var games: [ExactText: EnrichedGame] = [:]
    for line in try DurableFile.read(file).split(separator: UInt8(ascii: "\n")) {
      do {
        let game = try decoder.decode(EnrichedGame.self, from: Data(line))
        games[ExactText(game.game.id)] = game
      } catch is DecodingError {}
    }
    return games
  }

  /// What a shop filled, for a synchronization in which the shop does not answer about the game. Nil if the shop
  /// filled nothing.
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
    known.url = value("steamURL", \.steamURL) ?? value("itchioURL", \.itchioURL)
    known.isFree = sources["isFree"] == shop ? game.isFree : nil
    known.releaseStatus = sources["releaseStatus"] == shop ? game.releaseStatus : nil
    known.releaseDate = value("releaseDate", \.releaseDate)
    return known
  }
}

extension Timestamp {
  /// The next instant that an export can have.
  var next: Timestamp { min(adding(milliseconds: 1), Timestamp.range.upperBound) }
}
