/// The recommendations for one player on one night, best first.
public struct RecommendationList: Hashable, Codable, Sendable {
  /// What a list is based on.
  public enum Source: String, Codable, CaseIterable, Sendable {
    /// The player's own actions.
    case personal
    /// The player's favorite genres; there are no actions of the player.
    case genres
    /// Popularity; there is no information about the player.
    case popular
  }

  /// One recommended game.
  public struct Entry: Hashable, Codable, Sendable {
    /// The id of the game.
    public let gameId: String
    /// The rank in the list, from 1.
    public let rank: Int
    /// The model's score. Scores of different nights or players cannot be compared.
    public let score: Double
    /// Up to two reasons, the one with the largest part of the score first.
    public let reasons: [Reason]
    /// For an exploration slot, whose game is drawn at random: the probability of this game, given
    /// the player's filters and the earlier slots. Nil for all other entries.
    public let probability: Double?
    /// True for a game that a promotion put here; nil for all other entries.
    public let promoted: Bool?

    /// Creates an entry.
    public init(
      gameId: String, rank: Int, score: Double, reasons: [Reason], probability: Double? = nil,
      promoted: Bool? = nil
    ) {
      self.gameId = gameId
      self.rank = rank
      self.score = score
      self.reasons = reasons
      self.probability = probability
      self.promoted = promoted
    }
  }

  /// The player.
  public let userId: String
  /// A hash of the player, the source and the games, to which analytics events refer: lists with
  /// equal content have the same id, whatever the night. Nil for a list that was not published or
  /// computed again.
  public let listId: String?
  /// The list's night.
  public let date: Day
  /// What the list is based on.
  public let source: Source
  /// The games, best first.
  public let games: [Entry]
  /// Other selections of games for the player, which may have games of the list too. A game is in
  /// one row only.
  public let rows: [Row]

  /// Creates a list.
  public init(
    userId: String, listId: String? = nil, date: Day, source: Source, games: [Entry],
    rows: [Row] = []
  ) {
    self.userId = userId
    self.listId = listId
    self.date = date
    self.source = source
    self.games = games
    self.rows = rows
  }

  /// This list with other games.
  package func with(games: [Entry], listId: String? = nil) -> RecommendationList {
    RecommendationList(
      userId: userId, listId: listId, date: date, source: source, games: games, rows: rows)
  }

  /// The experiment whose arm the list is for; nil for a list of the night's own parameters.
  public var arm: String? { listId.flatMap { Self.arm(ofListId: $0) } }

  /// The experiment that an id names after its hash, as in `9c8a53f1be0d4e27-more-new-games`.
  package static func arm(ofListId id: String) -> String? {
    guard let hyphen = id.utf8.firstIndex(of: UInt8(ascii: "-")) else { return nil }
    return String(id[id.utf8.index(after: hyphen)...])
  }
}

/// The games most similar to one game, most similar first.
public struct SimilarGames: Hashable, Codable, Sendable {
  /// Which signal contributed most to a similarity.
  public enum Carrier: String, Codable, CaseIterable, Sendable {
    /// Genres and tags in common.
    case tags
    /// Players who liked both games.
    case players
  }

  /// One similar game.
  public struct Entry: Hashable, Codable, Sendable {
    /// The id of the game.
    public let gameId: String
    /// The rank in the list, from 1.
    public let rank: Int
    /// The similarity, between 0 and 1.
    public let score: Double
    /// Which signal contributed most to the score.
    public let carriedBy: Carrier

    /// Creates an entry.
    public init(gameId: String, rank: Int, score: Double, carriedBy: Carrier) {
      self.gameId = gameId
      self.rank = rank
      self.score = score
      self.carriedBy = carriedBy
    }
  }

  /// The game to which the others are similar.
  public let gameId: String
  /// The list's night.
  public let date: Day
  /// The games, most similar first.
  public let games: [Entry]

  /// Creates a list.
  public init(gameId: String, date: Day, games: [Entry]) {
    self.gameId = gameId
    self.date = date
    self.games = games
  }
}

/// The trending games of one genre or of all genres: those without a flag first, then by lower
/// bound, highest first. Empty if no game clearly rises.
public struct TrendingGames: Hashable, Codable, Sendable {
  /// Why a trend is less certain than its numbers.
  public enum Flag: String, Codable, CaseIterable, Sendable {
    /// Most of the engagement is in one session of several accounts.
    case oneSession
    /// Most of the engagement is by accounts in their first days.
    case freshAccounts
    /// The game does not clearly rise without its thirty strongest players.
    case fewPlayers
  }

