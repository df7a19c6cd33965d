import FindieDomain

/// Whether the catalogue is seen: games never shown, and how much goes to the few.
package struct CatalogueHealth: Hashable, Sendable {
  /// Games that can be played tonight.
  package let gamesOut: Int
  /// Games that have been announced and are not out.
  package let gamesAnnounced: Int
  /// Of the games that are out, those without an impression in the range.
  package let notShownInRange: Int
  /// Of the games that are out, those without an impression ever.
  package let neverShown: Int
  /// The games that the top 1 % are: a hundredth of those out, rounded up.
  package let topGames: Int
  /// Impressions in the range of the top 1 %, of all impressions of games that are out; nil
  /// without.
  package let topShare: Proportion?

  init(of activity: Activity, games: [Game], over range: DayRange) {
    var impressions: [Int] = []
    var announced = 0
    var neverShown = 0
    let whole = activity.wholeRange
    for game in games {
      switch game.availability(on: activity.night) {
      case .withdrawn: continue
      case .announced: announced += 1
      case .out:
        guard let index = activity.index(of: game.id) else {
          preconditionFailure("\(game.id) was not counted: the activity is of another catalogue")
        }
        impressions.append(activity.tally(of: index, in: range)[.impressions])
        if activity.tally(of: index, in: whole)[.impressions] == 0 { neverShown += 1 }
      }
    }
    gamesOut = impressions.count
    gamesAnnounced = announced
    self.neverShown = neverShown
    notShownInRange = impressions.count { $0 == 0 }
    topGames = (impressions.count + 99) / 100
    let top = impressions.sorted(by: >).prefix(topGames).reduce(0, +)
    topShare = Proportion(top, of: impressions.reduce(0, +))
  }
}
