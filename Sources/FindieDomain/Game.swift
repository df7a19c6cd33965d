public import Foundation

/// One indie game of the catalogue (source document 002, section 1).
///
/// The fields that the batch needs are required; the app's other fields are kept where they come.
public struct Game: Identifiable, Hashable, Codable, Sendable {
  public let id: String
  public var title: String
  public var subtitle: String?
  public var description: String?
  public var shortDescription: String?

  public var iconURL: String?
  public var coverImageURL: String?
  public var screenshotURLs: [String]?
  public var trailerURL: String?

  public var developerId: String
  public var developerName: String?
  public var studioName: String?

  public var genres: [Genre]
  public var tags: [String]
  public var platforms: [Platform]

  /// Nil where no date is known.
  public var releaseDate: Timestamp?
  public var releaseStatus: ReleaseStatus

  /// In `currency`; nil where the game is free or its price is not known.
  public var price: Decimal?
  public var currency: String?
  public var isFree: Bool

  public var createdAt: Timestamp?
  public var updatedAt: Timestamp?
  /// False for a game that was softly deleted.
  public var isActive: Bool

  public var steamURL: String?
  public var itchioURL: String?
  public var officialWebsiteURL: String?
  public var discordURL: String?

  public init(
    id: String, title: String, developerId: String, genres: [Genre] = [], tags: [String] = [],
    platforms: [Platform] = [], releaseDate: Timestamp? = nil,
    releaseStatus: ReleaseStatus = .released, price: Decimal? = nil, currency: String? = nil,
    isFree: Bool = false, isActive: Bool = true
  ) {
    self.id = id
    self.title = title
    self.developerId = developerId
    self.genres = genres
    self.tags = tags
    self.platforms = platforms
    self.releaseDate = releaseDate
    self.releaseStatus = releaseStatus
    self.price = price
    self.currency = currency
    self.isFree = isFree
    self.isActive = isActive
  }
}

public enum Platform: String, Codable, CaseIterable, Sendable {
  case windows, mac, linux, steam, itchio, epicGames, gog
}

public enum ReleaseStatus: String, Codable, CaseIterable, Sendable {
  case released, earlyAccess, upcoming, cancelled
}

/// What a game is on a given night.
public enum Availability: String, Codable, Sendable {
  /// Can be played: released or in early access, and not dated after the night.
  case out
  /// Will come: upcoming, or dated on the night's day or later, whatever its status says.
  case announced
  /// Never shown: cancelled or softly deleted.
  case withdrawn
}

extension Game {
  /// What the game is on the night of `day`, which sees only what came before `day` began.
  public func availability(on day: Day) -> Availability {
    guard isActive, releaseStatus != .cancelled else { return .withdrawn }
    guard releaseStatus != .upcoming else { return .announced }
    guard let releaseDate else { return .out }
    return releaseDate < day.start ? .out : .announced
  }

  /// The price a player would pay: zero for a free game, nil where it is not known.
  public var effectivePrice: Decimal? { isFree ? 0 : price }
}
