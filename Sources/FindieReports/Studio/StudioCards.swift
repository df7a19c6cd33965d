import FindieAnalytics
import FindieDomain
import FindieText

/// The figures of a studio or a game in a period.
struct StudioCards {
  let own: PeriodNumbers
  /// Nil if there is no number of other studios.
  let app: AppNumbers?
  let setting: ReportSetting

  private static let others: [Measure] = [
    .likes, .superLikes, .wishlistAdds, .detailOpens, .shares, .externalClicks,
  ]

  /// Impressions, players and like rate, each with its change.
  var main: [Card] {
    let players = own.players.map { [Card("Players", .players($0), change: change(of: $0))] }
    return [
      Card(
        setting.name(of: .impressions),
        setting.recorded.contains(.impressions)
          ? .count(own.tally[.impressions]) : .notRecorded,
        change: "\(change(own.impressionsChange, in: .impressions))\(appChange)")
    ] + (players ?? []) + [
      .likeRate(
        of: own.tally, in: setting,
        change: Card.change(
          own.likeRateChange, from: own.before?.rate(.likeRate, in: own.recorded),
          to: own.rate(.likeRate)),
        comparison: appLikeRate)
    ]
  }

  /// The change of other studios, beside the studio's own.
  private var appChange: HTML {
    guard own.shownImpressionsChange != nil, let ratio = app?.impressionsChange else { return "" }
    return "; \(Sentence.change(ofApp: ratio).html)"
  }

  private var appLikeRate: HTML {
    app?.likeRate.map { "other studios’ games have \(Figure.share($0))" } ?? ""
  }

  private func change(_ change: Change?, in measure: Measure) -> HTML {
    guard setting.recorded.contains(measure) else { return "" }
    guard let before = own.before else { return "the period before is not recorded" }
    return Card.change(
      change, from: before[measure], to: own.tally[measure], isPerDay: !own.hasEqualLengths)
  }

  /// Numbers of players are rounded down, so the change is that of the rounded numbers.
  private func change(of players: PlayerCount) -> HTML {
    guard let before = own.playersBefore else { return "the period before is not recorded" }
    guard let earlier = before.count else { return "before: too few to show" }
    guard let now = players.count else { return "\(Figure.count(earlier)) before" }
    if let past = own.playersSourceBefore, past != own.playersSource {
      return "\(Figure.count(earlier)) before, from another record: not comparable"
    }
    return Card.change(own.playersChange, from: earlier, to: now)
  }

  /// The other measures of the period and the view time.
  var more: [Card] {
    var cards = Self.others.filter { setting.recorded.contains($0) }.map { measure in
      Card(
        setting.name(of: measure), .count(own.tally[measure]),
        change: change(own.change(of: measure), in: measure))
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

  /// The totals of all days.
  static func allTime(_ tally: Tally, _ setting: ReportSetting) -> [Card] {
    [
      Card(setting.name(of: .impressions), .count(tally[.impressions])),
      .likeRate(of: tally, in: setting),
    ]
      + others.filter { setting.recorded.contains($0) }.map {
        Card(setting.name(of: $0), .count(tally[$0]))
      }
  }
}
