/// The result of the last synchronization with a partner.
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

  /// The partner's name, such as `Steam`.
  package var title: String { Self.title(of: id) }

  /// The name of a partner; its id if it is not known.
  package static func title(of id: String) -> String {
    PartnerName(rawValue: id)?.title ?? id
  }

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

extension PartnerStatus: CatalogueRecord {
  package static let fields: [CatalogueField<PartnerStatus>] = [
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
    .init("succeededAt", { $0.succeededAt }, { $0.succeededAt = $1 }),
    .init("oldestAnswer", { $0.oldestAnswer }, { $0.oldestAnswer = $1 }),
    .init("answers", { $0.answers }, { $0.answers = $1 }, as: .count),
    .init("failures", { $0.failures }, { $0.failures = $1 }, as: .count),
    .init("games", { $0.games }, { $0.games = $1 }, as: .count),
    .init("wishlists", { $0.wishlists }, { $0.wishlists = $1 }, as: .count),
    .init("prices", { $0.prices }, { $0.prices = $1 }, as: .count),
    .init("message", { $0.message }, { $0.message = $1 }),
  ]

  package init(defaultsOf id: String) { self.init(id: id) }

  package var lastChanged: Timestamp? { updatedAt }
}
