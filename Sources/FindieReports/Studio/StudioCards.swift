import FindieAnalytics
import FindieText

/// The headline figures of a studio.
struct StudioCards {
  private let report: StudioReport
  private static let others: [Measure] = [
    .likes, .superLikes, .wishlistAdds, .detailOpens, .shares, .externalClicks,
  ]

  init(_ report: StudioReport) {
    self.report = report
  }

  var cards: [Card] {
    let followers = report.numbers.followers.map {
      Card("Followers", .players($0), change: "from the studio’s record")
    }
    return Self.cards(of: report.own, recorded: report.setting.recorded)
      + (followers.map { [$0] } ?? [])
  }

  static func cards(of own: PeriodNumbers, recorded: Set<Measure>) -> [Card] {
    let (tally, before) = (own.tally, own.before ?? Tally())
    var impressions: HTML = ""
    if before[.impressions] > 0 {
      impressions =
        own.impressionsChange.map { Card.change($0) }
        ?? Card.change(from: before[.impressions], to: tally[.impressions])
    } else if tally[.impressions] > 0, own.before != nil {
      impressions = "none before"
    }
    let hasRate = (own.rate(.likeRate)?.trials ?? 0) >= Finding.minimumImpressionsForRate
    var cards = [
      Card(Measure.impressions.name, .count(tally[.impressions]), change: impressions),
      .likeRate(of: tally, in: recorded, change: hasRate ? Card.change(own.likeRateChange) : ""),
    ]
    if own.players != nil {
      cards.insert(Card("Unique players", .players(own.players), change: players(own)), at: 1)
    }
    cards += others.filter { recorded.contains($0) }.map { measure in
      Card(
        measure.name, .count(tally[measure]),
        change: own.before == nil ? "" : Card.change(from: before[measure], to: tally[measure]))
    }
    if let time = own.viewTime {
      cards.append(
        Card(
          "Median view", .seconds(time.quartiles.median),
          change: """
            middle half \(Figure.seconds(time.quartiles.lower)) to \
            \(Figure.seconds(time.quartiles.upper)), \(Figure.count(time.views)) timed views
            """))
    }
    return cards
  }

  private static func players(_ own: PeriodNumbers) -> HTML {
    guard own.players != .atLeast(0), let new = own.newPlayers, let returning = own.returningPlayers
    else { return "" }
    return new == .suppressed
      ? "too few new or returning players to show"
      : "\(Figure.players(new)) new, \(Figure.players(returning)) returning"
  }

  /// Of all days in the data.
  var allTime: [Card] {
    let tally = report.numbers.allTime
    let recorded = report.setting.recorded
    return [
      Card(Measure.impressions.name, .count(tally[.impressions])),
      .likeRate(of: tally, in: recorded),
    ]
      + Self.others.filter { recorded.contains($0) }.map { Card($0.name, .count(tally[$0])) }
  }
}
