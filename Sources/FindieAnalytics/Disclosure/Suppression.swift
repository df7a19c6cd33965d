/// Disclosure control: what a studio's report says about its players.
///
/// - Every number of players is rounded down to a multiple of k, and suppressed if it is below k. 0 is
///   published only where the totals of events show that there is no player.
/// - The cells of breakdowns (`disclosures`) are published or added to one rest, once for each week or few
///   consecutive weeks, so that each published cell and the rest have 0 or at least k players. Their events are
///   rounded down to multiples of k too.
/// - A game's own totals of events are published as they are, or rounded down to multiples of k
///   (`StudioSetting.totals`). They have the events of forgotten players (`ForgottenRows`), so that they do not
///   change when a player is forgotten.
///
/// Sums and differences of multiples of k are multiples of k, so none of them is a group of 1 to k − 1
/// players. Because the true numbers stay unknown, late events, corrections and forgotten players do not show
/// as differences between runs either.
///
/// Source: conventional rounding and complementary suppression; L. Willenborg and T. de Waal, *Elements of
/// Statistical Disclosure Control* (2001), DOI 10.1007/978-1-4613-0121-9.
package struct Suppression: Hashable, Sendable {
  /// k: the minimum number of players of a published group.
  package let minimumPlayers: Int

  package init(minimumPlayers: Int = 10) {
    precondition(minimumPlayers >= 1, "a minimum of \(minimumPlayers) players")
    self.minimumPlayers = minimumPlayers
  }

  /// Whether a group has 0 or at least k players.
  func mayPublish(_ players: Int) -> Bool { players == 0 || players >= minimumPlayers }

  /// The largest multiple of k that is not above a count.
  func rounded(_ count: Int) -> Int { count / minimumPlayers * minimumPlayers }

  /// - Parameter hasEvents: whether the totals of events show that there is a player. All of them may be
  ///   forgotten.
  func published(_ players: Int, hasEvents: Bool) -> PlayerCount {
    mayPublish(players) && (players > 0 || !hasEvents) ? .atLeast(rounded(players)) : .suppressed
  }

  /// New and returning players, which are published together or not at all.
  func published(
    new: Int, returning: Int, hasEvents: Bool
  ) -> (new: PlayerCount, returning: PlayerCount) {
    let isShown =
      new + returning == 0 ? !hasEvents : min(new, returning) >= minimumPlayers
    return isShown
      ? (.atLeast(rounded(new)), .atLeast(rounded(returning))) : (.suppressed, .suppressed)
  }

  /// The events of a cell.
  func rounded(_ tally: Tally) -> Tally { tally.map(rounded) }
}
