/// k (`reports.minimumPlayers`): what fewer players did shows in no public list, and in no number
/// of players of a studio's report.
///
/// `Suppression` in `FindieAnalytics` builds on it for the cells of studios' reports. Models apply
/// k to positives (`ListableGames`, `DisclosureNoise`).
///
/// Source: conventional rounding; L. Willenborg and T. de Waal, *Elements of Statistical Disclosure
/// Control* (2001), DOI 10.1007/978-1-4613-0121-9.
package struct DisclosureBound: Hashable, Sendable {
  /// At least 1.
  package let minimumPlayers: Int

  package init(_ minimumPlayers: Int) {
    precondition(minimumPlayers >= 1, "a minimum of \(minimumPlayers) players")
    self.minimumPlayers = minimumPlayers
  }

  /// Whether a group has at least k players.
  package func allows(_ players: Int) -> Bool { players >= minimumPlayers }

  /// The largest multiple of k that is not above a count.
  package func rounded(_ count: Int) -> Int { count / minimumPlayers * minimumPlayers }

  /// A count of events as public lists use it: the nearest multiple of k, ties rounded up; 0 for
  /// the events of fewer than k players.
  ///
  /// - Precondition: the count is not negative.
  package func published(_ count: Int, of players: Int) -> Int {
    allows(players) ? rounded(count + minimumPlayers / 2) : 0
  }
}
