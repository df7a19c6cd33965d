import FindieDomain
import FindieHistory
import FindieWorkers

/// What studios' reports compare with: numbers of the whole catalogue in the closed weeks.
///
/// They take a pass over all events, and stay the same until the next edition of the reports, so
/// that a studio's report depends on its own events only. A studio is compared with the others, so
/// its own part of each sum is stored too.
package struct CatalogueTotals: Codable, Sendable {
  /// The catalogue; all numbers by game are in this order.
  package let games: [PeerGame]
  /// The first recorded day of any game.
  let firstDay: Day
  /// By day of those that reports list: the totals of all games.
  let days: [Tally]
  /// By game: the total of the complete days that no report shows any more, with the events that
  /// forgotten players had on them.
  let earlier: [Tally]
  /// By period, then by period before: the totals of all games.
  let periods: [Tally]
  /// By period: the number of studios whose games have impressions.
  let studios: [Int]
  /// By period: whether `LinkCounts.areUsual`.
  let hasLinks: [Bool]
  /// By game.
  let tags: [TagTests]
  let launches: LaunchPeers
  /// Not coded: they are long, and artifacts store them as they are.
  package var arrays = Arrays()

  private enum CodingKeys: CodingKey {
    case games, firstDay, days, earlier, periods, studios, hasLinks, tags, launches
  }

  package struct Arrays: Sendable {
    /// By period: the games with a like rate.
    package var reaches: [[Reach]] = []
    /// By game, then by period and by period before.
    package var ranges: [RangeCounts] = []
    /// By game: its days with events are `dayStarts[game]..<dayStarts[game + 1]` of `days`.
    package var dayStarts: [Int32] = []
    package var days: [DayCounts] = []
    /// By game: the hash of its events.
    package var hashes: [UInt64] = []
    /// As of `DesignEffects`.
    package var gameEffects: [UInt16] = []
    package var studioEffects: [UInt16] = []

    package init() {}
  }

  /// A game with a like rate in a period.
  package struct Reach: BitwiseCopyable, Sendable {
    /// The index in `games`.
    let game: Int32
    let cards: Int32
    let positives: Int32
    let impressions: Int32
    let skips: Int32
    let wishlistAdds: Int32
    let externalClicks: Int32
  }

  /// A game's impressions and the counts of its like rate.
  package struct RangeCounts: BitwiseCopyable, Equatable, Sendable {
    let impressions: Int32
    let positives: Int32
    let cards: Int32
  }

  /// A game's events on a day.
  package struct DayCounts: BitwiseCopyable, Equatable, Sendable {
    /// The index among the days that reports list.
    let day: Int32
    let impressions: Int32
    let wishlistAdds: Int32
    let externalClicks: Int32
  }
}

extension CatalogueTotals {
  /// - Parameters:
  ///   - stored: what `events` are made from.
  ///   - firstDay: the first recorded day of any game.
  init(
    of games: [Game], in events: [ReportEvents], _ stored: EventsByGame, forgotten: ForgottenRows,
    times: ReportTimes, since firstDay: Day, setting: StudioSetting, _ workers: Workers
  ) {
    let chunks = Workers.ranges(of: games.count, size: 256)
    let hashing = GameHashes(events, stored, forgotten: forgotten, times.days)
    let parts = workers.map(chunks.count) { chunk in
      CatalogueCounts(
        of: chunks[chunk], games: games, in: events, forgotten: forgotten, times: times,
        setting: setting, hashing: hashing)
    }
    let (none, count) = (Tally(), times.periods.count)
    self.games = games.map { PeerGame($0) }
    self.firstDay = firstDay
    days = parts.reduce(into: [Tally](repeating: none, count: times.listed.count)) { sums, part in
      for day in sums.indices { sums[day] += part.days[day] }
    }
    periods = parts.reduce(into: [Tally](repeating: none, count: 2 * count)) { sums, part in
      for range in sums.indices { sums[range] += part.totals[range] }
    }
    studios = (0..<count).map { period in
      parts.reduce(into: Set()) { $0.formUnion($1.studios[period]) }.count
    }
    hasLinks = (0..<count).map { period in
      parts.reduce(into: LinkCounts()) { $0.add($1.links[period]) }.areUsual
    }
    earlier = parts.flatMap(\.earlier)
    tags = TagTests.all(
      likers: parts.flatMap(\.likers), games: games, setting.suppression, workers)
    let days = parts.reduce(into: [:]) { $0.merge($1.launches) { own, _ in own } }
    launches = LaunchPeers(
      games, weeks: times.completeWeeks, since: firstDay,
      minimumGames: max(2, setting.suppression.minimumPlayers)
    ) { days[$0] ?? [] }
    arrays.reaches = (0..<count).map { period in parts.flatMap { $0.reaches[period] } }
    arrays.ranges = parts.flatMap(\.ranges)
    arrays.dayStarts = [0]
    for days in parts.flatMap(\.daysByGame) {
      arrays.days += days
      arrays.dayStarts.append(Int32(arrays.days.count))
    }
    arrays.hashes = parts.flatMap(\.hashes)
    let effects = DesignEffects(
      of: games, in: events, forgotten: forgotten, times: times, setting.suppression, workers)
    (arrays.gameEffects, arrays.studioEffects) = (effects.games, effects.studios)
  }

  /// The games of each studio with several of them, in the order of their design effects.
  private var studiosOfSeveral: [[Int]] {
    DesignEffects.studios(of: games.map(\.developerId)).filter { $0.count > 1 }
  }

