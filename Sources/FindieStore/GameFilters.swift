public import FindieDomain
public import Foundation

/// What a search keeps of the catalogue; nil and an empty list ask for nothing.
public struct GameFilters: Hashable, Sendable {
  /// Any of these genres.
  public var genres: [Genre]?
  /// Any of these tags.
  public var tags: [String]?
  /// Any of these platforms.
  public var platforms: [Platform]?
  /// The least price, itself included; a free game costs 0, an unknown price fits no bound.
  public var minPrice: Decimal?
  /// The highest price, itself included. Prices are compared as numbers, whatever their currency.
  public var maxPrice: Decimal?
  /// Any of these; cancelled games are found only where they are asked for.
  public var releaseStatus: [ReleaseStatus]?

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
