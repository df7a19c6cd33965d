package import FindieAnalytics
package import FindieDomain

/// A promotion of the night, for the team's report.
package struct PromotedGame: Sendable {
  let promotion: Promotion
  /// The number of lists on which the game is promoted.
  let lists: Int
  /// What players did with the game since the promotion began, everywhere in the app; nil for a
  /// game without events, or on the first day.
  let tally: Tally?

  /// - Parameters:
  ///   - promotion: of the activity's night.
  ///   - lists: the number of lists on which the game is promoted.
  package init(_ promotion: Promotion, lists: Int, _ activity: Activity) {
    self.promotion = promotion
    self.lists = lists
    let last = activity.night.adding(days: -1)
    tally =
      if let game = activity.index(of: promotion.gameId), promotion.from <= last {
        activity.tally(of: game, in: DayRange(first: promotion.from, last: last))
      } else { nil }
  }
}
