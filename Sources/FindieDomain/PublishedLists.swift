/// One player's recommendations of one night, best first.
public struct RecommendationList: Hashable, Codable, Sendable {
  /// Where a list came from.
  public enum Source: String, Codable, CaseIterable, Sendable {
    /// From what the player did.
    case personal
    /// From the player's favourite genres; nothing is known of what the player did.
    case genres
    /// What is popular; nothing is known of the player.
    case popular
  }

  public struct Entry: Hashable, Codable, Sendable {
    public let gameId: String
    /// From 1.
    public let rank: Int
    public let score: Double
    /// Sentences that the app can show, the strongest first.
    public let reasons: [String]
    /// For an entry that was drawn to be explored: the probability that this game was drawn for its
    /// slot, given the player's filters and the slots before it.
    public let probability: Double?

    public init(
      gameId: String, rank: Int, score: Double, reasons: [String], probability: Double? = nil
    ) {
      self.gameId = gameId
      self.rank = rank
      self.score = score
      self.reasons = reasons
      self.probability = probability
    }
  }

  public let userId: String
  public let date: Day
  public let source: Source
  public let games: [Entry]

  public init(userId: String, date: Day, source: Source, games: [Entry]) {
    self.userId = userId
    self.date = date
    self.source = source
    self.games = games
  }
}

/// The games most like one game, best first.
public struct SimilarGames: Hashable, Codable, Sendable {
  /// What carried most of a similarity's score.
  public enum Carrier: String, Codable, CaseIterable, Sendable {
    /// Genres and tags in common.
    case tags
    /// The same players liked both.
    case players
  }

  public struct Entry: Hashable, Codable, Sendable {
    public let gameId: String
    public let rank: Int
    public let score: Double
    public let carriedBy: Carrier

    public init(gameId: String, rank: Int, score: Double, carriedBy: Carrier) {
      self.gameId = gameId
      self.rank = rank
      self.score = score
      self.carriedBy = carriedBy
    }
  }

  public let gameId: String
  public let date: Day
  public let games: [Entry]

  public init(gameId: String, date: Day, games: [Entry]) {
    self.gameId = gameId
    self.date = date
    self.games = games
  }
}

/// The games that rise, of one genre or of all (`genre` nil), strongest lower bound first.
public struct TrendingGames: Hashable, Codable, Sendable {
  /// What makes a rise less sure than its numbers say; the lift and its lower bound are damped by it.
  public enum Flag: String, Codable, CaseIterable, Sendable {
    /// Few players gave it whose accounts are not fresh.
    case fewPlayers
    /// Most of it came in one session of several accounts.
    case oneSession
    /// Most of it came from accounts in their first days.
    case freshAccounts
  }

  public struct Entry: Hashable, Codable, Sendable {
    public let gameId: String
    public let rank: Int
    /// Engagement in the window over what the baseline led one to expect; 1 is no change.
    public let lift: Double
    /// The lift's lower bound, by which the list is ranked.
    public let lowerBound: Double
    /// Player-days of engagement in the window.
    public let events: Int
    /// In the order of their declaration; empty for most games.
    public let flags: [Flag]

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

  public let genre: Genre?
  public let date: Day
  public let games: [Entry]

  public init(genre: Genre?, date: Day, games: [Entry]) {
    self.genre = genre
    self.date = date
    self.games = games
  }
}

/// One game that came out lately, with its place among them.
public struct NewRelease: Hashable, Codable, Sendable {
  public let gameId: String
  public let date: Day
  public let rank: Int
  public let releaseDate: Day
  public let status: ReleaseStatus
  public let score: Double

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

/// One game that is announced, with its place among them: the earliest date first.
public struct AnnouncedGame: Hashable, Codable, Sendable {
  public let gameId: String
  public let date: Day
  public let rank: Int
  /// The night's day or later; nil where no date is known, or only one that has passed.
  public let releaseDate: Day?
  public let status: ReleaseStatus

  public init(gameId: String, date: Day, rank: Int, releaseDate: Day?, status: ReleaseStatus) {
    self.gameId = gameId
    self.date = date
    self.rank = rank
    self.releaseDate = releaseDate
    self.status = status
  }
}
