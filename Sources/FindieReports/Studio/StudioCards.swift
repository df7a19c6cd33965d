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
      Card("Followers", .count($0), change: "from the studio’s record")
    }
    return Self.cards(of: report.own, recorded: report.setting.recorded)
      + (followers.map { [$0] } ?? [])
  }

  static func cards(of own: PeriodNumbers, recorded: Set<Measure>) -> [Card] {
    let (tally, before) = (own.tally, own.before)
    var impressions: HTML = ""
    if before[.impressions] > 0 {
      impressions =
        own.impressionsChange.map { Card.change($0) }
        ?? Card.change(from: before[.impressions], to: tally[.impressions])
    } else if tally[.impressions] > 0 {
      impressions = "none before"
    }
    let hasRate = (own.rate(.likeRate)?.trials ?? 0) >= Finding.minimumImpressionsForRate
    var cards = [
      Card(Measure.impressions.name, .count(tally[.impressions]), change: impressions),
      Card("Unique players", .players(own.players), change: players(own)),
      .likeRate(of: tally, in: recorded, change: hasRate ? Card.change(own.likeRateChange) : ""),
    ]
    cards += others.filter { recorded.contains($0) }.map { measure in
      Card(
        measure.name, .count(tally[measure]),
        change: Card.change(from: before[measure], to: tally[measure]))
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
    guard own.players != .exactly(0) else { return "" }
    let (new, returning) = (Figure.players(own.newPlayers), Figure.players(own.returningPlayers))
    return switch (new.digits != nil, returning.digits != nil) {
    case (true, true): "\(new) new, \(returning) returning"
    case (true, false): "\(new) new, too few returning players to show"
    case (false, true): "too few new players to show, \(returning) returning"
    case (false, false): "too few new or returning players to show"
    }
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
