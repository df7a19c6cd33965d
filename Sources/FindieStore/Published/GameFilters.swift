public import FindieDomain
public import Foundation

/// The conditions of ``PublishedStore/searchGames(query:filters:limit:)``. A game must meet all of them.
/// Nil and an empty list impose no condition.
public struct GameFilters: Hashable, Sendable {
  /// The game has one of these genres.
  public var genres: [Genre]?
  /// The game has one of these tags.
  public var tags: [String]?
  /// The game is available on one of these platforms.
  public var platforms: [Platform]?
  /// The lowest price, itself included. A free game costs 0; an unknown price meets no limit.
  public var minPrice: Decimal?
  /// The highest price, itself included. Prices are compared as numbers, whatever their currency.
  public var maxPrice: Decimal?
  /// The game has one of these statuses. By default, all games are found except cancelled ones.
  public var releaseStatus: [ReleaseStatus]?

  /// Creates filters.
  public init(
    genres: [Genre]? = nil, tags: [String]? = nil, platforms: [Platform]? = nil,
    minPrice: Decimal? = nil, maxPrice: Decimal? = nil, releaseStatus: [ReleaseStatus]? = nil
  ) {
    self.genres = genres
    self.tags = tags
    self.platforms = platforms
    self.minPrice = minPrice
    self.maxPrice = maxPrice
    self.releaseStatus = releaseStatus
  }
}
