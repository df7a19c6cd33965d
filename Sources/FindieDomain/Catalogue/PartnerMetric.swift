public import Foundation

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
