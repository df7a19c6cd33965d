package import FindieDomain

/// The players who first wished for a game of a studio in one ISO week, and those of them who then
/// followed a link to a shop for the same game.
///
/// Players are those of analytics events, since interactions have no shop clicks and ids of the two
/// are never joined. A wish is a player's first if there is none for the game in the 13 weeks
/// before the week: reports know those weeks on every night, so that a cohort stays the same.
package struct WishCohort: Sendable, Equatable {
  package let range: DayRange
  /// Each player counts once, for any number of games.
  package let wished: PlayerCount
  /// By number of weeks after the week, 0 to 4, if they are complete: the players who followed the
  /// link by the end of that week, on the day of the wish or later.
  package let clicked: [PlayerCount]

  /// The number of weeks after a cohort's own.
  static let weeksAfter = 4

  /// Such as `2016-W37`.
  package var name: String { range.first.isoWeek }

  /// One per week; empty if no week has a number of players to publish.
  ///
  /// - Parameters:
  ///   - people: of the studio's games, by record.
  ///   - counts: of all games of the studio.
  static func all(
    of people: [StudioPeople], counts: ScopeCounts, in times: ReportTimes,
    _ suppression: Suppression
  ) -> [WishCohort] {
    guard let viewers = people.first(where: { $0.studio.rows.source == .analytics }) else {
      return []
    }
    // The weeks are the last of the ranges.
    let weeks = Array(times.segments.ranges.suffix(ReportPeriod.weeks))
    let totals = Array((counts.records[.analytics] ?? []).suffix(weeks.count))
    let counts = WishCounts(viewers, days: times.days.days, weeks: weeks)
    let cohorts = weeks.enumerated().map { week, range in
      let hasWishes = totals[week][.wishlistAdds] > 0
      let last = min(weeksAfter, weeks.count - 1 - week)
      return WishCohort(
        range: range,
        wished: suppression.published(counts.wished[week], hasEvents: hasWishes),
        clicked: (0...last).map { after in
          suppression.published(
            counts.clicked[week][0...after].reduce(0, +),
            hasEvents: hasWishes
              && totals[week...week + after].contains { $0[.externalClicks] > 0 })
        })
    }
    return cohorts.contains { $0.wished.count ?? 0 > 0 } ? cohorts : []
  }
}

/// The numbers of players before disclosure control.
private struct WishCounts {
  /// By week.
  private(set) var wished: [Int]
  /// C[weeks, weeks after]: players by the week of their first click.
  private(set) var clicked: [[Int]]

  /// - Complexity: O(n log n) in the studio's events.
  init(_ people: StudioPeople, days: [Day], weeks: [DayRange]) {
    let count = weeks.count
    wished = [Int](repeating: 0, count: count)
    clicked = wished.map { _ in [Int](repeating: 0, count: WishCohort.weeksAfter + 1) }
    guard let start = weeks.first?.first.adding(days: -7 * count) else { return }
    let rows = people.studio.rows
    // By player and week: the weeks from a first wish to the first click.
    let (noWish, noClick) = (Int8.max, Int8.max - 1)
    var firstClicks = [Int8](repeating: noWish, count: people.studio.players.count * count)
    for game in people.games {
      for (position, slot) in game.slots.enumerated() {
        var wishes: [Int] = []
        var clicks: [Int] = []
        for index in game.starts[position]..<game.starts[position + 1] {
          let row = Int(game.rows[index])
          let day = days[Int(rows.days[row])].days(since: start)
          guard (0..<14 * count).contains(day) else { continue }
          switch EventType.allCases[Int(rows.kinds[row] & (GameRows.viewed - 1))] {
          case .gameWishlist: wishes.append(day)
          case .externalLinkClick: clicks.append(day)
          case .gameView, .gameClick, .gameLike, .gameDislike, .gameShare: break
          }
        }
        var lastWeek: Int?
        for wish in wishes.sorted() {
          let week = wish / 7
          defer { lastWeek = week }
          guard week >= count, lastWeek.map({ week - $0 > count }) ?? true else { continue }
          let click = clicks.filter { $0 >= wish }.min()
          let cell = Int(slot) * count + week - count
          firstClicks[cell] = min(firstClicks[cell], click.map { Int8($0 / 7 - week) } ?? noClick)
        }
      }
    }
    for (cell, weeksLater) in firstClicks.enumerated() where weeksLater != noWish {
      wished[cell % count] += 1
      if weeksLater <= WishCohort.weeksAfter { clicked[cell % count][Int(weeksLater)] += 1 }
    }
  }
}
