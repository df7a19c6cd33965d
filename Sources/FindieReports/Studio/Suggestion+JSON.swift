import FindieAnalytics
import FindieDomain
import FindieText

extension Suggestion {
  func json(of games: [Game]) -> JSONValue {
    let (kind, word, numbers) = parts
    return ["kind": .string(kind), "gameId": .string(games[game].id)]
      + (word.map { [$0.key: .string($0.value)] } ?? [:])
      + ["numbers": Finding.json(of: numbers + [("significance", significance)])]
  }

  /// Its name, a word that says what it is about, and its numbers by name.
  private var parts: (kind: String, word: (key: String, value: String)?, [(String, Double?)]) {
    switch basis {
    case .noStoreLink(let impressions, let clicks, let usual):
      (
        "noStoreLink", nil,
        [
          ("impressions", Double(impressions)), ("externalClicks", Double(clicks)),
          ("usualPerHundred", 100 * usual),
        ]
      )
    case .missingPlatform(let platform, let share):
      ("missingPlatform", ("platform", platform.rawValue), [("share", share)])
    case .tag(let tag, let likers, let alsoLike, let usual):
      (
        "tag", ("tag", tag),
        [
          ("likers", Double(likers)), ("alsoLike", Double(alsoLike)),
          ("share", Double(alsoLike) / Double(likers)), ("usualShare", usual),
        ]
      )
    case .skips(let rate, let usual, let games):
      (
        "skips", nil,
        [
          ("share", rate.estimate), ("shareLower", rate.lower), ("usualShare", usual),
          ("games", Double(games)),
        ]
      )
    case .price(let price, let currency, let peers, let measure, let rate, let usual):
      (
        "price", ("currency", currency),
        [
          ("price", price), ("medianPrice", peers.median), ("games", Double(peers.games)),
          (measure.rawValue + "PerHundred", 100 * rate.estimate), ("usualPerHundred", 100 * usual),
        ]
      )
    case .fewImpressions(let standing, let rate):
      (
        "fewImpressions", nil,
        [
          ("likeRatePercentile", standing.likeRatePercentile),
          ("impressionsPercentile", standing.impressionsPercentile), ("likeRate", rate.estimate),
          ("likeRateLower", rate.lower), ("medianLikeRate", standing.medianLikeRate),
        ]
      )
    }
  }
}
