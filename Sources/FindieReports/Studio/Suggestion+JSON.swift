import FindieAnalytics
import FindieDomain
import FindieText

extension Suggestion {
  func json(of games: [Game]) -> JSONValue {
    let (word, numbers) = parts
    return ["kind": .string("\(basis.kind)"), "gameId": .string(games[game].id)]
      + (word.map { [$0.key: .string($0.value)] } ?? [:])
      + ["numbers": Finding.json(of: numbers + [("effect", effect)])]
  }

  /// A word that says what it is about, and its numbers by name.
  private var parts: (word: (key: String, value: String)?, [(String, Double?)]) {
    switch basis {
    case .noStoreLink(let impressions, let clicks, let usual):
      (
        nil,
        [
          ("impressions", Double(impressions)), ("externalClicks", Double(clicks)),
          ("usualPerHundred", 100 * usual),
        ]
      )
    case .missingPlatform(let platform, let share, _):
      (("platform", platform.rawValue), [("share", share)])
    case .tag(let tag, let likers, let share, let usual):
      (
        ("tag", tag),
        [("likers", Double(likers)), ("shareAtLeast", share), ("usualShare", usual)]
      )
    case .skips(let rate, let usual, let games):
      (
        nil,
        [
          ("share", rate.estimate), ("shareLower", rate.lower), ("usualShare", usual),
          ("games", Double(games)),
        ]
      )
    case .price(let price, let currency, let peers, let measure, let rate, let usual):
      (
        ("currency", currency),
        [
          ("price", price), ("medianPrice", peers.median), ("games", Double(peers.games)),
          (measure.rawValue + "PerHundred", 100 * rate.estimate), ("usualPerHundred", 100 * usual),
        ]
      )
    }
  }
}
