import FindieDomain

/// Counts of the whole catalogue that studios' reports compare with.
///
/// They take a pass over all events. So a night on several machines counts them once, for all of
/// its tasks.
package struct CatalogueTotals: Codable, Sendable {
  /// A game with a like rate in a period.
  struct Reach: Codable, Sendable {
    /// The index in the catalogue.
    let game: Int
    let tally: Tally
  }

  /// By day of those that reports list: the totals of all games.
  let days: [Tally]
  /// By game: the number of the last complete day with an event; -1 without events.
  let lastDays: [Int]
  /// By game: the total of the complete days that no report shows any more.
  let earlier: [Tally]
  /// By period: the games with a like rate.
  let reaches: [[Reach]]
  /// By period, then by period before: the totals of all games.
  let periods: [Tally]
  /// By period: the number of studios whose games have impressions.
  let studios: [Int]
  /// By period: whether `LinkCounts.areUsual`.
  let hasLinks: [Bool]
  /// The players who liked a game in the last 13 complete weeks. Not rounded.
  let likers: Int
  /// By player of the interactions: the tags of games liked in these weeks, one bit per tag of
  /// `LikedTags`. Not coded: it is long, and artifacts store it as an array.
  package var likedTags: [UInt64] = []

  private enum CodingKeys: CodingKey {
    case days, lastDays, earlier, reaches, periods, studios, hasLinks, likers
  }

  /// - Parameter parts: of ranges of the catalogue, in order.
  init(
    _ parts: [CatalogueCounts], in times: ReportTimes, likes: (tags: [UInt64], players: Int)
  ) {
    let (none, count) = (Tally(), times.periods.count)
    days = parts.reduce(into: [Tally](repeating: none, count: times.listed.count)) { sums, part in
      for day in sums.indices { sums[day] += part.days[day] }
    }
    periods = parts.reduce(into: [Tally](repeating: none, count: 2 * count)) { sums, part in
      for range in sums.indices { sums[range] += part.totals[range] }
    }
    reaches = (0..<count).map { period in parts.flatMap { $0.reaches[period] } }
    studios = (0..<count).map { period in
      parts.reduce(into: Set()) { $0.formUnion($1.studios[period]) }.count
    }
    hasLinks = (0..<count).map { period in
      parts.reduce(into: LinkCounts()) { $0.add($1.links[period]) }.areUsual
    }
    lastDays = parts.flatMap(\.lastDays)
    earlier = parts.flatMap(\.earlier)
    likers = likes.players
    likedTags = likes.tags
  }
}
