public import Foundation

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

/// A number of a partner for one day, such as the sign-ups with one provider.
public struct PartnerMetric: Identifiable, Hashable, Codable, Sendable {
  /// ``id(partner:metric:day:segment:)``.
  public let id: String
  /// The partner, such as `auth`.
  public var partner: String
  /// What is counted, such as `signUps`.
  public var metric: String
  /// The UTC day.
  public var day: Day
  /// The part that is counted, such as `google.com`; empty for all.
  public var segment: String
  /// The number, in units of the currency if there is one; the numerator if there is a total.
  public var value: Decimal
  /// The denominator of a rate: the rate is `value / total`.
  public var total: Decimal?
  /// The currency of an amount of money, as an ISO 4217 code.
  public var currency: String?

  /// Creates a number.
  public init(
    partner: String, metric: String, day: Day, segment: String = "", value: Decimal,
    total: Decimal? = nil, currency: String? = nil
  ) {
    id = Self.id(partner: partner, metric: metric, day: day, segment: segment)
    self.partner = partner
    self.metric = metric
    self.day = day
    self.segment = segment
    self.value = value
    self.total = total
    self.currency = currency
  }

  /// The id of a number: its parts, joined by bars.
  public static func id(partner: String, metric: String, day: Day, segment: String) -> String {
    [partner, metric, day.description, segment].joined(separator: "|")
  }
}

extension PartnerMetric: CatalogueRecord {
  package static let fields: [CatalogueField<PartnerMetric>] = [
    .init("partner", { $0.partner }, { $0.partner = $1 }, as: .id, .present),
    .init("metric", { $0.metric }, { $0.metric = $1 }, as: .id, .present),
    .init("day", { $0.day }, { $0.day = $1 }, .present),
    .init("segment", { $0.segment }, { $0.segment = $1 }, .valid),
    .init("value", { $0.value }, { $0.value = $1 }, .present),
    // Without its total or its currency, the number would mean something else.
    .init("total", { $0.total }, { $0.total = $1 }, .valid),
    .init("currency", { $0.currency }, { $0.currency = $1 }, as: .code, .valid),
  ]

  package init(defaultsOf id: String) {
    self.id = id
    (partner, metric, segment, value) = ("", "", "", 0)
    day = Day(daysSinceEpoch: 0)
  }

  /// Of two numbers with the same id, the one that is read later stays.
  package var lastChanged: Timestamp? { nil }
}

extension Day: FieldText {
  package static var fieldType: FieldType { .text }
  package var fieldText: String { description }
  package init?(fieldText: String) { self.init(fieldText) }
}

/// What partners answered: the prices of games, the state of the synchronization, and numbers by
/// day.
///
/// The arrays are sorted by the UTF-8 bytes of `id`, and no id occurs twice in one.
package struct PartnerData: Hashable, Sendable {
  package let prices: [PriceSeries]
  package let partners: [PartnerStatus]
  package let metrics: [PartnerMetric]

  /// Of several records with one id, the newest one stays, as in `Catalogue`.
  package init(
    prices: [PriceSeries] = [], partners: [PartnerStatus] = [], metrics: [PartnerMetric] = []
  ) {
    self.prices = prices.newest
    self.partners = partners.newest
    self.metrics = metrics.newest
  }
}
