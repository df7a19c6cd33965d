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
        change: impressionsChange)
    ] + (players ?? []) + [
      .likeRate(
        of: own.tally, in: setting,
        change: Card.change(
          own.likeRateChange, from: own.before?.rate(.likeRate, in: own.recorded),
          to: own.rate(.likeRate)),
        comparison: appLikeRate)
    ]
  }

  /// The verdict is that against other studios' games, if theirs are known; then both changes.
  private var impressionsChange: HTML {
    guard let relative = own.relativeChange, let before = own.before?[.impressions],
      let change = own.impressionsChange, let app = app?.impressionsChange
    else { return self.change(own.impressionsChange, in: .impressions) }
    let perDay: HTML = own.hasEqualLengths ? "" : " per day"
    return """
      \(Card.change(relative: relative)); \(Figure.count(before)) before: adjusted for weekdays, \
      \(Figure.change(change.ratio))\(perDay) (between \(Figure.change(change.lower)) and \
      \(Figure.change(change.upper))), and \(Sentence.change(ofApp: app).html)
      """
  }

  private var appLikeRate: HTML {
    app?.likeRate.map { "other studios’ games have \(Figure.share($0))" } ?? ""
  }

  private func change(_ change: Change?, in measure: Measure) -> HTML {
    guard setting.recorded.contains(measure) else { return "" }
    guard let before = own.before else { return "the period before is not recorded" }
    return Card.change(
      change, from: before[measure], to: own.tally[measure], none: before.none,
      isPerDay: !own.hasEqualLengths, isVerdict: false)
  }

  /// Numbers of players are rounded down, so the change has no size, only an interval.
  private func change(of players: PlayerCount) -> HTML {
    guard let before = own.playersBefore else { return "the period before is not recorded" }
    guard let earlier = before.count else { return "before: too few to show" }
    let past = Figure.atLeast(earlier)
    guard let now = players.count else { return "\(past) before" }
    if let source = own.playersSourceBefore, source != own.playersSource {
      return "\(past) before, from another record: not comparable"
    }
    guard let change = own.playersChange, min(earlier, now) >= Change.minimumCount else {
      return earlier > 0 || now > 0 ? "\(past) before" : ""
    }
    let direction: HTML =
      change.isSignificant ? change.lower > 1 ? "up" : "down" : "no clear change"
    return """
      \(direction) from \(past); between \(text: Figure.change(change.lower).text) and \
      \(text: Figure.change(change.upper).text)
      """
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
            \(Figure.seconds(time.quartiles.upper)), \(Figure.atLeast(time.views)) timed views
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
