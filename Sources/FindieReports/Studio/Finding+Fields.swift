import FindieAnalytics
import FindieDomain
import FindieText

let findingForm = Form<(finding: Finding, games: [Game])>.object(
  onLine: true,
  [
    Field("kind", Form<String>.text(of: Finding.kinds), \.finding.parts.kind),
    Field("gameId", ifAny: .text) { own in
      own.finding.parts.game.map { own.games[$0].id }
    },
    Field(
      "numbers", numbersByName.defining(.daysSinceLastEvent),
      \.finding.parts.numbers),
  ])

let suggestionForm = Form<(suggestion: Suggestion, games: [Game])>.object(
  onLine: true,
  [
    Field("kind", .choice, \.suggestion.basis.kind),
    Field("gameId", .text) { $0.games[$0.suggestion.game].id },
    Field("platform", ifAny: .text) { $0.suggestion.word("platform") },
    Field("tag", ifAny: .text) { $0.suggestion.word("tag") },
    Field("currency", ifAny: .text) { $0.suggestion.word("currency") },
    Field("numbers", numbersByName) {
      $0.suggestion.parts.numbers + [("effect", $0.suggestion.effect)]
    },
  ])

/// Numbers by name; one that is nil is left out.
private let numbersByName = Form<Double>.number(4).map.of { (numbers: [(String, Double?)]) in
  numbers.compactMap { name, value in value.map { (key: name, value: $0) } }
}

extension Finding {
  fileprivate static let kinds = [
    "reach", "quiet", "impressionsNotRecorded", "ever", "lastEvent", "reception",
    "likesNotRecorded", "tooFewForARate", "mostSeen", "rose", "fell", "noGames",
  ]

  /// Its name, its game, and its numbers by name; a number that is nil is left out.
  fileprivate var parts: (kind: String, game: Int?, numbers: [(String, Double?)]) {
    func double(_ count: Int?) -> Double? { count.map { Double($0) } }
    switch self {
    case .reach(let impressions, let before, let players, let change):
      return (
        "reach", nil,
        [
          ("impressions", Double(impressions)), ("impressionsBefore", double(before)),
          ("uniquePlayers", double(players)), ("impressionsChange", change?.ratio),
          ("impressionsChangeLower", change?.lower), ("impressionsChangeUpper", change?.upper),
        ]
      )
    case .quiet(let before):
      return ("quiet", nil, [("impressions", 0), ("impressionsBefore", double(before))])
    case .impressionsNotRecorded: return ("impressionsNotRecorded", nil, [])
    case .ever(let impressions, let likes):
      return (
        "ever", nil,
        [("impressions", Double(impressions)), ("likesAndSuperLikes", double(likes))]
      )
    case .lastEvent(let days): return ("lastEvent", nil, [("daysSinceLastEvent", Double(days))])
    case .reception(let rate, let change):
      return (
        "reception", nil,
        [
          ("likeRate", rate.estimate), ("likeRateLower", rate.lower),
          ("likeRateUpper", rate.upper), ("likesAndSuperLikes", Double(rate.successes)),
          ("cards", Double(rate.trials)), ("likeRateChange", change),
        ]
      )
    case .tooFewForARate(let likes, let cards):
      return (
        "tooFewForARate", nil,
        [("likesAndSuperLikes", Double(likes)), ("cards", Double(cards))]
      )
    case .likesNotRecorded(let impressions):
      return ("likesNotRecorded", nil, [("impressions", Double(impressions))])
    case .mostSeen(let game, let share, let impressions):
      return ("mostSeen", game, [("share", share), ("impressions", Double(impressions))])
    case .rose(let game, let move): return ("rose", game, move.numbers)
    case .fell(let game, let move): return ("fell", game, move.numbers)
    case .noGames: return ("noGames", nil, [])
    }
  }
}

extension Finding.Move {
  fileprivate var numbers: [(String, Double?)] {
    [
      ("impressionsChange", change?.ratio), ("impressionsChangeLower", change?.lower),
      ("impressionsChangeUpper", change?.upper), ("impressions", Double(impressions)),
      ("impressionsBefore", before.map { Double($0) }), ("relativeChange", relative?.ratio),
      ("relativeChangeLower", relative?.lower), ("relativeChangeUpper", relative?.upper),
    ]
  }
}

extension Suggestion {
  fileprivate func word(_ key: String) -> String? {
    parts.word.flatMap { $0.key == key ? $0.value : nil }
  }

  /// A word that says what it is about, and its numbers by name.
  fileprivate var parts: (word: (key: String, value: String)?, numbers: [(String, Double?)]) {
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

extension Definition {
  fileprivate static let daysSinceLastEvent = Definition(
    "daysSinceLastEvent", "Days since the last event",
    "Days from the last event of the studio’s games to the report’s last day. Shown for a period "
      + "without impressions.",
    formula: "the report's last day − last day with any event", unit: "days",
    grain: "studio and run", record: "interactions and analytics")
}
