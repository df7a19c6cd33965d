package import FindieDomain

/// The exposure of the catalogue: games without impressions, and the share of the top games.
package struct CatalogueHealth: Hashable, Sendable {
  package let gamesOut: Int
  package let gamesAnnounced: Int
  /// Released games without an impression in the range; nil if no impression is recorded.
  package let notShownInRange: Int?
  /// Released games without any impression; nil if no impression is recorded.
  package let neverShown: Int?
  /// The size of the top 1 %: one hundredth of the released games, rounded up.
  package let topGames: Int
  /// The top games' impressions in the range, of all impressions of released games; nil without
  /// impressions.
  package let topShare: Proportion?

  package init(of activity: Activity, games: [Game], over range: DayRange) {
    var impressions: [Int] = []
    var announced = 0
    var neverShown = 0
    for game in games {
      switch game.availability(on: activity.night) {
      case .withdrawn: continue
      case .announced: announced += 1
      case .out:
        guard let index = activity.index(of: game.id) else {
          preconditionFailure("\(game.id) was not counted: the activity is of another catalogue")
        }
        let shown = activity.tally(of: index, in: range)[.impressions]
        impressions.append(shown)
        if shown == 0, !activity.hasImpressions(of: index) { neverShown += 1 }
      }
    }
    gamesOut = impressions.count
    gamesAnnounced = announced
    let isRecorded = activity.gameIds.indices.contains(where: activity.hasImpressions)
    self.neverShown = isRecorded ? neverShown : nil
    notShownInRange = isRecorded ? impressions.count { $0 == 0 } : nil
    topGames = (impressions.count + 99) / 100
    let top = impressions.sorted(by: >).prefix(topGames).reduce(0, +)
    topShare = Proportion(top, of: impressions.reduce(0, +))
  }
}