  /// One trending game.
  public struct Entry: Hashable, Codable, Sendable {
    /// The id of the game.
    public let gameId: String
    /// The rank in the list, from 1.
    public let rank: Int
    /// Engagement in the window divided by the engagement expected from the baseline; 1 is no
    /// change.
    public let lift: Double
    /// The lower bound of the lift without the game's ten strongest players, by which the list is
    /// ranked; above 1.
    public let lowerBound: Double
    /// Player-days with engagement in the window.
    public let events: Int
    /// In the order of `Flag.allCases`; empty for most games.
    public let flags: [Flag]

    /// Creates an entry.
    public init(
      gameId: String, rank: Int, lift: Double, lowerBound: Double, events: Int, flags: [Flag] = []
    ) {
      self.gameId = gameId
      self.rank = rank
      self.lift = lift
      self.lowerBound = lowerBound
      self.events = events
      self.flags = flags
    }
  }

  /// The genre. Nil for the list of all genres.
  public let genre: Genre?
  /// The list's night.
  public let date: Day
  /// The games: those without a flag first, then by lower bound, highest first.
  public let games: [Entry]

  /// Creates a list.
  public init(genre: Genre?, date: Day, games: [Entry]) {
    self.genre = genre
    self.date = date
    self.games = games
  }

  /// The text shown instead of an empty list.
  package static let nothing = "Nothing is clearly rising."
}

/// The games of one genre or of all genres that most players had a positive action with, such as a
/// like or a wish. The order depends on the published numbers of players only.
public struct PopularGames: Hashable, Codable, Sendable {
  /// One popular game.
  public struct Entry: Hashable, Codable, Sendable {
    /// The id of the game.
    public let gameId: String
    /// The rank in the list, from 1.
    public let rank: Int
    /// The number of players in the list's days, rounded down to a multiple of
    /// `reports.minimumPlayers`.
    public let players: Int

    /// Creates an entry.
    public init(gameId: String, rank: Int, players: Int) {
      self.gameId = gameId
      self.rank = rank
      self.players = players
    }
  }

  /// The genre. Nil for the list of all genres.
  public let genre: Genre?
  /// The list's night.
  public let date: Day
  /// The number of days before `date` whose actions count. Nil for all positives, wishlists and
  /// libraries included.
  public let days: Int?
  /// The games: those of most players first, then the newest release.
  public let games: [Entry]

  /// Creates a list.
  public init(genre: Genre?, date: Day, days: Int?, games: [Entry]) {
    self.genre = genre
    self.date = date
    self.days = days
    self.games = games
  }

  /// The days whose actions count, in words.
  package var window: String {
    days.map { $0 == 1 ? "the last day" : "the last \($0) days" } ?? "all days"
  }
}

/// A recently released game and its rank among the new releases.
public struct NewRelease: Hashable, Codable, Sendable {
  /// The id of the game.
  public let gameId: String
  /// The list's night.
  public let date: Day
  /// The rank in the list, from 1.
  public let rank: Int
  /// The day of the release, before `date`.
  public let releaseDate: Day
  /// Released or in early access.
  public let status: ReleaseStatus
  /// The score by which the list is ranked.
  public let score: Double

  /// Creates an entry.
  public init(
    gameId: String, date: Day, rank: Int, releaseDate: Day, status: ReleaseStatus, score: Double
  ) {
    self.gameId = gameId
    self.date = date
    self.rank = rank
    self.releaseDate = releaseDate
    self.status = status
    self.score = score
  }
}

/// An announced game and its rank among the announced ones, the earliest date first.
public struct AnnouncedGame: Hashable, Codable, Sendable {
  /// The id of the game.
  public let gameId: String
  /// The list's night.
  public let date: Day
  /// The rank in the list, from 1.
  public let rank: Int
  /// On `date` or later. Nil if no date is known, or if the known date has passed.
  public let releaseDate: Day?
  /// The status that the developer states.
  public let status: ReleaseStatus

  /// Creates an entry.
  public init(gameId: String, date: Day, rank: Int, releaseDate: Day?, status: ReleaseStatus) {
    self.gameId = gameId
    self.date = date
    self.rank = rank
    self.releaseDate = releaseDate
    self.status = status
  }
}
