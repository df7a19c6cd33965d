import FindieDomain

extension PeriodNumbers {
  /// The published numbers of one game's or studio's counts in a period.
  ///
  /// - Parameters:
  ///   - period: its index.
  ///   - first: the first recorded day.
  init(
    _ counts: ScopeCounts, _ setting: StudioSetting, _ recorded: Set<Measure>,
    _ report: ReportPeriod, period: Int, since first: Day, exposures: [Double],
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
    let parts =
      tellsPlayers && first < report.range.first
      ? suppression.published(
        new: people[period, .new], returning: people[period, .returning],
        hasEvents: !events.isEmpty) : nil
    newPlayers = parts?.new
    returningPlayers = parts?.returning
    // Swipe records have no shop clicks. A player who reached a step has events of it or a later one.
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
    let records = records
    self.breakdowns = breakdowns.map { $0.of(counts.records[$0.source]?[period] ?? Tally()) }
      .filter { !$0.total.isEmpty }.map { $0.of(records[$0.source] ?? Tally()) }
    let impressions = tally[.impressions]
    impressionsChange = self.before.flatMap {
      Change(
        of: impressions, exposure: exposures[period],
        since: $0[.impressions], exposureBefore: exposures[before])
    }
    likeRateChange = Change(
      of: tally.rate(.likeRate, in: recorded),
      since: self.before?.rate(.likeRate, in: recorded))
    adjustedRate =
      isGame && Rate.likeRate.isRecorded(in: recorded)
      ? counts.positions.rate(in: period, setting) : nil
    self.standing = standing
    self.share = share
  }
}

extension WeekNumbers {
  /// - Parameters:
  ///   - week: of the last 13 complete weeks, its index.
  ///   - first: the first recorded day.
  init(
    _ counts: ScopeCounts, _ setting: StudioSetting, _ range: DayRange, week: Int,
    since first: Day
  ) {
    let index = 2 * ReportPeriod.Kind.allCases.count + week
    self.range = range
    tally = setting.published(counts.tallies[index])
    let parts =
      first < range.first
      ? setting.suppression.published(
        new: counts.players[index, .new], returning: counts.players[index, .returning],
        hasEvents: counts.players.sources[index] != nil) : nil
    newPlayers = parts?.new
    returningPlayers = parts?.returning
  }
}
