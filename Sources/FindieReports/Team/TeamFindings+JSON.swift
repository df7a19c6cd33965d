import FindieAnalytics
import FindieDomain

extension TeamReport {
  /// Each record's newest event, and how many hours before the night it came.
  var freshness: [(source: EventSource, instant: String?, hours: Figure)] {
    newestEvents.map { source, instant in
      let hours = instant.map {
        Double(night.start.milliseconds - $0.milliseconds) / 3_600_000
      }
      return (
        source, instant?.description,
        hours.map { .number($0, places: 1, unit: " h") } ?? .none
      )
    }
  }

  var freshnessJSON: JSONValue {
    .array(
      freshness.map { entry in
        .object([
          .init("source", .string(entry.source.rawValue)),
          .init("newestEvent", .text(entry.instant)),
          .init("hoursBeforeNight", entry.hours.json),
        ])
      })
  }

  /// The way from a card to the shop, a step each; nil where the data does not record it.
  var funnelSteps: [FunnelStep] {
    Funnel.steps.map { step in
      let impressions = current.tally[.impressions]
      let count = setting.recorded.contains(step) ? current.tally[step] : nil
      return FunnelStep(
        measure: step, count: count,
        share: count.flatMap { impressions > 0 ? Double($0) / Double(impressions) : nil })
    }
  }

  /// The trending games of all genres, with what makes their rise less sure.
  func trendingJSON(_ findings: NightFindings) -> JSONValue {
    let games = findings.trending.first { $0.genre == nil }?.games ?? []
    return .object([
      .init(
        "games",
        .array(
          games.map { entry in
            .object([
              .init("gameId", .string(entry.gameId)), .init("rank", .count(entry.rank)),
              .init("lift", Figure.number(entry.lift, places: 4).json),
              .init("lowerBound", Figure.number(entry.lowerBound, places: 4).json),
              .init("events", .count(entry.events)),
              .init("flags", .array(entry.flags.map { .string($0.rawValue) })),
            ])
          })),
      .init("flagged", .count(games.count { !$0.flags.isEmpty })),
      .init("backtest", .text(findings.backtest.nilIfEmpty)),
    ])
  }
}

/// One step of the way from a card to the shop.
struct FunnelStep: Hashable, Sendable {
  let measure: Measure
  /// Nil where the data does not record it.
  let count: Int?
  /// Of the impressions; above 1 where a player took the step more than once a card.
  let share: Double?

  var json: JSONValue {
    .object([
      .init("step", .string(measure.rawValue)), .init("name", .string(measure.name)),
      .init("count", count.map { .count($0) } ?? .null),
      .init("shareOfImpressions", Figure.share(share).json),
    ])
  }
}

extension RetentionCohort {
  /// `2016-09` of a month, `2016-W37` of an ISO week.
  var name: String {
    switch grain {
    case .month: return String(start.description.prefix(7))
    case .week:
      // An ISO week belongs to the year of its Thursday.
      let thursday = start.adding(days: 3)
      let (year, _, _) = thursday.civil
      let first = Day(year: year, month: 1, day: 1)
      let week = first.map { thursday.days(since: $0) / 7 + 1 } ?? 0
      return "\(thursday.description.prefix(4))-W\(week < 10 ? "0" : "")\(week)"
    }
  }
}

extension KPIAlerts {
  var json: JSONValue {
    .object([
      .init("judged", range.json),
      .init("bound", Figure.number(bound, places: 4).json),
      .init("weeks", .count(Self.weeks)),
      .init("alerts", .array(alerts.map(\.json))),
      .init("judgedKPIs", .array(judged.map { .string($0.rawValue) })),
      .init("tooEarly", .array(tooEarly.map { .string($0.rawValue) })),
      .init("sentence", .string(sentence)),
    ])
  }

  /// What was found, for people.
  var sentence: String {
    guard !judged.isEmpty else {
      return "No KPI has the same weekday of \(Self.leastWeeks) earlier weeks to be judged by yet."
    }
    let count =
      alerts.isEmpty
      ? "Nothing is" : alerts.count == 1 ? "One number is" : "\(alerts.count) numbers are"
    let early =
      tooEarly.isEmpty
      ? ""
      : " Too early to tell for \(tooEarly.map { $0.name.lowercased() }.joined(separator: ", "))."
    return
      "\(count) out of the ordinary for \(alerts.count > 1 ? "their" : "its") weekday \(range.whenInWords): \(judged.count) KPI\(judged.count == 1 ? " was" : "s were") "
      + "judged by the same weekdays of the \(Self.weeks) weeks before." + early
  }
}

extension KPIAlert {
  /// A figure in the KPI's own form.
  func figure(_ value: Double) -> Figure {
    if kpi.isShare { return .share(value) }
    return value == value.rounded() ? .count(Int(value)) : .number(value, places: 1)
  }

  /// The signed distance in scales.
  var deviationFigure: Figure { .number(deviation, places: 2) }

  /// Such as "Sessions: 4 on 18 September 2016, below what its weekday leads one to expect: 20, at
  /// least 8."
  var sentence: String {
    let bound = isRise ? "at most \(figure(upper).words)" : "at least \(figure(lower).words)"
    return
      "\(kpi.name): \(figure(value).words) on \(day.inWords), "
      + "\(isRise ? "above" : "below") what its weekday leads one to expect: "
      + "\(figure(expected).words), \(bound)."
  }

  var json: JSONValue {
    .object([
      .init("kpi", .string(kpi.rawValue)), .init("name", .string(kpi.name)),
      .init("day", .string(day.description)), .init("value", figure(value).json),
      .init("expected", figure(expected).json), .init("lower", figure(lower).json),
      .init("upper", figure(upper).json),
      .init("direction", .string(isRise ? "up" : "down")),
      .init("deviation", deviationFigure.json), .init("weeks", .count(weeks)),
      .init("sentence", .string(sentence)),
    ])
  }
}

extension NightHealth {
  var json: JSONValue {
    .object([
      .init("night", .string(day.description)), .init("cutoff", .count(cutoff)),
      .init("ndcg", Figure.share(ndcg).json), .init("recall", Figure.share(recall).json),
      .init("coverage", Figure.share(coverage).json), .init("gini", Figure.share(gini).json),
      .init("lists", lists.json),
      .init("servedModels", .text(servedModels?.description)),
    ])
  }
}

extension String {
  var nilIfEmpty: String? { isEmpty ? nil : self }
}
