import FindieDomain

extension WorldParameters {
  /// What is wrong with the parameters, a sentence each; empty where a world can be made.
  package var problems: [String] {
    var found: [String] = []
    func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) {
      guard !range.contains(value) else { return }
      found.append("\(name) is \(value), must be \(range.lowerBound) to \(range.upperBound)")
    }
    func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>) {
      guard !range.contains(value) else { return }
      found.append("\(name) is \(value), must be \(range.lowerBound) to \(range.upperBound)")
    }
    check("players", players, 20...5_000_000)
    check("games", games, 20...1_000_000)
    check("developers", developers, 1...1_000_000)
    check("days", days, 14...3660)
    check("sessionsPerPlayer", sessionsPerPlayer, 0.001...1000)
    check("cardsPerSession", cardsPerSession, 1...40)
    check("newcomerShare", newcomerShare, 0...1)
    check("growth", growth, 0...100)
    check("popularityExponent", popularityExponent, 0...2)
    check("activityExponent", activityExponent, 1.1...10)
    check("libraryShare", libraryShare, 0...1)
    check("libraryItems", libraryItems, 1...500)
    check("twinPairs", twinPairs, 0...100)
    check("trendShare", trendShare, 0...0.5)
    check("trendDays", trendDays, 1...7)
    check("burstAccounts", burstAccounts, 0...1000)
    check("burstCards", burstCards, 1...1000)
    check("truthGames", truthGames, 0...Int.max)
    check("badLineShare", badLineShare, 0...1)
    check("duplicateShare", duplicateShare, 0...1)
    if burstAccounts > players / 2 {
      found.append("burstAccounts is \(burstAccounts), must be at most half of players")
    }
    let firstYear = firstDay.civil.year
    if !(1972...2200).contains(firstYear) {
      found.append("firstDay is \(firstDay), must be in the years 1972 to 2200")
    }
    return found
  }
}
