import FindieAnalytics
import FindieDomain
import FindieText

extension PartnerFindings {
  func json(on night: Day) -> JSONValue {
    let games = drops.topGames.map { game -> JSONValue in
      .oneLine(["gameId": .string(game.gameId), "players": .integer(game.players)])
    }
    return [
      "partners": .array(statuses.map { $0.json(on: night) }),
      "priceDrops": [
        "players": .integer(drops.players), "games": .integer(drops.games),
        "topGames": .array(games),
      ],
      "metrics": .array(MetricSeries.all(of: metrics, on: night).map(\.json)),
      "alerts": .array(CrashAlert.all(in: metrics, on: night).map(\.json)),
    ]
  }
}

extension MetricSeries {
  fileprivate var json: JSONValue {
    [
      "partner": .string(partner), "metric": .string(metric), "segment": .string(segment),
      "fell": .bool(fell),
      "days": .array(days.map { .oneLine($0.json) }),
    ]
  }
}

extension PartnerMetric {
  fileprivate var json: JSONValue {
    [
      "day": .string(day.description), "value": .digits("\(value)"),
      "total": total.map { .digits("\($0)") } ?? .null, "currency": .optional(currency),
      "rate": PeriodFigures.json(of: rate),
    ]
  }
}

extension PartnerStatus {
  /// The counts of the report, in the order of its columns.
  var counts: [(key: String, count: Int)] {
    [
      ("answers", answers), ("failures", failures), ("games", games), ("prices", prices),
      ("wishlists", wishlists),
    ]
  }

  fileprivate func json(on night: Day) -> JSONValue {
    func age(_ time: Timestamp?) -> JSONValue {
      time.map { .integer($0.days(before: night)) } ?? .null
    }
    return [
      "id": .string(id), "lastSuccess": .optional(succeededAt?.description),
      "daysSinceSuccess": age(succeededAt), "oldestAnswer": .optional(oldestAnswer?.description),
      "daysSinceOldestAnswer": age(oldestAnswer),
    ] + .object(counts.map { (key: $0.key, value: .integer($0.count)) }) + [
      "message": .optional(message)
    ]
  }
}

extension CrashAlert {
  /// Such as "Crash-free users of version 2.1.0: 97.10% on 3 March 2026, below the 99.40% of the 28
  /// days before."
  var sentence: Sentence {
    let part: Sentence = version.isEmpty ? "" : " of version \(title: version)"
    return
      "\(metric.name)\(part): \(Figure.fineShare(share.estimate)) on \(day.inWords), below the "
      + "\(Figure.fineShare(before.estimate)) of all versions in the \(String(Self.days)) days before."
  }

  var json: JSONValue {
    [
      "metric": .string(metric.rawValue), "version": .string(version),
      "day": .string(day.description), "rate": PeriodFigures.json(of: share),
      "before": PeriodFigures.json(of: before), "probability": .number(probability, places: 6),
      "sentence": .string(sentence.plain),
    ]
  }
}
