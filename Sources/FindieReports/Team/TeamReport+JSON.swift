import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieText

extension TeamReport {
  /// The file `kpi.json`.
  var json: JSONValue {
    let studios = topStudios.map { top -> JSONValue in
      [
        "developerId": .string(top.studio.developerId), "safeName": .string(top.studio.safeName),
        "games": .integer(top.studio.games.count), "impressions": .integer(top.tally[.impressions]),
        "likeRate": .oneLine(
          PeriodFigures.json(of: top.tally.rate(.likeRate, in: setting.recorded))),
      ]
    }
    let days = chart.days.map { day in
      JSONValue.object(
        [(key: "day", value: .string(day.day.description))]
          + KPI.all.compactMap { kpi in kpi.figure(on: day, in: recorded).map { (kpi.key, $0.json) }
          })
    }
    let head: JSONValue = [
      "date": .string(night.description),
      "generated": .bool(setting.isGenerated),
      "period": current.range.json,
      "previousPeriod": previous?.range.json ?? .null,
      "notRecorded": .array(notRecorded.map { .string($0) }),
    ]
    let rest: JSONValue = [
      "allTime": allTimeJSON,
      "catalogue": .figures(health.figures),
      "funnel": .array(funnelSteps.map(\.json)),
      "retention": .array(retention[.month, default: []].map(\.json)),
      "weeklyRetention": .array(retention[.week, default: []].map(\.json)),
      "findings": .array(TeamStory(self).findings.map { $0.json(in: self) }),
      "alerts": alerts.json,
      "annotations": .array(notes.map(\.json)),
      "extremeDays": .array(extremeDays.map(\.json)),
      "freshness": freshnessJSON,
      "sentences": .array(TeamSentences(report: self).all.map { .string($0.plain) }),
      "topStudios": .array(studios),
      "days": .array(days),
    ]
    return head + json(of: kpis) + rest + (findings.map { json(of: $0) } ?? [:])
  }

  func json(of kpis: KPIComparison) -> JSONValue {
    let changes = kpis.changes.map { (key: $0.kpi.key, value: $0.change?.json ?? .null) }
    return [
      "current": json(of: kpis.current),
      "previous": kpis.previous.map { json(of: $0) } ?? .null, "changes": .object(changes),
    ]
  }

  private func json(of kpis: TeamKPIs) -> JSONValue {
    .object(
      KPI.all.compactMap { kpi in
        kpi.json(of: kpis, in: recorded).map { (key: kpi.key, value: $0) }
      })
  }

  /// The results of the run's other stages.
  private func json(of findings: NightFindings) -> JSONValue {
    let releases = findings.newReleases.map { release -> JSONValue in
      .oneLine([
        "gameId": .string(release.gameId),
        "releaseDate": .string(release.releaseDate.description),
        "score": release.figure(in: setting.recorded).json,
      ])
    }
    let night: JSONValue = [
      "evaluation": findings.evaluation.map { json(of: $0, findings) } ?? .null,
      "lists": findings.lists.json,
      "gate": findings.gate?.json(isOverridden: findings.isOverridden) ?? .null,
      "health": .array(findings.health.map(\.json)),
      "trending": trendingJSON(findings),
      "newReleases": .array(releases),
      "exposure": .array((findings.gate?.exposure ?? []).map(\.json)),
      "filterDrops": findings.gate?.filters.json ?? .array([]),
      "positions": .optional(findings.positions?.sentence),
      "notes": .array(findings.notes.map { .string($0) }),
      "dataQuality": findings.dataQuality.json,
    ]
    let partners = findings.partners.map { $0.json(on: self.night) }
    return ["ranges": TeamRanges(report: self).json] + night
      + (partners.map { ["partners": $0] } ?? [:])
      + (findings.experiments.isEmpty
        ? [:] : ["experiments": .array(findings.experiments.map(\.json))])
  }

  private func json(of evaluation: Evaluation, _ findings: NightFindings) -> JSONValue {
    let rows = evaluation.rows.map { row -> JSONValue in
      [
        "model": .string(row.model), "recall": Figure.share(row.recall).json,
        "ndcg": Figure.share(row.nDCG).json,
        "ndcgLow": Figure.share(row.cuts[0].quality.nDCG.low).json,
        "ndcgHigh": Figure.share(row.cuts[0].quality.nDCG.high).json,
        "coverage": Figure.share(row.coverage).json,
        "published": .bool(findings.isPublished(row)),
      ]
    }
    return [
      "cutoff": .integer(evaluation.ks[0]), "playersEvaluated": .integer(evaluation.players),
      "tested": .string(evaluation.split.tested), "models": .array(rows),
      "verdict": .string(evaluation.verdict),
      "discovery": .array(
        (evaluation.discovery ?? []).map {
          .oneLine([
            "discovery": .number($0.discovery, places: 2), "ndcg": Figure.share($0.nDCG).json,
            "gini": Figure.share($0.gini).json,
            "longTailShare": Figure.share($0.longTailShare).json,
            "published": .bool($0.discovery == findings.discovery),
          ])
        }),
    ]
  }

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

