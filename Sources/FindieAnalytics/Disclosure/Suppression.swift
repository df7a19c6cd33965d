/// Disclosure control: decides which numbers about players a studio's report has. No group of 1 to `k` − 1
/// players is published, and none can be derived by adding and subtracting published numbers.
///
/// - Numbers of players (`disclosures`): a number is published if it is 0 or at least `k`, and if it
///   differs by 0 or at least `k` from every published number of a set that contains it or that it
///   contains. Sets contain each other by game and studio, by period, and by what the players did.
/// - Breakdowns (`disclosures`): the cells of a game are published or added to one rest, once for each week
///   or few consecutive weeks, so that each published cell and the rest have 0 or at least `k` players. The
///   numbers of longer periods, of any run, are sums of these disjoint parts, so nothing else can be
///   derived from them.
/// - A studio's breakdown is the sum of its games' published cells, so it adds no information.
///
/// A game's own totals of events are published, however small.
///
/// Source: complementary suppression; L. Willenborg and T. de Waal, *Elements of Statistical Disclosure
/// Control* (2001), DOI 10.1007/978-1-4613-0121-9. Cells are added to a rest instead of being left blank,
/// so no audit is needed.
package struct Suppression: Hashable, Sendable {
  /// k: the minimum number of players of a published group.
  package let minimumPlayers: Int

  package init(minimumPlayers: Int = 10) {
    precondition(minimumPlayers >= 1, "a minimum of \(minimumPlayers) players")
    self.minimumPlayers = minimumPlayers
  }

  /// Whether a number of players is 0 or at least k.
  func mayPublish(_ players: Int) -> Bool { players == 0 || players >= minimumPlayers }

  /// The order in which periods are considered for publication: 28 days first.
  ///
  /// - Parameter periods: the number of periods; the periods before them follow in the same order.
  static func order(of periods: Int) -> [Int] {
    let first = [
      ReportPeriod.Kind.last28Days, .last90Days, .last7Days, .month, .isoWeek, .day,
    ].compactMap { ReportPeriod.Kind.allCases.firstIndex(of: $0) }
    return first + first.map { $0 + periods }
  }
}
