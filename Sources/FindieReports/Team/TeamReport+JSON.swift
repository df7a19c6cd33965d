import FindieAnalytics
import FindieDomain

extension TeamReport {
  /// The report for programs.
  var json: JSONValue {
    var members: [JSONMember] = [
      .init("date", .string(night.description)),
      .init("generated", .bool(setting.isGenerated)),
      .init("period", current.range.json),
      .init("previousPeriod", previous?.range.json ?? .null),
      .init("notRecorded", .array(setting.notRecorded.map { .string($0) })),
      .init("current", figures(current).json),
      .init("previous", previous.map { figures($0).json } ?? .null),
      .init("allTime", allTimeJSON),
      .init("catalogue", current.catalogue.json),
      .init("funnel", .array(funnelSteps.map(\.json))),
      .init("retention", .array(current.retention.map(\.json))),
      .init("weeklyRetention", .array(current.weeklyRetention.map(\.json))),
      .init("alerts", alerts.json),
      .init("freshness", freshnessJSON),
      .init("sentences", .array(TeamSentences(self).all.map { .string($0.plain) })),
      .init(
        "topStudios",
        .array(
          topStudios.map { top in
            .object([
              .init("developerId", .string(top.studio.developerId)),
              .init("safeName", .string(top.studio.safeName)),
              .init("games", .count(top.studio.games.count)),
              .init("impressions", .count(top.tally[.impressions])),
              .init(
                "likeRate",
                .inline(PeriodFigures.json(of: top.tally.rate(.likeRate, in: setting.recorded)))),
            ])
          })),
      .init(
        "days",
        .array(
          chart.days.map { day in
            .object(
              [JSONMember("day", .string(day.day.description))]
                + KPIFigures.named(day).map { JSONMember($0.key, $0.figure.json) })
          })),
    ]
    if let findings {
      members.append(.init("evaluation", findings.evaluation?.json ?? .null))
      members.append(.init("lists", findings.lists.json))
      members.append(.init("health", .array(findings.health.map(\.json))))
      members.append(.init("trending", trendingJSON(findings)))
      members.append(
        .init(
          "newReleases",
          .array(
            findings.newReleases.map { release in
              .inline(
                .object([
                  .init("gameId", .string(release.gameId)),
                  .init("releaseDate", .string(release.releaseDate.description)),
                  .init("score", release.figure(in: setting.recorded).json),
                ]))
            })))
      members.append(.init("exposure", .array(findings.exposure.map(\.json))))
      members.append(.init("filterDrops", .array(findings.drops.map(\.json))))
      members.append(.init("positions", .text(findings.positions.nilIfEmpty)))
      members.append(.init("notes", .array(findings.notes.map { .string($0) })))
      members.append(.init("dataQuality", findings.dataQuality.json))
    }
    return .object(members)
  }

  private var allTimeJSON: JSONValue {
    .object(
      [
        JSONMember("from", .string(allTimeRange.first.description)),
        JSONMember("to", .string(allTimeRange.last.description)),
        JSONMember("users", .count(users)),
      ] + Measure.allCases.map { JSONMember($0.rawValue, .count(allTime[$0])) })
  }
}

extension CatalogueHealth {
  fileprivate var json: JSONValue {
    .object([
      .init("gamesOut", .count(gamesOut)),
      .init("gamesAnnounced", .count(gamesAnnounced)),
      .init("notShownInPeriod", .count(notShownInRange)),
      .init("neverShown", .count(neverShown)),
      .init("topGames", .count(topGames)),
      .init("topShare", (topShare.map { Figure.share($0.estimate) } ?? .none).json),
    ])
  }
}

extension RetentionCohort {
  fileprivate var json: JSONValue {
    .object(
      [
        JSONMember(grain.rawValue, .string(name)),
        JSONMember("from", .string(start.description)),
        JSONMember("signUps", .count(size)),
      ]
        + zip(Self.offsets, retained).map { offset, share in
          JSONMember("day\(offset)", PeriodFigures.json(of: share))
        })
  }
}

extension EvaluationTable {
  fileprivate var json: JSONValue {
    let rows = rows.map { row in
      JSONValue.object([
        .init("model", .string(row.model)),
        .init("recall", Figure.share(row.recall).json),
        .init("ndcg", Figure.share(row.ndcg).json),
        .init("coverage", Figure.share(row.coverage).json),
        .init("published", .bool(row.isPublished)),
      ])
    }
    return .object([
      .init("cutoff", .count(cutoff)),
      .init("playersEvaluated", .count(playersEvaluated)),
      .init("models", .array(rows)),
      .init("verdict", .string(verdict)),
    ])
  }
}

extension NightLists {
  var json: JSONValue {
    .object([
      .init("players", .count(players)),
      .init("personal", .count(personal)),
      .init("genres", .count(genres)),
      .init("popular", .count(popular)),
      .init("similar", .count(similar)),
      .init("personalShare", Figure.share(share(personal)).json),
      .init("genresShare", Figure.share(share(genres)).json),
      .init("popularShare", Figure.share(share(popular)).json),
    ])
  }
}

extension DataQuality {
  fileprivate var json: JSONValue {
    let collections = collections.map { collection in
      JSONValue.object([
        .init("name", .string(collection.name)),
        .init("files", .count(collection.files)),
        .init("read", .count(collection.read)),
        .init("accepted", .count(collection.accepted)),
        .init("duplicates", .count(collection.duplicates)),
        .init("rejected", .count(collection.rejectedCount)),
        .init(
          "rejectedByReason",
          .object(
            collection.rejected.sorted { $0.key < $1.key }.map {
              JSONMember($0.key, .count($0.value))
            })),
        .init("ignored", .count(collection.ignored)),
        .init("late", collection.late.map { .count($0) } ?? .null),
      ])
    }
    let rules = brokenRules.map { rule in
      JSONValue.object([
        .init("rule", .string(rule.name)), .init("sentence", .string(rule.sentence)),
        .init("records", .count(rule.records)),
      ])
    }
    return .object([
      .init("collections", .array(collections)),
      .init("brokenRules", .array(rules)),
      .init("unknownGameInteractions", .count(unknownGameInteractions)),
      .init("conflicts", .count(conflicts)),
    ])
  }
}
