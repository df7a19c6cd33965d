public import Foundation

/// An indie game of the catalogue.
public struct Game: Identifiable, Hashable, Codable, Sendable {
  /// The id in the app, such as `steam-367520`.
  public let id: String
  /// The title as players see it.
  public var title: String
  /// A line below the title.
  public var subtitle: String?
  /// The full description.
  public var description: String?
  /// At most 140 characters.
  public var shortDescription: String?

  /// The address of the icon.
  public var iconURL: String?
  /// The address of the cover image.
  public var coverImageURL: String?
  /// The addresses of screenshots, in the order in which they are shown.
  public var screenshotURLs: [String]?
  /// The address of the trailer.
  public var trailerURL: String?

  /// The id of the game's ``Developer``.
  public var developerId: String
  /// The developer's name.
  public var developerName: String?
  /// The studio's name.
  public var studioName: String?

  /// One to three genres.
  public var genres: [Genre]
  /// Tags, by name.
  public var tags: [String]
  /// The platforms and shops on which the game is available.
  public var platforms: [Platform]

  /// Nil if no date is known.
  public var releaseDate: Timestamp?
  /// The state of the release as the developer states it. See ``availability(on:)``.
  public var releaseStatus: ReleaseStatus

  /// In `currency`. Nil if the game is free or its price is unknown.
  public var price: Decimal?
  /// The currency of `price`, as an ISO 4217 code.
  public var currency: String?
  /// Whether the game costs nothing.
  public var isFree: Bool

  /// When the record was created.
  public var createdAt: Timestamp?
  /// When the record was last changed.
  public var updatedAt: Timestamp?
  /// False if the game was deleted in the app.
  public var isActive: Bool
  /// Whether the game is for adults only; nil means no.
  public var isMature: Bool?

  /// The game's page on Steam.
  public var steamURL: String?
  /// The game's page on itch.io.
  public var itchioURL: String?
  /// The game's own website.
  public var officialWebsiteURL: String?
  /// The game's Discord server.
  public var discordURL: String?
  /// How many players get a message when the game is released: those most likely to like it. Nil
  /// for none.
  public var launchPlayers: Int?

  /// Creates a game; its other fields are nil.
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

extension Game: CatalogueRecord {
  package static let fields: [CatalogueField<Game>] = [
    .init("title", { $0.title }, { $0.title = $1 }, .valid),
    .init("subtitle", { $0.subtitle }, { $0.subtitle = $1 }),
    .init("description", { $0.description }, { $0.description = $1 }),
    .init("shortDescription", { $0.shortDescription }, { $0.shortDescription = $1 }),
    .init("iconURL", { $0.iconURL }, { $0.iconURL = $1 }),
    .init("coverImageURL", { $0.coverImageURL }, { $0.coverImageURL = $1 }),
    .init("screenshotURLs", { $0.screenshotURLs }, { $0.screenshotURLs = $1 }),
    .init("trailerURL", { $0.trailerURL }, { $0.trailerURL = $1 }),
    .init("developerId", { $0.developerId }, { $0.developerId = $1 }, as: .id, .valid),
    .init("developerName", { $0.developerName }, { $0.developerName = $1 }),
    .init("studioName", { $0.studioName }, { $0.studioName = $1 }),
    .init("genres", { $0.genres }, { $0.genres = $1 }, unknownWord: "unknownGenre"),
    .init("tags", { $0.tags }, { $0.tags = $1 }),
    .init("platforms", { $0.platforms }, { $0.platforms = $1 }, unknownWord: "unknownPlatform"),
    // Without its date, an announced game would count as released.
    .init("releaseDate", { $0.releaseDate }, { $0.releaseDate = $1 }, .valid),
    .init("releaseStatus", { $0.releaseStatus }, { $0.releaseStatus = $1 }, .present),
    .init("price", { $0.price }, { $0.price = $1 }),
    .init("currency", { $0.currency }, { $0.currency = $1 }, as: .code),
    .init("isFree", { $0.isFree }, { $0.isFree = $1 }, .valid),
    .init("createdAt", { $0.createdAt }, { $0.createdAt = $1 }),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
    .init("isActive", { $0.isActive }, { $0.isActive = $1 }, .valid),
    .init("steamURL", { $0.steamURL }, { $0.steamURL = $1 }),
    .init("itchioURL", { $0.itchioURL }, { $0.itchioURL = $1 }),
    .init("officialWebsiteURL", { $0.officialWebsiteURL }, { $0.officialWebsiteURL = $1 }),
    .init("discordURL", { $0.discordURL }, { $0.discordURL = $1 }),
    .init("launchPlayers", { $0.launchPlayers }, { $0.launchPlayers = $1 }, as: .count),
    .init("isMature", { $0.isMature }, { $0.isMature = $1 }, .valid, isAddition: true),
  ]

  package init(defaultsOf id: String) { self.init(id: id, title: "", developerId: "") }

  package var lastChanged: Timestamp? { updatedAt }
}

/// A platform or a shop on which a game is available.
public enum Platform: String, Codable, CaseIterable, Sendable {
  case windows, mac, linux, steam, itchio, epicGames, gog
}

extension Platform: FieldWord {}

/// The state of a game's release.
public enum ReleaseStatus: String, Codable, CaseIterable, Sendable {
  case released, earlyAccess, upcoming, cancelled
}

extension ReleaseStatus: FieldWord {}

/// What a player can do with a game on a given day.
public enum Availability: String, Codable, Sendable {
  /// The game can be played: released or in early access, and its date is before the day.
  case out
  /// The game is upcoming, or its date is on the day or later, whatever its status.
  case announced
  /// The game is cancelled or deleted, and never shown.
  case withdrawn
}

extension Game {
  /// Whether the game is cancelled or deleted.
  package var isWithdrawn: Bool { !isActive || releaseStatus == .cancelled }

  /// The game's availability on `day`, from what was known before `day` began.
  public func availability(on day: Day) -> Availability {
    guard !isWithdrawn else { return .withdrawn }
    guard releaseStatus != .upcoming else { return .announced }
    guard let releaseDate else { return .out }
    return releaseDate < day.start ? .out : .announced
  }

  /// A game is news for this many days after its release.
  package static let newsDays = 7

  /// Whether players shall get a message about the game's release, which is not older than
  /// `newsDays` on `day`. A game without a date has none.
  package func hasLaunch(on day: Day) -> Bool {
    guard !isWithdrawn, launchPlayers ?? 0 > 0, let releaseDate else { return false }
    return day.days(since: releaseDate.day) <= Self.newsDays
  }
}

/// The genres of games.
public enum Genre: String, Codable, CaseIterable, Sendable {
  case action, adventure, puzzle, rpg, strategy
  case simulation, platformer, shooter, horror, indie
  case casual, racing, sports, fighting, rhythm
}

extension Genre: FieldWord {}