  private var freshnessJSON: JSONValue {
    .array(
      freshness.map { entry in
        [
          "source": .string(entry.source.rawValue), "newestEvent": .optional(entry.instant),
          "hoursBeforeNight": entry.hours.json,
        ]
      })
  }

  /// The trending games over all genres, with the flags of uncertain ones.
  private func trendingJSON(_ findings: NightFindings) -> JSONValue {
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

  private var allTimeJSON: JSONValue {
    [
      "from": .string(allTimeRange.first.description),
      "to": .string(allTimeRange.last.description), "users": .integer(users),
    ] + .object(Measure.allCases.map { (key: $0.rawValue, value: .integer(allTime[$0])) })
  }
}

extension DayNote {
  fileprivate var json: JSONValue {
    .oneLine([
      "number": .integer(number), "day": .string(day.description), "text": .string(text),
      "gameId": .optional(gameId), "developerId": .optional(developerId),
    ])
  }
}

extension Change {
  fileprivate var json: JSONValue {
    .oneLine([
      "ratio": Figure.change(ratio).json, "lower": Figure.change(lower).json,
      "upper": Figure.change(upper).json,
    ])
  }
}

extension CatalogueHealth {
  /// In the order of documents and tables.
  var figures: [(key: String, figure: Figure)] {
    [
      ("gamesOut", .count(gamesOut)), ("gamesAnnounced", .count(gamesAnnounced)),
      ("notShownInPeriod", notShownInRange.map { .count($0) } ?? .notRecorded),
      ("neverShown", neverShown.map { .count($0) } ?? .notRecorded),
      ("topGames", .count(topGames)), ("topShare", .share(topShare?.estimate)),
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

  fileprivate var json: JSONValue {
    .object(
      [
        (key: grain.rawValue, value: .string(name)),
        (key: "from", value: .string(start.description)),
        (key: "signUps", value: .integer(size)),
      ]
        + zip(Self.offsets, retained).map { offset, share in
          (key: "day\(offset)", value: PeriodFigures.json(of: share))
        })
  }
}

extension GateFindings {
  fileprivate func json(isOverridden: Bool) -> JSONValue {
    .oneLine([
      "published": .bool(allowsPublishing(isOverridden: isOverridden)),
      "checks": .integer(checks.count), "failed": .integer(violations.count + failed.count),
    ])
  }
}

extension NightLists {
  var json: JSONValue {
    [
      "players": .integer(players), "personal": .integer(personal), "genres": .integer(genres),
      "popular": .integer(popular), "similar": .integer(similar),
      "mostTopFives": mostTopFives.map { .integer($0) } ?? .null,
      "topFiveSkewness": topFiveSkewness.map { .number($0, places: 2) } ?? .null,
      "personalShare": Figure.share(share(personal)).json,
      "genresShare": Figure.share(share(genres)).json,
      "popularShare": Figure.share(share(popular)).json,
    ]
  }
}

extension DataQuality {
  fileprivate var json: JSONValue {
    let collections = collections.map { collection -> JSONValue in
      [
        "name": .string(collection.name), "files": .integer(collection.files),
        "read": .integer(collection.read), "accepted": .integer(collection.accepted),
        "duplicates": .integer(collection.duplicates),
        "rejected": .integer(collection.rejectedCount),
        "rejectedByReason": .object(
          collection.rejected.sorted { $0.key < $1.key }.map {
            (key: $0.key, value: .integer($0.value))
          }),
        "ignored": .integer(collection.ignored),
        "late": collection.late.map { .integer($0) } ?? .null,
      ]
    }
    let rules = brokenRules.map { rule -> JSONValue in
      [
        "rule": .string(rule.name), "sentence": .string(rule.sentence),
        "records": .integer(rule.records),
      ]
    }
    return [
      "collections": .array(collections), "brokenRules": .array(rules),
      "unknownGameInteractions": .integer(unknownGameInteractions),
      "conflicts": .integer(conflicts),
    ]
  }
}
