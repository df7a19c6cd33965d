import FindieAnalytics
package import FindieDomain

/// One segment of a partner's metric, by day.
package struct MetricSeries: Sendable {
  package let partner: String
  package let metric: String
  package let segment: String
  /// The numbers of the last 28 days, the oldest first; not empty.
  package let days: [PartnerMetric]

  /// The number of the last day that has one.
  var latest: PartnerMetric { days[days.count - 1] }

  /// The number of seven days before the latest.
  var weekBefore: PartnerMetric? { days.first { $0.day == latest.day.adding(days: -7) } }

  /// Whether the latest rate is below that of a week before, and their 95 % intervals do not
  /// overlap.
  var fell: Bool {
    guard let now = latest.rate, let before = weekBefore?.rate else { return false }
    return now.upper < before.lower
  }

  /// The series with a number in the 28 days to `night`, by partner, metric and segment.
  static func all(of metrics: [PartnerMetric], on night: Day) -> [MetricSeries] {
    let recent = metrics.filter { (0..<28).contains(night.days(since: $0.day)) }
    return Dictionary(grouping: recent) {
      [$0.partner, $0.metric, $0.segment].map { ExactText($0) }
    }
    .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    .map { key, metrics in
      MetricSeries(
        partner: key[0].text, metric: key[1].text, segment: key[2].text,
        days: metrics.sorted { $0.day < $1.day })
    }
  }
}

extension PartnerMetric {
  var figure: Figure {
    if let rate { return .fineShare(rate.estimate) }
    let unit = currency.map { " \($0)" } ?? ""
    if total == nil, currency == nil, let count = Int("\(value)") { return .count(count) }
    guard let part = Double("\(value)"), let whole = Double(total.map { "\($0)" } ?? "1") else {
      return .none
    }
    let number = part / whole
    return .number(number, places: 2, unit: unit)
  }
}
