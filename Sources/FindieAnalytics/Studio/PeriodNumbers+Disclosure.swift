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
    tally = counts.tallies[period]
    self.before = first <= report.before.first ? counts.tallies[before] : nil
    records = counts.records.mapValues { $0[period] }
    players = tellsPlayers ? suppression.published(people[period, .all]) : nil
    playersBefore =
      tellsPlayers && self.before != nil ? suppression.published(people[before, .all]) : nil
    playersSource = tellsPlayers ? people.sources[period] : nil
    let parts =
      tellsPlayers && first < report.range.first
      ? suppression.published(
        new: people[period, .new], returning: people[period, .returning]) : nil
    newPlayers = parts?.new
    returningPlayers = parts?.returning
    // Swipe records have no shop clicks. A step without players has no events either.
    let steps: [PlayerGroup] = [.all, .details, .wishlist, .shop]
    funnel =
      tellsPlayers
      ? steps.prefix(playersSource == .interactions ? 3 : 4).map {
        suppression.published(people[period, $0])
      } : []
    viewTime = tellsPlayers ? counts.viewTimes[period] : nil
    self.breakdowns = breakdowns
    impressionsChange = self.before.flatMap {
      Change(
        of: counts.tallies[period][.impressions], exposure: exposures[period],
        since: $0[.impressions], exposureBefore: exposures[before])
    }
    likeRateChange = Change(
      of: tally.rate(.likeRate, in: recorded),
      since: self.before?.rate(.likeRate, in: recorded))
    adjustedRate =
      isGame && Rate.likeRate.isRecorded(in: recorded)
      ? counts.positions.rate(in: period, setting.positions) : nil
    self.standing = standing
    self.share = share
  }
}

extension WeekNumbers {
  /// - Parameters:
  ///   - week: of the last 13 complete weeks, its index.
  ///   - first: the first recorded day.
  init(
    _ counts: ScopeCounts, _ suppression: Suppression, _ range: DayRange, week: Int,
    since first: Day
  ) {
    let index = 2 * ReportPeriod.Kind.allCases.count + week
    self.range = range
    tally = counts.tallies[index]
    let parts =
      first < range.first
      ? suppression.published(
        new: counts.players[index, .new], returning: counts.players[index, .returning]) : nil
    newPlayers = parts?.new
    returningPlayers = parts?.returning
  }
}