  /// The index of each studio with several games, by developer id.
  var studioIndices: [ExactText: Int] {
    studiosOfSeveral.enumerated().reduce(into: [:]) { indices, studio in
      indices[ExactText(games[studio.element[0]].developerId)] = studio.offset
    }
  }

  /// The design effects of a game by range, or of a studio with several games.
  func designEffects(ofGame game: Int) -> ArraySlice<UInt16> {
    let width = games.isEmpty ? 0 : arrays.gameEffects.count / games.count
    return arrays.gameEffects[game * width..<(game + 1) * width]
  }

  func designEffects(ofStudio studio: Int) -> ArraySlice<UInt16> {
    let width = games.isEmpty ? 0 : arrays.gameEffects.count / games.count
    return arrays.studioEffects[studio * width..<(studio + 1) * width]
  }

  /// Whether the arrays have an element for each game.
  package var isWhole: Bool {
    let (count, ranges) = (games.count, periods.count + ReportPeriod.weeks)
    return tags.count == count && earlier.count == count
      && arrays.hashes.count == count && arrays.ranges.count == count * periods.count
      && arrays.gameEffects.count == count * ranges
      && arrays.studioEffects.count == studiosOfSeveral.count * ranges
      && periods.count == 2 * arrays.reaches.count
      && arrays.reaches.joined().allSatisfy { (0..<count).contains(Int($0.game)) }
      && arrays.dayStarts.count == count + 1 && arrays.dayStarts.first == 0
      && zip(arrays.dayStarts, arrays.dayStarts.dropFirst()).allSatisfy(<=)
      && arrays.dayStarts.last.map { Int($0) } == arrays.days.count
      && arrays.days.allSatisfy { days.indices.contains(Int($0.day)) }
  }

  /// The impressions, positives (as likes) and cards of all games but some in a range: a period, or
  /// a period before.
  ///
  /// - Parameters:
  ///   - games: indices.
  ///   - published: how a total of events is published.
  func others(
    without games: [Int], in range: Int, _ published: (Tally) -> Tally
  ) -> Tally {
    let all = periods[range]
    let own = games.map { arrays.ranges[$0 * periods.count + range] }
    func sum(_ value: (CatalogueTotals.RangeCounts) -> Int32) -> Int {
      own.reduce(0) { $0 + Int(value($1)) }
    }
    return published(Tally(all[.impressions], all.positives, of: all.cards))
      - published(Tally(sum(\.impressions), sum(\.positives), of: sum(\.cards)))
  }

  /// Whether the totals of a game's events are these.
  ///
  /// - Parameter counts: of that game only.
  func areEqual(to counts: CatalogueCounts, ofGame game: Int) -> Bool {
    let width = periods.count
    return arrays.ranges[game * width..<(game + 1) * width] == counts.ranges[...]
      && arrays.days[Int(arrays.dayStarts[game])..<Int(arrays.dayStarts[game + 1])]
        == counts.daysByGame[0][...]
  }

  /// The counts of some games by day of those that reports list: impressions, wishlist adds and
  /// external clicks.
  func days(of games: [Int]) -> [Tally] {
    games.reduce(into: [Tally](repeating: Tally(), count: days.count)) { sums, game in
      for own in arrays.days[Int(arrays.dayStarts[game])..<Int(arrays.dayStarts[game + 1])] {
        sums[Int(own.day)].add(own)
      }
    }
  }
}

extension CatalogueTotals.Reach {
  init(_ tally: Tally, game: Int) {
    self.init(
      game: Int32(game), cards: Int32(tally.cards), positives: Int32(tally.positives),
      impressions: Int32(tally[.impressions]), skips: Int32(tally[.skips]),
      wishlistAdds: Int32(tally[.wishlistAdds]), externalClicks: Int32(tally[.externalClicks]))
  }

  /// The events of a measure that games are compared by, per impression.
  func rate(of measure: Measure) -> Proportion? {
    let count: Int32? =
      switch measure {
      case .skips: skips
      case .wishlistAdds: wishlistAdds
      case .externalClicks: externalClicks
      default: nil
      }
    return count.flatMap { Proportion(Int($0), of: Int(impressions)) }
  }
}

extension CatalogueTotals.RangeCounts {
  init(_ tally: Tally) {
    self.init(
      impressions: Int32(tally[.impressions]), positives: Int32(tally.positives),
      cards: Int32(tally.cards))
  }
}

extension CatalogueTotals.DayCounts {
  /// Nil without such an event.
  init?(_ tally: Tally, day: Int) {
    let counts = [Measure.impressions, .wishlistAdds, .externalClicks].map { Int32(tally[$0]) }
    guard counts.contains(where: { $0 > 0 }) else { return nil }
    self.init(
      day: Int32(day), impressions: counts[0], wishlistAdds: counts[1], externalClicks: counts[2])
  }
}

extension Tally {
  fileprivate init(_ impressions: Int, _ positives: Int, of cards: Int) {
    self.init()
    add(impressions, to: .impressions, from: .interactions)
    add(positives, to: .likes, from: .interactions)
    change(Self.cardsIndex, by: cards, from: .interactions)
  }

  fileprivate mutating func add(_ counts: CatalogueTotals.DayCounts) {
    add(Int(counts.impressions), to: .impressions, from: .interactions)
    add(Int(counts.wishlistAdds), to: .wishlistAdds, from: .interactions)
    add(Int(counts.externalClicks), to: .externalClicks, from: .analytics)
  }
}
