import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieText

/// A number of the team's report other than the figures of a period or day, as a row of the table.
struct TeamDetail: Sendable {
  static let header = [
    "item", "measure", "value", "lower", "upper", "successes", "trials", "text",
  ]

  let section: String
  let range: DayRange
  /// The cohort, model, reason or other item that it describes.
  let item: String
  let measure: String
  var value = Figure.none
  var lower = Figure.none
  var upper = Figure.none
  /// The counts of a proportion.
  var counts: (successes: Int, trials: Int)?
  var text = ""

  /// Sets the value with its interval and counts.
  mutating func set(_ rate: Proportion?) {
    (value, lower, upper) = (
      .share(rate?.estimate), .share(rate?.lower), .share(rate?.upper)
    )
    counts = rate.map { ($0.successes, $0.trials) }
  }

  var cells: [CSVTable.Cell] {
    [.text(item), .text(measure), value.cell, lower.cell, upper.cell]
      + (counts.map { [.integer($0.successes), .integer($0.trials)] }
        ?? [.empty, .empty]) + [text.isEmpty ? .empty : .text(text)]
  }
}

extension TeamReport {
  /// All numbers of the document but the figures of periods and days, in the document's order.
  var details: [TeamDetail] {
    catalogueDetails + funnelDetails + retentionDetails + alertDetails + crashDetails
      + freshnessDetails
      + (findings.map { nightDetails($0) } ?? [])
  }

  private func detail(
    _ section: String, _ item: String, _ measure: String, _ value: Figure, text: String = ""
  ) -> TeamDetail {
    TeamDetail(
      section: section, range: period, item: item, measure: measure, value: value, text: text)
  }

  private var catalogueDetails: [TeamDetail] {
    health.figures.map { detail("catalogue", "", $0.key, $0.figure) }
  }

  private var funnelDetails: [TeamDetail] {
    funnelSteps.map { step in
      var row = detail(
        "funnel", step.measure.rawValue, "share",
        step.count == nil ? .notRecorded : .share(step.share))
      row.counts = step.count.map { ($0, current.tally[.impressions]) }
      return row
    }
  }

  private var retentionDetails: [TeamDetail] {
    [.month, .week].flatMap { retention[$0, default: []] }.flatMap { cohort in
      zip(RetentionCohort.offsets, cohort.retained).map { offset, share in
        var row = detail(
          cohort.grain == .month ? "retention" : "weeklyRetention", cohort.name, "day\(offset)",
          .none)
        row.set(share)
        return row
      }
    }
  }

  private var alertDetails: [TeamDetail] {
    alerts.alerts.map { alert in
      var row = TeamDetail(
        section: "alert", range: DayRange(first: alert.day, last: alert.day),
        item: alert.kpi.key, measure: alert.isRise ? "up" : "down")
      row.value = alert.figure(alert.value)
      row.lower = alert.figure(alert.lower)
      row.upper = alert.figure(alert.upper)
      row.text = alert.sentence
      return row
    } + [detail("alert", "", "rate", .number(KPIAlerts.rate, places: 4), text: alerts.sentence)]
  }

  private var crashDetails: [TeamDetail] {
    crashAlerts.map { alert in
      var row = TeamDetail(
        section: "partnerAlert", range: DayRange(first: alert.day, last: alert.day),
        item: alert.version, measure: alert.metric.rawValue)
      row.set(alert.share)
      row.text = alert.sentence.plain
      return row
    }
  }

  private var freshnessDetails: [TeamDetail] {
    freshness.map {
      detail(
        "freshness", $0.source.rawValue, "hoursBeforeNight", $0.hours, text: $0.instant ?? "")
    }
  }

  private func nightDetails(_ findings: NightFindings) -> [TeamDetail] {
    let trending = findings.trendingOfAll
    return modelDetails(findings) + listDetails("lists", "", findings.lists)
      + findings.health.flatMap { health in
        health.figures.map { detail("health", health.day.description, $0.key, $0.figure) }
          + listDetails("health", health.day.description, health.lists)
      }
      + trending.map { entry in
        var row = detail(
          "trending", entry.gameId, "lift", .number(entry.lift, places: 4),
          text: entry.flags.map(\.rawValue).joined(separator: " "))
        row.lower = .number(entry.lowerBound, places: 4)
        return row
      }
      + ([findings.backtest?.sentence, findings.positions?.sentence].compactMap(\.self)
      + findings.notes).map { detail("note", "", "", .none, text: $0) }
      + qualityDetails(findings.dataQuality)
      + (findings.partners.map { partnerDetails($0) } ?? [])
  }

  private func modelDetails(_ findings: NightFindings) -> [TeamDetail] {
    (findings.evaluation?.rows ?? []).flatMap { row in
      [("recall", row.recall), ("ndcg", row.nDCG), ("coverage", row.coverage)].map {
        detail("evaluation", row.model, $0, .share($1))
      }
    }
  }

  private func listDetails(_ section: String, _ item: String, _ lists: NightLists) -> [TeamDetail] {
    [
      ("personal", lists.personal), ("genres", lists.genres), ("popular", lists.popular),
    ].map { source, count in
      var row = detail(section, item, source, .share(lists.share(count)))
      row.counts = (count, lists.players)
      return row
    } + [detail(section, item, "similar", .count(lists.similar))]
  }

  private func partnerDetails(_ findings: PartnerFindings) -> [TeamDetail] {
    findings.statuses.flatMap { status in
      [("daysSinceSuccess", status.succeededAt), ("daysSinceOldestAnswer", status.oldestAnswer)]
        .map { measure, time in
          detail(
            "partners", status.id, measure, time.map { .count($0.days(before: night)) } ?? .none,
            text: time?.description ?? "")
        } + status.counts.map { detail("partners", status.id, $0.key, .count($0.count)) }
    } + [
      detail("priceDrops", "", "players", .count(findings.drops.players)),
      detail("priceDrops", "", "games", .count(findings.drops.games)),
    ]
      + findings.drops.topGames.map {
        detail("priceDrops", $0.gameId, "players", .count($0.players))
      }
  }

  private func qualityDetails(_ quality: DataQuality) -> [TeamDetail] {
    quality.collections.flatMap { collection in
      var rows = collection.counts
      if let late = collection.late { rows.append(("late", late)) }
      rows += collection.rejected.sorted { $0.key < $1.key }.map {
        ("rejected: " + $0.key, $0.value)
      }
      return rows.map { detail("quality", collection.name, $0, .count($1)) }
    }
      + quality.brokenRules.map {
        detail("quality", "rules", $0.name, .count($0.records), text: $0.sentence)
      } + [
        detail("quality", "", "unknownGameInteractions", .count(quality.unknownGameInteractions)),
        detail("quality", "", "conflicts", .count(quality.conflicts)),
      ]
  }
}
