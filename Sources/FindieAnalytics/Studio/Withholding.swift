/// What a studio may be told of people: nothing of fewer than `k` of them, nor anything from which
/// that could be had by subtraction.
///
/// - Numbers of players (`tellings`): a number is told where it is 0 or at least `k`, and where it
///   differs from every told number of a set that holds it, or that it holds, by 0 or at least `k`.
///   Sets hold each other by game and studio, by period, and by what the players did.
/// - Breakdowns (`tellings`): the cells of a game are told or put together as one rest, once for each
///   week or few weeks together, so that there each told cell and the rest have 0 players or at least
///   `k`. What is told of longer times, on whatever night, is a sum of these, and they do not overlap:
///   nothing else can be had from it by adding and subtracting.
/// - A studio's breakdown is the sum of what is told of its games: it says nothing that these do not.
///
/// A game's own totals of events are told, however small.
///
/// Source: the complementary suppression of L. Willenborg and T. de Waal, *Elements of Statistical
/// Disclosure Control* (2001), DOI 10.1007/978-1-4613-0121-9; here by a coarser table rather than by
/// blanks, which need no audit.
package struct Withholding: Hashable, Sendable {
  /// k: the fewest players of whom something is told.
  package let playersToTell: Int

  package init(playersToTell: Int = 10) {
    precondition(playersToTell >= 1, "\(playersToTell) players are none")
    self.playersToTell = playersToTell
  }

  /// Whether a number of players is nobody, or enough of them.
  func mayTell(_ players: Int) -> Bool { players == 0 || players >= playersToTell }

  /// Periods in the order in which they are told, where not all can be: 28 days first.
  ///
  /// - Parameter periods: how many there are; those before them follow.
  static func order(of periods: Int) -> [Int] {
    let first = [
      ReportPeriod.Kind.last28Days, .last90Days, .last7Days, .month, .isoWeek, .day,
    ].compactMap { ReportPeriod.Kind.allCases.firstIndex(of: $0) }
    return first + first.map { $0 + periods }
  }
}
