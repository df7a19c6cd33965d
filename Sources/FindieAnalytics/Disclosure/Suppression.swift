package import FindieDomain

/// Disclosure control: what a studio's report may say about its players.
///
/// - Every number of players is rounded down to a multiple of k, and suppressed if it is below k. 0
///   is published only where the totals of events show that there is no player.
/// - The cells of breakdowns (`disclosures`) are published or added to one rest, once for each week
///   or few consecutive weeks, so that each published cell and the rest have 0 or at least k
///   players. Their events are rounded down to multiples of k too, and cells are joined where the
///   exact total would tell a count of few events.
/// - A game's own totals of events are published as they are, or rounded down to multiples of k
///   (`StudioSetting.totals`). They include the events of forgotten players (`ForgottenRows`), so
///   that they do not change when a player is forgotten.
///
/// - Intervals of rates use how alike a player's cards are, in quarters and from k players on, and
///   never of a day. It is recorded with the weeks (`DesignEffects`), so that intervals do not
///   change when a player is forgotten.
///
/// Sums and differences of multiples of k are multiples of k, so none of them reveals a group of 1
/// to k − 1 players. Because the true numbers stay unknown, late events, corrections and forgotten
/// players do not show as differences between runs either.
///
/// Nothing that is published is computed as if a rounded number were the true one: the interval of
/// a rate or a change has each value that the true numbers may have (`Tally.rounding`,
/// `Change.init(of:since:rounding:)`), a share is a bound that holds for all of them, and a single
/// number says that it is at least so much.
///
/// Source: conventional rounding and complementary suppression; L. Willenborg and T. de Waal,
/// *Elements of Statistical Disclosure Control* (2001), DOI 10.1007/978-1-4613-0121-9.
package struct Suppression: Hashable, Sendable {
  package let bound: DisclosureBound

  package init(minimumPlayers: Int = 10) { bound = DisclosureBound(minimumPlayers) }

  /// k: the minimum number of players of a published group.
  package var minimumPlayers: Int { bound.minimumPlayers }

  /// Whether a group has 0 or at least k players.
  func mayPublish(_ players: Int) -> Bool { players == 0 || bound.allows(players) }

  /// - Parameter hasEvents: whether the totals of events show that there is a player, even if all
  ///   players are forgotten.
  func published(_ players: Int, hasEvents: Bool) -> PlayerCount {
    mayPublish(players) && (players > 0 || !hasEvents)
      ? .atLeast(bound.rounded(players)) : .suppressed
  }

  /// New and returning players, which are published together or not at all.
  func published(
    new: Int, returning: Int, hasEvents: Bool
  ) -> (new: PlayerCount, returning: PlayerCount) {
    let isShown =
      new + returning == 0 ? !hasEvents : bound.allows(min(new, returning))
    return isShown
      ? (.atLeast(bound.rounded(new)), .atLeast(bound.rounded(returning)))
      : (.suppressed, .suppressed)
  }

  /// The events of a cell.
  func rounded(_ tally: Tally) -> Tally {
    var rounded = tally.map(bound.rounded)
    rounded.rounding = minimumPlayers - 1
    return rounded
  }
}

/// The cells of a cut that are published for some whole weeks together.
struct CutDisclosure: Sendable, Equatable {
  /// One bit per week.
  let weeks: UInt32
  /// By value; the other values form the rest.
  let isPublished: [Bool]
}

extension Suppression {
  /// The published cells of a cut, for as few weeks of each block at a time as possible.
  ///
  /// A week is published alone if it has a cell to publish. Otherwise it is combined with the next
  /// week of its block; weeks left over at the block's end are suppressed. So a week is decided
  /// once, and all runs decide it alike.
  ///
  /// - Complexity: O(values + players with several), for each week.
  func disclosures(_ cut: CutCounts, _ weeks: CutWeeks) -> [CutDisclosure] {
    weeks.blocks.flatMap { block in
      var open: UInt32 = 0
      return block.compactMap { week -> CutDisclosure? in
        open |= 1 << UInt32(week)
        guard let disclosure = disclosure(cut, of: open) else { return nil }
        open = 0
        return disclosure
      }
    }
  }

  /// The cells that may be published for some weeks together; nil for none.
  ///
  /// A value with 1 to k − 1 players (in all weeks, or in these) goes into the rest. Then the
  /// values with the fewest players join it until the rest has 0 or at least k players. If values
  /// do not add up there is no rest: a value is published if it and all others together each have
  /// enough players. If few players have several values, not all values are published, since the
  /// excess of the cells over the total is their events. A single value is never published: it
  /// would reveal that the events of few players on one day have it.
  func disclosure(_ cut: CutCounts, of weeks: UInt32) -> CutDisclosure? {
    let players = cut.players(in: weeks)
    // A value without players carries no information.
    var isPublished = players.map { $0 > 0 && mayPublish($0) }
    if let rare = cut.rare { isPublished[rare] = false }
    guard isPublished.contains(true), players.count(where: { $0 > 0 }) > 1 else { return nil }
    func suppressFewest() {
      let fewest = isPublished.indices.filter { isPublished[$0] }
        .min { (players[$0], $0) < (players[$1], $1) }
      if let fewest { isPublished[fewest] = false }
    }
    if cut.cut.addsUp {
      while isPublished.contains(true),
        !mayPublish(cut.players(ofAny: isPublished.map { !$0 }, in: weeks))
      {
        suppressFewest()
      }
    } else {
      let others = cut.players(in: weeks, without: true)
      for value in isPublished.indices where !mayPublish(others[value]) {
        isPublished[value] = false
      }
      let publishesAll = isPublished.indices.allSatisfy { isPublished[$0] || players[$0] == 0 }
      if publishesAll, !mayPublish(cut.playersOfSeveral(in: weeks)) { suppressFewest() }
    }
    return isPublished.contains(true) ? CutDisclosure(weeks: weeks, isPublished: isPublished) : nil
  }
}
