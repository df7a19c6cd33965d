import FindieAnalytics
import FindieDomain
import FindieText

extension KPIAlerts {
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
}

private let kpisForm = Form<String>.text(of: KPI.watched.map(\.key)).list()

let alertsForm = Form<KPIAlerts>.object(
  days: \.range,
  [
    Field("evaluated", .range, \.range),
    Field("rate", .number(4), "The false-discovery rate of a day.") { _ in KPIAlerts.rate },
    Field("alerts", alertForm.list(), \.alerts),
    Field("evaluatedKPIs", kpisForm) { $0.evaluated.map(\.key) },
    Field("tooEarly", kpisForm, "KPIs with too little history.") { $0.tooEarly.map(\.key) },
    Field("sentence", .text, \.sentence),
  ])

private let alertForm = Form<KPIAlert>.object(
  item: \.kpi.key, days: { DayRange($0.day) },
  [
    Field("kpi", .text(of: KPI.watched.map(\.key)), \.kpi.key),
    Field("name", .text, \.kpi.name), Field("day", .day, \.day),
    Field("value", .figure) { $0.figure($0.value) },
    Field("expected", .figure) { $0.figure($0.expected) },
    Field("lower", .figure) { $0.figure($0.lower) },
    Field("upper", .figure) { $0.figure($0.upper) },
    Field("direction", .text(of: ["up", "down"])) { $0.isRise ? "up" : "down" },
    Field(
      Definition(
        "deviation", "Alert",
        "How far a day’s value is from the value expected after the eight weeks before, in "
          + "standard deviations. An alert is a value that is too far off to be chance: in a "
          + "month in which nothing is unusual, about one day has one.",
        formula:
          "signed root deviance / standard deviation of a new day, by a regression with trend "
          + "and weekdays; the smaller one of the distances from the regression and from the "
          + "level of the last seven days; 0 if their signs differ",
        unit: "standard deviations", grain: "KPI and day"),
      .number(2), \.deviation),
    Field("days", .count, "The number of days before with a value, at most 56.", \.days),
    Field(
      "posted", .flag, "Whether it is also found at the rate of alerts that are posted.",
      \.isPosted),
    Field("sentence", .text, \.sentence),
  ])
