import FindieAnalytics

/// The headline figures of a studio.
struct StudioCards {
  private let report: StudioReport

  init(_ report: StudioReport) {
    self.report = report
  }

  var cards: [[String: Any]] {
    var cards = Self.cards(of: report.own, recorded: report.setting.recorded)
    if let followers = report.numbers.followers {
      cards.append(Card("Followers", .count(followers), change: "as the studio’s record says"))
    }
    return cards.map(\.values)
  }

  static func cards(of own: PeriodNumbers, recorded: Set<Measure>) -> [Card] {
    let tally = own.tally
    var impressions = "none before"
    if own.before[.impressions] > 0 {
      impressions =
        Card.change(own.impressionsChange)
        ?? Card.change(
          from: own.before[.impressions], to: tally[.impressions])
    }
    var cards = [
      Card(
        Measure.impressions.name, .count(tally[.impressions]),
        change: tally[.impressions] + own.before[.impressions] > 0 ? impressions : ""),
      Card("Unique players", .players(own.players), change: players(own)),
      .likeRate(
        of: tally, in: recorded,
        change: (own.rate(.likeRate)?.trials ?? 0) < Finding.impressionsForARate
          ? nil : Card.change(own.likeRateChange)),
    ]
    let others: [Measure] = [
      .likes, .superLikes, .wishlistAdds, .detailOpens, .shares, .externalClicks,
    ]
    for measure in others where recorded.contains(measure) {
      cards.append(
        Card(
          measure.name, .count(tally[measure]),
          change: Card.change(from: own.before[measure], to: tally[measure])))
    }
    if let time = own.viewTime {
      func seconds(_ value: Double) -> Figure {
        .number(value, places: 3, shown: 1, unit: " s")
      }
      cards.append(
        Card(
          "Median view", seconds(time.quartiles.median),
          change: "half of the looks from \(seconds(time.quartiles.lower).html) to "
            + "\(seconds(time.quartiles.upper).html), of \(Figure.count(time.looks).html)"))
    }
    return cards
  }

  private static func players(_ own: PeriodNumbers) -> String {
    guard own.players != .exactly(0) else { return "" }
    return "\(Figure.players(own.newPlayers).html) new, "
      + "\(Figure.players(own.returningPlayers).html) returning"
  }

  /// Of all days that the data holds.
  var allTime: [[String: Any]] {
    let tally = report.numbers.allTime
    var cards = [
      Card(Measure.impressions.name, .count(tally[.impressions])),
      .likeRate(of: tally, in: report.setting.recorded),
    ]
    let others: [Measure] = [
      .likes, .superLikes, .wishlistAdds, .detailOpens, .shares, .externalClicks,
    ]
    for measure in others where report.setting.recorded.contains(measure) {
      cards.append(Card(measure.name, .count(tally[measure])))
    }
    return cards.map(\.values)
  }
}
