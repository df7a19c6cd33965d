/// How many lists one night published.
public struct PublishedCounts: Hashable, Sendable, Codable {
  /// Players with a list.
  public var recommendations = 0
  /// Games with a list of similar ones.
  public var similar = 0
  /// Lists of rising games: of all genres, and of each.
  public var trending = 0
  /// Games among the new releases.
  public var newReleases = 0
  /// Games among the announced ones.
  public var announced = 0

  public init() {}
}
