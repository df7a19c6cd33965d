/// What the last synchronization with a partner gave.
public struct PartnerStatus: Identifiable, Hashable, Codable, Sendable {
  /// The partner, such as `steam`.
  public let id: String
  /// When the synchronization ran.
  public var updatedAt: Timestamp?
  /// When it last succeeded.
  public var succeededAt: Timestamp?
  /// The time of the oldest answer that is in use.
  public var oldestAnswer: Timestamp?
  /// The number of answers in use.
  public var answers: Int
  /// The number of requests that had no answer.
  public var failures: Int
  /// The number of games with data from the partner.
  public var games: Int
  /// The number of players whose wishlists were read.
  public var wishlists: Int
  /// The number of games with a price.
  public var prices: Int
  /// The first failure; nil if there is none.
  public var message: String?

  /// Creates a status.
  public init(
    id: String, updatedAt: Timestamp? = nil, succeededAt: Timestamp? = nil,
    oldestAnswer: Timestamp? = nil, answers: Int = 0, failures: Int = 0, games: Int = 0,
    wishlists: Int = 0, prices: Int = 0, message: String? = nil
  ) {
    self.id = id
    self.updatedAt = updatedAt
    self.succeededAt = succeededAt
    self.oldestAnswer = oldestAnswer
    self.answers = answers
    self.failures = failures
    self.games = games
    self.wishlists = wishlists
    self.prices = prices
    self.message = message
  }
}
