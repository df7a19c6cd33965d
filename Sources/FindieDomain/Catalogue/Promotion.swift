public import Foundation

/// A game that lists show higher from one day to another: at a fixed rank, or with a boost.
public struct Promotion: Identifiable, Hashable, Codable, Sendable {
  /// The promotion's id. A document without one gets a hash of its game, days, rank or boost, and
  /// audience.
  public let id: String
  /// The id of the game.
  public var gameId: String
  /// The first day.
  public var from: Day
  /// The last day.
  public var to: Day
  /// The place in the list, from 1 to 50. A promotion has a rank or a boost.
  public var rank: Int?
  /// What is added to the log odds of a like, above 0 and at most ``maximumBoost``.
  public var boost: Decimal?
  /// Only players with one of these genres see the promotion; empty for all players.
  public var genres: [Genre]
  /// Only players with one of these platforms see the promotion; empty for all players.
  public var platforms: [Platform]
  /// When the record was last changed.
  public var updatedAt: Timestamp?
  /// False if the promotion was withdrawn.
  public var isActive: Bool

  /// The largest boost, in log odds.
  public static let maximumBoost = 10

  /// Creates a promotion.
  public init(
    id: String, gameId: String, from: Day, to: Day, rank: Int? = nil, boost: Decimal? = nil,
    genres: [Genre] = [], platforms: [Platform] = [], updatedAt: Timestamp? = nil,
    isActive: Bool = true
  ) {
    self.id = id
    self.gameId = gameId
    self.from = from
    self.to = to
    self.rank = rank
    self.boost = boost
    self.genres = genres
    self.platforms = platforms
    self.updatedAt = updatedAt
    self.isActive = isActive
  }
}

extension Promotion: CatalogueRecord {
  package static let fields: [CatalogueField<Promotion>] = [
    .init("gameId", { $0.gameId }, { $0.gameId = $1 }, as: .id, .present),
    .init("from", { $0.from.start }, { $0.from = $1.day }, column: "firstDay", .present),
    .init("to", { $0.to.start }, { $0.to = $1.day }, column: "lastDay", .present),
    .init("rank", { $0.rank }, { $0.rank = $1 }, .valid),
    .init("boost", { $0.boost }, { $0.boost = $1 }, .valid),
    // Without them, all players would see the promotion.
    .init("genres", { $0.genres }, { $0.genres = $1 }, .valid),
    .init("platforms", { $0.platforms }, { $0.platforms = $1 }, .valid),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
    .init("isActive", { $0.isActive }, { $0.isActive = $1 }, .valid),
  ]

  package init(defaultsOf id: String) {
    let day = Day(daysSinceEpoch: 0)
    self.init(id: id, gameId: "", from: day, to: day)
  }

  package var lastChanged: Timestamp? { updatedAt }

  /// The promotion with its words in the order of their declaration.
  package var normalized: Promotion {
    var promotion = self
    promotion.genres = Genre.allCases.filter(genres.contains)
    promotion.platforms = Platform.allCases.filter(platforms.contains)
    return promotion
  }
}

extension Catalogue {
  /// The promotions that were not withdrawn and that `day` belongs to, by id.
  public func promotions(on day: Day) -> [Promotion] {
    promotions.filter { $0.isActive && $0.from <= day && day <= $0.to }
  }
}
