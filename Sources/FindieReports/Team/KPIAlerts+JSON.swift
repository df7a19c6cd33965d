import FindieAnalytics
import FindieDomain
import FindieText

extension KPIAlerts {
  var json: JSONValue {
    [
      "evaluated": range.json, "rate": .number(Self.rate, places: 4),
      "alerts": .array(alerts.map(\.json)),
      "evaluatedKPIs": .array(evaluated.map { .string($0.key) }),
      "tooEarly": .array(tooEarly.map { .string($0.key) }), "sentence": .string(sentence),
    ]
  }

  /// The result in words.
  var sentence: String {
    guard !evaluated.isEmpty else {
      return "No alerts yet: a KPI needs \(Self.minimumDays) earlier days."
    }
    let result =
      alerts.isEmpty
      ? "No KPI was unusual"
      : "\(alerts.count.counted("value")) \(alerts.count.verb("was")) unusual"
    let early =
      tooEarly.isEmpty
      ? ""
      : " Too early for \(tooEarly.map { $0.name.lowercased() }.joined(separator: ", "))."
    return "\(result) \(range.whenInWords). \(evaluated.count.counted("KPI")) "
      + "\(evaluated.count.verb("was")) compared with the eight weeks before." + early
  }
}

extension KPIAlert {
  /// A value in the KPI's own format.
  func figure(_ value: Double) -> Figure {
    if kpi.isRate { return .share(value) }
    return value == value.rounded() ? .count(Int(value)) : .number(value, places: 1)
  }

  /// Such as "Sessions: 4 on 18 September 2016, below the expected 20 (at least 8)."
  var sentence: String {
    let bound = isRise ? "at most \(figure(upper).text)" : "at least \(figure(lower).text)"
    return "\(kpi.name): \(figure(value).text) on \(day.inWords), "
      + "\(isRise ? "above" : "below") the expected \(figure(expected).text) (\(bound))."
  }

  var json: JSONValue {
    [
      "kpi": .string(kpi.key), "name": .string(kpi.name), "day": .string(day.description),
      "value": figure(value).json, "expected": figure(expected).json,
      "lower": figure(lower).json, "upper": figure(upper).json,
      "direction": isRise ? "up" : "down", "deviation": .number(deviation, places: 2),
      "days": .integer(days), "posted": .bool(isPosted),
      "sentence": .string(sentence),
    ]
  }
}
