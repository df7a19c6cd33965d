extension PeriodNumbers {
  /// The published numbers of one game's or studio's counts in a period.
  init(
    _ counts: ScopeCounts, _ disclosure: PlayerDisclosure, _ setting: StudioSetting,
    _ recorded: Set<Measure>, period: Int, periods: Int, exposures: [Double],
    breakdowns: [Breakdown], standing: Standing?,
    share: Proportion?, tellsViewTime: Bool, isGame: Bool
  ) {
    let before = period + periods
    func players(_ range: Int, _ group: PlayerGroup) -> PlayerCount {
      disclosure.players(range, group)
    }
    self.recorded = recorded
    tally = counts.tallies[period]
    self.before = counts.tallies[before]
    records = counts.records.mapValues { $0[period] }
    self.players = players(period, .all)
    playersBefore = players(before, .all)
    playersSource = disclosure.source(period)
    newPlayers = players(period, .new)
    returningPlayers = players(period, .returning)
    // Swipe records have no shop clicks.
    let steps: [PlayerGroup] = [.all, .details, .wishlist, .shop]
    funnel = steps.prefix(playersSource == .interactions ? 3 : 4).map { players(period, $0) }
    viewTime = tellsViewTime ? counts.viewTimes[period] : nil
    self.breakdowns = breakdowns
    impressionsChange = Change(
      of: tally[.impressions], exposure: exposures[period],
      since: self.before[.impressions], exposureBefore: exposures[before])
    likeRateChange = Change(
      of: tally.rate(.likeRate, in: recorded), since: self.before.rate(.likeRate, in: recorded))
    adjustedRate =
      isGame && Rate.likeRate.isRecorded(in: recorded)
      ? counts.positions.rate(in: period, setting.positions) : nil
    self.standing = standing
    self.share = share
  }
}
