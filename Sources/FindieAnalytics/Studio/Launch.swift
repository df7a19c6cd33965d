package import FindieDomain

/// A game of a studio in its first weeks: its totals in the first days from its release, and how
/// many other launches it exceeds there.
///
/// Totals of events only: numbers of players are of fixed periods.
package struct Launch: Sendable, Equatable {
  package struct Window: Sendable, Equatable {
    /// The days from the release, that day too.
    package let days: Int
    package let tally: Tally
    /// Nil without enough launches of other studios.
    package let standing: LaunchPeers.Standing?
  }

  /// The index among the studio's games.
  package let game: Int
  package let release: Day
  /// From the release to the end of the last complete week.
  package let days: Int
  /// The complete ones of `LaunchPeers.windows`.
  package let windows: [Window]
}

extension StudioNumbers {
  /// The games released in the last 13 complete weeks, the newest first; none where totals are
  /// rounded, since sums of rounded days say little.
  ///
  /// - Parameter games: in the order of the numbers.
  package func launches(of games: [Game]) -> [Launch] {
    guard totals == .exact, let first = weeks.first, let last = weeks.last else { return [] }
    let range = DayRange(first: first.range.first, last: last.range.last)
    let quarter = periods.firstIndex { $0.kind == .last13Weeks }
    return games.indices.compactMap { game in
      Launch.tallies(of: games[game], weeks: range, since: allTimeRange.first) {
        self.games[game].days
      }.map { launch in
        Launch(
          game: game, release: launch.release, days: range.last.days(since: launch.release) + 1,
          windows: launch.tallies.enumerated().map { window, tally in
            var tally = tally
            tally.designEffect =
              quarter.map { self.games[game].periods[$0].tally.designEffect } ?? 1
            return Launch.Window(
              days: LaunchPeers.windows[window], tally: tally,
              standing: launchPeers?.standing(
                of: tally, games[game].developerId, window: window))
          })
      }
    }.sorted { ($1.release, $0.game) < ($0.release, $1.game) }
  }
}

extension Launch {
  /// A game's release and its totals in each complete window; nil if it is not out, or was not
  /// released in these weeks or before the record began.
  ///
  /// - Parameter days: its totals from the first day of the weeks on.
  static func tallies(
    of game: Game, weeks: DayRange, since first: Day, days: () -> [Tally]
  ) -> (release: Day, tallies: [Tally])? {
    guard let release = game.releaseDate?.day, weeks.contains(release), release >= first,
      game.availability(on: weeks.last) == .out
    else { return nil }
    let length = weeks.last.days(since: release) + 1
    let start = release.days(since: weeks.first)
    let own = days()
    return (
      release,
      LaunchPeers.windows.filter { $0 <= length && start + $0 <= own.count }.map { window in
        own[start..<start + window].reduce(into: Tally()) { $0 += $1 }
      }
    )
  }
}
