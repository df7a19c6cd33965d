import FindieDomain

/// The published numbers of one game, or of all games of a studio, in one period.
///
/// No player is named. Numbers of players are rounded down to multiples of k, or suppressed; those
/// of `day` are nil, since only totals of events are published of a single day.
package struct PeriodNumbers: Sendable, Equatable {
  /// The measures that the data has events of.
  package let recorded: Set<Measure>
  package let tally: Tally
  /// The period before; nil if the recorded data does not reach back to its first day.
  package let before: Tally?
  /// The counts of each record; `tally` takes each game and day from one of them.
  package let records: [EventSource: Tally]

  package let players: PlayerCount?
  /// Also nil where `before` is.
  package let playersBefore: PlayerCount?
  /// The record that the players are counted from; nil without players.
  package let playersSource: EventSource?
  /// The same for the period before.
  package let playersSourceBefore: EventSource?
  /// New and returning players are also nil if nothing was recorded before the period, since all
  /// would be new.
  package let newPlayers: PlayerCount?
  package let returningPlayers: PlayerCount?
  /// Players who reached each step: card, details, wishlist, shop. Without the last step if they
  /// are counted from swipes, which have no shop clicks. Empty for a day.
  package let funnel: [PlayerCount]

  /// Nil if fewer than k players have a timed view, and for a day.
  package let viewTime: ViewTime?
  package let breakdowns: [Breakdown]

  package let impressionsChange: Change?
  package let likeRateChange: Change?
  /// The change of impressions relative to those of all other studios' games; nil if it is not
  /// known, for a day, and below `Change.minimumCount` impressions.
  package let relativeChange: Change?
  /// What changes of counts are computed from; nil where `before` is.
  let comparison: PeriodComparison?
  /// By how much a true number of players may be larger.
  private let playerRounding: Int

  /// Nil also if a period has fewer than `Change.minimumCount` impressions.
  package var shownImpressionsChange: Change? {
    let counts = [tally, before ?? Tally()].map { $0[.impressions] }
    return counts.allSatisfy { $0 >= Change.minimumCount } ? impressionsChange : nil
  }

  /// The change of a count per day, adjusted for the weekdays of the catalogue; nil if it is not
  /// known how much the count varies.
  package func change(of measure: Measure) -> Change? {
    before.flatMap { comparison?.change(of: measure, tally, since: $0) }
  }

  /// The change of the number of players, who vary relatively at most as much as their impressions.
  /// Its interval has the ratios of all numbers that are rounded to the published ones; its ratio
  /// is theirs, so it is not to be shown.
  ///
  /// Nil if the periods have different lengths, since players of more days are more but not in
  /// proportion, and if they are counted from different records.
  package var playersChange: Change? {
    guard let before, let now = players?.count, let past = playersBefore?.count, let comparison,
      comparison.hasEqualLengths, playersSource == playersSourceBefore
    else { return nil }
    return Change(
      of: now, since: past, comparison.dispersion(of: .impressions),
      of: (tally[.impressions], before[.impressions]), rounding: playerRounding)
  }

  /// Whether the period before has as many days.
  package var hasEqualLengths: Bool { comparison?.hasEqualLengths ?? true }

  /// Nil for a studio, and if the data has no likes.
  package let adjustedRate: AdjustedRate?
  /// Nil for a studio, if there are too few games, and if the data has no likes.
  package let standing: Standing?
  /// The game's share of the studio's impressions; nil without impressions.
  package let share: Proportion?

  package var isEmpty: Bool { tally.isEmpty && (before?.isEmpty ?? true) }

  /// Nil also if the data does not record the rate.
  package func rate(_ rate: Rate) -> Proportion? { tally.rate(rate, in: recorded) }
}

extension PeriodNumbers {
  /// The published numbers of one game's or studio's counts in a period.
  ///
  /// - Parameters:
  ///   - period: its index.
  ///   - first: the first recorded day.
  ///   - app: the games of all other studios.
  init(
    of counts: ScopeCounts, setting: StudioSetting, recorded: Set<Measure>,
    in report: ReportPeriod, period: Int, since first: Day, comparison: PeriodComparison,
    app: AppNumbers?,
    breakdowns: [Breakdown], standing: Standing?, share: Proportion?, isGame: Bool
  ) {
    let before = period + ReportPeriod.Kind.allCases.count
    let suppression = setting.suppression
    let (people, tellsPlayers) = (counts.players, report.kind != .day)
    self.recorded = recorded
    tally = setting.published(counts.tallies[period])
    self.before =
      first <= report.before.first ? setting.published(counts.tallies[before]) : nil
    records = counts.records.mapValues { setting.published($0[period]) }
    let source = people.sources[period]
    // Of the record that players are counted from.
    let events = source.flatMap { counts.records[$0]?[period] } ?? Tally()
    players =
      tellsPlayers
      ? suppression.published(people[period, .all], hasEvents: !events.isEmpty) : nil
    playersBefore =
      tellsPlayers && self.before != nil
      ? suppression.published(people[before, .all], hasEvents: people.sources[before] != nil) : nil
    playersSource = tellsPlayers ? source : nil
    playersSourceBefore = tellsPlayers ? people.sources[before] : nil
    let parts =
      tellsPlayers && first < report.range.first
      ? suppression.published(
        new: people[period, .new], returning: people[period, .returning],
        hasEvents: !events.isEmpty) : nil
    newPlayers = parts?.new
    returningPlayers = parts?.returning
    // Swipe records have no shop clicks. A player who reached a step has events of it or a later
    // one.
    let steps: [(group: PlayerGroup, hasEvents: Bool)] = [
      (.all, !events.isEmpty),
      (.details, events[.detailOpens] + events[.wishlistAdds] + events[.externalClicks] > 0),
      (.wishlist, events[.wishlistAdds] + events[.externalClicks] > 0),
      (.shop, events[.externalClicks] > 0),
    ]
    funnel =
      tellsPlayers
      ? steps.prefix(playersSource == .interactions ? 3 : 4).map {
        suppression.published(people[period, $0.group], hasEvents: $0.hasEvents)
      } : []
    viewTime = tellsPlayers ? counts.viewTimes[period] : nil
    let (records, now) = (records, tally)
    self.breakdowns = breakdowns.compactMap { breakdown in
      let events = counts.records[breakdown.source]?[period] ?? Tally()
      let own = breakdown.of(events, effect: now.designEffect)
      return own.total.isEmpty
        ? nil : own.of(records[breakdown.source] ?? Tally(), effect: now.designEffect)
    }
    self.comparison = self.before.map { _ in comparison }
    playerRounding = suppression.minimumPlayers - 1
    relativeChange =
      tellsPlayers ? app?.change(of: now, since: self.before, comparison) : nil
    impressionsChange = self.before.flatMap {
      comparison.change(of: .impressions, now, since: $0)
    }
    likeRateChange = Change(
      of: tally.rate(.likeRate, in: recorded),
      since: self.before?.rate(.likeRate, in: recorded))
    adjustedRate =
      isGame && Rate.likeRate.isRecorded(in: recorded)
      ? counts.positions.rate(in: period, effect: tally.designEffect, setting) : nil
    self.standing = standing
    self.share = share
  }
}
