import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieText

extension TeamReport {
  /// The newest event of each record, and its age at the end of the period.
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
        [
          "source": .string(entry.source.rawValue), "newestEvent": .optional(entry.instant),
          "hoursBeforeNight": entry.hours.json,
        ]
      })
  }

  /// The trending games over all genres, with the flags of uncertain ones.
  func trendingJSON(_ findings: NightFindings) -> JSONValue {
    let games = findings.trendingOfAll
    let entries = games.map { entry -> JSONValue in
      [
        "gameId": .string(entry.gameId), "rank": .integer(entry.rank),
        "lift": .number(entry.lift, places: 4),
        "lowerBound": .number(entry.lowerBound, places: 4), "events": .integer(entry.events),
        "flags": .array(entry.flags.map { .string($0.rawValue) }),
      ]
    }
    return [
      "games": .array(entries), "flagged": .integer(games.count { !$0.flags.isEmpty }),
      "backtest": .optional(findings.backtest?.sentence),
    ]
  }
}

extension RetentionCohort {
  /// `2016-09` for a month, `2016-W37` for an ISO week.
  var name: String {
    switch grain {
    case .month: String(start.description.prefix(7))
    case .week: start.isoWeek
    }
  }
}

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
      : "\(alerts.count.counted("value")) \(alerts.count == 1 ? "was" : "were") unusual"
    let early =
      tooEarly.isEmpty
      ? ""
      : " Too early for \(tooEarly.map { $0.name.lowercased() }.joined(separator: ", "))."
    return "\(result) \(range.whenInWords). \(evaluated.count.counted("KPI")) "
      + "\(evaluated.count == 1 ? "was" : "were") compared with the eight weeks before." + early
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

extension NightHealth {
  var figures: [(key: String, figure: Figure)] {
    [
      ("ndcg", .share(ndcg)), ("recall", .share(recall)), ("coverage", .share(coverage)),
      ("gini", .share(gini)),
    ]
  }

  var json: JSONValue {
    ["night": .string(day.description), "cutoff": .integer(cutoff)] + .figures(figures) + [
      "lists": lists.json, "publishedModels": .optional(publishedModels?.description),
      "nextDayHits": nextDayHits?.json ?? .null,
      "trained": .optional(trained?.description),
    ]
  }
}

extension NextDayHits {
  fileprivate var json: JSONValue {
    [
      "lists": .string(lists.description), "players": .integer(players),
      "hitRate": hitRate.json, "ndcg": nDCG.json, "isFall": .bool(isFall),
      "modelAge": modelAge?.json ?? .null,
    ]
  }
}

extension ModelAgeLoss {
  fileprivate var json: JSONValue {
    let interval = share.map { share -> JSONValue in
      .oneLine([
        "mean": .number(share.mean, places: 4), "low": .number(share.low, places: 4),
        "high": .number(share.high, places: 4),
      ])
    }
    return ["players": .integer(players), "share": interval ?? .null]
  }
}

extension Interval {
  fileprivate var json: JSONValue {
    .oneLine([
      "mean": Figure.share(mean).json, "low": Figure.share(max(0, low)).json,
      "high": Figure.share(min(1, high)).json,
    ])
  }
}
